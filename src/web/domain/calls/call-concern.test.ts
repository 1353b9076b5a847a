import { describe, expect, test, vi } from 'vitest'
import { aCall, anAttempt } from '#test/web/answers.ts'
import { type Concern, concernAdvice, concernInWords, concernOf, mayNeedHelp } from './call-concern.tsx'

const incident = (cause: 'not_reached' | 'help' | 'uncertain_help' | 'unclear') => ({
  cause,
  status: 'running' as const,
  owner: null,
})

describe('the concern of a call', () => {
  test.each([
    ['help', 'help', true],
    ['uncertain_help', 'uncertain_help', true],
    ['unclear', 'unclear', false],
    ['not_reached', null, false],
  ] as const)('the concern of an incident with the cause %s is %s', (cause, concern, isHelp) => {
    const call = aCall({ status: 'missed', incident: incident(cause) })
    expect([concernOf(call), mayNeedHelp(call)]).toEqual([concern, isHelp])
  })

  test('the concern of a call exists before an incident: unclear words are not silence', () => {
    const call = aCall({ status: 'missed', attempts: [anAttempt({ outcome: 'not_understood' })] })
    expect(concernOf(call)).toBe('unclear')
  })
})

test('it is said as sure as it is', () => {
  vi.stubEnv('TZ', 'Australia/Sydney')
  const call = aCall({ scheduledTime: '2026-03-09T22:00:00.000Z' })
  const said = (concern: Concern) => concernInWords(concern, call, 'Margaret').replaceAll('\u00a0', ' ')
  expect(said('help')).toBe('Margaret asked for help at 9:00 AM')
  expect(said('uncertain_help')).toBe('Margaret may have asked for help at 9:00 AM')
  expect(said('unclear')).toBe('Margaret answered the 9:00 AM call and said something we couldn’t understand')
  expect(concernAdvice('unclear', 'Margaret')).toBe('Please ring Margaret.')
  // Who is asked by text may not hear a phone ring.
  expect(concernAdvice('unclear', 'Margaret', 'text')).toBe('Please check on Margaret.')
  vi.unstubAllEnvs()
})
