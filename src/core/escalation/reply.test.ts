import { describe, expect, test } from 'vitest'
import { isByDigit, replyText, understoodReply } from './reply.ts'

const calling = { kind: 'calling' }
const cannot = { kind: 'cannot' }
const ok = { kind: 'ok' }
const going = (minutes: number) => ({ kind: 'going', minutes })

test.each([
  ['1', calling],
  [' 1. ', calling],
  ['(1)', calling],
  ['1!', calling],
  ['1️⃣', calling],
  ['1 I will do it', calling],
  ['1 thanks', calling],
  ['1 Margaret', calling],
  ['Margaret 1', calling],
  ['Yes 1', calling],
  ['1 ok', calling],
  ['YES', calling],
  ['Yes!!', calling],
  ['yesss', calling],
  ['Yep', calling],
  ["Yes I'll go", calling],
  ["I'll go", calling],
  ['ill go', calling],
  ['I’ll do it', calling],
  ["I'll check on her", calling],
  ["I'll call Margaret now", calling],
  ['Calling', calling],
  ['callling her now', calling],
  ['Ok calling', calling],
  ['ringing her', calling],
  ["I'm on it", calling],
  ['will do', calling],
  ['on my way', calling],
  ['on my way to Margaret', calling],
  ['no worries, I can', calling],
  ['on my way 20', going(20)],
  ['On my wya 20', going(20)],
  ['OMW 15 mins', going(15)],
  ['1 on my way 20', going(20)],
  ['1, 20 min', going(20)],
  ['going, 20 min', going(20)],
  ["I'm going over there in 25 minutes", going(25)],
  ['20 mins', going(20)],
  ['2 minutes away', going(2)],
  ['3 min', going(3)],
  ['1 hour', going(60)],
  ['going over, 1 hr', going(60)],
  ["I'll go, half an hour", going(30)],
  ['be there in an hour', going(60)],
  ['on my way 10 hours', going(240)],
  ['2', cannot],
  ['2.', cannot],
  ['2 sorry', cannot],
  ["2 can't sorry", cannot],
  ['2 sorry, at work', cannot],
  ['No', cannot],
  ['nope sorry', cannot],
  ["can't", cannot],
  ["Sorry, I can't, I'm at work", cannot],
  ['cant sorry', cannot],
  ['I CANNOT', cannot],
  ['3', ok],
  ['3!', ok],
  ['3 she is fine', ok],
  ["she's ok", ok],
  ['shes ok', ok],
  ['She is OK 👍', ok],
  ['Mum is fine', ok],
  ["he's alright", ok],
  ['Margaret is fine', ok],
  ["Margaret's ok", ok],
  ['margaret hartley is safe', ok],
  ['All clear', ok],
  ["all's well", ok],
  ['false alarm', ok],
])('"%s" means %j', (text, meaning) => {
  expect(understoodReply(text, 'Margaret Hartley')).toEqual(meaning)
})

describe('what a phone may have sent by itself, or says something else, settles nothing:', () => {
  test.each([
    "I'm driving with Focus turned on. I'll see your message when I get where I'm going.",
    "I'll call you later.",
    "I'll call you right back.",
    "I'm on my way to a meeting and will call you back",
    "I'm going to bed, ask Bob",
    'stop calling me',
    'Yes who is this',
    'Susan is calling her',
    "Sorry, I'm in surgery until 5",
    'In surgery going until 5',
    'Nobody is well here',
    "Sorry, I can't talk right now.",
    "I can't come to the phone",
    'Can I call you later?',
    "What's up?",
    'I am away until 20 January',
    'On annual leave, will check on Monday',
    'Thank you for your message. We will call you within 20 minutes.',
    '2 new voice messages',
    '1 missed call from Susan',
    '3 missed calls',
    'Your code is 1',
    '',
    'OK',
    '👍',
    'fine',
    'All good',
    'thanks',
    'Got it',
    'ill',
    "that's ok",
    "I'm ok",
    'Bob is ok',
    'Is she ok?',
    'she is not ok',
    "she isn't well",
    '3 she is not ok',
    'Margaret is not fine',
    'Who is this',
    "All good, I'll go",
    "can't talk, on my way",
    "1 can't",
    '1 or 2',
    '1?',
    '12',
    '4',
    '1.5 hours',
    "I'll be there at 5:30",
    'call me at 0412 345 678',
  ])('"%s"', (text) => {
    expect(understoodReply(text, 'Margaret Hartley')).toBeNull()
  })
})

test.each([
  ['1', true],
  ['1 on my way 20', true],
  ['3!', true],
  ['Calling', false],
  ['on my way 20', false],
  ['2 minutes away', false],
])('"%s" is given by its digit: %s', (text, expected) => {
  expect(isByDigit(text)).toBe(expected)
})

test('the answer says what was understood and who looks after it', () => {
  const name = 'Margaret Hartley'
  const took = { kind: 'took', minutes: 20, phone: '+61 491 570 156', until: '7:01 PM' } as const
  expect(replyText(name, took)).toMatch(
    /^Thank you\. You're checking on Margaret Hartley, .* 20 minutes: \+61 491.* by 7:01 PM/,
  )
  expect(replyText(name, { kind: 'owned', ownerName: 'Tom' })).toContain('Tom is already checking on Margaret Hartley')
  const choices = replyText(name, { kind: 'not_understood' })
  for (const choice of ['1 if you can', "2 if you can't", "3 if all's well"]) expect(choices).toContain(choice)
})

test('the words that our texts use are understood when they come back', () => {
  for (const text of ['I can', "I'll check", "I'm checking on Margaret", 'checking on her now', '1 yes']) {
    expect(understoodReply(text, 'Margaret Hartley'), text).toEqual({ kind: 'calling' })
  }
  for (const text of ['2 no', "I can't", "can't after all"]) {
    expect(understoodReply(text, 'Margaret Hartley'), text).toEqual({ kind: 'cannot' })
  }
  expect(understoodReply("3 all's well", 'Margaret Hartley')).toEqual({ kind: 'ok' })
})

test('an incident that had ended before is mentioned without guessing how it ended', () => {
  expect(replyText('Margaret Hartley', { kind: 'over', how: '' })).toBe(
    "Thank you. We've already closed this for Margaret Hartley.",
  )
})
