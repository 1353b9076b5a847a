import { describe, expect, test } from 'vitest'
import { CALL_TYPES, type CallType } from '../calls/call-vocabulary.ts'
import { understoodAnswer } from './answer.ts'
import { ASKED_AGAIN, nextScript } from './next-script.ts'
import { type ScriptPart, voicemailScript } from './script.ts'

const NAMES = { name: 'Margaret', askedBy: 'Robyn Hartley', isRecorded: false }
const opening = (callType: CallType) => nextScript({ callType, ...NAMES }, [])
/** What follows a key or words in answer to a question. */
function scriptAfter(
  callType: CallType,
  heard: { keys?: string; speech?: string },
  step = 'first',
  isCalledAgain = true,
) {
  const all = { keys: '', speech: '', ...heard }
  const response = understoodAnswer(callType, all)
  return nextScript({ callType, ...NAMES, isCalledAgain }, [{ step, heard: all, response }])
}
const spoken = (script: readonly ScriptPart[]) =>
  script.flatMap((part) => (part.kind === 'ask' ? part.prompt : part.kind === 'say' ? part.text : [])).join(' ')
const kinds = (script: readonly ScriptPart[]) => script.map(({ kind }) => kind)

const FAMILY_IS_TOLD =
  'Thank you for telling me. I am letting your family know right now. In an emergency, hang up and call triple zero.'

describe.each(CALL_TYPES)('a %s', (callType) => {
  test('says who is called and who asked for the call, asks, asks once more, and says goodbye', () => {
    const script = opening(callType)
    expect(kinds(script)).toEqual(['ask', 'ask', 'say', 'hang_up'])
    expect(spoken(script.slice(0, 1))).toMatch(/^Hello Margaret\. This is Cooee, calling for Robyn Hartley\./)
    expect(spoken(script.slice(1, 2))).toMatch(/^Sorry, I did not catch that\./)
    expect(spoken(script.slice(2))).toContain('Goodbye.')
  })

  test('asks the same both times', () => {
    const [first, second] = opening(callType).map((part) => spoken([part]))
    const question = second?.replace('Sorry, I did not catch that. ', '') ?? ''
    expect(question).toMatch(/[Pp]ress/)
    expect(first?.endsWith(question)).toBe(true)
  })

  test('says nothing of anybody’s health before there was an answer, nor to a machine', () => {
    const said = spoken([...opening(callType), ...voicemailScript({ callType, ...NAMES })])
    expect(said).not.toMatch(/medic|tablet|pill|dose|health|condition|doctor/i)
  })

  test('asks once more after words that make no sense, and then says goodbye', () => {
    const again = scriptAfter(callType, { speech: 'Who is this' })
    expect(kinds(again)).toEqual(['ask', 'say', 'hang_up'])
    expect(again[0]).toMatchObject({ step: ASKED_AGAIN, prompt: expect.stringMatching(/^Sorry, I did not understand/) })
    expect(kinds(scriptAfter(callType, { speech: 'Who is this' }, ASKED_AGAIN))).toEqual(['say', 'hang_up'])
  })

  test('hears a call for help beside every reassurance, in any order', () => {
    for (const speech of [
      'yes I am fine but please help',
      'help me, I am fine',
      'okay okay. I have fallen',
      'taken, but help',
    ]) {
      expect(spoken(scriptAfter(callType, { speech }))).toBe(FAMILY_IS_TOLD)
    }
  })

  test('says that the family asked for it when the account holder gave no name', () => {
    expect(spoken(nextScript({ callType, name: 'Con', askedBy: null, isRecorded: false }, []))).toContain(
      'calling for your family',
    )
  })
})

/** What is said back for each key of a phone; null: it is none of the choices. */
const CLOSINGS: Record<CallType, (key: string) => string | null> = {
  daily_check_in: checkIn,
  wellness_check: checkIn,
  medication_reminder: (key) =>
    ({ 1: 'Thank you. Goodbye.', 2: 'Thank you. I will call you again in 15 minutes. Goodbye.', 3: FAMILY_IS_TOLD })[
      key
    ] ?? null,
  wake_up_call: () => 'Thank you. Have a good day. Goodbye.',
}
function checkIn(key: string): string | null {
  return { 1: 'Thank you. Goodbye.', 2: FAMILY_IS_TOLD }[key] ?? null
}
const KEYS = [...'1234567890*#']
const ALOUD: Record<string, string> = { '*': 'star', '#': 'hash' }

describe.each(CALL_TYPES)('a key in a %s', (callType) => {
  test.each(KEYS)('%s is said aloud, with what it means or that it is none of the choices', (key) => {
    const script = scriptAfter(callType, { keys: key })
    const closing = CLOSINGS[callType](key)
    expect(spoken(script.slice(0, 1))).toMatch(new RegExp(`^You pressed ${ALOUD[key] ?? key}\\. `))
    if (closing === null) {
      expect(kinds(script)).toEqual(['ask', 'say', 'hang_up'])
      expect(spoken(script)).toMatch(/That is not one of the choices\. .*Press 1/)
      expect(kinds(scriptAfter(callType, { keys: key }, ASKED_AGAIN))).toEqual(['say', 'hang_up'])
    } else {
      expect(kinds(script)).toEqual(['say', 'hang_up'])
      expect(spoken(script)).toBe(`You pressed ${ALOUD[key] ?? key}. ${closing}`)
    }
  })

  test('counts, whatever is said beside it', () => {
    expect(scriptAfter(callType, { keys: '1', speech: 'help' })).toEqual(scriptAfter(callType, { keys: '1' }))
  })
})

test.each([
  ['daily_check_in', "yes, I'm fine", 'Thank you. Goodbye.'],
  ['wellness_check', 'all good love', 'Thank you. Goodbye.'],
  ['medication_reminder', 'done', 'Thank you. Goodbye.'],
  ['medication_reminder', 'not yet', 'Thank you. I will call you again in 15 minutes. Goodbye.'],
  ['medication_reminder', "I haven't taken it", 'Thank you. I will call you again in 15 minutes. Goodbye.'],
  ['medication_reminder', 'I feel sick', FAMILY_IS_TOLD],
  ['daily_check_in', 'I have had a fall, I fell', FAMILY_IS_TOLD],
  ['wellness_check', 'not too good', FAMILY_IS_TOLD],
  ['wake_up_call', "yes I'm awake", 'Thank you. Have a good day. Goodbye.'],
  ['wake_up_call', 'I need help', FAMILY_IS_TOLD],
] as const)('in a %s, "%s" is answered with "%s"', (callType, speech, closing) => {
  expect(spoken(scriptAfter(callType, { speech }))).toBe(closing)
})

test('"not yet" promises no further call where none will come', () => {
  const script = scriptAfter('medication_reminder', { keys: '2' }, 'first', false)
  expect(spoken(script)).not.toContain('again')
  expect(spoken(script)).toContain('Thank you')
})
