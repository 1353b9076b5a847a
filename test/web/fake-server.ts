import { vi } from 'vitest'

export interface FakeRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

class Reply {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}
type Handler = (request: FakeRequest) => unknown

/** An answer that is not a 200. */
export function reply(status: number, body?: unknown): Reply {
  return new Reply(status, body)
}

/**
 * Answers `fetch` from a table such as `{ 'GET /api/calls/:id': ({ path }) => aCall() }`: a value is a 200 with that
 * JSON, `reply(409, { message })` any other answer, a `Response` itself, and `'lost'` a connection that broke. What is not in the table is a
 * 404. The table may be changed while the test runs.
 */
export function fakeServer(routes: Record<string, Handler>) {
  const requests: FakeRequest[] = []
  vi.stubGlobal('fetch', async (input: URL | string, init: RequestInit = {}) => {
    const url = new URL(input)
    const request: FakeRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    requests.push(request)
    const answer = await handlerOf(routes, request)?.(request)
    if (answer === 'lost') throw new TypeError('Failed to fetch')
    if (answer === undefined) return json(404, { message: 'Not found' })
    if (answer instanceof Response) return answer
    if (answer instanceof Reply) {
      return answer.body === undefined
        ? new Response(null, { status: answer.status })
        : json(answer.status, answer.body)
    }
    return json(200, answer)
  })
  return {
    requests,
    routes,
    /** The bodies sent to one route, such as `POST /api/calls`. */
    sentTo: (route: string) => requests.filter((request) => matches(route, request)),
  }
}

function handlerOf(routes: Record<string, Handler>, request: FakeRequest): Handler | undefined {
  const route = Object.keys(routes).find((candidate) => matches(candidate, request))
  if (route === undefined && request.path === '/api/dashboard/today') return (asked) => todayOf(routes, asked)
  return route === undefined ? undefined : routes[route]
}

/** A family's today, where a table does not say otherwise: all of its three lists, or what one of them answers instead. */
async function todayOf(routes: Record<string, Handler>, request: FakeRequest): Promise<unknown> {
  const paths = ['/api/loved-ones', '/api/calls/history', '/api/calls/upcoming']
  const lists = await Promise.all(paths.map((path) => routes[`GET ${path}`]?.({ ...request, path })))
  const other = lists.find((list) => !Array.isArray(list))
  if (other !== undefined || lists.includes(undefined)) return other
  const [lovedOnes = [], history, upcoming] = lists as unknown[][]
  const awayCount = (lovedOnes as { away?: { isNow: boolean } | null }[]).filter(({ away }) => away?.isNow).length
  return { lovedOnes, history, upcoming, peopleCount: lovedOnes.length, awayCount, attention: null }
}

function matches(route: string, { method, path }: FakeRequest): boolean {
  const [wantedMethod, pattern = ''] = route.split(' ')
  return wantedMethod === method && new RegExp(`^${pattern.replaceAll(/:\w+/g, '[0-9]+')}$`).test(path)
}

function json(status: number, body: unknown): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } })
}
