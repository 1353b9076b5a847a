import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { SECURITY_FAULTS } from './mutate/security/security-faults.ts'

const page = readFileSync(resolve(import.meta.dirname, '../docs/security.md'), 'utf8')

/**
 * How many requirements of levels 1 and 2 each section of ASVS 5.0.0 has; they are its first ones but in 1.2 and 1.3, where
 * the one of level 3 is the last, too. Chapters 10 (OAuth) and 17 (WebRTC) apply to nothing here.
 */
const SECTIONS: Record<string, number> = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2, '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2, '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3, '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2, '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4, '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4, '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5, '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7, '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}

test('every requirement of levels 1 and 2 has a row in docs/security.md', () => {
  const rows = page.split('\n').filter((line) => line.startsWith('|'))
  const mentioned = new Set(rows.flatMap((row) => row.match(/(?<![\d.])\d+\.\d+\.\d+(?![\d.])/g) ?? []))
  const all = Object.entries(SECTIONS).flatMap(([section, count]) =>
    Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
  )
  expect(all).toHaveLength(217)
  expect(all.filter((requirement) => !mentioned.has(requirement))).toEqual([])
})

test('each of the 44 rows is broken by a planted fault, and caught by a test that the row names', () => {
  const rows = new Map(
    page.split('\n').flatMap((line) => {
      const number = /^\| (\d+) \| \d+\.\d+\.\d+/.exec(line)?.[1]
      return number === undefined ? [] : [[Number(number), line] as const]
    }),
  )
  expect([...rows.keys()]).toEqual(Array.from({ length: 44 }, (_, index) => index + 1))
  const broken = new Set(SECURITY_FAULTS.map(({ row }) => row))
  expect([...rows.keys()].filter((row) => !broken.has(row))).toEqual([])
  const unnamed = SECURITY_FAULTS.filter(({ row, test }) => !rows.get(row)?.includes(`\`${test.file}\``))
  expect(unnamed.map(({ row, test }) => `${row}: ${test.file}`)).toEqual([])
})

test('every row of docs/security.md says how', () => {
  const rows = page.split('\n').filter((line) => /^\| (\d+ \| )?\d+\.\d+\.\d+/.test(line))
  expect(rows.length).toBeGreaterThan(100)
  const isEmpty = (row: string) =>
    row
      .split('|')
      .slice(1, -1)
      .some((cell) => cell.trim() === '')
  expect(rows.filter(isEmpty)).toEqual([])
})
