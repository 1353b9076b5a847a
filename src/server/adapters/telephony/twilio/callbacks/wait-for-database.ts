import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Language } from '#core/languages/language.ts'
import { databaseFault } from '#server/platform/database/connection/database-error.ts'
import { afterWaitingUrl, type CarriedAnswer } from './callback-urls.ts'
import { oneMomentScript } from './one-moment-script.ts'

/** How long somebody who holds a phone waits, in milliseconds. */
export interface WaitTiming {
  /** For a script, before they are asked to wait: less than the provider waits for an answer (`DOCUMENT_OVERRIDES`). */
  answerWithinMs: number
  /** Between two tries while the database refuses. */
  tryEveryMs: number
  /** For so long an answer goes on being tried after its person was asked to wait: they may have hung up by then. */
  keepTryingMs: number
}

export const WAIT_TIMING: WaitTiming = { answerWithinMs: 3_500, tryEveryMs: 500, keepTryingMs: 600_000 }

/** After so many waits the address fails, and the provider asks another process: `FALLBACK_URL`. */
export const WAITS_IN_PROCESS = 3
/** Once nobody waits for the script any more. */
const PAUSE_FACTOR_WHEN_NOT_HELD = 4

/** A call whose person is holding the phone. */
export interface HeldCall {
  publicUrl: string
  /** As `fallbackUrl` names it. */
  call: string
  providerCallId: string
  /** How often it was asked to wait since it last got a script. */
  waited: number
  /** What was pressed or said, where the request brings that. */
  answer?: CarriedAnswer
  /** In which they are spoken to; left out: English. */
  language?: Language
  log: FastifyBaseLogger
}

/** Runs `work` and returns its script, or the one that says "One moment please". */
export type WhileHeld = (work: () => Promise<string>, held: HeldCall) => Promise<string>

/**
 * While the database is away nobody hears an error: `work` is tried again, then its person hears "One moment please", and the
 * call comes back to the same address, which carries what they have answered. An answer is tried on meanwhile, since who
 * has pressed a key may hang up, until the next request of the call: a question that is asked again has another answer.
 * What is counted late, or twice, gets the reply of its step and has no second effect. Any other error is thrown at once.
 */
export function waitForDatabase(app: FastifyInstance, timing: WaitTiming): WhileHeld {
  /** The latest request of each call that is under way. */
  const latest = new Map<string, symbol>()
  const closing = new AbortController()
  app.addHook('onClose', async () => closing.abort())

  return async (work, { publicUrl, call, providerCallId, waited, answer, language = 'en-AU', log }) => {
    const { answerWithinMs, tryEveryMs, keepTryingMs } = timing
    const hasAnswer = answer !== undefined && (answer.keys !== '' || answer.speech.trim() !== '')
    const began = performance.now()
    const lastsMs = answerWithinMs + (hasAnswer ? keepTryingMs : 0)
    const id = `${call} ${providerCallId}`
    const own = Symbol(id)
    latest.set(id, own)
    const isLatest = () => latest.get(id) === own

    const tryUntilReached = async (): Promise<string> => {
      try {
        for (;;) {
          try {
            return await work()
          } catch (error) {
            const isOver = closing.signal.aborted || !isLatest() || performance.now() - began >= lastsMs
            if (isOver || !isAway(error)) throw error
          }
          const isHeld = performance.now() - began < answerWithinMs
          // A process that stops tries once more, at once.
          const { signal } = closing
          await pause(isHeld ? tryEveryMs : tryEveryMs * PAUSE_FACTOR_WHEN_NOT_HELD, undefined, {
            ref: false,
            signal,
          }).catch(() => {})
        }
      } catch (error) {
        const isLost = hasAnswer && isLatest() && performance.now() - began >= answerWithinMs
        if (isLost) log.error(factsOf(error, call), 'Answer not counted after a wait for the database')
        throw error
      } finally {
        if (isLatest()) latest.delete(id)
      }
    }
    const script = await within(answerWithinMs, tryUntilReached())
    if (script !== null) return script
    if (waited >= WAITS_IN_PROCESS) throw new Error(`The database was silent for ${answerWithinMs} ms`)
    log.warn({ call, waited: waited + 1 }, 'Database away while somebody holds the phone; asking for a moment')
    return oneMomentScript(afterWaitingUrl(publicUrl, call, waited + 1, { answer, language }), language)
  }
}

/** Null where it takes longer, or where the database is away to the end. Any other error is thrown. */
async function within(ms: number, trying: Promise<string>): Promise<string | null> {
  const silence = Promise.withResolvers<null>()
  const timer = setTimeout(() => silence.resolve(null), ms)
  const reached = trying.catch((error: unknown) => {
    if (!isAway(error)) throw error
    return null
  })
  // What fails after the time is up has been logged where something was lost by it.
  reached.catch(() => {})
  try {
    return await Promise.race([reached, silence.promise])
  } finally {
    clearTimeout(timer)
  }
}

/** By its words alone: the log leaves out the errors of an outage, and this one says that something was lost. */
function factsOf(error: unknown, call: string) {
  return isAway(error) ? { call, reason: String(error) } : { call, err: error }
}

function isAway(error: unknown): boolean {
  const fault = databaseFault(error)
  return fault === 'down' || fault === 'busy'
}
