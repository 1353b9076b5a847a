import type { Selectable } from 'kysely'
import { type IncidentCause, isNotSpokenTo } from '#core/escalation/incident-cause.ts'
import { answerIncident } from '#server/features/incidents/answers/answer-incident.ts'
import type { IncidentAnswer } from '#server/features/incidents/answers/incident-answer.ts'
import { addCause, type NewCause } from '#server/features/incidents/steps/add-cause.ts'
import type { IncidentCausesTable } from '#server/platform/database/schema.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { deleteEverybody } from './insert-account.ts'

const MINUTE = 60_000

/** One call, its loved one, and the notifications and answers about it. */
export interface IncidentFixture {
  care: CareFixture
  account: { id: number; personId: number }
  lovedOneId: number
  callId: number
  /** A new account with a loved one and a call, at nine in Sydney; nothing is left of the one before. */
  startOver(): Promise<void>
  /** Adds a contact, marked for emergencies by default. */
  contact(name: string, phoneNumber: string, fields?: { isEmergencyContact?: boolean }): Promise<void>
  open(cause?: IncidentCause, callId?: number, heard?: string, fields?: Partial<NewCause>): Promise<void>
  incident(callId?: number): ReturnType<typeof findIncident>
  /** The causes of all incidents, in the order in which they became known. */
  causes(): Promise<Selectable<IncidentCausesTable>[]>
  answer(name: string, said: IncidentAnswer, callId?: number): ReturnType<typeof answerIncident>
  /** Moves the clock by minutes, and takes the steps that are due then. */
  pass(minutes: number): Promise<void>
  /** Moves the clock minute by minute; every phone that rings for us rings out in each. */
  passRingingOut(minutes: number, stepMinutes?: number): Promise<void>
  /** "Susan Hartley sms alert 1", in the order in which it was written down. */
  alerted(): Promise<string[]>
  textsTo(phoneNumber: string): string[]
}

const HEADLINES: Record<IncidentCause, string> = {
  not_made: "We couldn't make the 9:00 AM call to Margaret Hartley",
  not_reached: "Margaret Hartley didn't answer the 9:00 AM call",
  help: 'Margaret Hartley asked for help on the 9:00 AM call',
  uncertain_help: 'Margaret Hartley may have asked for help on the 9:00 AM call',
  unclear: "Margaret Hartley answered the 9:00 AM call and said something we couldn't understand",
}

function findIncident(care: CareFixture, callId: number) {
  return care.db
    .selectFrom('incidentCauses')
    .innerJoin('incidents', 'incidents.id', 'incidentCauses.incidentId')
    .selectAll('incidents')
    .where('incidentCauses.callId', '=', callId)
    .executeTakeFirstOrThrow()
}

export async function incidentFixture(): Promise<IncidentFixture> {
  const care = await careFixture()
  const fixture: IncidentFixture = {
    care,
    account: { id: 0, personId: 0 },
    lovedOneId: 0,
    callId: 0,
    async startOver() {
      await deleteEverybody(care.db)
      await care.db.deleteFrom('phoneRefusals').execute()
      await care.db.deleteFrom('callsToCancel').execute()
      care.telephony.clear()
      care.notified.length = 0
      care.clock.set(NINE_IN_SYDNEY)
      // The clock goes back: permits of before would lie ahead of it.
      await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
      fixture.account = await care.anAccount()
      const lovedOneId = await care.aLovedOne(fixture.account)
      fixture.lovedOneId = lovedOneId
      fixture.callId = await care.aCall(fixture.account, {
        lovedOneId,
        at: new Date(NINE_IN_SYDNEY.getTime() + MINUTE),
      })
    },
    async contact(name, phoneNumber, fields = {}) {
      const { lovedOneId } = fixture
      const { count } = await care.db
        .selectFrom('contacts')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('lovedOneId', '=', lovedOneId)
        .executeTakeFirstOrThrow()
      await care.db
        .insertInto('contacts')
        .values({
          accountId: fixture.account.id,
          lovedOneId,
          name,
          phoneNumber,
          contactType: 'family',
          isEmergencyContact: true,
          position: count + 1,
          ...fields,
        })
        .execute()
    },
    open: (cause = 'not_reached', callId = fixture.callId, heard, fields = {}) =>
      care.db.transaction().execute((trx) =>
        addCause(care.deps.incidents, trx, {
          accountId: fixture.account.id,
          lovedOneId: fixture.lovedOneId,
          callId,
          cause,
          headline: HEADLINES[cause],
          detail: cause === 'not_reached' ? 'The phone rang out.' : null,
          heard: heard ?? null,
          isByWords: !isNotSpokenTo(cause),
          ...fields,
        }),
      ),
    causes: () => care.db.selectFrom('incidentCauses').selectAll().orderBy('id').execute(),
    incident: (callId = fixture.callId) => findIncident(care, callId),
    async answer(name, answer, callId = fixture.callId) {
      const { id: incidentId } = await findIncident(care, callId)
      const { id: incidentPersonId } = await care.db
        .selectFrom('incidentPeople')
        .select('id')
        .where('incidentId', '=', incidentId)
        .where('name', '=', name)
        .executeTakeFirstOrThrow()
      return care.db
        .transaction()
        .execute((trx) => answerIncident(care.deps.incidents, trx, { incidentId, incidentPersonId, answer }))
    },
    async pass(minutes) {
      care.clock.advance(minutes * MINUTE)
      await care.escalate()
    },
    async passRingingOut(minutes, stepMinutes = 1) {
      for (let minute = 0; minute < minutes; minute += stepMinutes) {
        await fixture.pass(stepMinutes)
        const ringing = care.db
          .selectFrom('alertCalls')
          .select(['alertId', 'providerCallId'])
          .where('state', '=', 'placed')
        for (const { alertId, providerCallId } of await ringing.execute()) {
          await care.alerts.progressed(alertId, {
            providerCallId: providerCallId ?? '',
            status: 'no-answer',
            endedStatus: 'no-answer',
            answeredBy: null,
            durationSeconds: 0,
          })
        }
      }
    },
    async alerted() {
      const rows = await care.db
        .selectFrom('alerts')
        .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
        .select(['incidentPeople.name', 'alerts.channel', 'alerts.purpose', 'alerts.round'])
        .orderBy('alerts.id')
        .execute()
      return rows.map(({ name, channel, purpose, round }) => `${name} ${channel} ${purpose} ${round}`)
    },
    textsTo: (phoneNumber) =>
      care.notified.filter(({ recipient }) => recipient === phoneNumber).map(({ text }) => text),
  }
  return fixture
}
