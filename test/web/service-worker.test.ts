import { describe, expect, test } from 'vitest'
import { serviceWorker } from './service-worker.ts'

const noNetwork = () => serviceWorker({ fetch: () => Promise.reject(new TypeError('Failed to fetch')) })

describe('the service worker', () => {
  test('it keeps the files of the offline page and nothing else, and removes those of an older one', async () => {
    const worker = serviceWorker()
    worker.caches.set('cooee-offline-0', new Map([['/offline.html', 'old']]))
    worker.caches.set('cooee-last-state', new Map([['/last-state', 'of the family']]))
    await worker.dispatch('install')
    await worker.dispatch('activate')
    const [state, files] = [...worker.caches.values()].map((kept) => [...kept.keys()])
    expect(state).toEqual(['/last-state'])
    expect(files?.sort()).toEqual(['/favicon.svg', '/offline.css', '/offline.html', '/offline.js'])
    expect(worker.calls).toEqual(['skipWaiting', 'claim'])
  })

  test('an address that is opened without a connection shows the offline page', async () => {
    const worker = noNetwork()
    await worker.dispatch('install')
    expect(await worker.answerTo('/dashboard', { mode: 'navigate' })).toBe('kept /offline.html')
    expect(await worker.answerTo('/offline.js')).toBe('kept /offline.js')
  })

  test('with a connection the server answers, whatever it says', async () => {
    const worker = serviceWorker()
    await worker.dispatch('install')
    expect(await worker.answerTo('/dashboard', { mode: 'navigate' })).toBe('from the network')
  })

  test.each([
    ['/api/dashboard/today', 'cors', 'GET'],
    ['/api/docs', 'navigate', 'GET'],
    ['/api/login', 'cors', 'POST'],
    ['/assets/index-abc.js', 'cors', 'GET'],
    // Asked for to find out whether the server can be reached.
    ['/theme.js', 'cors', 'GET'],
    ['/dashboard', 'navigate', 'POST'],
    ['https://elsewhere.example/offline.html', 'navigate', 'GET'],
  ])('it has nothing to do with %s (%s, %s)', async (path, mode, method) => {
    const worker = noNetwork()
    await worker.dispatch('install')
    expect(await worker.answerTo(path, { mode, method })).toBeUndefined()
  })
})

describe('a push in the service worker', () => {
  const NEWS = {
    web_push: 8030,
    notification: {
      title: "Margaret didn't answer",
      body: 'Tap to see more.',
      navigate: 'https://cooee.example/incident/abc',
      tag: 'incident-7',
    },
    app_badge: 2,
  }

  test('it is shown with its badge, and takes the place of the one before', async () => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data: { json: () => NEWS } })
    expect(worker.shown).toMatchObject([
      {
        title: "Margaret didn't answer",
        options: {
          body: 'Tap to see more.',
          tag: 'incident-7',
          renotify: true,
          data: { navigate: NEWS.notification.navigate },
        },
      },
    ])
    expect(worker.calls).toContain('badge 2')
  })

  test.each([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('{') }],
    ['another kind of JSON', { json: () => ({ title: 'Buy now' }) }],
  ])('one with %s is shown all the same, in words of our own', async (_what, data) => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data })
    expect(worker.shown).toMatchObject([{ title: 'Cooee', options: { body: 'Open Cooee to see what happened.' } }])
  })

  test('a tap opens the page of the incident, in the window that is open', async () => {
    const worker = serviceWorker()
    const notification = { close: () => {}, data: { navigate: NEWS.notification.navigate } }
    await worker.dispatch('notificationclick', { notification })
    expect(worker.calls).toEqual(['opened https://cooee.example/incident/abc'])
    const visited: string[] = []
    worker.windows.push({ url: '', focus: async () => {}, navigate: async (url) => void visited.push(url) })
    await worker.dispatch('notificationclick', { notification })
    expect(visited).toEqual(['https://cooee.example/incident/abc'])
  })

  test('a tap opens a new window where the open one does not follow the worker', async () => {
    const worker = serviceWorker()
    worker.windows.push({ url: '', focus: async () => {}, navigate: () => Promise.reject(new TypeError('no client')) })
    const notification = { close: () => {}, data: { navigate: NEWS.notification.navigate } }
    await worker.dispatch('notificationclick', { notification })
    expect(worker.calls).toEqual(['opened https://cooee.example/incident/abc'])
  })

  test('a tap never leads outside', async () => {
    const worker = serviceWorker()
    await worker.dispatch('notificationclick', {
      notification: { close: () => {}, data: { navigate: 'https://evil.example/' } },
    })
    expect(worker.calls).toEqual([])
  })
})
