// The service worker: where Cooee cannot be reached, a page that says so in place of the browser's own, and pushes. It
// keeps the files of that page and nothing else: no page of the app, no file of it, and nothing under /api. What the
// page shows of the family is kept and removed by the app (src/web/lib/last-state.ts).

/** Counted up when a file of the offline page changes; a new worker keeps them anew and removes the old ones. */
const FILES = 'cooee-offline-1'
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
