import { beforeEach, expect, test } from 'vitest'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'
import {
  aContact,
  account,
  activities,
  care,
  lovedOneId,
  MINUTE,
  SUSAN,
  setUpCheckIns,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { insertAccount } from '#test/insert-account.ts'
import { insertMember } from '#test/insert-member.ts'
import { alertsRung, escalateFor, incidentStatuses, open } from '#test/open-incident.ts'
import { answerAsMember } from '../answers/answer-as-member.ts'
import { addCause } from '../public.ts'
import { viewIncident } from '../view/incident-view.ts'
import { listOpenIncidents } from '../view/list-open-incidents.ts'

setUpCheckIns()

const ROBYN = '+61491570150'
const TOM = '+61491570151'
const LILY = '+61491570152'
let tom: number
let lily: number

beforeEach(async () => {
  await care.db.updateTable('people').set({ phoneNumber: ROBYN }).where('id', '=', account.personId).execute()
  tom = await aMember('Tom', TOM)
  lily = await aMember('Lily', LILY, 'viewer')
})

const aMember = (firstName: string, phoneNumber: string, role: 'carer' | 'viewer' = 'carer') =>
  insertMember(care.db, account, { firstName, phoneNumber }, role)

const change = (personId: number, fields: object) =>
  care.db
    .updateTable('members')
    .set(fields)
    .where('accountId', '=', account.id)
    .where('personId', '=', personId)
    .execute()
/** The day on the clocks of everybody here. */
const AWAY = { awayFrom: '2026-03-09', awayUntil: '2026-03-11' }
const quiet = {
  ...{ missedCallsEmail: false, missedCallsSms: false, incidentsEmail: false, incidentsSms: false },
  ...{ lateCallsEmail: false, lateCallsSms: false, answeredCallsEmail: false, answeredCallsSms: false },
  ...{ billingEmail: false, billingSms: false, notifyAtFirstTry: false, ringMeFirst: false },
  ...{ summaryFrequency: 'off' as const, summaryHour: 8 as const, summarySince: null },
}
const chooseNothing = (personId: number) =>
  care.db
    .insertInto('notificationSettings')
    .values({ accountId: account.id, personId, ...quiet })
    .execute()
const textedOf = () => [ROBYN, TOM, LILY].filter((phone) => textsTo(phone).length > 0)
const asActor = (personId: number): Actor => ({ personId, name: 'x', firstName: null, lastName: null, timezone: 'UTC' })

test('a missed call notifies every member at once and together, and rings the account holder', async () => {
  await open()
  expect(textedOf()).toEqual([ROBYN, TOM, LILY])
  await escalateFor(3)
  expect(alertsRung()).toContain(ROBYN)
  expect(alertsRung()).not.toContain(TOM)
})

test('a help request rings every member who wants missed calls', async () => {
  await chooseNothing(lily)
  await open('help')
  await escalateFor(1)
  expect(alertsRung()).toEqual(expect.arrayContaining([ROBYN, TOM]))
  expect([...alertsRung(), ...textedOf()]).not.toContain(LILY)
})

test('the first member to take an incident on owns it, and the others read who it is', async () => {
  await open()
  await write('1', TOM)
  expect(await incidentStatuses()).toEqual(['owned'])
  expect(await write('1', LILY)).toContain('Tom')
  for (const phone of [ROBYN, LILY]) expect(textsTo(phone).at(-1)).toMatch(/^Cooee: Tom is checking on Margaret/)
  expect((await activities()).map(([, sentence]) => sentence)).toContain('Tom is checking on Margaret')
})

test('each member sees on the dashboard whether it is theirs, with a page of their own', async () => {
  await open()
  await write('1', TOM)
  const as = async (personId: number) => {
    const [incident] = await listOpenIncidents(care.deps.incidents, { id: account.id, by: asActor(personId) })
    return incident
  }
  expect(await as(tom)).toMatchObject({ isYours: true, owner: 'Tom' })
  expect(await as(lily)).toMatchObject({ isYours: false, owner: 'Tom' })
  expect((await as(tom))?.link).not.toBe((await as(lily))?.link)
})

test('a member who is away gets nothing, and who covers them is rung like them', async () => {
  await change(account.personId, { ...AWAY, coveredBy: tom })
  await open()
  expect(textedOf()).toEqual([TOM, LILY])
  await escalateFor(3)
  expect(alertsRung()).toContain(TOM)
  expect(alertsRung()).not.toContain(ROBYN)
})

test('the owner is notified where all members are away', async () => {
  for (const personId of [account.personId, tom, lily]) await change(personId, AWAY)
  await open()
  expect(textedOf()).toEqual([ROBYN])
})

test('the owner is notified, although away, where the members who are there want nothing', async () => {
  await change(account.personId, AWAY)
  for (const personId of [tom, lily]) await chooseNothing(personId)
  await open()
  expect(textedOf()).toEqual([ROBYN])
})

test('a member who covers another is rung, although they chose to get nothing on other days', async () => {
  await change(account.personId, { ...AWAY, coveredBy: tom })
  await chooseNothing(tom)
  await open()
  expect(textedOf()).toEqual([LILY])
  await escalateFor(3)
  expect(alertsRung()).toContain(TOM)
  expect(alertsRung()).not.toContain(ROBYN)
})

test('the owner is notified where the covering member has no phone and wants nothing', async () => {
  await change(account.personId, { ...AWAY, coveredBy: tom })
  await care.db.updateTable('people').set({ phoneNumber: null }).where('id', '=', tom).execute()
  for (const personId of [tom, lily]) await chooseNothing(personId)
  await open()
  expect(textedOf()).toEqual([ROBYN])
})

test('the owner is notified where the members who are there can only be texted and have said STOP', async () => {
  await change(account.personId, AWAY)
  await chooseNothing(lily)
  await chooseNothing(tom)
  await care.db.updateTable('notificationSettings').set({ missedCallsSms: true }).where('personId', '=', tom).execute()
  await care.db.updateTable('people').set({ verifiedPhone: TOM }).where('id', '=', tom).execute()
  await write('STOP', TOM)
  await open()
  expect(textedOf()).toContain(ROBYN)
})

test('somebody who looks after things and goes away themselves hands over to the next one', async () => {
  await change(account.personId, { ...AWAY, coveredBy: tom })
  await change(tom, { ...AWAY, coveredBy: lily })
  await open()
  expect(textedOf()).toEqual([LILY])
  await escalateFor(3)
  expect(alertsRung()).toContain(LILY)
  expect(alertsRung()).not.toContain(TOM)
})

test('a time away ends with its last day on the member’s own clock', async () => {
  await change(account.personId, { awayFrom: '2026-03-08', awayUntil: '2026-03-09' })
  await open()
  expect(textedOf()).toEqual([ROBYN, TOM, LILY])
})

test('somebody who has left the circle gets nothing more, and cannot answer', async () => {
  await open()
  const [incident] = await listOpenIncidents(care.deps.incidents, { id: account.id, by: asActor(tom) })
  const before = textsTo(TOM).length
  const { id: row } = await care.db
    .selectFrom('incidentPeople')
    .select('id')
    .where('personId', '=', tom)
    .executeTakeFirstOrThrow()
  await care.db.deleteFrom('members').where('personId', '=', tom).execute()
  await write('1', TOM)
  expect(await incidentStatuses()).toEqual(['running'])
  await escalateFor(30)
  expect(textsTo(TOM).slice(before).join(' ')).not.toContain('Margaret')
  expect(incident?.link).toMatch(/incident/)
  expect(await viewIncident(care.deps.incidents, row)).toBeNull()
})

test('a member who joins during an incident is notified in the next round', async () => {
  await open()
  const ann = '+61491570153'
  await aMember('Ann', ann)
  await escalateFor(25)
  expect(textsTo(ann).length).toBeGreaterThan(0)
})

test('a viewer who may not hear calls reads nothing that was said', async () => {
  const news = { headline: 'Margaret Hartley asked for help', detail: null, heard: 'I fell in the bath' }
  const happening = { accountId: account.id, lovedOneId, callId: null, cause: 'help' as const, ...news }
  await care.db.transaction().execute((trx) => addCause(care.deps.incidents, trx, happening))
  await care.escalate()
  const about = (phone: string, email: string) =>
    care.notified
      .filter(({ recipient }) => recipient === phone || recipient === email)
      .map(({ text }) => text)
      .join(' ')
  expect(about(TOM, `tom${account.id}@example.com`)).toContain('I fell in the bath')
  expect(about(LILY, `lily${account.id}@example.com`)).toContain('asked for help')
  expect(about(LILY, `lily${account.id}@example.com`)).not.toContain('bath')
})

test('contacts follow in their order beside the members', async () => {
  await aContact('Joe Murray', '+61491570158')
  await open()
  expect(textsTo(SUSAN)).toHaveLength(1)
  care.clock.advance(MINUTE)
  expect(textsTo('+61491570158')).toHaveLength(0)
})

test('a member who has not confirmed their address reads what is open, is sent nothing, and can close it', async () => {
  await care.db.updateTable('people').set({ verifiedEmail: null }).where('id', '=', tom).execute()
  await open('help')
  await escalateFor(1)
  expect(textsTo(TOM)).toEqual([])
  const reader = { id: account.id, by: asActor(tom) }
  const [shown] = await listOpenIncidents(care.deps.incidents, reader)
  expect(shown).toMatchObject({ status: 'running', isYours: false, areOthersAlerted: true, link: '/dashboard' })
  const askedAt = new Date(shown?.askedAt ?? 0)
  const answer = await care.db
    .transaction()
    .execute((trx) => answerAsMember(care.deps.incidents, trx, { personId: tom, lovedOneId, knownUntil: askedAt }))
  expect(answer).toEqual({ kind: 'resolved' })
  expect(await incidentStatuses()).toEqual(['resolved'])
  expect(textsTo(TOM)).toEqual([])
})

test('nobody answers an incident of a family that they do not belong to', async () => {
  await open('help')
  const stranger = await insertAccount(care.db, { username: 'stranger', email: 'stranger@example.com' })
  const answer = await care.db
    .transaction()
    .execute((trx) => answerAsMember(care.deps.incidents, trx, { personId: stranger.personId, lovedOneId }))
  expect(answer).toBeNull()
})
