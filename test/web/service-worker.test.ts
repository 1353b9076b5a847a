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

  const json = (read: unknown) => ({ json: () => read })
  test.each([
    ['nothing', null],
    ['no JSON', { json: () => JSON.parse('{') }],
    ['another kind of JSON', json({ title: 'Buy now' })],
    ['JSON that is null', json(null)],
    ['no notification', json({ ...NEWS, notification: null })],
    ['a notification that is a text', json({ ...NEWS, notification: 'Margaret' })],
    ['no title', json({ ...NEWS, notification: { ...NEWS.notification, title: '' } })],
    ['a title that is no text', json({ ...NEWS, notification: { ...NEWS.notification, title: { en: 'News' } } })],
    ['a body that is no text', json({ ...NEWS, notification: { ...NEWS.notification, body: null } })],
    ['an address that is none', json({ ...NEWS, notification: { ...NEWS.notification, navigate: 'https://' } })],
  ])('one with %s is shown all the same, in words of our own', async (_what, data) => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data })
    expect(worker.shown).toMatchObject([{ title: 'Cooee', options: { body: 'Open Cooee to see what happened.' } }])
  })

  test('one without a tag, and with a badge that is none, is shown as it is', async () => {
    const worker = serviceWorker()
    const { tag: _tag, ...notification } = NEWS.notification
    await worker.dispatch('push', {
      data: json({ ...NEWS, notification: { ...notification, tag: '' }, app_badge: -1 }),
    })
    expect(worker.shown).toMatchObject([{ title: NEWS.notification.title }])
  })

  test('one that cannot be read takes the place of the one before, and of no other news', async () => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data: json(NEWS) })
    await worker.dispatch('push', { data: null })
    await worker.dispatch('push', { data: json([]) })
    expect(worker.shown.map(({ title }) => title)).toEqual([NEWS.notification.title, 'Cooee'])
  })

  test('an open page is told that the badge was set: it may show the news already', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/dashboard')
    await worker.dispatch('push', { data: json(NEWS) })
    expect(worker.calls).toEqual(['badge 2', 'posted badge'])
  })

  const tap = (worker: ReturnType<typeof serviceWorker>, navigate = NEWS.notification.navigate) =>
    worker.dispatch('notificationclick', { notification: { close: () => {}, data: { navigate } } })

  test('a tap opens the page of the incident in the window that is open, whatever it shows', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/settings?tab=notifications')
    await tap(worker)
    expect(worker.calls).toEqual(['focused https://cooee.example/incident/abc'])
  })

  test('a tap opens a new window where none is open', async () => {
    const worker = serviceWorker()
    await tap(worker)
    expect(worker.calls).toEqual(['opened https://cooee.example/incident/abc'])
  })

  test('a tap opens a new window where the open one does not follow the worker', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/dashboard', { isControlled: false })
    await tap(worker)
    expect(worker.calls).toEqual(['opened https://cooee.example/incident/abc'])
  })

  test('of several windows, a tap takes one that follows the worker', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/calls', { isControlled: false })
    worker.open('https://cooee.example/dashboard')
    await tap(worker)
    expect(worker.calls).toEqual(['focused https://cooee.example/incident/abc'])
    expect(worker.windows.map(({ url }) => new URL(url).pathname)).toEqual(['/calls', '/incident/abc'])
  })

  test('a window that takes long to load is focused before it has', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/dashboard')
    for (const each of worker.windows) each.navigate = () => new Promise(() => {})
    await tap(worker)
    expect(worker.calls).toEqual(['focused https://cooee.example/dashboard'])
  })

  test('where several windows take long to load, one is shown within the second that Firefox gives', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/calls')
    worker.open('https://cooee.example/dashboard')
    for (const each of worker.windows) each.navigate = () => new Promise(() => {})
    await tap(worker)
    expect(worker.calls).toEqual(['focused https://cooee.example/calls'])
  })

  test('a window that takes long to load gives way to no new one where another does not follow', async () => {
    const worker = serviceWorker()
    worker.open('https://cooee.example/calls', { isControlled: false })
    worker.open('https://cooee.example/dashboard')
    const [, slow] = worker.windows
    if (slow) slow.navigate = () => new Promise(() => {})
    await tap(worker)
    expect(worker.calls).toEqual(['focused https://cooee.example/dashboard'])
  })

  test('a tap never leads outside', async () => {
    const worker = serviceWorker()
    await tap(worker, 'https://evil.example/')
    expect(worker.calls).toEqual([])
  })

  test('who signs out leaves no notification and no badge, and what is still on its way is not shown', async () => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data: json(NEWS) })
    await worker.dispatch('push', { data: null })
    worker.calls.length = 0
    await worker.dispatch('message', { data: 'left' })
    expect(worker.shown).toEqual([])
    expect(worker.calls).toEqual(['badge cleared', 'unsubscribed'])
  })

  test('a browser that blocks notifications is asked for nothing when somebody signs out', async () => {
    const worker = serviceWorker()
    worker.notification.permission = 'denied'
    await worker.dispatch('message', { data: 'left' })
    expect(worker.calls).toEqual([])
  })

  test('a message that it does not know changes nothing', async () => {
    const worker = serviceWorker()
    await worker.dispatch('push', { data: json(NEWS) })
    await worker.dispatch('message', { data: 'hello' })
    expect(worker.shown).toHaveLength(1)
  })
})

describe('a browser whose push service gave it another address', () => {
  const answers = (devices: { isThisDevice: boolean }[] | null, ...renewed: number[]) => {
    const sent: unknown[] = []
    const worker = serviceWorker({
      fetch: async (path, init) => {
        if (init) sent.push([path, init.method, JSON.parse(init.body)])
        const status = init ? (renewed.shift() ?? 204) : 200
        return { ok: devices !== null, status, json: async () => ({ publicKey: 'BPublic', devices }) }
      },
    })
    return { worker, sent }
  }
  const renewedAt = (endpoint: string) => ['/api/push-devices/renew', 'POST', { endpoint }]
  const HERE = [{ isThisDevice: false }, { isThisDevice: true }]
  const ELSEWHERE = [{ isThisDevice: false }]

  test('it subscribes again, and is notified at the new one', async () => {
    const { worker, sent } = answers(HERE)
    worker.subscribe(null)
    await worker.dispatch('pushsubscriptionchange', { newSubscription: null })
    expect(sent).toEqual([renewedAt('https://push.example/for/BPublic')])
  })

  test('the address that the browser has subscribed to itself is taken', async () => {
    const { worker, sent } = answers(HERE)
    const newSubscription = { toJSON: () => ({ endpoint: 'https://push.example/new' }) }
    await worker.dispatch('pushsubscriptionchange', { newSubscription })
    expect(sent).toEqual([renewedAt('https://push.example/new')])
  })

  test('where nobody is signed in it stays as it is', async () => {
    const { worker, sent } = answers(null)
    await worker.dispatch('pushsubscriptionchange', { newSubscription: null })
    expect(sent).toEqual([])
  })

  test('a person who did not switch notifications on in this browser is subscribed to none', async () => {
    const { worker, sent } = answers(ELSEWHERE)
    const newSubscription = { unsubscribe: async () => void worker.calls.push('unsubscribed') }
    await worker.dispatch('pushsubscriptionchange', { newSubscription })
    expect(sent).toEqual([])
    expect(worker.calls).toEqual(['unsubscribed'])
  })

  test('a page that is opened has the server push to the address that the browser has now', async () => {
    const { worker, sent } = answers(HERE)
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toEqual([renewedAt('https://push.example/first')])
    expect(worker.calls).toEqual([])
  })

  test('a browser that was left without an address gets one when a page is opened', async () => {
    const { worker, sent } = answers(HERE)
    worker.subscribe(null)
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toEqual([renewedAt('https://push.example/for/BPublic')])
  })

  test('a browser whose address is known to be gone gets another one when a page is opened', async () => {
    const { worker, sent } = answers(HERE, 404)
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toEqual([renewedAt('https://push.example/first'), renewedAt('https://push.example/for/BPublic')])
    expect(worker.calls).toEqual(['unsubscribed'])
  })

  test('a browser that its reader does not want notified is unsubscribed when a page is opened', async () => {
    const { worker, sent } = answers(ELSEWHERE, 404)
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toHaveLength(1)
    expect(worker.calls).toEqual(['unsubscribed'])
  })

  test.each([401, 500])('a server that answers %i leaves the browser subscribed', async (status) => {
    const { worker, sent } = answers(HERE, status)
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toHaveLength(1)
    expect(worker.calls).toEqual([])
  })

  test('a browser that may not show notifications asks nothing', async () => {
    const { worker, sent } = answers(HERE)
    worker.notification.permission = 'default'
    await worker.dispatch('message', { data: 'renew' })
    expect(sent).toEqual([])
  })
})
