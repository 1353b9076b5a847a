import { expect, test } from 'vitest'
import { type CallNotice, headlineOf } from './notices.ts'

const MISS = { kind: 'not_reached', status: 'missed', reason: null } as const

test.each<[string, CallNotice]>([
  ["Margaret Hartley didn't answer the 9:00 AM call", MISS],
  [
    'Someone picked up the 9:00 AM call to Margaret Hartley, but nobody gave a clear answer',
    { ...MISS, isPickedUp: true },
  ],
  ["Margaret Hartley answered the 9:00 AM call, but hasn't said it's done", { ...MISS, isNotYet: true }],
  ["The 9:00 AM call to Margaret Hartley didn't go through", { ...MISS, status: 'failed', isPickedUp: true }],
  ["Margaret Hartley didn't answer the 9:00 AM call", { ...MISS, status: 'voicemail', isPickedUp: true }],
  ["We couldn't make the 9:00 AM call to Margaret Hartley", { kind: 'not_made', reason: null }],
])('what happened is said as it is known, without a full stop: "%s"', (headline, notice) => {
  expect(headlineOf(notice, { name: 'Margaret Hartley', localTime: '9:00 AM' })).toBe(headline)
})
