import { describe, expect, test } from 'vitest'
import { aLovedOne, aUser, consents } from '#test/web/answers.ts'
import { missingSteps } from './protection.ts'

const AT = '2026-03-10T00:00:00.000Z'
const TRIED = { callId: 7, at: AT, finding: 'person', answered: true } as const
const user = aUser({ phoneVerified: true })
const safe = {
  consents: consents(),
  tried: TRIED,
  contactsHealth: { state: 'good', reason: null, agreed: 2 },
  activeServices: ['daily_check_in'],
} as const
const margaret = (changes: Parameters<typeof aLovedOne>[0] = {}) => aLovedOne({ ...safe, ...changes } as never)
const titles = (who = user, of = margaret()) => missingSteps(who, of, 'Margaret')?.map(({ title }) => title)

test('nothing is missing for somebody who agreed, is rung, and has two people who would come', () => {
  expect(titles()).toEqual([])
})

test('in the first minute all six are missing, in the order of the first hour', () => {
  const of = margaret({
    consents: consents('not_asked'),
    tried: { callId: null, at: null, finding: null, answered: false },
    contactsHealth: { state: 'red', reason: 'Nobody has been added', agreed: 0 },
    activeServices: [],
  })
  expect(titles(aUser({ emailVerified: false }), of)).toEqual([
    'Confirm your email',
    'Confirm your mobile',
    'Try it together',
    'Choose when we ring',
    'Someone who says they’ll come',
    'A second person',
  ])
})

describe('each is missing by itself', () => {
  test.each([
    ['Try it together', { consents: consents('not_asked') }, '/loved-ones/1/try'],
    ['Try it together', { tried: { ...TRIED, answered: false } }, '/loved-ones/1/try'],
    ['Choose when we ring', { activeServices: [] }, '/calls?lovedOneId=1&schedule=true'],
    [
      'A second person',
      { contactsHealth: { state: 'amber', reason: null, agreed: 1 } as const },
      '/contacts?lovedOneId=1&lovedOneName=Margaret+Hartley&add=true',
    ],
  ])('%s', (title, changes, href) => {
    expect(missingSteps(user, margaret(changes), 'Margaret')).toMatchObject([{ title, href }])
  })
})

test('a contact who has not agreed protects nobody', () => {
  const asked = margaret({ contactsHealth: { state: 'red', reason: 'Susan has not answered', agreed: 0 } })
  expect(titles(user, asked)).toEqual(['Someone who says they’ll come', 'A second person'])
})

test('somebody who would rather not be called is not nagged about', () => {
  expect(titles(user, margaret({ consents: consents('declined') }))).toBeUndefined()
  expect(titles(user, margaret({ callsRefusedAt: AT }))).toBeUndefined()
})

test('somebody who is asked by text is protected by a first reply, and need not be rung', () => {
  const nextCall = { scheduledTime: AT, callType: 'daily_check_in', asksBy: 'text' } as const
  const untried = { callId: null, at: null, finding: null, answered: false }
  expect(titles(user, margaret({ nextCall, tried: untried } as never))).toEqual([])
  const unasked = margaret({ nextCall, tried: untried, consents: consents('not_asked') } as never)
  expect(missingSteps(user, unasked, 'Margaret')).toMatchObject([
    { title: 'A first reply', href: '/calls?lovedOneId=1' },
  ])
})
