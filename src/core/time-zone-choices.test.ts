import { expect, test } from 'vitest'
import { findZoneChoices, zoneChoices } from './time-zone-choices.ts'
import { LOVED_ONE_TIME_ZONES } from './time-zones.ts'

const KNOWN = ['America/New_York', 'Asia/Tokyo', 'Australia/Sydney', 'Australia/Lindeman', 'Europe/London', 'UTC']
const choices = zoneChoices(KNOWN, 'Asia/Calcutta')

test('the eleven come first, then the rest of the world by its parts', () => {
  expect(choices.slice(0, 11).map(({ value }) => value)).toEqual([...LOVED_ONE_TIME_ZONES])
  expect(choices.slice(11).map(({ group, label }) => `${group}: ${label}`)).toEqual([
    'America: New York',
    'Asia: Calcutta',
    'Asia: Tokyo',
    'Elsewhere in Australia: Lindeman',
    'Europe: London',
    'Others: UTC',
  ])
})

test('the one that is chosen is there, also where the browser does not know it', () => {
  expect(choices.map(({ value }) => value)).toContain('Asia/Calcutta')
})

test.each([
  ['york', ['America/New_York']],
  ['america new', ['America/New_York']],
  ['Europe/London', ['Europe/London']],
  ['nsw/act', ['Australia/Sydney']],
  ['  ', choices.map(({ value }) => value)],
  ['atlantis', []],
])('"%s" finds %j', (typed, found) => {
  expect(findZoneChoices(choices, typed).map(({ value }) => value)).toEqual(found)
})
