import http from 'node:http'
import https from 'node:https'
import type { Hostility } from './hostility.ts'
import { signRequest } from './signature.ts'
import type { HttpMethod } from './simulated-records.ts'

// Twilio gives a webhook 15 seconds in all: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
const TOTAL_LIMIT_MILLISECONDS = 15_000
const LARGEST_BODY_BYTES = 64 * 1024
const SOCKETS_PER_HOST = 128

export interface WebhookRequest {
  url: string
  method: HttpMethod
  params: Readonly<Record<string, string>>
}

export type WebhookAnswer =
  | { kind: 'answered'; statusCode: number; contentType: string; body: string }
  | { kind: 'failed'; reason: string }

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
   * without the fragment, which at the provider only carries connection settings.
   */
  async send({ url, method, params }: WebhookRequest): Promise<WebhookAnswer> {
    const target = parseUrl(url)
    if (!target) return { kind: 'failed', reason: 'Not an absolute http(s) URL' }
    target.hash = ''
    if (method === 'GET') for (const [name, value] of Object.entries(params)) target.searchParams.append(name, value)
    const signedParams = method === 'POST' ? params : {}
    const headers = {
      'User-Agent': 'TwilioProxy/1.1',
      Accept: '*/*',
      'X-Twilio-Signature': signRequest(this.#options.authToken, target.href, signedParams),
    }
    const body = method === 'POST' ? new URLSearchParams({ ...params }).toString() : ''
    return this.#exchange(target, method, headers, body, true)
  }

  /** Sends a callback after the earlier ones of its subject. It is sent once: nobody promises to repeat a lost one. */
  enqueue(subject: Subject, request: WebhookRequest, done: (answer: WebhookAnswer) => void = () => undefined): void {
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
        this.#chain(subject.sid, () => this.#delay(fault.milliseconds))
        this.#chain(subject.sid, deliver)
        break
      case 'twice':
        this.#chain(subject.sid, deliver)
        this.#chain(subject.sid, deliver)
        break
      case undefined:
        this.#chain(subject.sid, deliver)
    }
  }

  close(): void {
    this.#closed = true
    for (const stop of this.#stops) stop()
    for (const agent of Object.values(this.#agents)) agent.destroy()
  }

  #chain(sid: string, step: () => Promise<void>): void {
    const queue = (this.#queues.get(sid) ?? Promise.resolve()).then(step)
    this.#queues.set(sid, queue)
    void queue.finally(() => {
      if (this.#queues.get(sid) === queue) this.#queues.delete(sid)
    })
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

  async #exchange(
    target: URL,
    method: HttpMethod,
    headers: Record<string, string>,
    body: string,
    mayRepeat: boolean,
  ): Promise<WebhookAnswer> {
    if (this.#closed) return { kind: 'failed', reason: 'The simulator is closing' }
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
    const limit = setTimeout(() => request.destroy(new Error('No answer within 15 seconds')), TOTAL_LIMIT_MILLISECONDS)
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
    this.#stops.delete(stop)
    return answer === 'stale-socket' ? this.#exchange(target, method, headers, body, false) : answer
  }
}

/** The URL, or null when it is not an absolute http or https one. */
export function parseUrl(text: string): URL | null {
  const url = URL.parse(text)
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url : null
}
