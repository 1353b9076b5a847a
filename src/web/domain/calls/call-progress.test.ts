import { expect, test } from 'vitest'
import type { Call } from '#contract/calls/calls.ts'
import { callProgress } from './call-progress.ts'

const attempt = (endedAt: string | null, answeredAt: string | null = null): Call['attempts'][number] => ({
  providerId: 'CA1',
  startedAt: '2026-03-09T22:00:00.000Z',
  endedAt,
  answeredAt,
  answeredBy: null,
  duration: null,
  keys: '',
  outcome: endedAt ? 'no_answer' : null,
})

test.each([
  ['ringing until somebody picks up', [attempt('2026-03-09T22:01:00.000Z'), attempt(null)], 'ringing'],
  ['on the phone once it was answered', [attempt(null, '2026-03-09T22:00:09.000Z')], 'on_the_phone'],
  ['between two tries once the last one ended', [attempt('2026-03-09T22:01:00.000Z')], 'between_tries'],
  ['not connected while the provider takes no calls', [], 'not_connected'],
] as const)('a call under way is %s', (_what, attempts, progress) => {
  expect(callProgress({ attempts: [...attempts] })).toBe(progress)
})
