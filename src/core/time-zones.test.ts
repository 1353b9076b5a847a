import { expect, test } from 'vitest'
import { LOVED_ONE_TIME_ZONES, shortZoneName, TIME_ZONE_OPTIONS, zoneCity, zoneLabel } from './time-zones.ts'

test('the eleven zones are offered with their states, Sydney first', () => {
  expect(TIME_ZONE_OPTIONS.map((option) => option.label)).toEqual([
    'Sydney (NSW/ACT)',
    'Brisbane (QLD)',
    'Adelaide (SA)',
    'Darwin (NT)',
    'Perth (WA)',
    'Hobart (TAS)',
    'Melbourne (VIC)',
    'Australian Capital Territory (ACT)',
    'Canberra (ACT)',
    'Eucla (WA)',
    'Lord Howe (NSW)',
  ])
  expect(TIME_ZONE_OPTIONS.map((option) => option.value)).toEqual([...LOVED_ONE_TIME_ZONES])
})

test('a sentence names a zone by its place', () => {
  expect(zoneCity('Australia/Sydney')).toBe('Sydney time')
  expect(zoneCity('Australia/Lord_Howe')).toBe('Lord Howe time')
  expect(zoneCity('America/Argentina/Buenos_Aires')).toBe('Buenos Aires time')
})

test('a zone that is not offered is labelled with its place', () => {
  expect(zoneLabel('Australia/Perth')).toBe('Perth (WA)')
  expect(zoneLabel('America/New_York')).toBe('New York')
})

test.for([
  ['Australia/Sydney', 'AEDT', 'AEST'],
  ['Australia/Brisbane', 'AEST', 'AEST'],
  ['Australia/Adelaide', 'ACDT', 'ACST'],
  ['Australia/Darwin', 'ACST', 'ACST'],
  ['Australia/Perth', 'AWST', 'AWST'],
  ['Australia/Eucla', 'ACWST', 'ACWST'],
  ['Australia/Lord_Howe', 'LHDT', 'LHST'],
  ['Asia/Tokyo', 'GMT+9', 'GMT+9'],
] as const)('%s is %s in January and %s in July', ([zone, january, july]) => {
  expect(shortZoneName(new Date('2026-01-10T00:00Z'), zone)).toBe(january)
  expect(shortZoneName(new Date('2026-07-10T00:00Z'), zone)).toBe(july)
})
