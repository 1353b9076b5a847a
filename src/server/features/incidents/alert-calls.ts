import type { Trx } from '#server/platform/database.ts'
import type { AlertsTable } from '#server/platform/schema.ts'
import type { IncidentDeps } from './deps.ts'
import type { OpenIncident, PersonToTell } from './incident-state.ts'
import { writeAlert } from './tell-person.ts'

/** An alert by phone that is owed to the provider: it is written down. */
export interface OwedAlert {
  alertId: number
  to: string
}

const SETTLE_AFTER_MS = 20_000

/** Writes an alert by phone down, to be dialled once the transaction has ended. Null when it was written before. */
export async function writeAlertCall(
  deps: IncidentDeps,
  trx: Trx,
  incident: OpenIncident,
  person: PersonToTell,
  alert: { round: number; purpose: AlertsTable['purpose'] },
): Promise<OwedAlert | null> {
  if (person.phoneNumber === null) return null
  const alertId = await writeAlert(deps, trx, incident, person, { channel: 'call', ...alert })
  if (alertId === null) return null
  const now = deps.clock.now()
  const settleAt = new Date(now.getTime() + SETTLE_AFTER_MS)
  await trx
    .insertInto('alertCalls')
    .values({ alertId, phoneNumber: person.phoneNumber, startedAt: now, settleAt })
    .execute()
  return { alertId, to: person.phoneNumber }
}

/** Asks the provider to ring, outside any transaction. */
export async function dialAlert(deps: IncidentDeps, { alertId, to }: OwedAlert): Promise<void> {
  await deps.telephony.dial({ to, alertId })
}
