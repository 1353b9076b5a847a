import type { DialHandler } from '#server/features/dialling/public.ts'
import type { AdminDeps } from '../deps.ts'
import { endTestCall, linkProviderCall } from './test-provider-events.ts'

/** An admin waits at the screen: nobody else is notified of a test. */
const GIVE_UP_MS = 10 * 60_000

/** What test calls do with the results of their dials: they show them. A test is never dialled again by itself. */
export function testDialHandler(deps: Pick<AdminDeps, 'db' | 'clock' | 'timing' | 'log'>): DialHandler {
  const { db, clock, log } = deps
  return {
    async ended({ id }, { providerCallId, endedStatus, durationSeconds }) {
      await db.transaction().execute((trx) => linkProviderCall(deps, trx, { testCallId: id, providerCallId }))
      await endTestCall(db, id, { state: 'ended', providerStatus: endedStatus, durationSeconds }, clock.now())
    },
    notPlaced: ({ id }) =>
      endTestCall(db, id, { state: 'not_placed', providerStatus: null, durationSeconds: null }, clock.now()),
    giveUpAt: ({ startedAt }) => new Date(startedAt.getTime() + GIVE_UP_MS),
    giveUp: ({ id }) =>
      endTestCall(db, id, { state: 'ended', providerStatus: 'unknown', durationSeconds: null }, clock.now()),
    async notifyEndNotStored({ id }) {
      log.error({ dialId: id }, 'End of a test call could not be saved; treating its phone as free')
    },
    matched: ({ id, providerCallId }) =>
      providerCallId === null
        ? Promise.resolve()
        : db.transaction().execute((trx) => linkProviderCall(deps, trx, { testCallId: id, providerCallId })),
  }
}
