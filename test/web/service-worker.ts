import { readFileSync } from 'node:fs'
import { createContext, runInContext } from 'node:vm'

interface WorkerEvent {
  waitUntil(done: Promise<unknown>): void
  [field: string]: unknown
}

interface OpenWindow {
  url: string
  /** Answers the window at its new address; fails for one that was loaded past the worker. */
  navigate(url: string): Promise<OpenWindow | null>
  focus(): Promise<void>
  postMessage(message: unknown): void
}

interface ShownNotification {
  title: string
  options: Record<string, unknown>
}

/** The service worker as it is served, in a world with a scripted cache, network and windows. */
export function serviceWorker({
  fetch = async (_path: string, _init?: { method: string; body: string }): Promise<unknown> => 'from the network',
} = {}) {
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
  let subscription: object | null = null
  const subscribe = (endpoint: string) => {
    subscription = {
      toJSON: () => ({ endpoint }),
      unsubscribe: async () => {
        subscription = null
        calls.push('unsubscribed')
      },
    }
  }
  subscribe('https://push.example/first')
  const shown: ShownNotification[] = []
  const windows: OpenWindow[] = []
  // Chromium: a tap lets the worker focus a window or open one, once. Firefox: within a second.
  let mayShowWindow = false
  let sinceTapMs = 0
  const showWindow = async (what: string) => {
    if (!mayShowWindow || sinceTapMs > 1000)
      throw new DOMException('Not allowed to open or focus a window', 'InvalidAccessError')
    mayShowWindow = false
    calls.push(what)
  }
  const self = {
    location: { origin: 'https://cooee.example' },
    addEventListener: (kind: string, listener: (event: WorkerEvent) => void) => listeners.set(kind, listener),
    Notification: { permission: 'granted' },
    skipWaiting: () => calls.push('skipWaiting'),
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => {
        const { tag, renotify } = options
        if (renotify && !tag) throw new TypeError('renotify needs a tag')
        const replaced = shown.findIndex(({ options: { tag: other } }) => tag !== undefined && tag === other)
        if (replaced >= 0) shown.splice(replaced, 1)
        shown.push({ title, options })
      },
      getNotifications: async () =>
        shown.map((each) => ({ ...each, close: () => void shown.splice(shown.indexOf(each), 1) })),
      pushManager: {
        getSubscription: async () => subscription,
        subscribe: async ({ applicationServerKey }: { applicationServerKey: string }) => {
          subscribe(`https://push.example/for/${applicationServerKey}`)
          return subscription
        },
      },
    },
    navigator: {
      setAppBadge: async (count: number) => void calls.push(`badge ${count}`),
      clearAppBadge: async () => void calls.push('badge cleared'),
    },
    clients: {
      claim: async () => void calls.push('claim'),
      matchAll: async () => windows,
      openWindow: (url: string) => showWindow(`opened ${url}`),
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
    // What takes long has taken it.
    setTimeout: (then: (value: unknown) => void, ms: number, value: unknown) =>
      setTimeout(() => {
        sinceTapMs += ms
        then(value)
      }, 0),
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
    notification: self.Notification,
    /** The push service gives the browser this address; null: it has none. */
    subscribe: (endpoint: string | null) => {
      subscription = null
      if (endpoint) subscribe(endpoint)
    },
    shown,
    windows,
    /** Opens a window of Cooee. `isControlled`: it was not loaded past the worker. */
    open(url: string, { isControlled = true } = {}) {
      const opened: OpenWindow = {
        url,
        async navigate(to) {
          if (!isControlled) throw new TypeError('This service worker is not the client’s active service worker')
          opened.url = to
          return opened
        },
        focus: () => showWindow(`focused ${opened.url}`),
        postMessage: (message) => void calls.push(`posted ${message}`),
      }
      windows.push(opened)
    },
    /** Hands the worker an event, and waits for what it does. */
    async dispatch(kind: string, fields: Record<string, unknown> = {}): Promise<void> {
      const waits: Promise<unknown>[] = []
      mayShowWindow = kind === 'notificationclick'
      sinceTapMs = 0
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
