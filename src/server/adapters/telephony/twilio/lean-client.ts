import http from 'node:http'
import https from 'node:https'
import { BaseUrlClient, CONNECTIONS, REQUEST_TIMEOUT_MS, type RequestOptions } from './base-url-client.ts'

/** What the provider answers is a few kilobytes; a list of fifty calls some dozens. */
const LONGEST_ANSWER_BYTES = 10_000_000

/**
 * For calls, of which many leave in a second: what the official package makes of a request (fields, authentication) and
 * of an answer (errors) stays the package's, and it is sent with Node's own client, which costs half of what the package's
 * client costs. Follows no redirect and tries nothing again. Node's error codes are passed on: some say that nothing can
 * have arrived.
 */
export class LeanClient extends BaseUrlClient {
  readonly #plain = new http.Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  /** The package's own: it knows of certificates and proxies that the environment asks for. */
  readonly #secure = this.axios.defaults.httpsAgent as https.Agent

  override request<Data>(options: RequestOptions) {
    return this.#send(options) as ReturnType<typeof BaseUrlClient.prototype.request<Data>>
  }

  async #send({ uri, method, params, data, headers, username, password, timeout }: RequestOptions) {
    const address = new URL(this.addressOf(uri))
    for (const [name, value] of pairs(params)) address.searchParams.append(name, value)
    const body = data ? new URLSearchParams(pairs(data)).toString() : null
    const withinMs = timeout ?? REQUEST_TIMEOUT_MS
    const isSecure = address.protocol === 'https:'
    const { promise, resolve, reject } = Promise.withResolvers<{ statusCode: number; body: string; headers: object }>()
    const request = (isSecure ? https : http).request(address, {
      method: method.toUpperCase(),
      agent: isSecure ? this.#secure : this.#plain,
      headers: {
        ...(headers as http.OutgoingHttpHeaders),
        ...(body === null ? {} : { 'content-length': Buffer.byteLength(body) }),
      },
      ...(username && password ? { auth: `${username}:${password}` } : {}),
    })
    // Of the whole request, not of silence: an answer that trickles in is none.
    const timer = setTimeout(() => request.destroy(new Error(`No answer within ${withinMs} ms`)), withinMs)
    request.on('close', () => clearTimeout(timer))
    request.on('error', reject)
    request.on('response', (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
        if (text.length > LONGEST_ANSWER_BYTES) response.destroy(new Error('The answer is too long'))
      })
      response.on('error', reject)
      response.on('end', () => resolve({ statusCode: response.statusCode ?? 0, body: text, headers: response.headers }))
    })
    request.end(body ?? undefined)
    return promise
  }
}

/** A field with many values is written once for each of them, as the provider reads lists. */
function pairs(fields: object | undefined): [string, string][] {
  return Object.entries(fields ?? {}).flatMap(([name, value]) =>
    [value]
      .flat()
      .flatMap((each): [string, string][] => (each === undefined || each === null ? [] : [[name, String(each)]])),
  )
}
