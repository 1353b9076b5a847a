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
// push must be shown, also one that cannot be read.
self.addEventListener('push', (event) => {
  event.waitUntil(showPush(event.data))
})

async function showPush(data) {
  const { notification = {}, app_badge: badge } = readPush(data)
  const {
    title = 'Cooee',
    body = 'Open Cooee to see what happened.',
    navigate = '/dashboard',
    tag,
    lang,
    dir,
  } = notification
  await self.registration.showNotification(title, {
    ...{ body, tag, lang, dir },
    icon: '/icon-192.png',
    badge: '/badge-96.png',
    data: { navigate },
    // News of the same incident takes the place of the one before, and is heard all the same.
    ...(tag ? { renotify: true } : {}),
  })
  if (typeof badge === 'number') await setBadge(badge)
}

function readPush(data) {
  try {
    const read = data?.json()
    return read?.web_push === 8030 ? read : {}
  } catch {
    return {}
  }
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
  const url = new URL(address, self.location.origin)
  if (url.origin !== self.location.origin) return
  const [open] = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (!open) return void (await self.clients.openWindow(url.href))
  await open.focus()
  // A window that was loaded past this worker (Shift and reload) does not follow it.
  await open.navigate(url.href).catch(() => self.clients.openWindow(url.href))
}
