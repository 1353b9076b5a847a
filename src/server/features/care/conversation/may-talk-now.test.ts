import { expect, test } from 'vitest'
import type { Trx } from '#server/platform/database/database.ts'
import type { LockedAttempt } from '../attempts/attempt-state.ts'
import type { CareDeps } from '../deps.ts'
import { mayTalkNow } from './may-talk-now.ts'

test('a call that was accepted for a very hot day asks its question, and is no talk', async () => {
  const attempt = { hotDay: '2026-03-10', talks: true, language: 'en-AU', callType: 'wellness_check' }
  const deps = { talks: { minutesPerMonth: 120 } } as CareDeps
  expect(await mayTalkNow(deps, {} as Trx, attempt as unknown as LockedAttempt)).toBe(false)
})
