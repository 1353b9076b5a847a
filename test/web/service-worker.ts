import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

interface WorkerEvent {
  waitUntil(done: Promise<unknown>): void
  [field: string]: unknown
}

/** The service worker as it is served, in a world with a scripted cache, network and windows. */
export function serviceWorker({ fetch = async (): Promise<unknown> => 'from the network' } = {}) {
  const listeners = new Map<string, (event: WorkerEvent) => void>()
  const caches = new Map<string, Map<string, unknown>>()
  const calls: string[] = []
  const pathOf = (request: unknown): string =>
    typeof request === 'string' ? request : new URL((request as { url: string }).url).pathname
  const opened = (name: string) => {
    const kept = caches.get(name) ?? new Map<string, unknown>()
    caches.set(name, kept)
    return {
      addAll: async (requests: unknown[]) => {
        for (const request of requests) kept.set(pathOf(request), `kept ${pathOf(request)}`)
      },
      match: async (request: unknown) => kept.get(pathOf(request)),
    }
  }
  const shown: { title: string; options: Record<string, unknown> }[] = []
  const windows: { url: string; focus(): Promise<void>; navigate(url: string): Promise<void> }[] = []
  const self = {
    location: { origin: 'https://cooee.example' },
    addEventListener: (kind: string, listener: (event: WorkerEvent) => void) => listeners.set(kind, listener),
    skipWaiting: () => calls.push('skipWaiting'),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => {
        shown.push({ title, options })
      },
    },
    navigator: {
      setAppBadge: async (count: number) => void calls.push(`badge ${count}`),
      clearAppBadge: async () => void calls.push('badge cleared'),
    },
    clients: {
      claim: async () => void calls.push('claim'),
      matchAll: async () => windows,
      openWindow: async (url: string) => void calls.push(`opened ${url}`),
    },
  }
  class FakeRequest {
    readonly url: string
    constructor(path: string) {
      this.url = new URL(path, self.location.origin).href
    }
  }
  const world = createContext({
    self,
    fetch,
    URL,
    Request: FakeRequest,
    Response: { error: () => 'a network error' },
    caches: {
      open: async (name: string) => opened(name),
      keys: async () => [...caches.keys()],
      delete: async (name: string) => caches.delete(name),
    },
  })
  runInContext(readFileSync(new URL('../../src/web/public/sw.js', import.meta.url), 'utf8'), world)
  return {
    caches,
    calls,
    shown,
    windows,
    /** Hands the worker an event, and waits for what it does. */
    async dispatch(kind: string, fields: Record<string, unknown> = {}): Promise<void> {
      const waits: Promise<unknown>[] = []
      listeners.get(kind)?.({ ...fields, waitUntil: (done) => waits.push(done) })
      await Promise.all(waits)
    },
    /** What the worker answers to a request of a page; undefined where it leaves it to the browser. */
    async answerTo(path: string, { method = 'GET', mode = 'cors' } = {}): Promise<unknown> {
      let answer: unknown
      const url = new URL(path, self.location.origin).href
      listeners.get('fetch')?.({
        request: { url, method, mode },
        respondWith: (given: unknown) => {
          answer = given
        },
        waitUntil: () => {},
      })
      return answer
    },
  }
}
