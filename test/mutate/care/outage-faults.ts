import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const INCIDENTS = 'src/server/features/incidents'
const DIALLING = 'src/server/features/dialling'

/** What an outage must not do. */
export const OUTAGE_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a call that the provider kept queued is reported as one that did not reach the loved one',
    file: `${DIALLING}/reconcile-dials.ts`,
    text: "const NOT_RUNG_YET: readonly string[] = ['queued', 'initiated']",
    replacement: 'const NOT_RUNG_YET: readonly string[] = []',
    test: {
      file: `${CARE}/still-ringing.test.ts`,
      title:
        'a call that stays queued for a quarter of an hour is not reported as one by which the loved one was not reached',
    },
  },
  {
    name: 'the catch-up call is lost to a provider that keeps it queued',
    file: `${CARE}/dispatch/care-dial-handler.ts`,
    text: 'if (dialAt > dialBy || (',
    replacement: 'if (dialBy || (',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title:
        'a catch-up call is made again while the provider takes every call and rings nobody, one at a time, until it works again',
    },
  },
  {
    name: 'contacts are notified of a call that was not placed before the loved one is rung after an outage of ours',
    file: `${INCIDENTS}/steps/advance-incidents.ts`,
    text: 'if (await delayForCatchUp(deps, trx, incident)) return true',
    replacement: '',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title:
        'a catch-up call that Cooee itself was not there to place is rung when it is back, before any contact is notified',
    },
  },
  {
    name: 'a catch-up call is lost when Cooee is down all day',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'if (call.catchUpFor !== null && why.isOurs && !why.isOwnFault) {',
    replacement: 'if (call.catchUpFor !== null && why.isOurs && call.dialBy === null) {',
    test: {
      file: `${CARE}/outages-of-hours.test.ts`,
      title: 'a catch-up call for which Cooee was away all day is rung on the next morning',
    },
  },
  {
    name: 'a phone keeps ringing for a loved one who was removed',
    file: `${INCIDENTS}/people/notify-of-removal.ts`,
    text: 'await cancelAllLater(trx, ringingFor(lovedOneId), now)',
    replacement: '',
    test: {
      file: `${CARE}/still-ringing.test.ts`,
      title:
        'an alert about a loved one who is removed while it rings is stopped, and a person who picks up hears that it is over',
    },
  },
  {
    name: 'an old all-clear arrives after a request for help',
    file: `${INCIDENTS}/alerts/alert-still-needed.ts`,
    text: 'return !alert.isOvertaken',
    replacement: 'return true',
    test: {
      file: `${INCIDENTS}/alerts/alert-still-needed.test.ts`,
      title: 'an all-clear that could not be sent for %s minutes does not arrive after a later request for help',
    },
  },
]
