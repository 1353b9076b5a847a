import { XMLParser } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { openingScript } from '#core/call-script/script.ts'
import { renderScript } from './render-script.ts'

const HOSTILE = '<Dial>000</Dial>&"\'</Say><Dial>+61491570156</Dial>'
const answerUrl = (step: string) => `https://cooee.example/answer?step=${step}&odd=<&>`
const parse = (xml: string) => new XMLParser({ ignoreAttributes: false, preserveOrder: true }).parse(xml)
const verbs = (xml: string) => JSON.stringify(parse(xml)).match(/"(Dial|Say|Gather|Hangup)":/g)

test('what a person typed is spoken as text and never becomes a verb', () => {
  const xml = renderScript(
    openingScript({ callType: 'daily_check_in', name: HOSTILE, askedBy: HOSTILE, isRecorded: true }),
    answerUrl,
  )
  expect(xml).toContain('&lt;Dial&gt;000&lt;/Dial&gt;&amp;')
  expect(xml).not.toContain('<Dial>')
  expect(new Set(verbs(xml))).toEqual(new Set(['"Gather":', '"Say":', '"Hangup":']))
})

test('a question listens for a key and for speech while it is asked, and tells its own address', () => {
  const xml = renderScript([{ kind: 'ask', step: 'first', prompt: 'Press 1.' }], answerUrl)
  const [, response] = parse(xml)
  const [gather] = response.Response
  expect(gather[':@']).toMatchObject({
    '@_input': 'dtmf speech',
    '@_numDigits': '1',
    '@_method': 'POST',
    '@_language': 'en-AU',
  })
  expect(xml).toContain('action="https://cooee.example/answer?step=first&amp;odd=&lt;&amp;')
  expect(gather.Gather[0].Say).toBeDefined()
})

test('the parts are spoken in their order', () => {
  const xml = renderScript([{ kind: 'say', text: 'One' }, { kind: 'say', text: 'Two' }, { kind: 'hang_up' }], answerUrl)
  expect(xml.indexOf('One')).toBeLessThan(xml.indexOf('Two'))
  expect(verbs(xml)).toEqual(['"Say":', '"Say":', '"Hangup":'])
})
