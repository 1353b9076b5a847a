import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { hasQuota, type Quota } from './quota.ts'

const FIVE: Quota = { name: 'five', limit: 5, windowSeconds: 60, message: 'Too many. Please try again later.' }
const NOW = new Date('2026-03-10T00:00:00.000Z')
const later = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)

let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.close())

const granted = async (subject: string, now = NOW, times = 40) => {
  const uses = Array.from({ length: times }, () => hasQuota(database.db, FIVE, subject, now))
  return (await Promise.all(uses)).filter(Boolean).length
}

test('many uses at the same moment never exceed the quota of a subject', async () => {
  expect(await Promise.all([granted('jane'), granted('june')])).toEqual([5, 5])
  expect(await granted('jane', later(59))).toBe(0)
})

test('a new window grants as many again, and refused uses have not used it up', async () => {
  expect(await granted('jane', later(60))).toBe(5)
})
