import { forgetLastState, LAST_STATE } from '#web/lib/session/session-storage.ts'

/** What the dashboard showed last, for the offline page (`public/offline.js`, which reads it by these names). */
export interface LastState {
  /** When the server said it, ISO 8601. */
  at: string
  /** Of the reader's profile: times are shown by its clock. */
  timezone: string
  /** The day in one sentence, as it was. */
  summary: string
  people: readonly { name: string; words: string }[]
}

const PATH = '/last-state'

/**
 * Keeps the state on this device in place of the one before. `isStillWanted` is asked once it is written: who signed out or
 * entered another circle meanwhile leaves nothing behind.
 */
export async function keepLastState(state: LastState, isStillWanted: () => boolean): Promise<void> {
  try {
    // Missing on plain http: then there is no offline page either.
    const cache = await globalThis.caches?.open(LAST_STATE)
    if (!cache) return
    await cache.put(PATH, new Response(JSON.stringify(state), { headers: { 'content-type': 'application/json' } }))
    if (!isStillWanted()) forgetLastState()
  } catch {
    // Storage is full or blocked: the offline page then shows nothing.
  }
}
