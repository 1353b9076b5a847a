import { onTestFinished, vi } from 'vitest'

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  headers: Headers
  body: unknown
}

type Answer = (request: SeenRequest) => Response | Promise<Response>

/** An answer of the API, as the server would send it. */
export function json(status: number, body?: unknown): Response {
  if (status === 204) return new Response(null, { status })
  return Response.json(body, { status })
}

/**
 * Stands in for the network. `answers` are named "POST /api/login"; a request without an answer fails the test.
 * Returns what was asked, in order.
 */
export function fakeFetch(answers: Record<string, Answer>): SeenRequest[] {
  const seen: SeenRequest[] = []
  onTestFinished(() => void vi.unstubAllGlobals())
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = new URL(String(input))
    const request: SeenRequest = {
      method: init.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
    }
    seen.push(request)
    const answer = answers[`${request.method} ${request.path}`]
    if (!answer) throw new Error(`Nobody answers ${request.method} ${request.path}`)
    return answer(request)
  })
  return seen
}
