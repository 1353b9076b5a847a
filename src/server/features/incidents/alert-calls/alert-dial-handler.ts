import type { DialHandler, OpenDial } from '#server/features/dialling/public.ts'
import type { IncidentDeps } from '../deps.ts'
import { stopRefusedAlerts } from '../people/stop-alerts-to.ts'
import { dialAlertAgain } from './alert-dial.ts'
import { concludeAlertCall } from './conclude-alert-call.ts'

/** No alert call takes longer. */
const GIVE_UP_MS = 15 * 60_000

/** What alerts by phone do with the results of their dials. */
export function alertDialHandler(deps: IncidentDeps): DialHandler {
  return {
    ended: (dial, { endedStatus, providerCallId, durationSeconds }) =>
      concludeAlertCall(deps, alertOf(dial), { kind: 'ended', endedStatus, providerCallId, durationSeconds }),
    notPlaced: (dial) => dialAlertAgain(deps, alertOf(dial)),
    matched: ({ phoneNumber }) => stopRefusedAlerts(deps, phoneNumber),
    giveUpAt: ({ startedAt }) => new Date(startedAt.getTime() + GIVE_UP_MS),
    giveUp: (dial) => concludeAlertCall(deps, alertOf(dial), { kind: 'never_rang', outcome: 'failed' }),
    // The ladder has not waited this long: the next person was notified minutes ago, and this phone counts as free
    // again.
    async notifyEndNotStored(dial) {
      deps.log.error({ alertId: alertOf(dial) }, 'End of an alert call could not be saved; treating its phone as free')
    },
  }
}

/** The database gives every alert by phone one. */
function alertOf({ id, alertId }: OpenDial): number {
  if (alertId === null) throw new Error(`Dial ${id} does not belong to an alert`)
  return alertId
}
