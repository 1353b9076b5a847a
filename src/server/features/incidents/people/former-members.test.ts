import { beforeEach, expect, test } from 'vitest'
import { aContact, account, care, MINUTE, ring, setUpCheckIns, textsTo, write } from '#test/check-in-fixture.ts'
import { insertMember } from '#test/insert-member.ts'
import { alertsRung, escalateFor, incidentStatuses, open } from '#test/open-incident.ts'
import { isAlertStillNeeded } from '../public.ts'
import { passOnFrom } from './pass-on-from.ts'

setUpCheckIns()

const ROBYN = '+61491570150'
const TOM = '+61491570151'
const LILY = '+61491570152'
let tom: number
let lily: number

beforeEach(async () => {
  await care.db.updateTable('people').set({ phoneNumber: ROBYN }).where('id', '=', account.personId).execute()
  tom = await insertMember(care.db, account, { firstName: 'Tom', phoneNumber: TOM })
  lily = await insertMember(care.db, account, { firstName: 'Lily', phoneNumber: LILY })
})

const leave = (personId: number) =>
  care.db.transaction().execute(async (trx) => {
    await trx.deleteFrom('members').where('personId', '=', personId).execute()
    await passOnFrom(care.deps.incidents, trx, { accountId: account.id, personId })
  })

test('the others are asked at once about an incident whose owner leaves the circle', async () => {
  await open()
  await write('1', TOM)
  expect(await incidentStatuses()).toEqual(['owned'])
  const before = [ROBYN, LILY, TOM].map((phone) => textsTo(phone).length)
  await leave(tom)
  expect(await incidentStatuses()).toEqual(['running'])
  const news = [ROBYN, LILY, TOM].map((phone, place) => textsTo(phone).slice(before[place]).join(' '))
  expect(news[0]).toContain('Tom')
  expect(news[1]).toContain('Tom')
  expect(news[2]).toBe('')
  await escalateFor(3)
  expect(alertsRung()).toContain(ROBYN)
  expect(alertsRung()).not.toContain(TOM)
})

test('an incident of another member does not change when somebody leaves the circle', async () => {
  await open()
  await write('1', LILY)
  await leave(tom)
  expect(await incidentStatuses()).toEqual(['owned'])
})

test('a former member who rings or writes learns nothing about the incident', async () => {
  await open()
  await leave(tom)
  for (const text of ['1', 'OK', 'what is going on', '3'])
    expect((await write(text, TOM)) ?? '').not.toMatch(/Margaret|Robyn/)
  expect(await incidentStatuses()).toEqual(['running'])
  expect((await ring(TOM)).text).not.toMatch(/Margaret|Robyn|answer the/)
  await write('OK', LILY)
  expect((await write('?', TOM)) ?? '').not.toMatch(/Margaret|Lily/)
})

test('queued alerts to a member are dropped when the member leaves, also where a contact has the same phone', async () => {
  await aContact('Tom', TOM)
  await open()
  const waiting = await care.db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select('alerts.messageId')
    .where('incidentPeople.personId', '=', tom)
    .where('alerts.messageId', 'is not', null)
    .execute()
  await leave(tom)
  for (const { messageId } of waiting) expect(await isAlertStillNeeded(care.db, messageId ?? 0)).toBe(false)
})

test('a phone that rings for somebody who leaves stops', async () => {
  await open('help')
  await escalateFor(1)
  expect(alertsRung()).toContain(TOM)
  await leave(tom)
  care.clock.advance(MINUTE / 6)
  await care.escalate()
  const cancelled = await care.db
    .selectFrom('alertCalls')
    .select('ringCancelledAt')
    .where('phoneNumber', '=', TOM)
    .executeTakeFirstOrThrow()
  expect(cancelled.ringCancelledAt).not.toBeNull()
})

test('a member who is a contact too is written to once at the beginning', async () => {
  await aContact('Tom', TOM)
  await open()
  expect(textsTo(TOM)).toHaveLength(1)
  await escalateFor(20)
  await write('1', TOM)
  expect(await incidentStatuses()).toEqual(['owned'])
  expect(lily).toBeGreaterThan(0)
})
