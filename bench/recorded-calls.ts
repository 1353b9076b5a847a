import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http'
import pg from 'pg'

/** What a process did for calls, with when it did it: milliseconds after the recording began. */
export interface Recorded {
  /** By connection, in order, `begin` and `commit` too. */
  statements: { atMs: number; name: string | undefined; text: string; values: unknown[] }[][]
  /** What the provider asked for, and what it was answered. */
  requests: { atMs: number; path: string; headers: Record<string, string>; body: string; answer: Answer }[]
  /** What the provider was asked for. */
  dials: { atMs: number; path: string; bodyBytes: number }[]
}

export interface Answer {
  status: number
  type: string
  body: string
}

/** Records all that this process sends to its databases, answers on HTTP and asks of the host of `providerUrl`, from now on. */
export function recordCalls(providerUrl: string) {
  const began = performance.now()
  const atMs = () => performance.now() - began
  const recorded: Recorded = { statements: [], requests: [], dials: [] }

  const byClient = new Map<pg.Client, Recorded['statements'][number]>()
  const { prototype } = pg.Client
  const { query } = prototype
  const noting = function (this: pg.Client, ...sent: unknown[]) {
    const [first, second] = sent
    const { name, text, values }: { name?: string; text?: string; values?: unknown[] } =
      typeof first === 'string' ? { text: first, values: Array.isArray(second) ? second : [] } : Object(first)
    if (text !== undefined) {
      const own = byClient.get(this) ?? []
      if (own.length === 0) recorded.statements.push(own)
      byClient.set(this, own)
      own.push({ atMs: atMs(), name, text, values: [...(values ?? [])] })
    }
    return Reflect.apply(query, this, sent)
  }
  prototype.query = noting as typeof query

  const noteRequest = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse }
    const came = atMs()
    const chunks: Uint8Array[] = []
    const { push } = request
    request.push = (chunk: Uint8Array | null, ...more) => {
      if (chunk) chunks.push(chunk)
      return push.call(request, chunk, ...more)
    }
    const { end } = response
    response.end = ((...sent: unknown[]) => {
      recorded.requests.push({
        atMs: came,
        path: request.url ?? '',
        headers: Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
        body: Buffer.concat(chunks).toString(),
        answer: {
          status: response.statusCode,
          type: String(response.getHeader('content-type') ?? ''),
          body: typeof sent[0] === 'string' ? sent[0] : '',
        },
      })
      return Reflect.apply(end, response, sent)
    }) as typeof end
  }
  const noteDial = (message: unknown): void => {
    const { request } = message as { request: ClientRequest }
    if (request.getHeader('host') !== new URL(providerUrl).host || request.method !== 'POST') return
    recorded.dials.push({
      atMs: atMs(),
      path: request.path,
      bodyBytes: Number(request.getHeader('content-length') ?? 0),
    })
  }
  subscribe('http.server.request.start', noteRequest)
  subscribe('http.client.request.start', noteDial)
  return {
    recorded,
    stop() {
      prototype.query = query
      unsubscribe('http.server.request.start', noteRequest)
      unsubscribe('http.client.request.start', noteDial)
    },
  }
}
