import type { Insertable } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AlertCallsTable, AlertsTable, IncidentsTable, MessagesTable } from '#server/platform/database/schema.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'

const MINUTE = 60_000
const at = (minutes: number) => new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE)

let care: CareFixture
let account: Awaited<ReturnType<CareFixture['anAccount']>>
let lovedOneId: number
let callId: number
let incidentId: number
let robyn: number
let june: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId })
  await care.db
    .updateTable('calls')
    .set({ status: 'missed', reason: 'Nobody picked up.', dialAt: null, dialBy: null, endedAt: at(0) })
    .where('id', '=', callId)
    .execute()
  const incident = await care.db
    .insertInto('incidents')
    .values({
      accountId: account.id,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: "Margaret Hartley didn't answer",
      openedAt: at(0),
      nextAt: at(2),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  incidentId = incident.id
  await care.db
    .insertInto('incidentCauses')
    .values({
      ...{ incidentId, callId, cause: 'not_reached', form: 'missed', scheduledFor: at(0), happenedAt: at(0) },
      headline: "Margaret Hartley didn't answer",
    })
    .execute()
  robyn = await aPerson({
    position: 1,
    role: 'member',
    personId: account.personId,
    name: 'Robyn Hartley',
    email: 'robyn@example.com',
  })
  june = await aPerson({ position: 2, role: 'contact', name: 'June Murray', phoneNumber: '+61491570110' })
})

async function aPerson(person: {
  position: number
  role: 'member' | 'contact'
  personId?: number
  name: string
  email?: string
  phoneNumber?: string
}): Promise<number> {
  const { id } = await care.db
    .insertInto('incidentPeople')
    .values({ incidentId, ...person })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function anAlert(
  incidentPersonId: number,
  channel: AlertsTable['channel'],
  minutes: number,
  {
    message,
    call,
    ...fields
  }: Partial<Insertable<AlertsTable>> & {
    message?: Partial<Insertable<MessagesTable>>
    call?: Partial<Insertable<AlertCallsTable>>
  } = {},
): Promise<void> {
  const sent = message
    ? await care.db
        .insertInto('messages')
        .values({ channel: channel === 'email' ? 'email' : 'sms', recipient: '+61491570110', text: 'x', ...message })
        .returning('id')
        .executeTakeFirstOrThrow()
    : null
  const alert = await care.db
    .insertInto('alerts')
    .values({
      incidentId,
      incidentPersonId,
      channel,
      purpose: 'alert',
      round: 1,
      createdAt: at(minutes),
      messageId: sent?.id ?? null,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!call) return
  await care.db
    .insertInto('alertCalls')
    .values({ alertId: alert.id, phoneNumber: '+61491570110', startedAt: at(minutes), ...call })
    .execute()
}

async function setIncident(fields: Partial<Insertable<IncidentsTable>>): Promise<void> {
  await care.db.updateTable('incidents').set(fields).where('id', '=', incidentId).execute()
}

const details = () => care.call(account, callId)
const outcomes = async () => (await details()).escalation?.steps.map(({ channel, outcome }) => `${channel}: ${outcome}`)
const afterTheCall = async () => (await details()).timeline.slice(2).map(({ kind, text }) => `${kind}: ${text}`)

test('a call that needs nobody has no escalation', async () => {
  await care.db.deleteFrom('incidents').execute()
  expect(await details()).toMatchObject({ escalation: null, incident: null })
})

test('each person who is notified is listed in order, with the number or address and the progress', async () => {
  await anAlert(robyn, 'email', 0, { message: { channel: 'email', recipient: 'robyn@example.com', sentAt: at(0) } })
  await anAlert(june, 'sms', 1, { message: {} })
  expect((await details()).escalation).toEqual({
    status: 'running',
    owner: null,
    isYours: false,
    ended: null,
    causes: [
      {
        callId,
        headline: "Margaret Hartley didn't answer",
        at: at(0).toISOString(),
      },
    ],
    steps: [
      {
        at: at(0).toISOString(),
        channel: 'email',
        contactName: 'Robyn Hartley',
        to: 'robyn@example.com',
        outcome: 'sent',
        news: '',
      },
      {
        ...{ at: at(1).toISOString(), channel: 'sms', contactName: 'June Murray', to: '+61491570110' },
        ...{ outcome: 'sending', news: '' },
      },
    ],
  })
})

test.each<[string, { message?: Partial<Insertable<MessagesTable>>; call?: Partial<Insertable<AlertCallsTable>> }]>([
  ['sms: sending', { message: {} }],
  ['sms: sent', { message: { sentAt: at(1) } }],
  ['sms: delivered', { message: { sentAt: at(1), delivery: 'delivered' } }],
  ['sms: not delivered', { message: { sentAt: at(1), delivery: 'failed' } }],
  ['sms: not delivered', { message: { failedAt: at(1) } }],
  ['call: about to ring', { call: {} }],
  ['call: ringing', { call: { state: 'placed' } }],
  ['call: on the phone', { call: { state: 'placed', answeredAt: at(1) } }],
  ["call: said they'd check", { call: { state: 'ended', outcome: 'took' } }],
  ["call: can't", { call: { state: 'ended', outcome: 'declined' } }],
  ["call: said all's well", { call: { state: 'ended', outcome: 'ok' } }],
  ['call: no answer', { call: { state: 'ended', outcome: 'no_answer' } }],
  ['call: busy', { call: { state: 'ended', outcome: 'busy' } }],
  ['call: no key pressed', { call: { state: 'ended', outcome: 'no_response' } }],
  ["call: didn't go through", { call: { state: 'ended', outcome: 'rejected' } }],
])('an alert reads "%s" for %o', async (words, fields) => {
  await anAlert(june, fields.call ? 'call' : 'sms', 1, fields)
  expect(await outcomes()).toEqual([words])
})

test('an answer to an alert counts more than its arrival', async () => {
  await anAlert(june, 'sms', 1, { message: { sentAt: at(1) }, answer: 'declined', answeredAt: at(2) })
  expect(await outcomes()).toEqual(["sms: can't"])
})

test('an owner is named everywhere, once', async () => {
  await anAlert(june, 'sms', 1, {
    message: { sentAt: at(1), delivery: 'delivered' },
    answer: 'took',
    answeredAt: at(2),
  })
  await anAlert(robyn, 'email', 2, {
    message: { channel: 'email', sentAt: at(2) },
    purpose: 'owned',
  })
  await setIncident({ status: 'owned', ownerId: june, ownedAt: at(2), intent: 'going', etaMinutes: 20 })
  const call = await details()
  expect(call.incident).toMatchObject({ status: 'owned', owner: 'June Murray' })
  expect(call.escalation).toMatchObject({ status: 'acknowledged', owner: 'June Murray' })
  // As many as the timeline shows.
  expect(call.escalation?.steps.map(({ news }) => news)).toEqual(['', 'that someone is checking'])
  expect(await afterTheCall()).toEqual([
    'told: We texted June Murray: delivered',
    'told: We emailed you that someone is checking: sent',
    "owned: June Murray said they'd check: on the way, about 20 minutes",
  ])
})

test('somebody who took it on and did not report stays in the timeline', async () => {
  await anAlert(june, 'sms', 1, { message: { sentAt: at(1) }, answer: 'took', answeredAt: at(2) })
  expect(await afterTheCall()).toEqual(['told: We texted June Murray: sent', "owned: June Murray said they'd check"])
})

test('an incident that nobody took on ends visibly', async () => {
  await anAlert(june, 'call', 1, { call: { state: 'ended', outcome: 'no_answer' } })
  await anAlert(robyn, 'call', 30, { purpose: 'unresolved', call: { state: 'placed' } })
  await setIncident({ status: 'unresolved', nextAt: null, endedAt: at(30), endedHow: 'Nobody checked.' })
  expect((await details()).escalation?.status).toBe('unresolved')
  expect(await afterTheCall()).toEqual([
    'told: We rang June Murray: no answer',
    'told: We rang you, to say that nobody is checking yet: ringing',
    'unresolved: Nobody checked.',
  ])
})

test('lists name the incident of each call, and only of calls that have one', async () => {
  const other = await care.aCall(account, { lovedOneId, at: at(60) })
  expect((await care.call(account, other)).incident).toBeNull()
  expect((await details()).incident).toEqual({
    cause: 'not_reached',
    status: 'running',
    owner: null,
    isYours: false,
    isOpen: true,
  })
})
