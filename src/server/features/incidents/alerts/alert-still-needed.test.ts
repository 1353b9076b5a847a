import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { DELIVERY_TIMEOUTS, deliveryHandlers, enqueueMessage } from '#server/features/messages/public.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { answerIncident } from '../answers/answer-incident.ts'
import { resolveByCheckIn } from '../answers/end-incident.ts'
import type { IncidentAnswer } from '../answers/incident-answer.ts'
import type { IncidentDeps } from '../deps.ts'
import { addCause } from '../steps/add-cause.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'
import { isAlertStillNeeded } from './alert-still-needed.ts'

const MINUTE = 60_000
const SUSAN = '+61491570157'

let care: CareFixture
let deps: IncidentDeps
let lovedOneId: number
let callId: number
let account: { id: number }
/** The texts that the provider took, in order. */
let arrived: string[]
let areTextsAway: boolean
beforeAll(async () => {
  care = await careFixture()
  deps = {
    ...care.deps.incidents,
    enqueueNotice: (trx, notice) =>
      enqueueMessage(care.jobs, trx, { ...notice, isUrgent: true, createdAt: care.clock.now() }),
  }
})
afterAll(() => care.close())
beforeEach(async () => {
  await deleteEverybody(care.db)
  care.clock.set(NINE_IN_SYDNEY)
  arrived = []
  areTextsAway = true
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 60 * MINUTE) })
  care.jobs.sent.length = 0
  await care.db
    .insertInto('contacts')
    .values({
      accountId: account.id,
      lovedOneId,
      name: 'Susan Hartley',
      phoneNumber: SUSAN,
      contactType: 'family',
      isEmergencyContact: true,
      position: 1,
    })
    .execute()
  await care.db.transaction().execute((trx) =>
    addCause(deps, trx, {
      accountId: account.id,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: "Margaret Hartley didn't answer the 9:00 AM call",
      detail: null,
    }),
  )
  await advanceIncidents(deps)
})

async function deliver(milliseconds = 0) {
  care.clock.advance(milliseconds)
  const outcome = (text: string): DeliveryResult => {
    if (areTextsAway) return { kind: 'unreachable', reason: 'connection refused' }
    arrived.push(text)
    return { kind: 'accepted', providerId: null }
  }
  const handlers = deliveryHandlers({
    ...care.deps,
    log: pino({ level: 'silent' }),
    push: scriptedPush(),
    timeouts: DELIVERY_TIMEOUTS,
    mail: { close: () => {}, send: async () => ({ kind: 'accepted', providerId: null }) },
    texts: { send: async ({ text }) => outcome(text), find: async () => ({ kind: 'absent' }) },
    isStillNeeded: (messageId) => isAlertStillNeeded(care.db, messageId),
    onFallback: async () => {},
    onUndelivered: async () => {
      throw new Error('nothing failed')
    },
  })
  await care.jobs.runDue(handlers, care.clock.now())
}

async function answer(said: IncidentAnswer) {
  const person = await care.db
    .selectFrom('incidentPeople')
    .select(['id', 'incidentId'])
    .where('name', '=', 'Susan Hartley')
    .executeTakeFirstOrThrow()
  await care.db
    .transaction()
    .execute((trx) => answerIncident(deps, trx, { ...person, incidentPersonId: person.id, answer: said }))
}

test('an alert by text that could not be sent does not arrive after the all-clear', async () => {
  for (let minute = 0; minute < 9; minute += 1) await deliver(MINUTE)
  await care.db.transaction().execute((trx) => resolveByCheckIn(deps, trx, { lovedOneId, how: 'She rang.' }))
  areTextsAway = false
  for (let minute = 0; minute < 20; minute += 1) await deliver(MINUTE)
  expect(arrived).toHaveLength(1)
  expect(arrived[0]).toContain('She rang.')
  const { escalation } = await care.call(account, callId)
  expect(escalation?.steps.filter(({ channel }) => channel === 'sms')).toMatchObject([
    { contactName: 'Susan Hartley', outcome: 'not needed any more' },
    { contactName: 'Susan Hartley', news: "that all's well" },
  ])
})

test('an alert by text arrives a minute after texts can be sent again, while the incident wants an owner', async () => {
  for (let minute = 0; minute < 9; minute += 1) await deliver(MINUTE)
  areTextsAway = false
  await deliver(MINUTE)
  expect(arrived).toHaveLength(1)
  expect(arrived[0]).toContain("didn't answer")
})

test('an alert by text that could not be sent does not arrive once somebody has taken the incident on', async () => {
  await deliver(MINUTE)
  await answer({ kind: 'calling' })
  areTextsAway = false
  await deliver(MINUTE)
  expect(arrived).toEqual([])
})

test.each([3, 25])(
  'an all-clear that could not be sent for %s minutes does not arrive after a later request for help',
  async (minutes) => {
    await care.db.transaction().execute((trx) => resolveByCheckIn(deps, trx, { lovedOneId, how: 'She rang.' }))
    for (let minute = 0; minute < minutes; minute++) await deliver(MINUTE)
    await deliver(5_000)
    await care.db.transaction().execute((trx) =>
      addCause(deps, trx, {
        ...{ accountId: account.id, lovedOneId, callId: null, cause: 'help', detail: null },
        headline: 'Margaret Hartley texted us for help',
      }),
    )
    await advanceIncidents(deps)
    areTextsAway = false
    for (let minute = 0; minute < 30; minute++) await deliver(MINUTE)
    expect(arrived.join(' ')).toContain('texted us for help')
    expect(arrived.join(' ')).not.toContain('all clear')
  },
)

test('after hours in which no text could be sent, the same news of several rounds arrives once', async () => {
  for (let minute = 0; minute < 3 * 60; minute++) {
    care.clock.advance(MINUTE)
    while ((await advanceIncidents(deps)) > 0);
    await care.db
      .updateTable('alertCalls')
      .set({ state: 'ended', outcome: 'failed', nextAt: null, endedAt: care.clock.now() })
      .execute()
    await deliver()
  }
  const alerts = await care.db.selectFrom('alerts').select('id').where('channel', '=', 'sms').execute()
  expect(alerts.length).toBeGreaterThan(2)
  areTextsAway = false
  await deliver(MINUTE)
  await deliver(MINUTE)
  expect(arrived).toHaveLength(1)
})

test('a text about a request for help that waits is sent, although later ones were too many in the hour', async () => {
  const pass = async (minutes: number) => {
    for (let minute = 0; minute < minutes; minute++) {
      care.clock.advance(MINUTE)
      while ((await advanceIncidents(deps)) > 0);
      await deliver()
    }
  }
  areTextsAway = false
  await pass(40)
  const { id: incidentPersonId, incidentId } = await care.db
    .selectFrom('incidentPeople')
    .select(['id', 'incidentId'])
    .where('name', '=', 'Susan Hartley')
    .executeTakeFirstOrThrow()
  const news = { incidentId, incidentPersonId, purpose: 'rang', channel: 'sms', round: 1 } as const
  const sent = { ...news, messageId: null, createdAt: care.clock.now() }
  await care.db
    .insertInto('alerts')
    .values([sent, { ...sent, purpose: 'given_back' }])
    .execute()
  areTextsAway = true
  arrived = []
  await care.db.transaction().execute((trx) =>
    addCause(deps, trx, {
      ...{ accountId: account.id, lovedOneId, callId: null, cause: 'help', detail: null },
      headline: 'Margaret Hartley texted us for help',
    }),
  )
  await pass(15)
  const results = await care.db
    .selectFrom('alerts')
    .select('messageResult')
    .where('channel', '=', 'sms')
    .orderBy('id')
    .execute()
  expect(results.at(-1), 'there was no room for the latest one').toEqual({ messageResult: 'suppressed' })
  areTextsAway = false
  await deliver(MINUTE)
  await deliver(MINUTE)
  expect(arrived).toEqual([expect.stringContaining('texted us for help')])
})
