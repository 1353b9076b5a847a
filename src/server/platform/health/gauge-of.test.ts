import { Registry } from 'prom-client'
import { afterEach, expect, test, vi } from 'vitest'
import { gaugeOf } from './gauge-of.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a gauge that cannot be read, or not in time, is omitted and keeps no other from being reported', async () => {
  vi.useFakeTimers()
  const registry = new Registry()
  gaugeOf(registry, { name: 'waiting', help: 'w' }, () => Promise.resolve(3))
  gaugeOf(registry, { name: 'failing', help: 'f' }, () => Promise.reject(new Error('no database')))
  gaugeOf(registry, { name: 'hanging', help: 'h' }, () => new Promise(() => {}))
  let told: string | undefined
  void registry.metrics().then((text) => {
    told = text
  })
  // A scrape waits for ten seconds.
  await vi.advanceTimersByTimeAsync(9_000)
  expect(told).toContain('waiting 3')
  expect(told).toContain('failing Nan')
  expect(told).toContain('hanging Nan')
})
