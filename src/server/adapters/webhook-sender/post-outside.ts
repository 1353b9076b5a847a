import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestOverHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { refusalOfAddresses, refusalOfUrl } from './address-rules.ts'
import { type FindAddresses, systemAddresses, withLoopbackNames } from './find-addresses.ts'

export interface OutsideOptions {
  /** Lets this machine and private networks be receivers. */
  allowPrivate: boolean
  /** Left out, the system is asked. */
  findAddresses?: FindAddresses
  /** For the whole try, from the lookup of the name to the end of the answer. */
  timeLimitMs?: number
}

export interface OutsidePost {
  url: string
  headers: Record<string, string>
  body: string | Buffer
}

type FailedReason = 'timeout' | 'no_such_host' | 'connection' | 'certificate'

interface Answered {
  status: number
  /** What the receiver said in `Retry-After`, where it is a number of seconds. */
  retryAfterSeconds?: number
}

/** What became of one try. A redirect is not followed; nothing of the answer's body is kept. */
export type OutsideAnswer =
  | ({ kind: 'answered' } & Answered)
  | { kind: 'failed'; reason: FailedReason }
  /** The address is one that Cooee does not send to. */
  | { kind: 'refused'; reason: string }
  | { kind: 'called_off' }

const TIME_LIMIT_MS = 15_000
/** A person who saves a form does not wait longer for a name server. */
const LOOK_UP_LIMIT_MS = 3_000
const MAX_OF_ANSWER_BYTES = 64 * 1024
const NO_ADDRESS = 'This is not an address.'
/** Shared, so that silent names do not keep the others waiting. */
const SYSTEM = systemAddresses()

/** What a try takes as it goes on. */
interface Try extends Omit<OutsidePost, 'url'> {
  url: URL
  addresses: readonly string[]
  signal: AbortSignal
}

const finderOf = ({ findAddresses }: OutsideOptions) => withLoopbackNames(findAddresses ?? SYSTEM)

/** Why Cooee does not send to this address, as a sentence; null where it does. */
export async function refusalOfOutside(text: string, options: OutsideOptions): Promise<string | null> {
  if (!URL.canParse(text)) return NO_ADDRESS
  const url = new URL(text)
  const refusal = refusalOfUrl(url, options.allowPrivate)
  if (refusal !== null) return refusal
  const addresses = await withTimeLimit(finderOf(options)(url.hostname), LOOK_UP_LIMIT_MS).catch(() => [])
  return refusalOfAddresses(addresses, options.allowPrivate)
}

/**
 * Posts once to a receiver outside, within 15 seconds, to an address that was checked. Nothing is shared between tries: no
 * connections, no cookies, no proxy. Never throws.
 */
export async function postOutside(
  outgoing: OutsidePost,
  options: OutsideOptions,
  calledOff?: AbortSignal,
): Promise<OutsideAnswer> {
  const outOfTime = AbortSignal.timeout(options.timeLimitMs ?? TIME_LIMIT_MS)
  const signal = calledOff ? AbortSignal.any([outOfTime, calledOff]) : outOfTime
  return tryOnce(outgoing, options, signal).catch((error: unknown): OutsideAnswer => {
    if (calledOff?.aborted) return { kind: 'called_off' }
    return { kind: 'failed', reason: outOfTime.aborted ? 'timeout' : reasonOf(error) }
  })
}

async function tryOnce(
  { url: text, headers, body }: OutsidePost,
  options: OutsideOptions,
  signal: AbortSignal,
): Promise<OutsideAnswer> {
  const { allowPrivate } = options
  if (!URL.canParse(text)) return { kind: 'refused', reason: NO_ADDRESS }
  const url = new URL(text)
  const refusal = refusalOfUrl(url, allowPrivate)
  if (refusal !== null) return { kind: 'refused', reason: refusal }
  const addresses = await untilAborted(finderOf(options)(url.hostname), signal)
  if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' })
  const reason = refusalOfAddresses(addresses, allowPrivate)
  if (reason !== null) return { kind: 'refused', reason }
  return { kind: 'answered', ...(await post({ url, addresses, headers, body, signal })) }
}

function retryAfterOf({ headers }: IncomingMessage): Pick<Answered, 'retryAfterSeconds'> {
  const seconds = headers['retry-after']
  return seconds !== undefined && /^\d{1,6}$/.test(seconds) ? { retryAfterSeconds: Number(seconds) } : {}
}

/** Resolves with the status, once the answer has been read as far as it is. */
function post(attempt: Try): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const { body, signal } = attempt
    const request = openRequest(attempt)
    const end = (error: Error) => request.destroy(error)
    const onAborted = () => end(new Error('Not waited for any longer'))
    signal.addEventListener('abort', onAborted, { once: true })
    let isAnswered = false
    const endUnanswered = (error: Error) => {
      if (!isAnswered) reject(error)
    }
    request.on('error', endUnanswered)
    request.once('close', () => {
      signal.removeEventListener('abort', onAborted)
      endUnanswered(new Error('Closed without an answer'))
    })
    request.once('response', (answer) => {
      isAnswered = true
      // The status came in time, and stands whatever becomes of the rest.
      skim(answer, () => resolve({ status: answer.statusCode ?? 0, ...retryAfterOf(answer) }))
    })
    // Another protocol is no answer to a POST.
    request.once('upgrade', (_answer, socket) => {
      socket.destroy()
      reject(new Error('Upgraded'))
    })
    request.end(body)
  })
}

function openRequest({ url, addresses, headers, body }: Try): ClientRequest {
  const options = {
    method: 'POST',
    headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
    // Connects to the checked address: the name is not looked up again.
    lookup: pinnedTo(addresses),
  }
  // Own agents: the shared ones keep connections, and may be configured to use a proxy.
  return url.protocol === 'https:'
    ? requestOverHttps(url, { ...options, agent: new HttpsAgent(), rejectUnauthorized: true })
    : requestOverHttp(url, { ...options, agent: new HttpAgent() })
}

function pinnedTo(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }))
  return (_hostname, { all }, answer) => {
    if (all) return answer(null, found)
    const [first] = found
    answer(first ? null : new Error('No address'), first?.address ?? '', first?.family)
  }
}

/** Reads on so that the receiver can finish, keeps nothing, and hangs up on who does not come to an end. */
function skim(answer: IncomingMessage, onEnd: () => void): void {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > MAX_OF_ANSWER_BYTES) answer.destroy()
  })
  answer.on('error', () => {})
  answer.once('close', onEnd)
}

function reasonOf(error: unknown): FailedReason {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'EAI_NONAME', 'ENODATA'].includes(code)) return 'no_such_host'
  if (/CERT|SELF_SIGNED|UNABLE_TO_|ALTNAME|HOSTNAME_MISMATCH/.test(code)) return 'certificate'
  return 'connection'
}

function withTimeLimit<Result>(work: Promise<Result>, milliseconds: number): Promise<Result> {
  return untilAborted(work, AbortSignal.timeout(milliseconds))
}

/** Stops waiting; the work itself goes on. */
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const onAborted = () => reject(new Error('Not waited for any longer'))
    if (signal.aborted) onAborted()
    signal.addEventListener('abort', onAborted, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAborted))
  })
}
