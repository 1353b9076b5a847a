import type { DialHandler } from '#server/features/dialling/public.ts'
import type { VoiceCallDeps } from './deps.ts'
import { endVoiceCall, linkVoiceCall } from './voice-call-state.ts'

/** A member waits at the screen: nobody else is notified. */
const GIVE_UP_MS = 10 * 60_000

/** What calls to members who record their voice do with the results of their dials: they end, and are never dialled again by themselves. */
export function voiceDialHandler(deps: Pick<VoiceCallDeps, 'db' | 'clock' | 'timing' | 'log'>): DialHandler {
  const link = (id: number, providerCallId: string) =>
    deps.db.transaction().execute((trx) => linkVoiceCall(deps, trx, { id, providerCallId }))
  return {
    async ended({ id }, { providerCallId, endedStatus, durationSeconds }) {
      await link(id, providerCallId)
      await endVoiceCall(deps, id, { state: 'ended', providerStatus: endedStatus, durationSeconds })
    },
    notPlaced: ({ id }) => endVoiceCall(deps, id, { state: 'not_placed', providerStatus: null, durationSeconds: null }),
    giveUpAt: ({ startedAt }) => new Date(startedAt.getTime() + GIVE_UP_MS),
    giveUp: ({ id }) => endVoiceCall(deps, id, { state: 'ended', providerStatus: 'unknown', durationSeconds: null }),
    async notifyEndNotStored({ id }) {
      deps.log.error({ dialId: id }, 'End of a call to record a voice could not be saved; treating its phone as free')
    },
    matched: async ({ id, providerCallId }) => {
      if (providerCallId !== null) await link(id, providerCallId)
    },
  }
}
