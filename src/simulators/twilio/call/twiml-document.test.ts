import twilio from 'twilio'
import { expect, test } from 'vitest'
import { parseTwiml } from './twiml-document.ts'

function verbsOf(xml: string) {
  const parsed = parseTwiml(xml)
  if (parsed.kind === 'invalid') throw new Error(parsed.reason)
  return parsed.verbs
}

test('a document of plain verbs reads in order, with the defaults the provider documents', () => {
  const xml = `<?xml version="1.0" encoding="UTF-8"?>
    <Response>
      <!-- first a greeting -->
      <Say voice="alice">Good   morning.</Say>
      <Pause/>
      <Redirect>/next?a=1&amp;b=2</Redirect>
      <Hangup/>
    </Response>`
  expect(verbsOf(xml)).toEqual([
    { kind: 'say', text: 'Good morning.' },
    { kind: 'pause', seconds: 1 },
    { kind: 'redirect', url: '/next?a=1&b=2' },
    { kind: 'hangup' },
  ])
})

test('a Gather carries its prompts and the provider’s defaults', () => {
  const [gather] = verbsOf('<Response><Gather><Say>Press a key</Say><Pause length="2"/></Gather></Response>')
  expect(gather).toEqual({
    kind: 'gather',
    acceptsKeys: true,
    isSpeechTimeoutAuto: false,
    acceptsSpeech: false,
    numDigits: null,
    timeoutSeconds: 5,
    finishOnKey: '#',
    action: null,
    actionOnEmptyResult: false,
    prompts: [
      { kind: 'say', text: 'Press a key' },
      { kind: 'pause', seconds: 2 },
    ],
  })
})

test('a Gather may listen for speech as well as keys', () => {
  const xml =
    '<Response><Gather input="dtmf speech" numDigits="1" finishOnKey="" actionOnEmptyResult="true"/></Response>'
  expect(verbsOf(xml)[0]).toMatchObject({
    acceptsKeys: true,
    acceptsSpeech: true,
    numDigits: 1,
    finishOnKey: '',
    actionOnEmptyResult: true,
  })
})

test('a name that looks like markup is spoken, not obeyed', () => {
  const response = new twilio.twiml.VoiceResponse()
  response.say('Hello <Dial>000</Dial>&" &lt;')
  expect(verbsOf(response.toString())).toEqual([{ kind: 'say', text: 'Hello <Dial>000</Dial>&" &lt;' }])
})

test('the words inside speech markup are spoken too', () => {
  const xml = '<Response><Say>Good <prosody rate="slow">morning</prosody><break time="1s"/> Mum</Say></Response>'
  expect(verbsOf(xml)).toEqual([{ kind: 'say', text: 'Good morning Mum' }])
})

test('a Dial names its number, bare or in a Number element', () => {
  const expected = { kind: 'dial', number: '+61412345678' }
  expect(verbsOf('<Response><Dial>+61412345678</Dial></Response>')[0]).toMatchObject(expected)
  expect(verbsOf('<Response><Dial><Number>+61412345678</Number></Dial></Response>')[0]).toMatchObject(expected)
})

test('a verb that is not known is named, and the ones after it are still read', () => {
  expect(verbsOf('<Response><Teleport/><Hangup/></Response>')).toEqual([
    { kind: 'unknown', name: 'Teleport' },
    { kind: 'hangup' },
  ])
})

test.each([
  ['nothing at all', ''],
  ['an unclosed element', '<Response><Say>Hello</Response>'],
  ['another root', '<Answer><Say>Hello</Say></Answer>'],
  ['two roots', '<Response/><Response/>'],
  ['a page that is not XML', '<!doctype html><html><body>Not Found<br></body></html>'],
  ['plain words', 'Internal Server Error'],
])('%s is no document', (_what, xml) => {
  expect(parseTwiml(xml).kind).toBe('invalid')
})
