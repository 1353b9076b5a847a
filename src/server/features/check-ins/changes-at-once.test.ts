import { afterAll, beforeAll, expect, test } from 'vitest'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { skipCall } from '#server/features/calls/changes/skip-call.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { inboundProviderEvents } from './calls/inbound-provider-events.ts'

const MARGARET = '+61491570156'
const ROUNDS = 25

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

/** A daily call that waits for its next try, and tomorrow's call. */
async function betweenTries() {
  await deleteEverybody(care.db)
  await care.db.deleteFrom('quotaUses').execute()
  care.telephony.clear()
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  const account = await care.anAccount()
  const lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
  const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: null }
  const ended = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
  await care.facts.progressed(attemptId, { ...ended, providerCallId: providerCallId ?? '' })
  const { id: tomorrow } = await care.db
    .selectFrom('calls')
    .select('id')
    .where('status', '=', 'scheduled')
    .executeTakeFirstOrThrow()
  return { account, callId, tomorrow }
}
type Account = Awaited<ReturnType<typeof betweenTries>>['account']

test.each([
  ['cancelled', (account: Account, callId: number) => cancelCall(care.deps, account, callId)],
  ['skipped', (account: Account, callId: number) => skipCall(care.deps, account, callId)],
  ['edited', (account: Account, callId: number) => editCall(care.deps, account, callId, { recurrencePattern: 'once' })],
])('a schedule that is %s while its loved one writes does not deadlock', async (_what, change) => {
  for (let round = 0; round < ROUNDS; round++) {
    const { account, callId, tomorrow } = await betweenTries()
    const text = { from: MARGARET, text: 'OK', providerMessageId: `SM-${_what}-${round}` }
    const [reply] = await Promise.all([inboundProviderEvents(care.deps).texted(text), change(account, tomorrow)])
    expect(reply).toContain('Margaret')
    const { status } = await care.call(account, callId)
    expect(['completed', 'missed']).toContain(status)
  }
})
