import { describe, expect, test } from 'vitest'
import type { CallType } from '../calls/call-vocabulary.ts'
import { type CauseFacts, causeInWords, causesInWords, detailOfForm } from './causes-in-words.ts'

const SYDNEY = 'Australia/Sydney'
const reading = { name: 'Margaret', zone: SYDNEY, readerZone: SYDNEY, now: new Date('2026-11-22T00:00:00Z') }

function aMiss(scheduledFor: string, fields: Partial<CauseFacts> = {}): CauseFacts {
  const due = new Date(scheduledFor)
  return {
    cause: 'not_reached',
    form: 'missed',
    headline: "Margaret didn't answer the 9:00 AM call",
    detail: null,
    scheduledFor: due,
    happenedAt: due,
    ...fields,
  }
}

describe('what an incident is about', () => {
  test('two misses of one morning are one sentence with both times', () => {
    const causes = [aMiss('2026-11-21T22:05:00Z'), aMiss('2026-11-21T22:00:00Z')]
    expect(causesInWords(causes, reading)).toEqual(["Margaret didn't answer the 9:00 AM and the 9:05 AM call"])
  })

  test('two calls of one minute are counted', () => {
    const causes = [aMiss('2026-11-21T22:00:00Z'), aMiss('2026-11-21T22:00:00Z')]
    expect(causesInWords(causes, reading)).toEqual(["Margaret didn't answer the two 9:00 AM calls"])
  })

  test('the account holder reads what each call was for, also of two calls of one minute', () => {
    const call = (callType: CallType) => ({ call: { callType, catchUpFor: null } })
    const causes = [
      aMiss('2026-11-21T22:00:00Z', call('daily_check_in')),
      aMiss('2026-11-21T22:00:00Z', call('medication_reminder')),
    ]
    const holder = { ...reading, namesTypes: true }
    expect(causes.map((cause) => causeInWords(cause, holder))).toEqual([
      "Margaret didn't answer the 9:00 AM daily check-in",
      "Margaret didn't answer the 9:00 AM medication reminder",
    ])
    expect(causesInWords(causes, holder)).toEqual([
      "Margaret didn't answer the 9:00 AM daily check-in and the 9:00 AM medication reminder",
    ])
    expect(causesInWords(causes, reading)).toEqual(["Margaret didn't answer the two 9:00 AM calls"])
  })

  test('an account holder whose clock shows another time reads both, and contacts the zone', () => {
    const there = { ...reading, zone: 'Australia/Perth', now: new Date('2026-11-22T02:00:00Z') }
    const headline = "Margaret didn't answer the 9:00 AM AWST call"
    const one = aMiss('2026-11-22T01:00:00Z', { headline })
    const holder = { ...there, hasOwnTime: true }
    expect(causesInWords([one], there)).toEqual([headline])
    expect(causesInWords([one], holder)).toEqual([`${headline} (12:00 PM your time)`])
    const other = aMiss('2026-11-22T01:30:00Z')
    expect(causesInWords([one, other], holder)).toEqual([
      "Margaret didn't answer the 9:00 AM AWST and the 9:30 AM AWST call (12:00 PM and 12:30 PM your time)",
    ])
  })

  test('a catch-up call beside another call keeps its name', () => {
    const catchUp = { call: { callType: 'daily_check_in', catchUpFor: new Date('2026-11-21T20:00:00Z') } } as const
    const causes = [aMiss('2026-11-21T22:00:00Z', catchUp), aMiss('2026-11-21T22:30:00Z')]
    expect(causesInWords(causes, reading)).toEqual([
      "Margaret didn't answer the 9:00 AM catch-up call and the 9:30 AM call",
    ])
  })

  test('a call of another day is named with its date', () => {
    expect(causeInWords(aMiss('2026-11-20T22:00:00Z'), reading)).toBe(
      "Margaret didn't answer the 9:00 AM call on Saturday 21 November",
    )
    expect(causesInWords([aMiss('2026-11-20T22:00:00Z'), aMiss('2026-11-21T22:00:00Z')], reading)).toEqual([
      "Margaret didn't answer the 9:00 AM call on Saturday 21 November and the 9:00 AM call today",
    ])
  })

  test('many calls are counted, with the last of them', () => {
    const causes = [19, 20, 21, 22].map((day) => aMiss(`2026-11-${day - 1}T22:00:00Z`))
    expect(causesInWords(causes, reading)).toEqual(["Margaret didn't answer 4 calls (the last was the 9:00 AM call)"])
  })

  test('the most severe comes first, and a call that Cooee did not place is not one that she did not answer', () => {
    const help = aMiss('2026-11-21T22:30:00Z', {
      cause: 'help',
      form: null,
      headline: 'Margaret asked for help on the 9:30 AM call',
    })
    const notMade = aMiss('2026-11-20T22:00:00Z', { cause: 'not_made', form: null })
    expect(causesInWords([notMade, aMiss('2026-11-21T22:00:00Z'), help], reading)).toEqual([
      'Margaret asked for help on the 9:30 AM call',
      "Margaret didn't answer the 9:00 AM call",
      "We couldn't make the 9:00 AM call on Saturday 21 November to Margaret",
    ])
  })

  test('a cause that was no call keeps its own words, with the date of another day', () => {
    const wrote = aMiss('2026-11-20T22:00:00Z', {
      cause: 'help',
      form: null,
      scheduledFor: null,
      headline: 'Margaret asked for help by text message',
    })
    expect(causesInWords([wrote], reading)).toEqual([
      'On Saturday 21 November, Margaret asked for help by text message',
    ])
  })

  test('a cause without a call reads on after the date', () => {
    const notWritten = aMiss('2026-11-20T22:00:00Z', { scheduledFor: null, headline: "We couldn't make a call" })
    expect(causesInWords([notWritten], reading)).toEqual(["On Saturday 21 November, we couldn't make a call"])
  })

  test('several calls are counted, and the last is named, when all do not fit', () => {
    const causes = [aMiss('2026-11-19T22:00:00Z'), aMiss('2026-11-20T22:00:00Z')]
    expect(causesInWords(causes, { ...reading, isShort: true })).toEqual([
      "Margaret didn't answer 2 calls (the last was the 9:00 AM call on Saturday 21 November)",
    ])
  })
})

describe('why', () => {
  test('an alert gives the last reason, and how often the phone rang', () => {
    const causes = [1, 2].map((attempts) => aMiss('2026-11-21T22:00:00Z', { detail: 'The phone rang out.', attempts }))
    expect(detailOfForm(causes)).toBe('The phone rang out. We rang three times.')
  })

  test('an alert does not say that a phone rang that the provider could not reach', () => {
    expect(detailOfForm([aMiss('2026-11-21T22:00:00Z', { form: 'failed', attempts: 2 })])).toBe('We tried twice.')
  })
})
