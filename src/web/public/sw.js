// The service worker: where Cooee cannot be reached, a page that says so in place of the browser's own, and pushes. It
// keeps the files of that page and nothing else: no page of the app, no file of it, and nothing under /api. What the
// page shows of the family is kept and removed by the app (src/web/lib/last-state.ts).

/** Counted up when a file of the offline page changes; a new worker stores them again and removes the old ones. */
const FILES = 'cooee-offline-2'
const OFFLINE_PAGE = '/offline.html'
const OFFLINE_FILES = [OFFLINE_PAGE, '/offline.css', '/offline.js', '/favicon.svg']

self.addEventListener('install', (event) => {
  // Past the browser's own cache: the files of this version, whatever it has kept.
  const fresh = OFFLINE_FILES.map((path) => new Request(path, { cache: 'reload' }))
  event.waitUntil(caches.open(FILES).then((cache) => cache.addAll(fresh)))
  // It answers nothing that an open page needs, so it may take over at once.
  self.skipWaiting()
})

self.addEventListener('activate', (event) => {
  event.waitUntil(removeOldFiles().then(() => self.clients.claim()))
})

async function removeOldFiles() {
  const names = await caches.keys()
  await Promise.all(
    names.filter((name) => name.startsWith('cooee-offline-') && name !== FILES).map((name) => caches.delete(name)),
  )
}

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin || pathname.startsWith('/api')) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => kept(OFFLINE_PAGE)))
  // The offline page stands at whatever address was opened; its files are asked for where nothing answers.
  else if (OFFLINE_FILES.includes(pathname)) event.respondWith(fetch(request).catch(() => kept(pathname)))
})

/** A kept file; without it, the failure that the browser shows itself. */
async function kept(path) {
  const cache = await caches.open(FILES)
  return (await cache.match(path)) ?? Response.error()
}

// A push carries the JSON of Declarative Web Push; a browser that does not show it by itself hands it to this worker. Every
// push must be shown, also one that cannot be read: browsers take the permission away where nothing is shown.
self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data))
})

/** What is shown of a push that cannot be read; the next such push takes its place. */
const UNREADABLE = {
  title: 'Cooee',
  body: 'Open Cooee to see what happened.',
  navigate: '/dashboard',
  tag: 'unreadable',
}

async function showPush(data) {
  const { title, body, navigate, tag, badge } = readPush(data)
  await self.registration.showNotification(title, {
    ...{ body, tag, lang: 'en-AU', dir: 'ltr' },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { navigate },
    // News of the same incident takes the place of the one before, and is heard all the same.
    renotify: true,
  })
  if (typeof badge !== 'number') return
  await setBadge(badge)
  // A page that shows the news already clears it again (`use-cleared-badge.ts`).
  for (const page of await openWindows()) page.postMessage('badge')
}

function readPush(data) {
  try {
    const { web_push: kind, notification, app_badge: badge } = data.json()
    const { title, body = '', navigate = '/dashboard', tag } = notification
    const areTexts = [title, body, navigate].every((text) => typeof text === 'string')
    if (kind === 8030 && areTexts && title !== '' && pageAt(navigate)) {
      return { title, body, navigate, tag: String(tag || 'news'), badge }
    }
  } catch {
    // It is shown as one that cannot be read.
  }
  return UNREADABLE
}

async function setBadge(count) {
  try {
    if (count > 0) await self.navigator.setAppBadge?.(count)
    else await self.navigator.clearAppBadge?.()
  } catch {
    // Not every system has badges.
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openPage(event.notification.data?.navigate ?? '/dashboard'))
})

/** In a window of Cooee that is open, else in a new one; never at an address outside. */
async function openPage(address) {
  const { origin, href } = pageAt(address)
  if (origin !== self.location.origin) return
  // A tap lets a worker focus a window or open one, once: nothing is focused before it is known which.
  const open = await firstThatGoesTo(href)
  await (open ? open.focus() : self.clients.openWindow(href))
}

/** Firefox lets a worker focus or open a window for one second after the tap. */
const MAX_WAIT_FOR_WINDOWS_MS = 600

/** The window that was used last and goes to the page, or the one that is slow to. */
async function firstThatGoesTo(href) {
  const waited = new Promise((resolve) => setTimeout(resolve, MAX_WAIT_FOR_WINDOWS_MS))
  for (const open of await openWindows()) {
    // A window that was loaded past this worker (Shift and reload) does not follow it.
    const followed = open.navigate(href).catch(() => null)
    const there = await Promise.race([followed, waited.then(() => open)])
    if (there) return there
  }
}

const pageAt = (address) => new URL(address, self.location.origin)
const openWindows = () => self.clients.matchAll({ type: 'window', includeUncontrolled: true })

// From `notify-worker.ts`. Somebody who signs out, and somebody who uses this browser after them, sees none of their news, also
// none that is still on its way.
self.addEventListener('message', (event) => {
  const { data: message } = event
  if (message === 'left') event.waitUntil(removeNews())
  if (message === 'renew') event.waitUntil(renewPush())
})

async function removeNews() {
  // A browser that blocks notifications shows none, and Chromium without a screen ends a worker that asks for a badge.
  if (self.Notification?.permission === 'denied') return
  for (const shown of await self.registration.getNotifications()) shown.close()
  await setBadge(0)
  await (await self.registration.pushManager?.getSubscription())?.unsubscribe()
}

/** The push service has another address for this browser. A page that is opened asks again, in case this fails. */
self.addEventListener('pushsubscriptionchange', (event) => {
  event.waitUntil(subscribeAgain(event.newSubscription))
})

/** A page was opened: the server hears this browser's present address, or a new one where that is gone. */
async function renewPush() {
  if (self.Notification?.permission !== 'granted') return
  const subscription = await self.registration.pushManager?.getSubscription()
  if (!(subscription && (await isTaken(subscription)))) await subscribeAgain(null)
}

/** Only for the person who has switched notifications on in this browser. */
async function subscribeAgain(given) {
  const answer = await fetch('/api/push-devices')
  if (!answer.ok) return
  const { publicKey: applicationServerKey, devices } = await answer.json()
  if (!devices.some(({ isThisDevice }) => isThisDevice)) return given?.unsubscribe()
  const { pushManager } = self.registration
  await isTaken(given ?? (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey })))
}

/** Whether the server pushes to this address from now on, or cannot say; otherwise the browser is unsubscribed. */
async function isTaken(subscription) {
  const headers = { 'content-type': 'application/json' }
  const body = JSON.stringify(subscription)
  const { status } = await fetch('/api/push-devices/renew', { method: 'POST', headers, body })
  if (status !== 404) return true
  await subscription.unsubscribe()
  return false
}
