import http from 'node:http'
import https from 'node:https'
import { DeliveryQueue } from '../delivery-queue.ts'
import { connectionOverrides } from './call/connection-overrides.ts'
import type { Hostility } from './hostility.ts'
import { signRequest } from './signature.ts'
import type { WebhookAnswer } from './webhook-answer.ts'

const LARGEST_BODY_BYTES = 64 * 1024
/** The real provider holds no request back until another one is answered. Below what a server takes at a time. */
const SOCKETS_PER_HOST = 2_000

export interface WebhookRequest {
  url: string
  params: Readonly<Record<string, string>>
}

interface OutgoingRequest {
  target: URL
  headers: Record<string, string>
  body: string
  agents: Agents
}

type Agents = Record<'http:' | 'https:', http.Agent>

interface WebhookOptions {
  authToken: string
  hostility: Hostility | null
  deliverCallbacks: boolean
}

/** What a callback is about, and its place among all callbacks. */
interface Subject {
  sid: string
  ordinal: number
  index: number
}

/** Sends signed requests to the customer's server: documents are asked for at once, callbacks queue per subject. */
export class Webhooks {
  readonly #options: WebhookOptions
  /** Who asks for documents does not wait for those who deliver callbacks. */
  readonly #ofDocuments = newAgents()
  readonly #ofCallbacks = newAgents()
  readonly #queue: DeliveryQueue

  constructor(options: WebhookOptions) {
    this.#options = options
    this.#queue = new DeliveryQueue(options.hostility)
  }

  /**
   * Sends one request and waits for its answer, 15 seconds at most. Never throws. What is signed is the URL as it is sent:
   * without the fragment, whose connection overrides say how long to wait and what to send again.
   */
  send(request: WebhookRequest): Promise<WebhookAnswer> {
    return this.#send(request, this.#ofDocuments)
  }

  async #send({ url, params }: WebhookRequest, agents: Agents): Promise<WebhookAnswer> {
    const target = parseUrl(url)
    if (!target) return { kind: 'failed', reason: 'Not an absolute http(s) URL' }
    const overrides = connectionOverrides(target.hash)
    target.hash = ''
    const body = new URLSearchParams({ ...params }).toString()
    const headers = {
      'User-Agent': 'TwilioProxy/1.1',
      Accept: '*/*',
      'X-Twilio-Signature': signRequest(this.#options.authToken, target.href, params),
      'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
      'Content-Length': String(Buffer.byteLength(body)),
    }
    const endsAt = performance.now() + overrides.totalMilliseconds
    for (let sent = 0; ; sent += 1) {
      const left = endsAt - performance.now()
      const answer = await this.#exchange({ target, headers, body, agents }, Math.min(left, overrides.readMilliseconds))
      const mayRepeat = sent < overrides.retries && !this.#queue.signal.aborted && performance.now() < endsAt
      const isFailure = answer.kind === 'failed' || answer.statusCode >= 400
      if (!mayRepeat || !isFailure) return answer
    }
  }

  /** Sends a callback once, after the earlier ones of its subject. Resolves when it was answered; at once where it is lost or held back. */
  async enqueue(
    { sid, ordinal, index }: Subject,
    request: WebhookRequest,
    done: (answer: WebhookAnswer) => void = () => undefined,
  ): Promise<void> {
    if (!this.#options.deliverCallbacks) return
    await this.#queue.send({ subject: sid, ordinal, index }, async () => {
      if (!this.#queue.signal.aborted) done(await this.#send(request, this.#ofCallbacks))
    })
  }

  close(): void {
    this.#queue.close()
    for (const agents of [this.#ofDocuments, this.#ofCallbacks])
      for (const agent of Object.values(agents)) agent.destroy()
  }

  async #exchange(sent: OutgoingRequest, limitMilliseconds: number, mayRepeat = true): Promise<WebhookAnswer> {
    const { target, headers, body, agents } = sent
    const { signal } = this.#queue
    if (signal.aborted) return { kind: 'failed', reason: 'The simulator is closing' }
    const outcome = Promise.withResolvers<WebhookAnswer | 'stale-socket'>()
    const secure = target.protocol === 'https:'
    const request = (secure ? https : http).request(target, {
      method: 'POST',
      agent: agents[secure ? 'https:' : 'http:'],
      headers,
      signal,
    })
    const seconds = Math.round(limitMilliseconds / 1000)
    const limit = setTimeout(
      () => request.destroy(new Error(`No answer within ${seconds} seconds`)),
      Math.max(0, limitMilliseconds),
    )
    let answered = false
    request.on('response', (response) => {
      answered = true
      const chunks: Buffer[] = []
      let size = 0
      response.on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size <= LARGEST_BODY_BYTES) chunks.push(chunk)
        else request.destroy(new Error('The response is larger than 64 kB'))
      })
      response.on('error', (error) => outcome.resolve({ kind: 'failed', reason: error.message }))
      response.on('end', () =>
        outcome.resolve({
          kind: 'answered',
          statusCode: response.statusCode ?? 0,
          contentType: response.headers['content-type'] ?? '',
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
    request.on('error', (error: NodeJS.ErrnoException) => {
      // A kept-alive socket may die just as it is used again: the request never arrived, so it is sent once more.
      const stale = mayRepeat && !answered && request.reusedSocket && error.code === 'ECONNRESET'
      outcome.resolve(stale ? 'stale-socket' : { kind: 'failed', reason: error.message })
    })
    request.end(body)
    const answer = await outcome.promise
    clearTimeout(limit)
    return answer === 'stale-socket' ? this.#exchange(sent, limitMilliseconds, false) : answer
  }
}

function newAgents(): Agents {
  const options = { keepAlive: true, maxSockets: SOCKETS_PER_HOST }
  return { 'http:': new http.Agent(options), 'https:': new https.Agent(options) }
}

/** The URL, or null when it is not an absolute http or https one. */
export function parseUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
