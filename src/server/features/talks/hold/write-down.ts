/** So long a talk waits for what it needs to be written down: then the call's own question follows. */
const WAITED_FOR_MS = 2_000
const TRY_AGAIN_MS = 250
/** So long it is still tried: an outage must not lose a request for help. */
const TRIED_FOR_MS = 5 * 60_000

/**
 * Writes down what a call must not lose: tried again until it is, also after the talk has stopped to wait for it. Rejects
 * where that takes longer than two seconds. `onLost` hears where it was given up.
 */
export async function writeDown<Result>(write: () => Promise<Result>, onLost: (err: unknown) => void): Promise<Result> {
  const waited = Promise.withResolvers<never>()
  const tooLong = setTimeout(() => waited.reject(new Error('Not written down in time')), WAITED_FOR_MS)
  const result = untilWritten(write)
  result.catch(onLost)
  return Promise.race([result, waited.promise]).finally(() => clearTimeout(tooLong))
}

async function untilWritten<Result>(write: () => Promise<Result>): Promise<Result> {
  const until = performance.now() + TRIED_FOR_MS
  for (;;) {
    try {
      return await write()
    } catch (err) {
      if (performance.now() >= until) throw err
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS).unref())
    }
  }
}
