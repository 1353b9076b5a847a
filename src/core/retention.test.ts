import { expect, test } from 'vitest'
import { keptSince, keptUntil, monthsInWords } from './retention.ts'

test('records with a retention of 24 months are kept until the same day two years later', () => {
  expect(keptUntil(new Date('2026-03-10T22:00:00Z'), 24)).toEqual(new Date('2028-03-10T22:00:00Z'))
  expect(keptSince(new Date('2028-03-10T22:00:00Z'), 24)).toEqual(new Date('2026-03-10T22:00:00Z'))
})

test('a month that has no such day ends it on its last day', () => {
  expect(keptUntil(new Date('2026-01-31T00:00:00Z'), 1)).toEqual(new Date('2026-02-28T00:00:00Z'))
  expect(keptSince(new Date('2028-03-31T00:00:00Z'), 1)).toEqual(new Date('2028-02-29T00:00:00Z'))
})

test('the retention period is said in months', () => {
  expect([1, 24].map(monthsInWords)).toEqual(['1 month', '24 months'])
})
