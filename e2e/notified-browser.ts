import type { BrowserContext, Page, Worker } from 'playwright-core'
import { expect } from 'vitest'

export interface ShownNotification {
  title: string
  body: string
  tag: string
}

/** A browser in which Cooee's own service worker gets pushes. */
export interface NotifiedBrowser {
  /** Hands the worker a push, as the browser does with what its push service sends. */
  deliver(payload: string): Promise<void>
  /** What is on the screen, the oldest first. */
  shown(): Promise<ShownNotification[]>
  /** What the number on the icon of the app was set to, one after the other; 0: it was cleared. */
  badges(): Promise<number[]>
  /** Has the worker lead to the page of a notification; no browser lets a test tap one. */
  follow(address: string): Promise<void>
}

/** Where worker and page note the number on the icon, which no browser says. */
const BADGE = 'badge-of-the-test'

interface NotedBadge {
  setAppBadge(count?: number): Promise<void>
  clearAppBadge(): Promise<void>
}

function noteBadge(name: string): void {
  const note = async (count: number) => {
    const cache = await caches.open(name)
    const before: number[] = (await (await cache.match('/badge'))?.json()) ?? []
    await cache.put('/badge', new Response(JSON.stringify([...before, count])))
  }
  const noted: NotedBadge = { setAppBadge: (count = 0) => note(count), clearAppBadge: () => note(0) }
  for (const [key, value] of Object.entries(noted)) Object.defineProperty(navigator, key, { value })
}

/**
 * Chromium without a screen has no place for notifications: it refuses each once it has checked what it is given. What it
 * would show is kept in their place, by its rules: of one tag there is one, and a closed one is gone.
 */
function keepNotifications(): void {
  Object.defineProperty(Notification, 'permission', { value: 'granted' })
  const kept: (ShownNotification & { close(): void })[] = []
  const given = ServiceWorkerRegistration.prototype
  const check = given.showNotification
  given.showNotification = async function (title, options) {
    await check.call(this, title, options).catch((error: Error) => {
      if (!error.message.includes('No notification permission')) throw error
    })
    const { body = '', tag = '' } = options ?? {}
    const shown = { title, body, tag, close: () => void kept.splice(kept.indexOf(shown), 1) }
    kept.find((each) => tag !== '' && each.tag === tag)?.close()
    kept.push(shown)
  }
  given.getNotifications = async () => [...kept] as unknown as Notification[]
}

/** Has a window note its badge; before it opens Cooee. */
export async function withNotedBadge(context: BrowserContext): Promise<void> {
  await context.addInitScript(noteBadge, BADGE)
}

/** The worker of a window that has opened the dashboard, once it runs. */
export async function notifiedBrowser(context: BrowserContext, page: Page, origin: string): Promise<NotifiedBrowser> {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
  const worker = await workerOf(context)
  await worker.evaluate(noteBadge, BADGE)
  await worker.evaluate(keepNotifications)
  const devTools = await context.newCDPSession(page)
  const registrations: string[] = []
  devTools.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    registrations.push(...event.registrations.map(({ registrationId }) => registrationId))
  })
  await devTools.send('ServiceWorker.enable')
  await expect.poll(() => registrations.length).toBeGreaterThan(0)
  return {
    async deliver(data) {
      const [registrationId = ''] = registrations
      await devTools.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
    },
    shown: () =>
      worker.evaluate(async () => {
        const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration }
        return (await registration.getNotifications()).map(({ title, body, tag }) => ({ title, body, tag }))
      }),
    badges: () =>
      worker.evaluate(
        async (name): Promise<number[]> => (await (await (await caches.open(name)).match('/badge'))?.json()) ?? [],
        BADGE,
      ),
    follow: (address) =>
      worker.evaluate(async (to) => {
        const { openPage } = globalThis as unknown as { openPage(address: string): Promise<void> }
        // Nobody has tapped, so no window may be focused; it has gone there all the same.
        await openPage(to).catch(() => {})
      }, address),
  }
}

const workerOf = async (context: BrowserContext): Promise<Worker> =>
  context.serviceWorkers()[0] ?? context.waitForEvent('serviceworker')
