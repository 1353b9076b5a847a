import type { SimulatedCall } from '../simulated-records.ts'

/** What befalls the sounds that documents name. */
export type SoundFault =
  /** The address is mistyped on the way: the server finds nothing there. */
  | { kind: 'not-found' }
  /** What arrives is taken for something else than a sound. */
  | { kind: 'wrong-type' }
  /** It takes longer than the provider waits; nobody asks for it. */
  | { kind: 'too-slow' }

/**
 * What a call does when it cannot play something. The documentation does not say which of both it is:
 * https://www.twilio.com/docs/voice/twiml/play
 */
export type AfterFailure = 'goes-on' | 'ends-call'

export type FetchedSound =
  | { kind: 'sound'; contentType: string; seconds: number }
  | { kind: 'failed'; code: number; reason: string }

/** The types of `<Play>`: https://www.twilio.com/docs/voice/twiml/play. Parameters behind a semicolon do not count. */
const PLAYABLE: ReadonlySet<string> = new Set([
  'audio/mpeg',
  'audio/wav',
  'audio/wave',
  'audio/x-wav',
  'audio/aiff',
  'audio/x-aifc',
  'audio/x-aiff',
  'audio/x-gsm',
  'audio/gsm',
  'audio/ulaw',
])
const FETCHED_WITHIN_MS = 5_000
const NOT_RETRIEVED = 11200
const INVALID_TYPE = 12300
/** Of a sound whose length its header does not tell. */
const USUAL_SECONDS = 3

/** Fetches the sounds that documents name, and knows what befalls them. */
export class Sounds {
  readonly #faults = new Map<string, { fault: SoundFault; then: AfterFailure }>()

  /** What befalls every sound of calls to this number, and what the call does then; null for nothing. */
  setFault(number: string, fault: SoundFault | null, then: AfterFailure = 'goes-on'): void {
    if (fault) this.#faults.set(number, { fault, then })
    else this.#faults.delete(number)
  }

  afterFailure({ to }: SimulatedCall): AfterFailure {
    return this.#faults.get(to)?.then ?? 'goes-on'
  }

  /** By GET, without a signature and without the parameters of the call. Never throws. */
  async fetch({ to }: SimulatedCall, url: string): Promise<FetchedSound> {
    const fault = this.#faults.get(to)?.fault
    if (fault?.kind === 'too-slow') return { kind: 'failed', code: NOT_RETRIEVED, reason: 'No answer in time' }
    try {
      const asked = fault?.kind === 'not-found' ? `${url}.mistyped` : url
      const answer = await fetch(asked, { signal: AbortSignal.timeout(FETCHED_WITHIN_MS) })
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (!answer.ok) return { kind: 'failed', code: NOT_RETRIEVED, reason: `status ${answer.status}` }
      const contentType = fault ? 'text/html' : typeOf(answer)
      if (!PLAYABLE.has(contentType)) return { kind: 'failed', code: INVALID_TYPE, reason: contentType || '(none)' }
      return { kind: 'sound', contentType, seconds: secondsOf(bytes) }
    } catch (error) {
      return { kind: 'failed', code: NOT_RETRIEVED, reason: String(error) }
    }
  }
}

const typeOf = ({ headers }: Response): string => headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''

/** By a WAV's header: the size of its data over the bytes of a second. */
function secondsOf(bytes: Buffer): number {
  const data = bytes.indexOf('data')
  if (bytes.toString('latin1', 0, 4) !== 'RIFF' || data < 36 || bytes.length < data + 8) return USUAL_SECONDS
  return bytes.readUInt32LE(data + 4) / Math.max(1, bytes.readUInt32LE(28))
}
