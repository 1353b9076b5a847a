import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { answerIncident, type IncidentAnswer } from './answer-incident.ts'
import { resolveByCheckIn } from './end-incident.ts'
import { openIncident } from './open-incident.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.db.deleteFrom('accounts').execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(NINE_IN_SYDNEY)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + MINUTE) })
})

async function contact(name: string, phoneNumber: string, fields: { isEmergencyContact?: boolean } = {}) {
  const { count } = await care.db
    .selectFrom('contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('lovedOneId', '=', lovedOneId)
    .executeTakeFirstOrThrow()
  await care.db
    .insertInto('contacts')
    .values({
      accountId: account.id,
      lovedOneId,
      name,
      phoneNumber,
      contactType: 'family',
      isEmergencyContact: true,
      position: count + 1,
      ...fields,
    })
    .execute()
}

const open = (cause: 'not_reached' | 'help' = 'not_reached') =>
  care.db.transaction().execute((trx) =>
    openIncident(care.deps.incidents, trx, {
      accountId: account.id,
      lovedOneId,
      callId,
      cause,
      headline: 'Margaret Hartley was not reached by the 9:00 AM call',
      detail: "Margaret Hartley's phone rang out.",
    }),
  )
const incident = () =>
  care.db.selectFrom('incidents').selectAll().where('callId', '=', callId).executeTakeFirstOrThrow()
async function answer(name: string, said: IncidentAnswer) {
  const { id } = await incident()
  const person = await care.db
    .selectFrom('incidentPeople')
    .select('id')
    .where('incidentId', '=', id)
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return care.db
    .transaction()
    .execute((trx) => answerIncident(care.deps.incidents, trx, { incidentId: id, personId: person.id, answer: said }))
}
async function pass(minutes: number) {
  care.clock.advance(minutes * MINUTE)
  await care.escalate()
}
async function alerted(): Promise<string[]> {
  const rows = await care.db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
    .select(['incidentPeople.name', 'alerts.channel', 'alerts.purpose', 'alerts.round'])
    .orderBy('alerts.id')
    .execute()
  return rows.map(({ name, channel, purpose, round }) => `${name} ${channel} ${purpose} ${round}`)
}
const textsTo = (phoneNumber: string) =>
  care.told.filter(({ recipient }) => recipient === phoneNumber).map(({ text }) => text)

const SUSAN = '+61491570157'
const TOM = '+61491570158'

describe('a call that nobody answered', () => {
  test('is told to the account holder at once, and to the contacts one after the other by text and then by phone', async () => {
    await contact('Susan Hartley', SUSAN)
    await contact('Neighbour', '+61491570199', { isEmergencyContact: false })
    await contact('Tom Hartley', TOM)
    await open()
    expect(await alerted()).toEqual(['Robyn Hartley email alert 1'])
    await care.escalate()
    expect(await alerted()).toEqual(['Robyn Hartley email alert 1', 'Susan Hartley sms alert 1'])
    await pass(1)
    expect(care.telephony.alertsDialled).toEqual([])
    await pass(1)
    expect(care.telephony.alertsDialled).toMatchObject([{ to: SUSAN }])
    await pass(4)
    await pass(2)
    expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, TOM])
    expect(textsTo(SUSAN)).toEqual([
      expect.stringMatching(
        /^Cooee, for Robyn Hartley: Margaret Hartley was not reached by the 9:00 AM call\. Margaret Hartley's phone rang out\. Margaret has not answered a call yet\. Please check on Margaret: \+61 491 570 156\. Reply 1 if you will do it, 2 if you can't, 3 if all is well\. http:\/\/localhost:3000\/incident\/\S+ In danger\? Call 000\.$/,
      ),
    ])
  })

  test('begins the list again after ten minutes, three times in all, and then ends visibly as unresolved', async () => {
    await contact('Susan Hartley', SUSAN)
    await open()
    for (let minute = 0; minute < 60; minute++) await pass(1)
    expect(await incident()).toMatchObject({ status: 'unresolved', nextStepAt: null, endedHow: 'Nobody took it on.' })
    const round = (number: number) => [`Susan Hartley sms alert ${number}`, `Susan Hartley call alert ${number}`]
    expect(await alerted()).toEqual([
      'Robyn Hartley email alert 1',
      ...round(1),
      ...round(2),
      ...round(3),
      'Robyn Hartley email unresolved 1',
    ])
    const activity = await care.db.selectFrom('activity').select('activityType').orderBy('id').execute()
    expect(activity.map(({ activityType }) => activityType)).toEqual([
      'call_scheduled',
      'call_escalated',
      ...Array(6).fill('contact_alerted'),
      'call_unresolved',
    ])
  })

  test('is told to the account holder by every channel they have, again and again, where there is no contact', async () => {
    await care.db.updateTable('accounts').set({ phoneNumber: '+61491570150' }).execute()
    await open()
    for (let minute = 0; minute < 60; minute++) await pass(1)
    const each = (round: number, purpose = 'alert') =>
      ['email', 'sms', 'call'].map((channel) => `Robyn Hartley ${channel} ${purpose} ${round}`)
    expect(await alerted()).toEqual([...each(1), ...each(2), ...each(3), ...each(1, 'unresolved')])
  })

  test('names the loved one’s own emergency contact too, and nobody twice', async () => {
    await contact('Susan Hartley', SUSAN)
    await care.db
      .updateTable('lovedOnes')
      .set({ emergencyContactName: 'Susan again', emergencyContactPhone: SUSAN })
      .execute()
    await open()
    const people = care.db.selectFrom('incidentPeople').select(['name', 'role']).orderBy('position')
    expect(await people.execute()).toEqual([
      { name: 'Robyn Hartley', role: 'account_holder' },
      { name: 'Susan Hartley', role: 'contact' },
    ])
  })

  test('opens one incident, however often it is told of', async () => {
    await contact('Susan Hartley', SUSAN)
    await open()
    await care.escalate()
    await open()
    await care.escalate()
    expect(await alerted()).toEqual(['Robyn Hartley email alert 1', 'Susan Hartley sms alert 1'])
  })

  test('is told once by any number of workers', async () => {
    await contact('Susan Hartley', SUSAN)
    await open()
    await Promise.all(Array.from({ length: 8 }, () => care.escalate()))
    expect(textsTo(SUSAN)).toHaveLength(1)
  })
})

describe('somebody who takes it on', () => {
  beforeEach(async () => {
    await contact('Susan Hartley', SUSAN)
    await contact('Tom Hartley', TOM)
    await open()
    await care.escalate()
    await pass(2)
    await pass(4)
  })

  test('keeps everybody further from being disturbed, and those who were told learn who it is', async () => {
    expect(await answer('Susan Hartley', { kind: 'calling' })).toEqual({ kind: 'taken' })
    await pass(29)
    expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN])
    expect(textsTo(TOM).at(-1)).toMatch(/^Cooee: Susan Hartley is looking after Margaret Hartley: calling now\./)
    expect(care.told.filter(({ channel }) => channel === 'email').at(-1)?.subject).toBe(
      'Susan Hartley is looking after Margaret Hartley',
    )
    expect(textsTo(SUSAN)).toHaveLength(1)
  })

  test('is the first who does; the second is told who was', async () => {
    await answer('Susan Hartley', { kind: 'calling' })
    expect(await answer('Tom Hartley', { kind: 'going', minutes: 10 })).toEqual({
      kind: 'owned',
      ownerName: 'Susan Hartley',
    })
    expect(await incident()).toMatchObject({ intent: 'calling' })
  })

  test('loses it after 30 minutes without a report, and the others are told again', async () => {
    await answer('Susan Hartley', { kind: 'calling' })
    await pass(30)
    expect(await incident()).toMatchObject({ status: 'running', ownerId: null })
    expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, TOM])
  })

  test('keeps it by reporting, and for as long as the way there takes', async () => {
    await answer('Susan Hartley', { kind: 'going', minutes: 40 })
    await pass(50)
    expect(await incident()).toMatchObject({ status: 'owned' })
    await answer('Susan Hartley', { kind: 'calling' })
    await pass(29)
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('can give it back: the next one is told at once', async () => {
    await answer('Susan Hartley', { kind: 'calling' })
    expect(await answer('Susan Hartley', { kind: 'cannot' })).toEqual({ kind: 'declined' })
    await care.escalate()
    expect(await incident()).toMatchObject({ status: 'running' })
    expect(care.telephony.alertsDialled.at(-1)).toMatchObject({ to: TOM })
  })

  test('can do so even after everything was given up', async () => {
    for (let minute = 0; minute < 90; minute++) await pass(1)
    expect(await incident()).toMatchObject({ status: 'unresolved' })
    expect(await answer('Tom Hartley', { kind: 'calling' })).toEqual({ kind: 'taken' })
    expect(await incident()).toMatchObject({ status: 'owned', endedAt: null })
    await pass(30)
    expect(await incident()).toMatchObject({ status: 'unresolved' })
    expect((await alerted()).at(-1)).toBe('Robyn Hartley email unresolved 2')
  })

  test('ends it with "all is well", and everybody who was alerted gets the all-clear', async () => {
    expect(await answer('Tom Hartley', { kind: 'ok' })).toEqual({ kind: 'resolved' })
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Tom Hartley says that all is well.' })
    expect(textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: all clear for Margaret Hartley\. Tom Hartley says that all is well\./,
    )
    expect(care.told.filter(({ channel }) => channel === 'email').at(-1)?.subject).toBe('All clear: Margaret Hartley')
    const count = care.told.length
    expect(await answer('Susan Hartley', { kind: 'ok' })).toEqual({
      kind: 'over',
      how: 'Tom Hartley says that all is well.',
    })
    await pass(60)
    expect(care.told).toHaveLength(count)
  })
})

describe('a late check-in', () => {
  const checkIn = () =>
    care.db
      .transaction()
      .execute((trx) =>
        resolveByCheckIn(care.deps.incidents, trx, { lovedOneId, how: 'Margaret Hartley has rung Cooee.' }),
      )

  test('ends a miss, even one that was given up today, with an all-clear', async () => {
    await contact('Susan Hartley', SUSAN)
    await open()
    for (let minute = 0; minute < 60; minute++) await pass(1)
    expect(await checkIn()).toBe(1)
    expect(await checkIn()).toBe(0)
    expect(textsTo(SUSAN).at(-1)).toMatch(/^Cooee: all clear/)
  })

  test('does not end a cry for help: a person looks after that', async () => {
    await open('help')
    expect(await checkIn()).toBe(0)
    expect(await incident()).toMatchObject({ status: 'running' })
  })
})

test('help asked for after a miss begins anew: whoever was told is told that, too', async () => {
  await contact('Susan Hartley', SUSAN)
  await open()
  await care.escalate()
  await answer('Susan Hartley', { kind: 'calling' })
  await open('help')
  await care.escalate()
  expect(await incident()).toMatchObject({ cause: 'help', status: 'running', ownerId: null })
  expect(textsTo(SUSAN)).toHaveLength(2)
  await open('help')
  await care.escalate()
  expect(textsTo(SUSAN)).toHaveLength(2)
})
