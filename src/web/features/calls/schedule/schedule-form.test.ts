import { describe, expect, test } from 'vitest'
import { editCallBody, scheduleCallBody } from '#contract/calls/call-forms.ts'
import { WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import { aLovedOne, callDetails } from '#test/web/answers.ts'
import { readBackOf } from './read-back.ts'
import {
  bodyOf,
  changesOf,
  newSchedule,
  problemsOf,
  type ScheduleForm,
  scheduleOf,
  withOneMoreSlot,
  withRecurrence,
} from './schedule-form.ts'

const SYDNEY = 'Australia/Sydney'
const PERTH = 'Australia/Perth'
// 10:24 AM on Tuesday, Mar 10, 2026 in Sydney; 7:24 AM in Perth.
const NOW = new Date('2026-03-09T23:24:00.000Z')
const form = (changes: Partial<ScheduleForm> = {}): ScheduleForm => ({ ...newSchedule(NOW, SYDNEY, 1), ...changes })

describe('a new call', () => {
  test('a new call is offered for 9:00 today where that is still to come, else for tomorrow', () => {
    expect(newSchedule(NOW, SYDNEY, 1)).toMatchObject({ date: '2026-03-11', timeOfDay: '09:00' })
    expect(newSchedule(NOW, PERTH, 1)).toMatchObject({ date: '2026-03-10', timeOfDay: '09:00' })
  })

  test('a new call rings at that time on the loved one’s clock, not the carer’s', () => {
    const body = bodyOf(form(), PERTH, NOW)
    expect(body.scheduledTime).toBe('2026-03-11T01:00:00.000Z')
    expect(scheduleCallBody.parse(body)).toEqual(body)
  })

  test('a time inside the spring gap moves forward by the gap, and the read-back says so', () => {
    const inGap = form({ date: '2026-10-04', timeOfDay: '02:30' })
    expect(bodyOf(inGap, SYDNEY, NOW).scheduledTime).toBe('2026-10-03T16:30:00.000Z')
    expect(readBackOf(inGap, SYDNEY, NOW)?.when).toBe('once, on Sunday, Oct 4, 2026 at 3:30 AM')
  })
})

describe('what cannot be sent', () => {
  test('a time of today that has passed there', () => {
    const passed = form({ date: '2026-03-10', timeOfDay: '10:00' })
    expect(problemsOf(passed, SYDNEY, NOW).timeOfDay).toContain('Sydney time')
    expect(problemsOf(passed, PERTH, NOW)).toEqual({})
  })
  test('one minute ahead is fine, and so is the present minute', () => {
    expect(problemsOf(form({ date: '2026-03-10', timeOfDay: '10:25' }), SYDNEY, NOW)).toEqual({})
    expect(problemsOf(form({ date: '2026-03-10', timeOfDay: '10:24' }), SYDNEY, NOW)).toEqual({})
  })
  test('a past day, nobody to ring, and a custom schedule without a slot', () => {
    expect(problemsOf(form({ date: '2026-03-09' }), SYDNEY, NOW).date).toBeTruthy()
    expect(problemsOf(form({ lovedOneId: undefined }), SYDNEY, NOW).lovedOneId).toBe('Please select a loved one')
    expect(problemsOf(form({ recurrencePattern: 'custom' }), SYDNEY, NOW).slots).toBe(
      'You must add at least one schedule pattern for custom schedules',
    )
  })
})

describe('a custom schedule', () => {
  test('a custom schedule begins with Monday 9:00; leaving it clears the slots', () => {
    const custom = withRecurrence(form(), 'custom')
    expect(bodyOf(custom, SYDNEY, NOW).schedulePatterns).toEqual([{ weekDay: 'monday', timeOfDay: '09:00' }])
    expect(withRecurrence(custom, 'daily').slots).toEqual([])
  })

  test('one more row takes the first free day', () => {
    const two = withOneMoreSlot(withRecurrence(form(), 'custom'), WEEK_DAYS)
    expect(two.slots.map((slot) => slot.weekDay)).toEqual(['monday', 'tuesday'])
    expect(new Set(two.slots.map((slot) => slot.key)).size).toBe(2)
  })

  test('a custom schedule keeps all slots of its first day, whatever time the other tab shows', () => {
    const custom = form({ recurrencePattern: 'custom', slots: [{ key: 0, weekDay: 'wednesday', timeOfDay: '07:00' }] })
    expect(bodyOf(custom, SYDNEY, NOW).scheduledTime).toBe('2026-03-10T13:00:00.000Z')
    expect(readBackOf(custom, SYDNEY, NOW)?.next[0]).toBe('Wednesday, Mar 11, 2026 at 7:00 AM')
  })

  test('a custom schedule from today begins now', () => {
    const custom = form({
      date: '2026-03-10',
      recurrencePattern: 'custom',
      slots: [{ key: 0, weekDay: 'tuesday', timeOfDay: '09:00' }],
    })
    expect(bodyOf(custom, SYDNEY, NOW).scheduledTime).toBe(NOW.toISOString())
    expect(readBackOf(custom, SYDNEY, NOW)?.next[0]).toBe('Tuesday, Mar 17, 2026 at 9:00 AM')
  })
})

describe('the read-back', () => {
  test('the read-back of a schedule names day, time and zone of a single call', () => {
    expect(readBackOf(form(), SYDNEY, NOW)).toEqual({
      when: 'once, on Wednesday, Mar 11, 2026 at 9:00 AM',
      zone: 'Sydney time',
      next: [],
    })
  })
  test('weekdays chosen on a Saturday begin on Monday, and it says so', () => {
    expect(readBackOf(form({ date: '2026-03-14', recurrencePattern: 'weekdays' }), SYDNEY, NOW)).toMatchObject({
      when: 'Monday to Friday at 9:00 AM',
      next: [
        'Monday, Mar 16, 2026 at 9:00 AM',
        'Tuesday, Mar 17, 2026 at 9:00 AM',
        'Wednesday, Mar 18, 2026 at 9:00 AM',
        'Thursday, Mar 19, 2026 at 9:00 AM',
        'Friday, Mar 20, 2026 at 9:00 AM',
      ],
    })
  })
  test('the read-back of a schedule stays at 9:00 on the wall when daylight saving ends, and names the time a gap really leaves', () => {
    const sundays = form({ date: '2026-03-29', recurrencePattern: 'weekly' })
    expect(readBackOf(sundays, SYDNEY, NOW)?.next.slice(0, 2)).toEqual([
      'Sunday, Mar 29, 2026 at 9:00 AM',
      'Sunday, Apr 5, 2026 at 9:00 AM',
    ])
    const nightly = form({ date: '2026-10-03', timeOfDay: '02:30', recurrencePattern: 'daily' })
    expect(readBackOf(nightly, SYDNEY, NOW)?.next.slice(0, 3)).toEqual([
      'Saturday, Oct 3, 2026 at 2:30 AM',
      'Sunday, Oct 4, 2026 at 3:30 AM',
      'Monday, Oct 5, 2026 at 2:30 AM',
    ])
  })
  test('monthly on the 31st falls on the last day of a shorter month and comes back', () => {
    const monthly = form({ date: '2026-03-31', recurrencePattern: 'monthly' })
    expect(readBackOf(monthly, SYDNEY, NOW)?.next.slice(0, 3)).toEqual([
      'Tuesday, Mar 31, 2026 at 9:00 AM',
      'Thursday, Apr 30, 2026 at 9:00 AM',
      'Sunday, May 31, 2026 at 9:00 AM',
    ])
  })
})

describe('editing', () => {
  const margaret = aLovedOne()
  const monthly = callDetails({
    of: margaret,
    recurrencePattern: 'monthly',
    scheduledTime: '2026-02-27T22:00:00.000Z',
    dayOfMonth: 31,
  })
  const before = scheduleOf(monthly, [])

  test('starts from the wall clock of the loved one', () => {
    expect(before).toMatchObject({ date: '2026-02-28', timeOfDay: '09:00' })
  })
  test('a monthly call on the 31st, seen in February, is read back as what it is', () => {
    const earlier = new Date('2026-02-01T00:00:00.000Z')
    expect(readBackOf(before, SYDNEY, earlier)).toMatchObject({
      when: 'on the 31st of every month (or the last day) at 9:00 AM',
      next: expect.arrayContaining(['Saturday, Feb 28, 2026 at 9:00 AM', 'Tuesday, Mar 31, 2026 at 9:00 AM']),
    })
    expect(readBackOf({ ...before, date: '2026-02-27' }, SYDNEY, earlier)?.when).toContain('on the 27th')
  })
  test('a change of the type alone does not touch the day of a monthly call', () => {
    const changes = changesOf({ ...before, callType: 'wellness_check' }, before, SYDNEY, NOW)
    expect(changes).toEqual({ callType: 'wellness_check' })
    expect(editCallBody.parse(changes)).toEqual(changes)
  })
  test('a new time is sent, and a new rule with its start', () => {
    expect(changesOf({ ...before, timeOfDay: '10:05' }, before, SYDNEY, NOW)).toEqual({
      scheduledTime: '2026-02-27T23:05:00.000Z',
    })
    expect(changesOf(withRecurrence({ ...before, date: '2026-03-11' }, 'custom'), before, SYDNEY, NOW)).toEqual({
      scheduledTime: '2026-03-10T13:00:00.000Z',
      recurrencePattern: 'custom',
      schedulePatterns: [{ weekDay: 'monday', timeOfDay: '09:00' }],
    })
  })
})
