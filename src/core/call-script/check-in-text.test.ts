import { describe, expect, test } from 'vitest'
import { checkInReplyText, namedInText, understoodCheckInText } from './check-in-text.ts'

test.each([
  ['OK', 'fine'],
  ['ok', 'fine'],
  ['Ok.', 'fine'],
  ['  o.k. ', 'fine'],
  ['OKKKK!!!', 'fine'],
  ['okey', 'fine'],
  ['oaky', 'fine'],
  ['0K', 'fine'],
  ['k', 'fine'],
  ['Yes', 'fine'],
  ['yesss', 'fine'],
  ['yep all good', 'fine'],
  ['All good, thanks', 'fine'],
  ['fine', 'fine'],
  ['fien', 'fine'],
  ['I’m fine', 'fine'],
  ['im fine thanks love', 'fine'],
  ['Im well', 'fine'],
  ['ALRIGHT', 'fine'],
  ['all right', 'fine'],
  ['👍', 'fine'],
  ['👍🏽', 'fine'],
  ['👌 thanks', 'fine'],
  ['1', 'fine'],
  ['1.', 'fine'],
  ['not bad', 'fine'],
  ["Don't worry, I'm fine", 'fine'],
  ['dont worry im fine', 'fine'],
  ['no problem', 'fine'],
  ['No help needed, all ok', 'fine'],
  ['Sorry, fell asleep. All OK', 'fine'],
  ['Good morning, I am fine', 'fine'],
  ['ｏｋ', 'fine'],
  ['HELP', 'help'],
  ['help!!', 'help'],
  ['hlep', 'help'],
  ['heeelp', 'help'],
  ["OK but I've had a fall", 'help'],
  ['yes I am fine but please help', 'help'],
  ['I fell', 'help'],
  ['not ok', 'help'],
  ["I'm not feeling very well", 'help'],
  ['dont feel good', 'help'],
  ['I cant get up', 'help'],
  ['I feel ill', 'help'],
  ['no good', 'help'],
  ['2', 'help'],
  ['🆘', 'help'],
  ['Help?', 'help'],
  ['taken', 'taken'],
  ['Done.', 'taken'],
  ['I took them', 'taken'],
  ['Yes I have', 'taken'],
  ['Took a fall', 'help'],
  ['not yet', 'not_yet'],
  ['Not Yet!', 'not_yet'],
  ['havent taken it', 'not_yet'],
  ['later', 'not_yet'],
  ['', null],
  ['?', null],
  ['OK?', null],
  ['Are you ok?', null],
  ['Who is this', null],
  ['Good morning', null],
  ["I don't need help", null],
  ['pick me up at the station', null],
  ['well I never', null],
  ["Sorry, I can't talk right now.", null],
  ['STOP', null],
  ["I'll be ok", null],
  ['Went to the shops, all good', null],
  ['took them at nine', null],
] as const)('"%s" means %s', (text, meaning) => {
  expect(understoodCheckInText(text, [], 'en-AU')).toBe(meaning)
})

describe('of two people with one number', () => {
  const names = ['Margaret Hartley', 'John Hartley']
  test.each([
    ['Margaret is ok', [0]],
    ['JOHN OK', [1]],
    ['margaret hartley fine', [0]],
    ['1', []],
    ['2.', []],
    ['both ok', [0, 1]],
    ["We're fine", [0, 1]],
    ['Margaret and John are ok', [0, 1]],
    ['ok', []],
    ['Johnny ok', []],
  ])('"%s" is about %j', (text, places) => {
    expect(namedInText(text, names, 'en-AU')).toEqual(places)
  })

  test('two people with one number and one first name need to give the whole name', () => {
    const same = ['Margaret Hartley', 'Margaret Rao']
    expect(namedInText('Margaret ok', same, 'en-AU')).toEqual([])
    expect(namedInText('margaret rao ok', same, 'en-AU')).toEqual([1])
  })

  test('the answer offers the other, and help', () => {
    const reply = {
      kind: 'noted',
      names: ['Margaret'],
      others: ['John'],
      openQuestion: null,
    } as const
    expect(checkInReplyText(reply)).toBe(
      "Thank you. We've noted that Margaret is all right. For anyone else on this phone, reply JOHN IS OK. Reply HELP if you'd like help.",
    )
  })
})

test('an open reminder is asked about without a word about medicine', () => {
  const text = checkInReplyText({ kind: 'noted', names: ['Con'], others: [], openQuestion: '9:00 AM' })
  expect(text).toContain('About your 9:00 AM reminder: reply DONE')
  expect(text).not.toMatch(/medic|tablet|pill|dose/i)
})
