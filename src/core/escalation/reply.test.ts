import { expect, test } from 'vitest'
import { replyText, understoodReply } from './reply.ts'

const calling = { kind: 'calling' }
const cannot = { kind: 'cannot' }
const ok = { kind: 'ok' }
const going = (minutes: number) => ({ kind: 'going', minutes })

test.each([
  ['1', calling],
  [' 1. ', calling],
  ['(1)', calling],
  ['1!', calling],
  ['1 I will do it', calling],
  ['1 thanks', calling],
  ['YES', calling],
  ['Yes!!', calling],
  ['yesss', calling],
  ['Yep', calling],
  ["I'll go", calling],
  ['ill go', calling],
  ['I’ll do it', calling],
  ['Calling', calling],
  ['callling her now', calling],
  ['Ok calling', calling],
  ['ringing her', calling],
  ["I'm on it", calling],
  ['will do', calling],
  ['on my way', calling],
  ['no worries, I can', calling],
  ["I'll be there at 5:30", calling],
  ['on my way 20', going(20)],
  ['On my wya 20', going(20)],
  ['OMW 15 mins', going(15)],
  ['1 on my way 20', going(20)],
  ['1, 20 min', going(20)],
  ['20 mins', going(20)],
  ['2 minutes away', going(2)],
  ['1 hour', going(60)],
  ['going over, 1 hr', going(60)],
  ["I'll go, half an hour", going(30)],
  ['be there in an hour', going(60)],
  ['driving 10 hours', going(240)],
  ['no answer, going over 10', going(10)],
  ['2', cannot],
  ['2.', cannot],
  ['2 sorry', cannot],
  ['2 sorry, at work', cannot],
  ['No', cannot],
  ['nope sorry', cannot],
  ["can't", cannot],
  ['cant sorry', cannot],
  ['I CANNOT', cannot],
  ['Sorry I’m overseas, can’t', cannot],
  ['3', ok],
  ['3!', ok],
  ['3 she is fine', ok],
  ["she's ok", ok],
  ['shes ok', ok],
  ['She is OK 👍', ok],
  ['Mum is fine', ok],
  ["he's alright", ok],
  ['All clear', ok],
  ['all good', ok],
  ["all's well", ok],
  ['false alarm', ok],
  ['', null],
  ['OK', null],
  ['👍', null],
  ['fine', null],
  ['thanks', null],
  ['Got it', null],
  ["that's ok", null],
  ["I'm ok", null],
  ['Is she ok?', null],
  ['she is not ok', null],
  ["she isn't well", null],
  ['3 she is not ok', null],
  ['Who is this', null],
  ["All good, I'll go", null],
  ["can't talk, on my way", null],
  ["1 can't", null],
  ['12', null],
  ['4', null],
  ['call me at 0412 345 678', null],
])('"%s" means %j', (text, meaning) => {
  expect(understoodReply(text)).toEqual(meaning)
})

test('the answer says what was understood and who looks after it', () => {
  const name = 'Margaret Hartley'
  const taken = { kind: 'taken', minutes: 20, phone: '+61 491 570 156', ownershipMinutes: 30 } as const
  expect(replyText(name, taken)).toMatch(/^Thank you\. You are looking after Margaret Hartley, .* 20 minutes: \+61 491/)
  expect(replyText(name, { kind: 'owned', ownerName: 'Tom' })).toContain(
    'Tom is looking after Margaret Hartley already',
  )
  const choices = replyText(name, { kind: 'not_understood' })
  for (const choice of ['1 if you will do it', "2 if you can't", '3 if all is well']) expect(choices).toContain(choice)
})
