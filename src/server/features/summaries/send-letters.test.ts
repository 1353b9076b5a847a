import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { insertMember } from '#test/insert-member.ts'
import { insertPastCall } from '#test/past-calls.ts'
import { sendLetters } from './send-letters.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number; personId: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  care.notified.length = 0
  // A Wednesday.
  care.clock.set(new Date('2026-03-04T10:00+11:00'))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
})

const choose = (weeklyLetter: boolean, personId = account.personId) =>
  saveNotificationSettings(
    care.db,
    { accountId: account.id, personId },
    { ...DEFAULT_NOTIFICATION_SETTINGS, weeklyLetter },
    care.clock.now(),
  )
const aCallOn = (day: string) =>
  insertPastCall(care.db, { accountId: account.id, lovedOneId, at: new Date(`${day}T09:00+11:00`) })
/** A worker that polls every half hour until then. */
async function workUntil(instant: string) {
  while (care.clock.now() < new Date(instant)) {
    care.clock.advance(30 * MINUTE)
    await sendLetters(care.deps)
  }
}
const subjects = () => care.notified.map(({ subject }) => subject)

test('a letter comes on Monday at eight by the member’s clock, with the figures of the week before', async () => {
  await choose(true)
  await aCallOn('2026-03-05')
  await aCallOn('2026-03-08')
  await workUntil('2026-03-09T07:30+11:00')
  expect(subjects()).toEqual([])
  await workUntil('2026-03-09T08:00+11:00')
  expect(subjects()).toEqual(['How Margaret Hartley has been: from Mar 2, 2026 to Mar 8, 2026'])
  const [letter] = care.notified
  expect(letter).toMatchObject({ channel: 'email', isUrgent: false })
  expect(letter?.text).toContain('- 2 of 2 calls answered at the first ring, 0 at a later ring, 0 not answered.')
  expect(letter?.text).toContain('- From the ring to the answer: 12 seconds (the middle value).')
  expect(letter?.text).toContain(`/loved-ones/${lovedOneId}/report`)
  expect(letter?.text).toContain('Switch this letter off: ')
})

test('a letter says from when calls are known: from the day on which somebody was added', async () => {
  const addedAt = new Date('2026-03-04T10:00+11:00')
  await care.db
    .updateTable('lovedOnes')
    .set({ createdAt: sql`${addedAt}` as never })
    .execute()
  await choose(true)
  await aCallOn('2026-03-05')
  await workUntil('2026-03-09T08:00+11:00')
  expect(care.notified[0]?.text).toContain(
    '- We know calls from Mar 4, 2026 on: that’s when Margaret Hartley was added.',
  )
})

test('a letter comes once, however many workers poll at the same time and however often', async () => {
  await choose(true)
  await aCallOn('2026-03-05')
  care.clock.set(new Date('2026-03-09T08:00+11:00'))
  await Promise.all(Array.from({ length: 5 }, () => sendLetters(care.deps)))
  await workUntil('2026-03-15T23:30+11:00')
  expect(subjects()).toHaveLength(1)
})

test('a crash before the letter is written loses nothing, and repeats nothing', async () => {
  await choose(true)
  await aCallOn('2026-03-05')
  care.clock.set(new Date('2026-03-09T08:00+11:00'))
  const failing = { ...care.deps, enqueueNotice: () => Promise.reject(new Error('The machine has lost its power')) }
  await expect(sendLetters(failing)).rejects.toThrow('1 of its parts failed')
  await workUntil('2026-03-09T10:00+11:00')
  expect(subjects()).toHaveLength(1)
})

test('no letter comes while it is off, which it is at first, nor about weeks before it was switched on', async () => {
  await aCallOn('2026-03-05')
  await choose(false)
  await workUntil('2026-03-09T09:00+11:00')
  await choose(true)
  await workUntil('2026-03-09T12:00+11:00')
  expect(subjects()).toEqual([])
})

test('each member who wants it gets their own, on their own clock', async () => {
  const west = await insertMember(care.db, account, { firstName: 'Wes', phoneNumber: null })
  await care.db.updateTable('people').set({ timezone: 'Australia/Perth' }).where('id', '=', west).execute()
  await choose(true)
  await choose(true, west)
  await aCallOn('2026-03-05')
  await workUntil('2026-03-09T08:00+11:00')
  expect(subjects()).toHaveLength(1)
  await workUntil('2026-03-09T11:00+11:00')
  expect(care.notified.map(({ personId }) => personId)).toEqual([account.personId, west])
})

test('no letter comes about a week in which nothing happened', async () => {
  await choose(true)
  await workUntil('2026-03-09T12:00+11:00')
  expect(subjects()).toEqual([])
})
