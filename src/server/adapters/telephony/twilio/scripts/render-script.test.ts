import fc from 'fast-check'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { expect, test } from 'vitest'
import type { ScriptPart } from '#core/call-script/script.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import type { Move } from '#core/conversation/conversation-state.ts'
import { scriptOf } from '#core/conversation/script/script-of.ts'
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

const MOVE: Move = { name: 'question', serial: 1, lead: 'introduction', at: 0, key: null, seconds: 8, about: null }
const MOVES: Move[] = [
  MOVE,
  { ...MOVE, name: 'announce' },
  { ...MOVE, name: 'screen' },
  { ...MOVE, name: 'message', about: 'full' },
  { ...MOVE, name: 'confirm_help' },
  { ...MOVE, name: 'help_noted' },
  { ...MOVE, name: 'goodbye', about: 'acknowledged' },
  { ...MOVE, name: 'farewell', about: 'not_understood' },
]

/** Everything that can be said in a call, to somebody of that name. */
function everythingSaid(name: string, askedBy: string, callType: CallType = 'medication_reminder'): ScriptPart[][] {
  const subject = {
    callType,
    name,
    preferredName: name,
    askedBy,
    hour: 9,
    isDaily: true,
    isRecorded: true,
    reminderText: name,
    isCalledAgain: true,
  }
  return MOVES.map((move) => scriptOf(subject, move))
}

test('typed words are spoken as text and never become a verb', () => {
  const xml = renderScript(everythingSaid(HOSTILE, HOSTILE).flat(), answerUrl)
  expect(xml).toContain('&lt;Dial&gt;000&lt;/Dial&gt;&amp;')
  expect(xml).not.toContain('<Dial>')
  expect(new Set(verbs(xml))).toEqual(new Set(['?xml', 'Response', 'Gather', 'Say', 'prosody', 'Redirect', 'Hangup']))
})

test('a question listens for a key and for speech while it is asked, and names its own address', () => {
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

test('a hash alone is heard: nothing ends an answer but its one key', () => {
  const [, response] = parse(renderScript([{ kind: 'ask', step: 'q', prompt: 'Press any key.' }], answerUrl))
  expect(response.Response[0][':@']).toMatchObject({ '@_finishOnKey': '' })
})

test('silence is reported where something depends on it, and falls through where nothing does', () => {
  const asked = (reportsSilence: boolean) =>
    renderScript(
      [{ kind: 'ask', step: 'q', prompt: '', listening: { seconds: 2, takesSpeech: true, reportsSilence } }],
      answerUrl,
    )
  expect(asked(true)).toContain('timeout="2"')
  expect(asked(true)).toContain('actionOnEmptyResult="true"')
  expect(asked(false)).not.toContain('actionOnEmptyResult')
})

test('a question can be deaf to words', () => {
  const deaf = { seconds: 1, takesSpeech: false, reportsSilence: false }
  const [, response] = parse(renderScript([{ kind: 'ask', step: 'q', prompt: 'Hm.', listening: deaf }], answerUrl))
  expect(response.Response[0][':@']).toMatchObject({ '@_input': 'dtmf' })
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

test('a document keeps its verbs and says the name, whatever a person is called', () => {
  fc.assert(
    fc.property(aName, aName, fc.constantFrom(...CALL_TYPES), (name, askedBy, callType) => {
      const scripts = everythingSaid(name, askedBy, callType)
      const plainScripts = everythingSaid('Con', 'Con', callType)
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
  const [script = []] = everythingSaid('Mar\u0000garet \ud800Hartley\uffff', 'Robyn')
  expect(renderScript(script, answerUrl)).toContain('Good morning Mar garet  Hartley , it')
})

test('the parts are spoken in their order', () => {
  const xml = renderScript([{ kind: 'say', text: 'One' }, { kind: 'say', text: 'Two' }, { kind: 'hang_up' }], answerUrl)
  expect(xml.indexOf('One')).toBeLessThan(xml.indexOf('Two'))
  expect(verbs(xml)).toEqual(['?xml', 'Response', 'Say', 'prosody', 'Say', 'prosody', 'Hangup'])
})

test('a talk connects to the relay with the attributes as they are documented, and goes on without it', () => {
  const xml = renderScript(
    [
      { kind: 'talk', step: 'talk 2', greeting: 'Good morning Margaret & <all>.' },
      { kind: 'go_to', step: 'talk 2' },
    ],
    () => 'https://cooee.example/answer',
    { relay: 'wss://cooee.example/relay/7-key', ended: (step) => `https://cooee.example/ended?step=${step}` },
  )
  expect(xml).toBe(
    '<?xml version="1.0" encoding="UTF-8"?><Response>' +
      '<Connect action="https://cooee.example/ended?step=talk 2" method="POST">' +
      '<ConversationRelay url="wss://cooee.example/relay/7-key" welcomeGreeting="Good morning Margaret &amp; &lt;all>." ' +
      'welcomeGreetingInterruptible="any" language="en-AU" ttsProvider="Amazon" voice="Olivia-Neural" ' +
      'transcriptionProvider="Deepgram" speechModel="nova-3-general" speechTimeout="1500" interruptible="any" ' +
      'interruptSensitivity="medium" reportInputDuringAgentSpeech="any" dtmfDetection="true" ' +
      'hints="yes, no, not yet, done, help, I need help, fine, I am fine, okay, hello, who is this, one, two, three, 1, 2, 3" ' +
      'events="speaker-events tokens-played"/></Connect>' +
      '<Redirect method="POST">https://cooee.example/answer</Redirect></Response>',
  )
})

test('a talk that has no address is left out', () => {
  const xml = renderScript([{ kind: 'talk', step: 'talk 2', greeting: 'Hello.' }, { kind: 'hang_up' }], answerUrl)
  expect(verbs(xml)).toEqual(['?xml', 'Response', 'Hangup'])
})
