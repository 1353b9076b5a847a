import { describe, expect, test } from 'vitest'
import { NO_CLEAR_ANSWER_REASON } from '../call-policy/after-attempt.ts'
import { type Summary, type SummedUpCall, summaryText } from './summary-text.ts'

const SYDNEY = 'Australia/Sydney'
const aCall = (changes: Partial<SummedUpCall> = {}): SummedUpCall => ({
  name: 'Margaret Hartley',
  zone: SYDNEY,
  what: 'Daily Check-in',
  scheduledFor: new Date('2026-03-10T09:00+11:00'),
  status: 'completed',
  reason: null,
  wasPlaced: true,
  wasCancelled: false,
  wasResolved: false,
  reachedBy: null,
  isRefused: false,
  incident: null,
  ...changes,
})
const missed = aCall({
  scheduledFor: new Date('2026-03-10T18:00+11:00'),
  what: 'Wellness Check',
  status: 'missed',
  reason: 'The phone rang out.',
  incident: { cause: 'not_reached', status: 'resolved', owner: null, endedHow: 'Susan Hartley says that all is well.' },
})
const summary = (changes: Partial<Summary> = {}): Summary => ({
  frequency: 'daily',
  from: new Date('2026-03-10T00:00+11:00'),
  to: new Date('2026-03-11T00:00+11:00'),
  zone: SYDNEY,
  calls: [],
  coming: [],
  away: [],
  publicUrl: 'http://localhost:3000',
  ...changes,
})

describe('the summary of a day', () => {
  test('the summary of a day lists every call of each loved one, and what is coming', () => {
    const perth = aCall({
      name: 'June Murray',
      zone: 'Australia/Perth',
      scheduledFor: new Date('2026-03-10T09:00+08:00'),
    })
    const coming = [aCall({ scheduledFor: new Date('2026-03-11T09:00+11:00') })]
    expect(summaryText(summary({ calls: [aCall(), perth, missed], coming }))).toEqual({
      subject: 'Calls on Tuesday, Mar 10, 2026: 2 of 3 answered',
      mail: [
        'Calls on Tuesday, Mar 10, 2026',
        '',
        'Margaret Hartley',
        '- 9:00 AM Daily Check-in: answered',
        '- 6:00 PM Wellness Check: no answer. The phone rang out. All clear. Susan Hartley says that all is well.',
        '',
        'June Murray',
        '- 9:00 AM AWST Daily Check-in (12:00 PM your time): answered',
        '',
        'Coming today',
        '- 9:00 AM Daily Check-in with Margaret Hartley',
        '',
        'Every call: http://localhost:3000/calls?tab=history',
        'Change how often you get this: http://localhost:3000/settings?tab=notifications',
      ].join('\n'),
    })
  })

  test('the summary of a day counts nothing that was left out while away, and says who is away', () => {
    const leftOut = aCall({ status: 'away', wasPlaced: false, reason: "Margaret was away, so we didn't ring." })
    const away = [{ name: 'Margaret Hartley', zone: SYDNEY, endsAt: new Date('2026-03-14T00:00+11:00') }]
    expect(summaryText(summary({ calls: [leftOut, aCall({ name: 'June Murray' })], away }))).toEqual({
      subject: 'Calls on Tuesday, Mar 10, 2026: answered',
      mail: [
        'Calls on Tuesday, Mar 10, 2026',
        '',
        'Margaret Hartley',
        '- 9:00 AM Daily Check-in: left out while away.',
        '',
        'June Murray',
        '- 9:00 AM Daily Check-in: answered',
        '',
        'Away',
        '- Margaret Hartley, until Friday 13 March',
        '',
        'Every call: http://localhost:3000/calls?tab=history',
        'Change how often you get this: http://localhost:3000/settings?tab=notifications',
      ].join('\n'),
    })
    expect(summaryText(summary({ calls: [leftOut] }))?.subject).toBe('No calls on Tuesday, Mar 10, 2026')
    expect(summaryText(summary({ frequency: 'weekly', calls: [leftOut, aCall()] }))?.mail).toContain(
      'Margaret Hartley: 1 call, all answered\n- 1 call left out while away',
    )
  })

  test('the summary of a day is not written when there is nothing to report', () => {
    expect(summaryText(summary())).toBeNull()
  })

  test('the summary of a day is written for what is coming alone', () => {
    const text = summaryText(summary({ coming: [aCall()] }))
    expect(text?.subject).toBe('No calls on Tuesday, Mar 10, 2026')
    expect(text?.mail).toMatch(/^There were no calls on Tuesday, Mar 10, 2026\.\n\nComing today\n/)
  })

  test.each([
    [
      'answered',
      'running',
      { incident: { cause: 'help', status: 'running', owner: null, endedHow: null } },
      'asked for help. Nobody is checking yet.',
    ],
    [
      'missed',
      'owned',
      { status: 'missed', incident: { cause: 'not_reached', status: 'owned', owner: 'Susan', endedHow: null } },
      'no answer. Susan is checking.',
    ],
    [
      'missed',
      'unresolved',
      {
        status: 'voicemail',
        incident: { cause: 'not_reached', status: 'unresolved', owner: null, endedHow: "Nobody said they'd check." },
      },
      "no answer. Nobody said they'd check.",
    ],
    [
      'not placed',
      'at all',
      { status: 'failed', wasPlaced: false, reason: 'The number is not in service.' },
      'not made. The number is not in service.',
    ],
    [
      'heard',
      'unsurely',
      {
        status: 'voicemail',
        incident: { cause: 'uncertain_help', status: 'running', owner: null, endedHow: null },
      },
      "may have asked for help: the words weren't clear. Nobody is checking yet.",
    ],
    [
      'answered',
      'with words that nobody understood',
      {
        status: 'missed',
        reason: 'Margaret Hartley answered, but we could not understand.',
        incident: { cause: 'unclear', status: 'owned', owner: 'Susan', endedHow: null },
      },
      "answered and said something we couldn't understand. Susan is checking.",
    ],
    [
      'picked up',
      'by somebody who said nothing clear',
      { status: 'missed', reason: NO_CLEAR_ANSWER_REASON },
      'no clear answer.',
    ],
    [
      'reached',
      'by the account holder',
      {
        status: 'missed',
        wasCancelled: true,
        wasResolved: true,
        reachedBy: 'you',
        reason: 'Robyn Hartley reached Margaret Hartley.',
      },
      'reached by you.',
    ],
    [
      'reached',
      'by another member',
      { status: 'missed', wasCancelled: true, wasResolved: true, reachedBy: 'Tom Hartley' },
      'reached by Tom Hartley.',
    ],
    ['cancelled', 'while it rang', { status: 'missed', wasCancelled: true }, 'cancelled.'],
    ['still', 'tried', { status: 'in_progress' }, 'still going'],
  ] as const)(
    'the summary of a day says of a call that was %s (%s) what came of it',
    (_what, _state, changes, words) => {
      expect(summaryText(summary({ calls: [aCall(changes)] }))?.mail).toContain(`- 9:00 AM Daily Check-in: ${words}\n`)
    },
  )
})

test('the subject says as much as is known of requests for help', () => {
  const incident = { cause: 'uncertain_help', status: 'running', owner: null, endedHow: null } as const
  expect(summaryText(summary({ calls: [aCall({ incident }), aCall()] }))?.subject).toBe(
    'Calls on Tuesday, Mar 10, 2026: all 2 answered, may have asked for help once',
  )
})

describe('the summary of a week', () => {
  const week = {
    frequency: 'weekly',
    from: new Date('2026-03-09T00:00+11:00'),
    to: new Date('2026-03-16T00:00+11:00'),
  } as const

  test('the summary of a week counts the answered calls and lists only the others', () => {
    const text = summaryText(summary({ ...week, calls: [aCall(), aCall(), missed] }))
    expect(text?.subject).toBe('Calls from Mar 9, 2026 to Mar 15, 2026: 2 of 3 answered')
    expect(text?.mail).toContain(
      'Margaret Hartley: 2 of 3 calls answered\n- Tue, Mar 10, 2026, 6:00 PM Wellness Check: no answer.',
    )
    expect(text?.mail).not.toContain('9:00 AM')
  })

  test('the summary of a week says so when all were answered, and does not hide that help was requested', () => {
    expect(summaryText(summary({ ...week, calls: [aCall(), aCall()] }))?.mail).toContain(
      'Margaret Hartley: 2 calls, all answered\n',
    )
    const help = aCall({ incident: { cause: 'help', status: 'owned', owner: 'Susan', endedHow: null } })
    const text = summaryText(summary({ ...week, calls: [aCall(), help] }))
    expect(text?.subject).toBe('Calls from Mar 9, 2026 to Mar 15, 2026: all 2 answered, asked for help once')
    expect(text?.mail).toContain('asked for help. Susan is checking.')
  })
})
