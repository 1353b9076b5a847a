import { afterAll, beforeAll, beforeEach } from 'vitest'
import { answerIncident } from '#server/features/incidents/answers/answer-incident.ts'
import type { IncidentAnswer } from '#server/features/incidents/answers/incident-answer.ts'
import { peopleOf } from '#server/features/incidents/causes/incident-state.ts'
import { addCause } from '#server/features/incidents/steps/add-cause.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { deleteEverybody } from './insert-account.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
const MARGARET = '+61491570156'
export const SUSAN = '+61491570157'
export const TOM = '+61491570158'

/** Of the test that runs. */
export let care: CareFixture
export let account: { id: number; personId: number }
let lovedOneId: number
export let callId: number

/** Begins each test of the file that calls it at nine: Margaret, whose contacts are Susan and Tom. */
export function setUpAlertCalls(): void {
  beforeAll(async () => {
    care = await careFixture()
  })
  afterAll(() => care.close())
  beforeEach(async () => {
    await deleteEverybody(care.db)
    await care.db.deleteFrom('events').execute()
    await care.db.deleteFrom('callsToCancel').execute()
    await care.db.deleteFrom('phoneRefusals').execute()
    await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
    care.telephony.clear()
    care.notified.length = 0
    care.clock.set(NINE_IN_SYDNEY)
    account = await care.anAccount()
    lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
    callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 60 * MINUTE) })
    for (const [index, [name, phoneNumber]] of [
      ['Susan Hartley', SUSAN] as const,
      ['Tom Hartley', TOM] as const,
    ].entries()) {
      await care.db
        .insertInto('contacts')
        .values({
          accountId: account.id,
          lovedOneId,
          name,
          phoneNumber,
          contactType: 'family',
          isEmergencyContact: true,
          position: index + 1,
        })
        .execute()
    }
  })
}

/** Opens the incident and lets Susan have her text message; two minutes later her phone is rung. */
export async function ringSusan(...outcomes: typeof care.telephony.outcomes): Promise<number> {
  await open()
  await care.escalate()
  care.telephony.outcomes.push(...outcomes)
  await pass(2 * MINUTE)
  return care.telephony.alertsDialled[0]?.alertId ?? 0
}
export const open = () =>
  care.db.transaction().execute((trx) =>
    addCause(care.deps.incidents, trx, {
      accountId: account.id,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: "Margaret Hartley didn't answer the 9:00 AM call",
      detail: null,
    }),
  )
/** Lets time go by, and takes the steps that are due then. */
export async function pass(milliseconds: number) {
  care.clock.advance(milliseconds)
  await care.settle()
  await care.escalate()
}
export const incident = () => care.db.selectFrom('incidents').selectAll().executeTakeFirstOrThrow()
export const alertCall = (alertId: number) =>
  care.db.selectFrom('alertCalls').selectAll().where('alertId', '=', alertId).executeTakeFirstOrThrow()
export const answerOf = (alertId: number) =>
  care.db.selectFrom('alerts').select(['answer', 'answeredAt']).where('id', '=', alertId).executeTakeFirstOrThrow()
/** The alerts for which a phone has really rung. */
export const rings = () => care.telephony.alertsDialled.filter(({ providerCallId }) => providerCallId !== null)
export const sidOf = (alertId: number) => rings().find((ring) => ring.alertId === alertId)?.providerCallId ?? ''
export const textsTo = (phoneNumber: string) =>
  care.notified.filter(({ recipient }) => recipient === phoneNumber).map(({ text }) => text)
export const key = (keys: string) => ({ keys, speech: '' })
export const said = (speech: string) => ({ keys: '', speech })
export const spoken = (script: readonly { kind: string }[]) =>
  script.map((part) => ('prompt' in part ? part.prompt : 'text' in part ? part.text : part.kind)).join(' ')
export const ended = (sid: string, endedStatus: 'completed' | 'busy' | 'no-answer' | 'canceled') => ({
  providerCallId: sid,
  status: endedStatus,
  endedStatus,
  answeredBy: null,
  durationSeconds: null,
})

export async function answerAs(name: string, answer: IncidentAnswer): Promise<void> {
  const { id: incidentId } = await incident()
  const people = await peopleOf(care.db, incidentId)
  const incidentPersonId = people.find((person) => person.name === name)?.id ?? 0
  await care.db
    .transaction()
    .execute((trx) => answerIncident(care.deps.incidents, trx, { incidentId, incidentPersonId, answer }))
}
export async function aPersonOf(incidentId: number): Promise<number> {
  const person = care.db.selectFrom('incidentPeople').select('id').where('incidentId', '=', incidentId)
  return (await person.where('name', '=', 'Susan Hartley').executeTakeFirstOrThrow()).id
}
/** Susan is to be rung, and nobody has begun to. */
export async function aQueuedAlert(incidentId: number): Promise<number> {
  const now = care.clock.now()
  const { id } = await care.db
    .insertInto('alerts')
    .values({
      incidentId,
      incidentPersonId: await aPersonOf(incidentId),
      purpose: 'alert',
      round: 1,
      channel: 'call',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await care.db
    .insertInto('alertCalls')
    .values({ alertId: id, phoneNumber: SUSAN, startedAt: now, nextAt: now })
    .execute()
  return id
}
