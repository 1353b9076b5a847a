export interface Outgoing {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Sent as JSON; a file as it is. */
  body?: unknown
  query?: Record<string, string | number | undefined>
  token?: string
  /** The circle that the screen shows. The server refuses what was meant for another one than the session is in. */
  circle?: number
  /** Names what a POST creates, so that a repeated one creates nothing twice. */
  creationKey?: string
  signal?: AbortSignal
}

/** A connection that has silently broken would leave somebody in front of "Saving…" for minutes. */
const GIVE_UP_MS = 30_000

/** As old as what is polled may be. */
const PREFETCHED_FOR_MS = 5_000

/** Answers that were asked for before the app was there to ask. */
const prefetched = new Map<string, Promise<Response>>()

const keyOf = (path: string, { query, token, circle }: Outgoing) => JSON.stringify([path, query ?? {}, token, circle])

/** Asks now for what `send` will be asked for soon, which then has the answer, or asks again where there was none. */
export function prefetch(path: string, outgoing: Outgoing): void {
  const key = keyOf(path, outgoing)
  const answer = ask(path, outgoing)
  prefetched.set(key, answer)
  answer.catch(() => {}) // who takes it asks again
  setTimeout(() => prefetched.get(key) === answer && drop(key), PREFETCHED_FOR_MS)
}

/** Nobody takes an answer that was meant for somebody else. */
export function dropPrefetched(): void {
  for (const key of prefetched.keys()) drop(key)
}

function drop(key: string): void {
  prefetched.get(key)?.then(
    ({ body }) => body?.cancel(),
    () => {},
  )
  prefetched.delete(key)
}

function takePrefetched(path: string, outgoing: Outgoing): Promise<Response> | undefined {
  if ((outgoing.method ?? 'GET') !== 'GET') return undefined
  const key = keyOf(path, outgoing)
  const answer = prefetched.get(key)
  prefetched.delete(key)
  return answer
}

/** One request, with what each carries: `_t` and no-cache headers, the session, and a JSON content type when there is a body. */
export function send(path: string, outgoing: Outgoing = {}): Promise<Response> {
  const answer = takePrefetched(path, outgoing)
  return answer ? answer.catch(() => ask(path, outgoing)) : ask(path, outgoing)
}

function ask(
  path: string,
  { method = 'GET', body, query = {}, token, circle, creationKey, signal }: Outgoing,
): Promise<Response> {
  const url = new URL(path, window.location.origin)
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, String(value))
  }
  url.searchParams.set('_t', String(Date.now()))
  return fetch(url, {
    method,
    credentials: 'include',
    signal: signal ?? AbortSignal.timeout(GIVE_UP_MS),
    headers: {
      accept: 'application/json',
      'cache-control': 'no-cache',
      pragma: 'no-cache',
      ...(token && { authorization: `Bearer ${token}` }),
      ...(circle !== undefined && { 'x-circle': String(circle) }),
      ...(creationKey && { 'idempotency-key': creationKey }),
      ...(body !== undefined && { 'content-type': body instanceof Blob ? body.type : 'application/json' }),
    },
    ...(body !== undefined && { body: body instanceof Blob ? body : JSON.stringify(body) }),
  })
}
