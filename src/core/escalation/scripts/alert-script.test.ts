import { describe, expect, test } from 'vitest'
import {
  type AlertCallSubject,
  alertNoLongerNeededScript,
  alertReply,
  alertScript,
  askForKeyScript,
  understoodAlertAnswer,
} from './alert-script.ts'

const susan: AlertCallSubject = {
  personName: 'Susan Hartley',
  name: 'Margaret Hartley',
  phone: '+61491570156',
  askedBy: 'Robyn Hartley',
  headline: "Margaret Hartley didn't answer the 9:00 AM call",
  purpose: 'alert',
}
const robyn: AlertCallSubject = { ...susan, personName: 'Robyn Hartley', askedBy: null, purpose: 'unresolved' }
const spoken = (script: ReturnType<typeof alertScript>) =>
  script.map((part) => (part.kind === 'ask' ? part.prompt : part.kind === 'say' ? part.text : part.kind))
const key = (keys: string) => ({ keys, speech: '' })
const said = (speech: string) => ({ keys: '', speech })

test('an alert says who rings for whom, what happened and what the keys do, once more, and goodbye', () => {
  expect(spoken(alertScript(susan))).toEqual([
    "Hello Susan Hartley. This is Cooee, calling for Robyn Hartley about Margaret Hartley. Margaret Hartley didn't answer the 9:00 AM call.",
    "To check on Margaret, press 1. If you can't, press 2. If all is well, press 3.",
    "Once more. Margaret Hartley didn't answer the 9:00 AM call. To check on Margaret, press 1. If you can't, press 2. If all is well, press 3.",
    'I did not hear an answer. Goodbye.',
    'hang_up',
  ])
})

test('the news is said outside of any question: a "hello?" at pick-up does not cut it short', () => {
  expect(alertScript(susan)[0]).toMatchObject({ kind: 'say', text: expect.stringContaining("didn't answer") })
})

test('the account holder hears at the end that nobody has taken it on', () => {
  expect(spoken(alertScript(robyn)).slice(0, 2)).toEqual([
    "Hello Robyn Hartley. This is Cooee, calling about Margaret Hartley. Margaret Hartley didn't answer the 9:00 AM call. Nobody is checking on Margaret yet.",
    "To check on Margaret yourself, press 1. If you can't, press 2. If all is well, press 3.",
  ])
})

describe('an answer', () => {
  test.each([
    ['1', 'take'],
    ['2', 'decline'],
    ['3', 'ok'],
    ['5', null],
    ['#', null],
    [' 1 ', 'take'],
  ])('an answer by the key %s means %s', (keys, meaning) => {
    expect(understoodAlertAnswer(key(keys))).toBe(meaning)
  })

  test.each([
    ['Yes.', 'needs_key'],
    ["Yes, I'll go.", 'needs_key'],
    ['I will', 'needs_key'],
    ['No', 'decline'],
    ["I can't.", 'decline'],
    ["Sorry, I can't", 'decline'],
    ['Hello?', null],
    ['', null],
  ])('an answer by the words "%s" means %s', (speech, meaning) => {
    expect(understoodAlertAnswer(said(speech))).toBe(meaning)
  })

  test.each([
    "Hi, you've reached Susan. I can't take your call right now.",
    "I can't come to the phone right now.",
    'Yes, this is Susan, please leave a message after the tone.',
    'Sorry, I cannot answer. No worries, leave me a message.',
    'Welcome to the voicemail of Susan.',
  ])('an answer of a machine does not count: "%s"', (speech) => {
    expect(['needs_key', null]).toContain(understoodAlertAnswer(said(speech)))
  })

  test('a spoken answer never takes an incident on, whatever the words', () => {
    for (const speech of ['yes', 'one', 'press 1', 'I will look after it', 'all is well', 'ok fine sure']) {
      expect(['take', 'ok']).not.toContain(understoodAlertAnswer(said(speech)))
    }
  })
})

test('a spoken yes is asked for its key', () => {
  expect(spoken(askForKeyScript(susan, 'again', 'needs_key'))[0]).toMatch(
    /^Thank you\. Please press a key, so that we are sure\. To check/,
  )
  expect(spoken(askForKeyScript(susan, 'again', null))[0]).toMatch(/^Sorry, I did not understand that\. To check/)
})

test('the key is said back, and the person who takes it on hears the number slowly, twice', () => {
  const [text] = spoken(alertReply(susan, key('1'), { kind: 'took', until: '9:31 AM' }))
  expect(text).toMatch(/^You pressed 1\. Thank you\. You are checking on Margaret Hartley\./)
  expect(text?.split('0, 4, 9, 1. 5, 7, 0. 1, 5, 6')).toHaveLength(3)
  expect(text).toContain('hear from you by 9:31 AM, we will ask someone else')
  expect(spoken(alertReply(susan, key('2'), { kind: 'declined', ownerName: null }))).toEqual([
    'You pressed 2. Thank you for telling us. Goodbye.',
    'hang_up',
  ])
  expect(spoken(alertReply(susan, key('3'), { kind: 'resolved' }))[0]).toBe(
    'You pressed 3. Thank you. We are letting everyone know that all is well. Goodbye.',
  )
})

test('the second person hears who was first, and a person who picks up late hears that it is over', () => {
  expect(spoken(alertReply(susan, key('1'), { kind: 'owned', ownerName: 'Tom Hartley' }))[0]).toBe(
    'You pressed 1. Tom Hartley is already checking on Margaret Hartley. Thank you. Goodbye.',
  )
  expect(
    spoken(alertNoLongerNeededScript(susan, { kind: 'over', how: 'Margaret Hartley has answered a call.' }))[0],
  ).toBe(
    'Hello Susan Hartley. This is Cooee, calling about Margaret Hartley. We have already closed this. Margaret Hartley has answered a call. Thank you. Goodbye.',
  )
})

test('how sure it is, and since when nobody has taken it on, is said with what happened', () => {
  const headline = 'Margaret Hartley may have asked for help on the 9:00 AM call'
  const addition = "The words weren't clear. We've been asking since Mar 10, 2026 9:02 AM."
  expect(spoken(alertScript({ ...susan, headline, addition }))[2]).toBe(
    `Once more. ${headline}. ${addition} To check on Margaret, press 1. If you can't, press 2. If all is well, press 3.`,
  )
})

test('a person who picks up after an alarm was withdrawn hears that it was a mistake, and what it was', () => {
  const how = "That was Margaret's voicemail. We haven't reached Margaret."
  expect(spoken(alertNoLongerNeededScript(susan, { kind: 'withdrawn', how }))[0]).toContain(
    `That was our mistake, and we are sorry. ${how} Goodbye.`,
  )
})
