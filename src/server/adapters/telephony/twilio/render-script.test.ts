import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import { answerScript, askAgainScript } from '#core/call-script/answer.ts'
import { openingScript, type ScriptPart, voicemailScript } from '#core/call-script/script.ts'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { renderScript } from './render-script.ts'

const HOSTILE = '<Dial>000</Dial>&"\'</Say><Dial>+61491570156</Dial>'
const answerUrl = (step: string) => `https://cooee.example/answer?step=${step}&odd=<&>`
const parse = (xml: string) => new XMLParser({ ignoreAttributes: false, preserveOrder: true }).parse(xml)
const verbs = (xml: string) => namesIn(parse(xml))

/** The elements of a document in their order, whatever they are called. */
function namesIn(nodes: Record<string, unknown>[]): string[] {
  return nodes.flatMap((node) => {
    const name = Object.keys(node).find((key) => key !== ':@' && !key.startsWith('#'))
    return name ? [name, ...namesIn(node[name] as Record<string, unknown>[])] : []
  })
}

test('what a person typed is spoken as text and never becomes a verb', () => {
  const xml = renderScript(
    openingScript({ callType: 'daily_check_in', name: HOSTILE, askedBy: HOSTILE, isRecorded: true }),
    answerUrl,
  )
  expect(xml).toContain('&lt;Dial&gt;000&lt;/Dial&gt;&amp;')
  expect(xml).not.toContain('<Dial>')
  expect(new Set(verbs(xml))).toEqual(new Set(['?xml', 'Response', 'Gather', 'Say', 'prosody', 'Hangup']))
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

test('everything is said slowly, by an Australian voice', () => {
  const script: ScriptPart[] = [
    { kind: 'ask', step: 'first', prompt: 'Press 1.' },
    { kind: 'say', text: 'Goodbye.' },
  ]
  const xml = renderScript(script, answerUrl)
  const say =
    /<Say voice="Polly\.Olivia-Neural" language="en-AU"><prosody rate="90%">(Press 1|Goodbye)\.<\/prosody><\/Say>/g
  expect(xml.match(say)).toHaveLength(2)
})

/** Names as people type them, and as people type them who are up to something. */
const aName = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc
    .array(
      fc.constantFrom('<', '>', '&', '"', "'", '/', ']]>', '<!--', '<?', '<Dial>', '</Say>', '\u0000', '\ud800', 'Con'),
    )
    .map((pieces) => pieces.join('')),
)

test('whatever a person is called, a document keeps its verbs, and the name is what is said', () => {
  fc.assert(
    fc.property(aName, aName, fc.constantFrom(...CALL_TYPES), (name, askedBy, callType) => {
      const subject = { callType, name, askedBy, isRecorded: true }
      const scripts = [
        openingScript(subject),
        voicemailScript(subject),
        answerScript(subject, { keys: name, speech: askedBy }, 'help'),
        askAgainScript(callType, { keys: name, speech: askedBy }, 'again'),
      ]
      const plain = { ...subject, name: 'Con', askedBy: 'Con' }
      const plainScripts = [
        openingScript(plain),
        voicemailScript(plain),
        answerScript(plain, { keys: '1', speech: '' }, 'help'),
        askAgainScript(callType, { keys: '1', speech: '' }, 'again'),
      ]
      for (const [index, script] of scripts.entries()) {
        const xml = renderScript(script, answerUrl)
        expect(XMLValidator.validate(xml)).toBe(true)
        expect(verbs(xml)).toEqual(verbs(renderScript(plainScripts[index] ?? [], answerUrl)))
      }
    }),
    { numRuns: 300 },
  )
})

test('a name with signs that no document can hold is still spoken', () => {
  const script = openingScript({
    callType: 'daily_check_in',
    name: 'Mar\u0000garet \ud800Hartley\uffff',
    askedBy: null,
    isRecorded: false,
  })
  expect(renderScript(script, answerUrl)).toContain('Hello Mar garet  Hartley .')
})

test('the parts are spoken in their order', () => {
  const xml = renderScript([{ kind: 'say', text: 'One' }, { kind: 'say', text: 'Two' }, { kind: 'hang_up' }], answerUrl)
  expect(xml.indexOf('One')).toBeLessThan(xml.indexOf('Two'))
  expect(verbs(xml)).toEqual(['?xml', 'Response', 'Say', 'prosody', 'Say', 'prosody', 'Hangup'])
})
