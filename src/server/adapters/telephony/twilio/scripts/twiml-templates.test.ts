import { expect, test } from 'vitest'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { parseTwiml, type Verb } from '#simulators/twilio/call/twiml-document.ts'
import { twimlTemplates } from './twiml-templates.ts'

const templates = twimlTemplates('https://cooee.example')

function verbsOf(id: string): Verb[] {
  const template = templates.find((each) => each.id === id)
  const parsed = parseTwiml(template?.twiml ?? '')
  if (parsed.kind === 'invalid') throw new Error(`${id}: ${parsed.reason}`)
  return parsed.verbs
}

/** Of the verbs and nouns we use, every attribute the provider knows. Source: https://www.twilio.com/docs/voice/twiml */
const ATTRIBUTES: Record<string, string[]> = {
  Response: [],
  Say: ['voice', 'language', 'loop'],
  prosody: ['volume', 'rate', 'pitch'],
  Gather: [
    ...['action', 'method', 'input', 'timeout', 'speechTimeout', 'numDigits', 'finishOnKey', 'language', 'hints'],
    ...['actionOnEmptyResult', 'profanityFilter', 'bargeIn', 'speechModel', 'enhanced', 'partialResultCallback'],
  ],
  Record: [
    ...['action', 'method', 'timeout', 'finishOnKey', 'maxLength', 'playBeep', 'trim', 'recordingStatusCallback'],
    ...['recordingStatusCallbackMethod', 'recordingStatusCallbackEvent', 'transcribe', 'transcribeCallback'],
  ],
  Dial: ['action', 'method', 'timeout', 'timeLimit', 'callerId', 'hangupOnStar', 'record', 'answerOnBridge'],
  Hangup: [],
}

test('there are seven: after hours, voicemail, emergency, and what Cooee says in its own calls', () => {
  expect(templates.map(({ id }) => id)).toEqual(['after_hours', 'voicemail', 'emergency', ...CALL_TYPES])
})

test.each(templates)('$name is made of verbs and attributes that the provider knows', ({ id, twiml }) => {
  expect(verbsOf(id).filter(({ kind }) => kind === 'unknown')).toEqual([])
  for (const [, name = '', attributes = ''] of twiml.matchAll(/<([A-Za-z]+)((?:\s+\w+="[^"]*")*)\s*\/?>/g)) {
    expect(ATTRIBUTES, name).toHaveProperty(name)
    const used = [...attributes.matchAll(/(\w+)="/g)].map(([, attribute]) => attribute)
    expect(used.filter((attribute) => !ATTRIBUTES[name]?.includes(attribute ?? ''))).toEqual([])
  }
})

test.each(templates)('$name ends, and asks no document for itself again', ({ id }) => {
  const verbs = verbsOf(id)
  expect(verbs.at(-1)).toEqual({ kind: 'hangup' })
  const asking = verbs.filter((verb) => verb.kind === 'record' || verb.kind === 'gather')
  for (const { action } of asking) expect(action).toBe('https://cooee.example/api/twilio/template/goodbye')
})

test('after hours, a message may take 120 seconds', () => {
  expect(verbsOf('after_hours')).toContainEqual(expect.objectContaining({ kind: 'record', maxLengthSeconds: 120 }))
})

test('a voicemail may take 180 seconds and is written out', () => {
  expect(templates.find(({ id }) => id === 'voicemail')?.twiml).toContain('transcribe="true"')
  expect(verbsOf('voicemail')).toContainEqual(
    expect.objectContaining({
      kind: 'record',
      maxLengthSeconds: 180,
      transcribeCallback: 'https://cooee.example/api/twilio/transcription',
    }),
  )
})

test('in an emergency, callers hear of 000 and are connected to Lifeline', () => {
  const verbs = verbsOf('emergency')
  expect(verbs).toContainEqual(expect.objectContaining({ kind: 'dial', number: '131114' }))
  expect(verbs[0]).toMatchObject({ kind: 'say', text: expect.stringContaining('000') })
  // After a conversation nothing more is said.
  expect(verbs.map(({ kind }) => kind)).toEqual(['say', 'dial', 'hangup'])
})
