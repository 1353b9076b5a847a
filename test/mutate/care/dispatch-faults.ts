// biome-ignore-all lint/suspicious/noTemplateCurlyInString: what stands here is text of the code
import type { PlantedFault } from '../planted-fault.ts'

const CARE = 'src/server/features/care'
const DIALLING = 'src/server/features/dialling'

/** Which calls are dispatched, and when. */
export const DISPATCH_FAULTS: readonly PlantedFault[] = [
  {
    name: 'a call is claimed before its minute',
    file: `${CARE}/attempts/due-calls.ts`,
    text: `    .select([...DUE_COLUMNS, CALLS_CONSENT.as('callsConsent')])
    .select(NEEDS_CONSENT_ON_SECOND_PHONE.as('needsConsentOnSecondPhone'))
    .where('calls.dialAt', '<=', now)
    .where('calls.dialBy', '>=', now)`,
    replacement: `    .select([...DUE_COLUMNS, CALLS_CONSENT.as('callsConsent')])
    .where('calls.dialBy', '>=', now)`,
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'calls of a poll that were moved since, or claimed by another worker, are not dialled',
    },
  },
  {
    name: 'a stranger uses up the dials of another family’s mother',
    file: 'src/core/plans/limits/share-of-limit.ts',
    text: '>= Math.floor(most / accounts)',
    replacement: '>= 0',
    test: {
      file: `${CARE}/dispatch/not-made/over-limit-dials.test.ts`,
      title: 'no account uses up the dials of a phone that another account rings: each has its share',
    },
  },
  {
    name: 'a call that is past its grace is never given up',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'const overdue = await overdueCalls(deps.db, now, BATCH_SIZE)',
    replacement: 'const overdue = (await overdueCalls(deps.db, now, BATCH_SIZE)).slice(BATCH_SIZE)',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'after days of outage every missed occurrence is accounted for, and the schedule continues',
    },
  },
  {
    name: 'a call of a missed day is placed hours late',
    file: 'src/core/calls/grace-period.ts',
    text: 'return new Date(promisedFor.getTime() + GRACE_MINUTES[callType] * 60_000)',
    replacement: 'return new Date(promisedFor.getTime() + GRACE_MINUTES[callType] * 3_600_000)',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a machine that slept for two hours between claim and dial rings nobody for it when it wakes, and reports that',
    },
  },
  {
    name: 'no incident when the grace of a retry ends',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'await raiseIncident(deps, trx, call, notReached, { notTriedAt: deps.clock.now() })',
    replacement: 'continue',
    test: {
      file: `${CARE}/late-provider-events.test.ts`,
      title: 'a retry that could not be made in its grace period is a miss, and the family is notified',
    },
  },
  {
    name: 'the following occurrence is not booked when a call leaves',
    file: `${CARE}/dispatch/claim-due-calls.ts`,
    text: 'await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules(due))',
    replacement: 'await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([]))',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'a due call books the following occurrence of its schedule in the moment it is claimed, on the wall clock',
    },
  },
  {
    name: 'a schedule ends with the first call that is given up',
    file: `${CARE}/dispatch/not-made/give-up-overdue-calls.ts`,
    text: 'await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([call]))',
    replacement: 'await bookNextOccurrences(trx, deps.jobs, nextCallsOfSchedules([]))',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'after days of outage every missed occurrence is accounted for, and the schedule continues',
    },
  },
  {
    name: 'the row of the rate limit is not locked',
    file: `${DIALLING}/pace.ts`,
    text: `      .where('ownNumber', '=', (eb) => eb.fn.any(eb.val([...numbers])))
      .forUpdate()`,
    replacement: `      .where('ownNumber', '=', (eb) => eb.fn.any(eb.val([...numbers])))`,
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'due calls are dialled no faster than the provider allows, whichever worker claims them',
    },
  },
  {
    name: 'a call that is being edited blocks all calls behind it',
    file: `${CARE}/attempts/due-calls.ts`,
    text: 'for update of calls skip locked for key share of loved_ones skip locked',
    replacement: 'for update of calls for key share of loved_ones',
    test: {
      file: `${CARE}/placing-calls.test.ts`,
      title: 'a due call that is being edited delays no other, at a rate of %i, and is dialled once the edit is over',
    },
  },
  {
    name: 'the fence before a dial lets through an attempt that the reconciler has checked',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: "attempts.state = 'dialling' and attempts.reconcile_count = 0",
    replacement: "attempts.state = 'dialling' and attempts.reconcile_count >= 0",
    test: {
      file: `${CARE}/dispatched-together.test.ts`,
      title: 'a lease that has grown old is taken again, because the reconciler may have run meanwhile',
    },
  },
  {
    name: 'the fence before a dial lets a completed call ring',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: "and called.status = 'in_progress'",
    replacement: '',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title: 'a retry that was claimed a moment before a late key completed the call does not ring',
    },
  },
  {
    name: 'a claim examines the whole queue for the calls that it takes',
    file: `${CARE}/attempts/due-calls.ts`,
    text: 'order by queue_index ${limitToLength(callIds)}',
    replacement: '${limitToLength(callIds)}',
    test: {
      file: `${CARE}/dispatch/reads-of-a-burst.test.ts`,
      title: 'of a long queue a claim reads the calls that it takes',
    },
  },
  {
    name: 'each poll for due calls reads everybody',
    file: `${CARE}/dispatch/dispatch-queue.ts`,
    text: 'cross join lateral (select * from loved_ones where id = calls.loved_one_id limit 1) as loved_ones',
    replacement: 'join loved_ones on loved_ones.id = calls.loved_one_id',
    test: {
      file: `${CARE}/dispatch/reads-of-a-burst.test.ts`,
      title: 'the order of the few calls that are due does not read everybody, although many were due before',
    },
  },
  {
    name: 'phones ring at the full rate while people who picked up wait for a word',
    file: `${DIALLING}/pace.ts`,
    text: 'slowedRate(callsPerSecond, share)',
    replacement: 'callsPerSecond',
    test: {
      file: `${DIALLING}/slow-dialling.test.ts`,
      title: 'a slow callback slows dialling down for every worker, and each further second of slow callbacks more',
    },
  },
  {
    name: 'a machine that slept dials the calls that it claimed before',
    file: `${CARE}/dispatch/dial-attempt.ts`,
    text: 'and attempts.next_at > ',
    replacement: 'and attempts.next_at <> ',
    test: {
      file: `${CARE}/lost-and-doubled.test.ts`,
      title:
        'a machine that slept for two hours between claim and dial rings nobody for it when it wakes, and reports that',
    },
  },
]
