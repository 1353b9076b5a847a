import { claimDueCalls } from '#server/features/care/dispatch/claim-due-calls.ts'
import { isRingWanted, isStaleRing } from '#server/features/incidents/alert-calls/alert-state.ts'
import { concludeAlertCall } from '#server/features/incidents/alert-calls/conclude-alert-call.ts'
import { claimQueuedAlerts } from '#server/features/incidents/alert-calls/queued-alerts.ts'
import { addCause, advanceIncidents } from '#server/features/incidents/public.ts'
import type { CareFixture } from './care-fixture.ts'
import { aNumber } from './factories.ts'

/** The account holder of a home. */
export const MATRON = '+61491570150'

export interface Rung {
  atMs: number
  to: string
  cause: string
}

/**
 * The line at a rate that does not suffice: as time passes in steps, the product dispatches alerts and care calls. Alerts
 * ring out after 25 seconds; care calls are answered by then with 1.
 */
export function shortLine(care: CareFixture, callsPerSecond: number, stepMs: number) {
  const incidents = { ...care.deps.incidents, callsPerSecond }
  const deps = { ...care.deps, callsPerSecond, incidents }
  const alerts: Rung[] = []
  const calls: { atMs: number; callId: number }[] = []
  const unrung = { count: 0 }
  const ringing: { endsMs: number; end: () => Promise<void> }[] = []
  return {
    alerts,
    calls,
    unrung,
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += stepMs) {
        care.clock.advance(stepMs)
        const nowMs = care.clock.now().getTime()
        for (const one of ringing.filter(({ endsMs }) => endsMs <= nowMs)) await one.end()
        ringing.splice(0, ringing.length, ...ringing.filter(({ endsMs }) => endsMs > nowMs))
        while ((await advanceIncidents(incidents)) > 0);
        for (const { callId, attemptId } of (await claimDueCalls(deps)).claimed) {
          calls.push({ atMs: nowMs, callId })
          const call = { providerCallId: `CA-l-${attemptId}`, answeredBy: null, durationSeconds: null }
          await care.facts.progressed(attemptId, { ...call, status: 'ringing', endedStatus: null })
          ringing.push({
            endsMs: nowMs + 25_000,
            async end() {
              await care.facts.answered(attemptId, call.providerCallId)
              await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
              await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
              await care.facts.progressed(attemptId, { ...call, status: 'completed', endedStatus: 'completed' })
            },
          })
        }
        for (const { alertId, to } of (await claimQueuedAlerts(incidents, 64)).claimed) {
          // As the dialler does before it asks the provider (`alert-dial.ts`).
          if (!(await isRingWanted(care.db, alertId)) || (await isStaleRing(care.db, alertId, care.clock.now()))) {
            await concludeAlertCall(incidents, alertId, { kind: 'never_rang', outcome: 'not_needed' })
            unrung.count += 1
            continue
          }
          const { cause } = await care.db
            .selectFrom('alerts')
            .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
            .select('cause')
            .where('alerts.id', '=', alertId)
            .executeTakeFirstOrThrow()
          alerts.push({ atMs: nowMs, to, cause })
          const call = { providerCallId: `CA-a-${alertId}`, answeredBy: null, durationSeconds: null }
          await care.alerts.progressed(alertId, { ...call, status: 'ringing', endedStatus: null })
          ringing.push({
            endsMs: nowMs + 25_000,
            end: () => care.alerts.progressed(alertId, { ...call, status: 'no-answer', endedStatus: 'no-answer' }),
          })
        }
      }
    },
  }
}

/** Somebody in an account, with one contact. */
export async function resident(care: CareFixture, accountId: number, contact: string) {
  const lovedOneId = await care.somebodyElse({ id: accountId })
  await care.db
    .insertInto('contacts')
    .values({
      accountId,
      lovedOneId,
      name: 'Nurse Joy',
      phoneNumber: contact,
      contactType: 'family',
      isEmergencyContact: true,
      position: 1,
    })
    .execute()
  return lovedOneId
}
export const happens = (care: CareFixture, accountId: number, lovedOneId: number, cause: 'not_reached' | 'help') =>
  care.db.transaction().execute((trx) =>
    addCause(care.deps.incidents, trx, {
      ...{ accountId, lovedOneId, callId: null, cause, detail: null },
      headline: cause === 'help' ? 'Margaret texted us for help' : "Margaret didn't answer the 9:00 AM call",
    }),
  )
/** An account with residents, each with a contact on that phone, and the number of its holder. */
export async function aHome(care: CareFixture, residents: number, contact: () => string) {
  const { id, personId } = await care.anAccount()
  await care.db.updateTable('people').set({ phoneNumber: MATRON }).where('id', '=', personId).execute()
  const people: number[] = []
  for (let n = 0; n < residents; n++) people.push(await resident(care, id, contact()))
  return { id, people }
}
export const ownPhone = () => `+614${String(30_000_000 + aNumber())}`
