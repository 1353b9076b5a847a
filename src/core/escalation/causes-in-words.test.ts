import { describe, expect, test } from 'vitest'
import type { CallType } from '../calls/call-vocabulary.ts'
import { type CauseFacts, causeInWords, causesInWords } from './causes-in-words.ts'

const SYDNEY = 'Australia/Sydney'
const reading = { name: 'Margaret', zone: SYDNEY, readerZone: SYDNEY, now: new Date('2026-11-22T00:00:00Z') }

function aMiss(scheduledFor: string, fields: Partial<CauseFacts> = {}): CauseFacts {
  const due = new Date(scheduledFor)
  return {
    cause: 'not_reached',
    form: 'missed',
    headline: 'Margaret was not reached by the 9:00 AM call',
    detail: null,
    scheduledFor: due,
    happenedAt: due,
    ...fields,
  }
}

describe('what an incident is about', () => {
  test('two misses of one morning are one sentence with both times', () => {
    const causes = [aMiss('2026-11-21T22:05:00Z'), aMiss('2026-11-21T22:00:00Z')]
    expect(causesInWords(causes, reading)).toEqual(['Margaret was not reached by the 9:00 AM and the 9:05 AM call'])
  })

  test('two calls of one minute are counted', () => {
    const causes = [aMiss('2026-11-21T22:00:00Z'), aMiss('2026-11-21T22:00:00Z')]
    expect(causesInWords(causes, reading)).toEqual(['Margaret was not reached by the two 9:00 AM calls'])
  })

  test('the account holder reads what each call was for, also of two calls of one minute', () => {
    const call = (callType: CallType) => ({ call: { callType, catchUpFor: null } })
    const causes = [
      aMiss('2026-11-21T22:00:00Z', call('daily_check_in')),
      aMiss('2026-11-21T22:00:00Z', call('medication_reminder')),
    ]
    const holder = { ...reading, namesTypes: true }
    expect(causes.map((cause) => causeInWords(cause, holder))).toEqual([
      'Margaret was not reached by the 9:00 AM daily check-in',
      'Margaret was not reached by the 9:00 AM medication reminder',
    ])
    expect(causesInWords(causes, holder)).toEqual([
      'Margaret was not reached by the 9:00 AM daily check-in and the 9:00 AM medication reminder',
    ])
    expect(causesInWords(causes, reading)).toEqual(['Margaret was not reached by the two 9:00 AM calls'])
  })

  test('a catch-up call beside another call keeps its name', () => {
    const catchUp = { call: { callType: 'daily_check_in', catchUpFor: new Date('2026-11-21T20:00:00Z') } } as const
    const causes = [aMiss('2026-11-21T22:00:00Z', catchUp), aMiss('2026-11-21T22:30:00Z')]
    expect(causesInWords(causes, reading)).toEqual([
      'Margaret was not reached by the 9:00 AM catch-up call and the 9:30 AM call',
    ])
  })

  test('a call of another day is told with its date', () => {
    expect(causeInWords(aMiss('2026-11-20T22:00:00Z'), reading)).toBe(
      'Margaret was not reached by the 9:00 AM call on Saturday 21 November',
    )
    expect(causesInWords([aMiss('2026-11-20T22:00:00Z'), aMiss('2026-11-21T22:00:00Z')], reading)).toEqual([
      'Margaret was not reached by the 9:00 AM call on Saturday 21 November and the 9:00 AM call today',
    ])
  })

  test('many calls are counted, with the last of them', () => {
    const causes = [19, 20, 21, 22].map((day) => aMiss(`2026-11-${day - 1}T22:00:00Z`))
    expect(causesInWords(causes, reading)).toEqual([
      'Margaret was not reached by 4 calls (the last of them the 9:00 AM call)',
    ])
  })

  test('the gravest comes first, and a call that Cooee did not place is not one that she did not answer', () => {
    const help = aMiss('2026-11-21T22:30:00Z', {
      cause: 'help',
      form: null,
      headline: 'Margaret asked for help on the 9:30 AM call',
    })
    const notPlaced = aMiss('2026-11-20T22:00:00Z', { cause: 'not_placed', form: null })
    expect(causesInWords([notPlaced, aMiss('2026-11-21T22:00:00Z'), help], reading)).toEqual([
      'Margaret asked for help on the 9:30 AM call',
      'Margaret was not reached by the 9:00 AM call',
      'Cooee could not place the 9:00 AM call on Saturday 21 November to Margaret',
    ])
  })

  test('what was no call keeps its own words, with the date of another day', () => {
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
})
