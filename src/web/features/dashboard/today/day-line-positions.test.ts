import { expect, test } from 'vitest'
import { aCall, aLovedOne, anAttempt } from '#test/web/answers.ts'
import { dayLinePosition, dayMarks, hourLabels } from './day-line-positions.ts'
import { todayPeople } from './today-people.ts'

test.each([
  ['2026-03-09T19:00:00.000Z', 0], // 6 AM
  ['2026-03-10T00:00:00.000Z', 33.33], // 11 AM
  ['2026-03-10T10:00:00.000Z', 100], // 9 PM
  ['2026-03-09T16:00:00.000Z', 0], // 3 AM goes to the beginning
  ['2026-03-10T12:30:00.000Z', 100], // 11:30 PM goes to the end
])('%s stands at %d per cent of the day in Sydney', (instant, position) => {
  expect(dayLinePosition(new Date(instant), 'Australia/Sydney')).toBeCloseTo(position, 1)
})

test('a call in which help was asked for is not marked as one that went well', () => {
  const margaret = aLovedOne()
  const help = aCall({
    of: margaret,
    status: 'completed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    attempts: [anAttempt({ outcome: 'help' })],
  })
  const people = todayPeople([margaret], [help], [], new Date('2026-03-09T23:00:00.000Z'))
  expect(dayMarks(people, 'Australia/Sydney').map(({ status }) => status)).toEqual(['help'])
})

test('the hill marks nothing as missed that somebody has ended well, or that the account holder ended', () => {
  const margaret = aLovedOne()
  const at = { of: margaret, status: 'missed', scheduledTime: '2026-03-09T22:00:00.000Z' } as const
  const calls = [
    aCall({ ...at, wasCancelled: true, wasResolved: true }),
    aCall({ ...at, wasCancelled: true }),
    aCall({ ...at, incident: { status: 'resolved', owner: 'Susan' } }),
  ]
  const people = todayPeople([margaret], calls, [], new Date('2026-03-09T23:00:00.000Z'))
  expect(dayMarks(people, 'Australia/Sydney').map(({ status }) => status)).toEqual(['clear', 'cancelled', 'clear'])
})

test('an hour label that would touch "Now" is left out, one beside it only fits a wide line', () => {
  expect(hourLabels(22).map((label) => label.text)).not.toContain('9 AM')
  expect(hourLabels(27).find((label) => label.text === '9 AM')?.near).toBe(true)
  expect(hourLabels(50).every((label) => !label.near)).toBe(true)
})

/** A person's call today at that time on Sydney's clock. */
function callAt(time: string, id: number, status: 'completed' | 'missed' = 'completed') {
  const of = aLovedOne({ id, name: `${'ABCDEFG'[id]}. Hartley` })
  return { of, call: aCall({ of, status, scheduledTime: new Date(`2026-03-10T${time}:00+11:00`).toISOString() }) }
}

function marksOf(calls: ReturnType<typeof callAt>[], line: 'wide' | 'narrow' = 'wide') {
  const people = todayPeople(
    calls.map(({ of }) => of),
    calls.map(({ call }) => call),
    [],
    new Date('2026-03-10T01:00:00.000Z'),
  )
  return dayMarks(people, 'Australia/Sydney', line)
}

test('calls an hour apart stand beside each other with enough room, and on each other without', () => {
  const calls = [callAt('09:00', 1), callAt('10:00', 2)]
  const heights = (line: 'wide' | 'narrow') => marksOf(calls, line).map(({ y }) => Math.round(y))
  expect(heights('wide')).toEqual([4, 4])
  expect(heights('narrow')).toEqual([4, 2])
})

test('a call between two others takes the one place above both', () => {
  const marks = marksOf([callAt('09:00', 1), callAt('10:00', 2), callAt('09:30', 3)])
  expect(marks.map(({ initial, y }) => `${initial} ${Math.round(y)}`).sort()).toEqual(['B 4', 'C 4', 'D 2'])
})

test('many calls at the same time show three labels: the ones nobody answered, and how many more there are', () => {
  const calls = [1, 2, 3, 4, 5].map((id) => callAt('09:00', id, id === 5 ? 'missed' : 'completed'))
  const marks = marksOf(calls)
  expect(marks).toHaveLength(3)
  expect(marks[0]).toMatchObject({ initial: 'F', status: 'missed', more: 0 })
  expect(marks.map(({ more }) => more)).toEqual([0, 0, 3])
  const heights = marks.map(({ y }) => y)
  expect(new Set(heights).size).toBe(3)
  // Under the cards, and above the hours.
  expect(Math.min(...heights)).toBeGreaterThan(-0.5)
  expect(Math.max(...heights)).toBeLessThan(6.1)
})
