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
