import { expect, test } from 'vitest'
import type { Call } from '#contract/calls.ts'
import { callProgress } from './call-progress.ts'

const attempt = (endedAt: string | null): Call['attempts'][number] => ({
  providerId: 'CA1',
  startedAt: '2026-03-09T22:00:00.000Z',
  endedAt,
  answeredBy: null,
  duration: null,
  keys: '',
  outcome: endedAt ? 'no_answer' : null,
})

test.each([
  ['on the phone while a dial is open', [attempt('2026-03-09T22:01:00.000Z'), attempt(null)], 'on_the_phone'],
  ['between two tries once the last one ended', [attempt('2026-03-09T22:01:00.000Z')], 'between_tries'],
  ['not connected while the provider takes no calls', [], 'not_connected'],
] as const)('a call under way is %s', (_what, attempts, progress) => {
  expect(callProgress({ attempts: [...attempts] })).toBe(progress)
})
