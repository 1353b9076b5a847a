import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { testCallAgain, testCallReply, testCallScript } from '#core/call-script/test-call-script.ts'
import { recordingExpiry } from '#core/calls/recording-retention.ts'
import type { DialFacts, ProviderCall } from '#server/adapters/telephony/telephony.ts'
import { isOtherProviderCall, linkDial } from '#server/features/dialling/public.ts'
import { deleteRecordingsOfCallAt } from '#server/features/recordings/public.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { AdminDeps } from '../deps.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]
/** In the order in which a call goes through them: a late report does not turn it back. */
const ON_THE_WAY = ['queued', 'initiated', 'ringing', 'in-progress']

type Deps = Pick<AdminDeps, 'db' | 'clock' | 'timing'>

/** Applies the provider events of test calls. They alarm nobody, count for no plan and are no attempts. */
export function testProviderEvents(deps: Deps): DialFacts {
  return {
    answered: (testCallId, providerCallId) =>
      retryingTransaction(deps.db, async (trx) => {
        const test = await lock(trx, testCallId, providerCallId)
        if (!test || test.endedAt !== null || isOtherProviderCall(test, providerCallId)) return HANG_UP
        await linkProviderCall(deps, trx, { testCallId: test.id, providerCallId })
        await moveOn(trx, test, 'in-progress')
        return testCallScript(test)
      }),
    heard: (testCallId, step, heard, providerCallId) =>
      retryingTransaction(deps.db, (trx) =>
        hear(trx, testCallId, { step, heard, providerCallId: providerCallId ?? null }),
      ),
    progressed: (testCallId, call) => retryingTransaction(deps.db, (trx) => progressed(deps, trx, testCallId, call)),
  }
}

/** Locks a test by its id, else by its call: for one release, a test placed before migration 0098 has another number in its address. */
async function lock(trx: Trx, testCallId: number, providerCallId: string | null) {
  const tests = trx.selectFrom('testCalls').selectAll().forUpdate()
  const test = await tests.where('id', '=', testCallId).executeTakeFirst()
  return test ?? (await tests.where('providerCallId', '=', providerCallId ?? '').executeTakeFirst())
}

/** The first answer ends a test call: a repeated answer changes nothing. */
async function hear(
  trx: Trx,
  testCallId: number,
  { step, heard, providerCallId }: { step: string; heard: Heard; providerCallId: string | null },
): Promise<readonly ScriptPart[]> {
  const test = await lock(trx, testCallId, providerCallId)
  if (!test || isOtherProviderCall(test, providerCallId)) return HANG_UP
  const again = testCallAgain(test, step, heard)
  if (again) return again
  if (test.keys === '') {
    await trx.updateTable('testCalls').set({ keys: heard.keys }).where('id', '=', test.id).execute()
  }
  return testCallReply(test, heard)
}

async function progressed(deps: Deps, trx: Trx, testCallId: number, call: ProviderCall): Promise<void> {
  const test = await lock(trx, testCallId, call.providerCallId)
  if (!test || test.endedAt !== null || isOtherProviderCall(test, call.providerCallId)) return
  await linkProviderCall(deps, trx, { testCallId: test.id, providerCallId: call.providerCallId })
  const { endedStatus, durationSeconds } = call
  if (endedStatus === null) return moveOn(trx, test, call.status)
  await endTestCall(trx, test.id, { state: 'ended', providerStatus: endedStatus, durationSeconds }, deps.clock.now())
}

async function moveOn(trx: Trx, test: { id: number; providerStatus: string | null }, to: string): Promise<void> {
  if (ON_THE_WAY.indexOf(to) <= ON_THE_WAY.indexOf(test.providerStatus ?? '')) return
  await trx.updateTable('testCalls').set({ providerStatus: to }).where('id', '=', test.id).execute()
}

/** Ends a test that has not ended, in a transaction or by itself. `not_placed`: the provider certainly did not place it. */
export async function endTestCall(
  db: Db,
  testCallId: number,
  end: { state: 'ended' | 'not_placed'; providerStatus: string | null; durationSeconds: number | null },
  now: Date,
): Promise<void> {
  await db
    .updateTable('testCalls')
    .set({ ...end, endedAt: now, nextAt: null })
    .where('id', '=', testCallId)
    .where('endedAt', 'is', null)
    .execute()
}

/**
 * Links a test to its call at the provider, and schedules the deletion of its recording there. Repeating it does no
 * harm.
 */
export async function linkProviderCall(
  deps: Deps,
  trx: Trx,
  { testCallId, providerCallId }: { testCallId: number; providerCallId: string },
): Promise<void> {
  await linkDial(deps, trx, { id: testCallId, providerCallId: null }, providerCallId)
  await deleteRecordingsOfCallAt(trx, providerCallId, recordingExpiry(deps.clock.now()))
}
