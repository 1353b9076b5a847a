import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { testCallAgain, testCallReply, testCallScript } from '#core/call-script/test-call-script.ts'
import { recordingExpiry } from '#core/calls/recording-retention.ts'
import type { ProviderCall, TestCallFacts } from '#server/adapters/telephony/telephony.ts'
import { noteDialLength, takeFromOthers } from '#server/features/calls/public.ts'
import { deleteRecordingsOfCallAt } from '#server/features/recordings/public.ts'
import type { Trx } from '#server/platform/database.ts'
import { repeatableTransaction } from '#server/platform/repeatable-transaction.ts'
import type { AdminDeps } from './deps.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]
/** In the order in which a call goes through them: a word that arrives late does not turn it back. */
const ON_THE_WAY = ['dialling', 'unknown', 'queued', 'initiated', 'ringing', 'in-progress']

type Deps = Pick<AdminDeps, 'db' | 'clock'>

/** Applies what the provider tells of test calls. They alarm nobody, count for no plan and are no attempts. */
export function testCallFacts(deps: Deps): TestCallFacts {
  return {
    answered: (testCallId, providerCallId) =>
      repeatableTransaction(deps.db, async (trx) => {
        const test = await lock(trx, testCallId)
        if (!test || test.endedAt !== null || isOfAnotherCall(test, providerCallId)) return HANG_UP
        await linkProviderCall(trx, { testCallId, providerCallId, now: deps.clock.now() })
        await moveOn(trx, testCallId, test.status, 'in-progress')
        return testCallScript(test)
      }),
    heard: (testCallId, step, heard, providerCallId) =>
      repeatableTransaction(deps.db, (trx) =>
        hear(trx, testCallId, { step, heard, providerCallId: providerCallId ?? null }),
      ),
    progressed: (testCallId, call) =>
      repeatableTransaction(deps.db, (trx) => progressed(trx, testCallId, call, deps.clock.now())),
  }
}

function lock(trx: Trx, testCallId: number) {
  return trx.selectFrom('testCalls').selectAll().where('id', '=', testCallId).forUpdate().executeTakeFirst()
}

/** Whether a callback is about another call of the provider's than the one the test is linked to. */
function isOfAnotherCall({ providerCallId }: { providerCallId: string | null }, sid: string | null): boolean {
  return sid !== null && providerCallId !== null && providerCallId !== sid
}

/** The first answer ends a test call: what arrives again changes nothing. */
async function hear(
  trx: Trx,
  testCallId: number,
  { step, heard, providerCallId }: { step: string; heard: Heard; providerCallId: string | null },
): Promise<readonly ScriptPart[]> {
  const test = await lock(trx, testCallId)
  if (!test || isOfAnotherCall(test, providerCallId)) return HANG_UP
  const again = testCallAgain(test, step, heard)
  if (again) return again
  if (test.keys === '') {
    await trx.updateTable('testCalls').set({ keys: heard.keys }).where('id', '=', testCallId).execute()
  }
  return testCallReply(test, heard)
}

async function progressed(trx: Trx, testCallId: number, call: ProviderCall, now: Date): Promise<void> {
  const test = await lock(trx, testCallId)
  if (!test || test.endedAt !== null || isOfAnotherCall(test, call.providerCallId)) return
  await linkProviderCall(trx, { testCallId, providerCallId: call.providerCallId, now })
  if (call.endedStatus === null) return moveOn(trx, testCallId, test.status, call.status)
  await noteDialLength(trx, { testCallId }, call.durationSeconds)
  const ended = { status: call.endedStatus, endedAt: now }
  await trx.updateTable('testCalls').set(ended).where('id', '=', testCallId).execute()
}

async function moveOn(trx: Trx, testCallId: number, from: string, to: string): Promise<void> {
  if (ON_THE_WAY.indexOf(to) <= ON_THE_WAY.indexOf(from)) return
  await trx.updateTable('testCalls').set({ status: to }).where('id', '=', testCallId).execute()
}

/** Ties a test to its call at the provider, and has the recording that lies there deleted in time. Repeating it does no harm. */
export async function linkProviderCall(
  trx: Trx,
  { testCallId, providerCallId, now }: { testCallId: number; providerCallId: string; now: Date },
): Promise<void> {
  const linked = await trx
    .updateTable('testCalls')
    .set({ providerCallId })
    .where('id', '=', testCallId)
    .where('providerCallId', 'is', null)
    .executeTakeFirst()
  if (linked.numUpdatedRows === 0n) return
  await takeFromOthers(trx, { testCallId }, providerCallId, now)
  await deleteRecordingsOfCallAt(trx, providerCallId, recordingExpiry(now))
}
