import { describe, expect, test } from 'vitest'
import { aCall, anAttempt } from '#test/web/answers.ts'
import { concernAdvice, concernInWords, concernOf, mayNeedHelp } from './call-concern.tsx'

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
  ] as const)('of an incident with the cause %s is %s', (cause, concern, isHelp) => {
    const call = aCall({ status: 'missed', incident: incident(cause) })
    expect([concernOf(call), mayNeedHelp(call)]).toEqual([concern, isHelp])
  })

  test('is there before an incident is: what was not understood is no silence', () => {
    const call = aCall({ status: 'missed', attempts: [anAttempt({ outcome: 'not_understood' })] })
    expect(concernOf(call)).toBe('unclear')
  })
})

test('it is said as sure as it is', () => {
  const of = { name: 'Margaret', time: '9:00 AM' }
  expect(concernInWords('help', of)).toBe('Margaret asked for help at 9:00 AM')
  expect(concernInWords('uncertain_help', of)).toBe('Margaret may have asked for help at 9:00 AM')
  expect(concernInWords('unclear', of)).toBe(
    'Margaret answered the 9:00 AM call and said something we could not understand',
  )
  expect(concernAdvice('unclear', 'Margaret')).toBe('Please ring Margaret.')
})
