import { type ClientRequest, Agent as HttpAgent, type IncomingMessage, request as requestOverHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestOverHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { refusalOfAddresses, refusalOfUrl } from './address-rules.ts'
import { type FindAddresses, systemAddresses, withLoopbackNames } from './find-addresses.ts'
import type { OutgoingWebhook, SendOutcome, WebhookSender } from './webhook-sender.ts'

export interface HttpWebhookSenderOptions {
  /** Lets this machine and private networks be receivers. */
  allowPrivate: boolean
  /** Left out, the system is asked. */
  findAddresses?: FindAddresses
  /** For the whole try, from the lookup of the name to the end of the answer. */
  timeLimitMs?: number
}

const TIME_LIMIT_MS = 15_000
/** A person who saves a form does not wait longer for a name server. */
const LOOK_UP_LIMIT_MS = 3_000
const MAX_OF_ANSWER_BYTES = 64 * 1024
const NO_ADDRESS = 'This is not an address.'

type Untimed<Outcome> = Outcome extends unknown ? Omit<Outcome, 'durationMs'> : never

/** What a try takes as it goes on. */
interface Try {
  url: URL
  addresses: readonly string[]
  headers: Record<string, string>
  body: string
  signal: AbortSignal
}

/** Posts over HTTP. Nothing is shared between tries: no connections, no cookies, no proxy. */
export function httpWebhookSender(options: HttpWebhookSenderOptions): WebhookSender {
  const { allowPrivate, timeLimitMs = TIME_LIMIT_MS } = options
  const findAddresses = withLoopbackNames(options.findAddresses ?? systemAddresses())
  return {
    async refusalOf(text) {
      if (!URL.canParse(text)) return NO_ADDRESS
      const url = new URL(text)
      const refusal = refusalOfUrl(url, allowPrivate)
      if (refusal !== null) return refusal
      const addresses = await withTimeLimit(findAddresses(url.hostname), LOOK_UP_LIMIT_MS).catch(() => [])
      return refusalOfAddresses(addresses, allowPrivate)
    },

    async send(webhook, { signal: calledOff } = {}) {
      const began = performance.now()
      const headers = headersOf(webhook)
      const outOfTime = AbortSignal.timeout(timeLimitMs)
      const signal = calledOff ? AbortSignal.any([outOfTime, calledOff]) : outOfTime
      const outcome = await tryOnce(webhook, headers, signal).catch((error: unknown): Untimed<SendOutcome> => {
        if (calledOff?.aborted) return { kind: 'called_off' }
        return { kind: 'failed', reason: outOfTime.aborted ? 'timeout' : reasonOf(error) }
      })
      return { ...outcome, durationMs: Math.round(performance.now() - began) }
    },
  }

  async function tryOnce(
    webhook: OutgoingWebhook,
    headers: Record<string, string>,
    signal: AbortSignal,
  ): Promise<Untimed<SendOutcome>> {
    if (!URL.canParse(webhook.url)) return { kind: 'refused', reason: NO_ADDRESS }
    const url = new URL(webhook.url)
    const refusal = refusalOfUrl(url, allowPrivate)
    if (refusal !== null) return { kind: 'refused', reason: refusal }
    const addresses = await untilAborted(findAddresses(url.hostname), signal)
    if (addresses.length === 0) throw Object.assign(new Error('No address'), { code: 'ENOTFOUND' })
    const reason = refusalOfAddresses(addresses, allowPrivate)
    if (reason !== null) return { kind: 'refused', reason }
    const status = await post({ url, addresses, headers, body: webhook.body, signal })
    return status >= 200 && status < 300 ? { kind: 'delivered', status } : { kind: 'turned_down', status }
  }
}

function headersOf({ secret, messageId, at, body }: OutgoingWebhook): Record<string, string> {
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Cooee-Webhooks',
    'webhook-id': messageId,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  }
  return secret === null ? headers : { ...headers, 'webhook-signature': signer(secret).sign(messageId, at, body) }
}

function signer(secret: string): Webhook {
  // As bytes: the package would take the first byte of each letter only.
  return secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(Buffer.from(secret, 'utf8'), { format: 'raw' })
}

/** Resolves with the status, once the answer has been read as far as it is. */
function post(attempt: Try): Promise<number> {
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
      skim(answer, () => resolve(answer.statusCode ?? 0))
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

function reasonOf(error: unknown): Extract<SendOutcome, { kind: 'failed' }>['reason'] {
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
