import http from 'node:http'
import https from 'node:https'
import { connectionOverrides, isRetried } from './call/connection-overrides.ts'
import type { Hostility } from './hostility.ts'
import { signRequest } from './signature.ts'
import type { HttpMethod } from './simulated-records.ts'
import type { WebhookAnswer } from './webhook-answer.ts'

const LARGEST_BODY_BYTES = 64 * 1024
const SOCKETS_PER_HOST = 128

export interface WebhookRequest {
  url: string
  method: HttpMethod
  params: Readonly<Record<string, string>>
}

interface OutgoingRequest {
  target: URL
  method: HttpMethod
  headers: Record<string, string>
  body: string
}

const CONNECTION_FAILED = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EHOSTUNREACH', 'ENETUNREACH'])

interface WebhookOptions {
  authToken: string
  hostility: Hostility | null
  deliverCallbacks: boolean
}

/** What a callback is about: its callbacks go out one after the other, and `ordinal` and `index` decide its fate in hostile mode. */
interface Subject {
  sid: string
  ordinal: number
  index: number
}

/** Sends signed requests to the customer's server: documents are asked for at once, callbacks queue per subject. */
export class Webhooks {
  readonly #options: WebhookOptions
  readonly #agents = {
    'http:': new http.Agent({ keepAlive: true, maxSockets: SOCKETS_PER_HOST }),
    'https:': new https.Agent({ keepAlive: true, maxSockets: SOCKETS_PER_HOST }),
  }
  readonly #queues = new Map<string, Promise<void>>()
  readonly #stops = new Set<() => void>()
  #closed = false

  constructor(options: WebhookOptions) {
    this.#options = options
  }

  /**
   * Sends one request and waits for its answer, 15 seconds at most. Never throws. What is signed is the URL as it is sent:
   * without the fragment, whose connection overrides say how long to wait and what to send again.
   */
  async send({ url, method, params }: WebhookRequest): Promise<WebhookAnswer> {
    const target = parseUrl(url)
    if (!target) return { kind: 'failed', reason: 'Not an absolute http(s) URL', failure: 'ct' }
    const overrides = connectionOverrides(target.hash)
    target.hash = ''
    if (method === 'GET') for (const [name, value] of Object.entries(params)) target.searchParams.append(name, value)
    const signedParams = method === 'POST' ? params : {}
    const headers = {
      'User-Agent': 'TwilioProxy/1.1',
      Accept: '*/*',
      'X-Twilio-Signature': signRequest(this.#options.authToken, target.href, signedParams),
    }
    const body = method === 'POST' ? new URLSearchParams({ ...params }).toString() : ''
    const endsAt = performance.now() + overrides.totalMilliseconds
    for (let sent = 0; ; sent += 1) {
      const left = endsAt - performance.now()
      const answer = await this.#exchange({ target, method, headers, body }, Math.min(left, overrides.readMilliseconds))
      const mayRepeat = sent < overrides.retries && !this.#closed && performance.now() < endsAt
      if (!mayRepeat || !isRetried(answer, overrides)) return answer
    }
  }

  /** Sends a callback once, after the earlier ones of its subject. Resolves when it was answered; at once where it is lost or held back. */
  async enqueue(
    subject: Subject,
    request: WebhookRequest,
    done: (answer: WebhookAnswer) => void = () => undefined,
  ): Promise<void> {
    if (!this.#options.deliverCallbacks) return
    const fault = this.#options.hostility?.callbackFault(subject.ordinal, subject.index) ?? null
    const deliver = async () => {
      if (!this.#closed) done(await this.send(request))
    }
    switch (fault?.kind) {
      case 'lost':
        break
      case 'overtaken':
        void this.#delay(fault.milliseconds).then(deliver)
        break
      case 'late':
        void this.#chain(subject.sid, () => this.#delay(fault.milliseconds))
        void this.#chain(subject.sid, deliver)
        break
      case 'twice':
        void this.#chain(subject.sid, deliver)
        void this.#chain(subject.sid, deliver)
        break
      case undefined:
        await this.#chain(subject.sid, deliver)
    }
  }

  close(): void {
    this.#closed = true
    for (const stop of this.#stops) stop()
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  #chain(sid: string, step: () => Promise<void>): Promise<void> {
    const queue = (this.#queues.get(sid) ?? Promise.resolve()).then(step)
    this.#queues.set(sid, queue)
    void queue.finally(() => {
      if (this.#queues.get(sid) === queue) this.#queues.delete(sid)
    })
    return queue
  }

  #delay(milliseconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, milliseconds)
    const stop = () => {
      clearTimeout(timer)
      resolve()
    }
    this.#stops.add(stop)
    return promise.finally(() => this.#stops.delete(stop))
  }

  async #exchange(sent: OutgoingRequest, limitMilliseconds: number, mayRepeat = true): Promise<WebhookAnswer> {
    const { target, method, headers, body } = sent
    if (this.#closed) return { kind: 'failed', reason: 'The simulator is closing', failure: 'ct' }
    const outcome = Promise.withResolvers<WebhookAnswer | 'stale-socket'>()
    const secure = target.protocol === 'https:'
    const contentHeaders =
      method === 'POST'
        ? {
            'Content-Type': 'application/x-www-form-urlencoded; charset=UTF-8',
            'Content-Length': String(Buffer.byteLength(body)),
          }
        : {}
    const request = (secure ? https : http).request(target, {
      method,
      agent: this.#agents[secure ? 'https:' : 'http:'],
      headers: { ...headers, ...contentHeaders },
    })
    const seconds = Math.round(limitMilliseconds / 1000)
    const limit = setTimeout(
      () => request.destroy(new Error(`No answer within ${seconds} seconds`)),
      Math.max(0, limitMilliseconds),
    )
    const stop = () => request.destroy(new Error('The simulator is closing'))
    this.#stops.add(stop)
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
      response.on('error', (error) => outcome.resolve({ kind: 'failed', reason: error.message, failure: 'rt' }))
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
      const failure = CONNECTION_FAILED.has(error.code ?? '') ? 'ct' : 'rt'
      outcome.resolve(stale ? 'stale-socket' : { kind: 'failed', reason: error.message, failure })
    })
    request.end(body)
    const answer = await outcome.promise
    clearTimeout(limit)
    this.#stops.delete(stop)
    return answer === 'stale-socket' ? this.#exchange(sent, limitMilliseconds, false) : answer
  }
}

/** The URL, or null when it is not an absolute http or https one. */
export function parseUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
