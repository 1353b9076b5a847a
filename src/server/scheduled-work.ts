import { isClockInSync } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { collectFailures } from '#server/platform/work/collect-failures.ts'
import { EVERY_MINUTE, type ScheduledWork } from '#server/platform/work/scheduled-work.ts'
import type { WorkerParts } from './composition/workers/worker-parts.ts'
import { deleteAccounts, deleteOldCalls, deleteOldWords } from './features/account-data/public.ts'
import { deleteExpiredRecords } from './features/accounts/public.ts'
import { deleteOldTestCalls, warnOfShortage, warnOfUse } from './features/admin/public.ts'
import { reportDueAways } from './features/aways/public.ts'
import {
  advanceLapses,
  deleteOldPaymentEvents,
  deleteRemovedCalls,
  endSubscriptionForGood,
  foldRemovedCallCounts,
  reconcileSubscriptions,
  stopCharging,
} from './features/billing/public.ts'
import { foldCallCounts } from './features/calls/public.ts'
import { foldNotPlaced } from './features/care/public.ts'
import { deleteOldInbound, findLostTexts } from './features/check-ins/public.ts'
import { askDueContacts, noteDelivered } from './features/contacts/public.ts'
import { deleteOldDials } from './features/dialling/public.ts'
import { deleteOldEvents } from './features/events/public.ts'
import { deleteOldOffers, offerHotDays } from './features/hot-days/public.ts'
import { deleteRemovedAlerts } from './features/incidents/public.ts'
import { askForDeliveries, textProviderEvents } from './features/messages/public.ts'
import { maintainRecordings, maintainSoundStore } from './features/recordings/public.ts'
import { sendLetters, sendSummaries } from './features/summaries/public.ts'
import { deleteOldDrafts, deleteOldVoiceCalls } from './features/voices/public.ts'
import { resealing } from './platform/sealing/resealing.ts'

const EVERY_TEN_MINUTES = '*/10 * * * *'
const EVERY_HOUR = '7 * * * *'
/** Not beside the other: both delete much at once. */
const EVERY_HOUR_LATER = '37 * * * *'

const DELETIONS: Record<string, (db: Db, now: Date) => Promise<unknown>> = {
  deleteExpiredRecords,
  deleteOldInbound,
  deleteOldEvents,
  deleteOldPaymentEvents,
  deleteRemovedCalls,
  deleteOldDials,
  deleteOldTestCalls,
  deleteOldOffers,
  deleteOldDrafts,
  deleteOldVoiceCalls,
  deleteRemovedAlerts,
  foldNotPlaced,
  foldRemovedCallCounts,
}

/** Recurring work besides the calls themselves. Calls, incidents, messages and webhooks have their own loops. */
export function scheduledWork(parts: WorkerParts): ScheduledWork[] {
  const { care, billing, recordings, texts, keepCallsMonths } = parts
  const endSubscription = (accountId: number) => endSubscriptionForGood(billing, accountId)
  const work: ScheduledWork[] = [
    { name: 'send summaries', cron: EVERY_MINUTE, run: () => sendSummaries(care) },
    { name: 'send weekly letters', cron: EVERY_MINUTE, run: () => sendLetters({ ...care, keepCallsMonths }) },
    {
      name: 'lapse trials and payments',
      cron: EVERY_MINUTE,
      run: (isStopped) => advanceLapses({ ...care, isBillingOn: billing.isBillingOn }, isStopped),
    },
    {
      name: 'reconcile subscriptions',
      cron: EVERY_MINUTE,
      run: (isStopped) => reconcileSubscriptions(billing, isStopped),
    },
    { name: 'stop charging', cron: EVERY_MINUTE, run: (isStopped) => stopCharging(billing, isStopped) },
    {
      name: 'delete accounts',
      cron: EVERY_MINUTE,
      run: (isStopped) => deleteAccounts({ ...care, endSubscription }, isStopped),
    },
    {
      name: 'fetch and delete recordings',
      cron: EVERY_MINUTE,
      run: (isStopped) => maintainRecordings(recordings, isStopped),
    },
    {
      name: 'move and delete stored recordings',
      cron: EVERY_MINUTE,
      run: (isStopped) => maintainSoundStore(recordings, isStopped),
    },
    {
      name: 'ask for deliveries of texts',
      cron: EVERY_MINUTE,
      run: () =>
        askForDeliveries({
          ...care,
          texts,
          facts: textProviderEvents({ ...care, onDelivered: noteDelivered, onUndelivered: parts.onUndelivered }),
        }),
    },
    { name: 'find lost texts', cron: EVERY_MINUTE, run: () => findLostTexts(care, texts) },
    { name: 'ask contacts', cron: EVERY_MINUTE, run: async () => void (await askDueContacts(care)) },
    { name: 'report times away', cron: EVERY_MINUTE, run: () => reportDueAways(care) },
    {
      name: 'offer hot days',
      cron: EVERY_TEN_MINUTES,
      run: (isStopped) => offerHotDays({ ...care, forecast: parts.forecast }, isStopped),
    },
    { name: 'warn of use', cron: EVERY_MINUTE, run: () => warnOfUse(care) },
    { name: 'warn of shortage', cron: EVERY_TEN_MINUTES, run: () => warnOfShortage(care) },
    { name: 'encrypt with the current key', cron: EVERY_MINUTE, run: resealing(care) },
    {
      name: 'count ended calls',
      cron: EVERY_MINUTE,
      run: async (isStopped) => void (await foldCallCounts(care.db, care.clock.now(), isStopped)),
    },
    { name: 'delete old records', cron: EVERY_HOUR, run: () => deleteOldRecords(parts) },
    {
      name: 'delete what was kept long enough',
      cron: EVERY_HOUR_LATER,
      run: (isStopped) => deleteWhatIsOld(parts, isStopped),
    },
  ]
  return work.map((each) => ({ ...each, run: (isStopped) => runTrusted(parts, each, isStopped) }))
}

/** A worker whose clock is wrong leaves due work to workers whose clock is right. */
async function runTrusted({ care }: WorkerParts, work: ScheduledWork, isStopped: () => boolean): Promise<void> {
  if (!isClockInSync(care.clock)) throw new Error('The clock of this machine is too far from that of the database')
  await work.run(isStopped)
}

/** Calls that cannot be deleted keep no words from being deleted, and the other way round. */
async function deleteWhatIsOld(
  { care, retentionMonths, keepCallsMonths }: WorkerParts,
  isStopped: () => boolean,
): Promise<void> {
  const failures = collectFailures(care.log)
  const { attempt } = failures
  await attempt(() => deleteOldWords({ ...care, retentionMonths, keepCallsMonths }, isStopped), 'Old words were kept')
  await attempt(() => deleteOldCalls({ ...care, keepCallsMonths }, isStopped), 'Old calls were kept')
  failures.throwIfAny()
}

async function deleteOldRecords({ care }: WorkerParts): Promise<void> {
  const failures = collectFailures(care.log)
  for (const [kind, forget] of Object.entries(DELETIONS)) {
    await failures.attempt(() => forget(care.db, care.clock.now()), 'Old records were kept', { kind })
  }
  failures.throwIfAny()
}
