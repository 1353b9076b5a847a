import { expect, test } from 'vitest'
import { aCall, aLovedOne } from '#test/web/answers.ts'
import { sameMinute } from './same-minute.ts'
import { newSchedule } from './schedule-form.ts'

const zone = 'Australia/Sydney'
const now = new Date('2026-03-09T22:30:00.000Z')
const peggy = aLovedOne({ id: 1, name: 'Peggy Doyle' })
/** 9:00 AM in Sydney, on Mar 11. */
const NINE = '2026-03-10T22:00:00.000Z'
const medication = aCall({ id: 7, of: peggy, callType: 'medication_reminder', scheduledTime: NINE })

function meets(changes: Partial<ReturnType<typeof newSchedule>>, calls = [medication], callId?: number) {
  const form = { ...newSchedule(now, zone, 1), ...changes }
  return sameMinute({ form, phoneNumber: peggy.phoneNumber, zone, now, callId }, calls)?.at.toISOString() ?? null
}

test('two calls to one phone at the same minute are seen while the second is scheduled', () => {
  expect(meets({ date: '2026-03-11', timeOfDay: '09:00' })).toBe(NINE)
  expect(meets({ date: '2026-03-11', timeOfDay: '09:05' })).toBeNull()
})

test('also where a repeating call meets it later', () => {
  expect(meets({ date: '2026-03-10', timeOfDay: '09:35', recurrencePattern: 'daily' })).toBeNull()
  expect(meets({ date: '2026-03-12', timeOfDay: '09:00', recurrencePattern: 'daily' })).toBeNull()
  const everyDay = aCall({ id: 8, of: peggy, scheduledTime: NINE, recurrencePattern: 'daily' })
  expect(meets({ date: '2026-03-18', timeOfDay: '09:00' }, [everyDay])).toBe('2026-03-17T22:00:00.000Z')
})

test('another phone, and the call that is being changed, do not count as the same minute', () => {
  const tom = aLovedOne({ id: 2, name: 'Tom', phoneNumber: '+61491570110' })
  expect(meets({ date: '2026-03-11', timeOfDay: '09:00' }, [aCall({ id: 9, of: tom, scheduledTime: NINE })])).toBeNull()
  expect(meets({ date: '2026-03-11', timeOfDay: '09:00' }, [medication], 7)).toBeNull()
})
