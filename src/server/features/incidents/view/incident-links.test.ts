import { expect, test } from 'vitest'
import { incidentLinks } from './incident-links.ts'

const NOW = new Date('2026-03-10T09:00:00Z')
const LATER = new Date(NOW.getTime() + 60_000)
const links = incidentLinks(Buffer.from('a secret of the tests'))

test('a link in an alert is its own person’s, until it expires', () => {
  const token = links.tokenFor(4711, LATER)
  expect(links.personOf(token, NOW)).toBe(4711)
  expect(links.personOf(token, LATER)).toBe(4711)
  expect(links.personOf(token, new Date(LATER.getTime() + 1))).toBeNull()
})

test('nobody can make a link in an alert, turn it into another person’s, or make it last longer', () => {
  const token = links.tokenFor(4711, LATER)
  const [person = '', minute = '', signature = ''] = token.split('.')
  const forged = [
    `${(4712).toString(36)}.${minute}.${signature}`,
    `${person}.${(parseInt(minute, 36) + 1).toString(36)}.${signature}`,
    `${person}.${minute}.${signature.slice(0, -1)}`,
    `${person}.${minute}.${'a'.repeat(25)}`,
    incidentLinks(Buffer.from('another secret')).tokenFor(4711, LATER),
    '',
    '..',
    token.toUpperCase(),
  ]
  expect(forged.map((each) => links.personOf(each, NOW))).toEqual(forged.map(() => null))
})
