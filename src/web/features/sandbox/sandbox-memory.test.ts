// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'

const KEY = 'cooee-sandbox'
/** The page reloaded in the same browser. */
async function load() {
  vi.resetModules()
  const { useSandboxMemory } = await import('./sandbox-memory.ts')
  return renderHook(() => useSandboxMemory()).result.current
}
beforeEach(() => localStorage.clear())

test('a browser remembers when it first opened the page: nothing before that counts as tried', async () => {
  const opened = Date.now()
  const first = await load()
  expect(Date.parse(first.begunAt)).toBeGreaterThanOrEqual(opened)
  expect(first.done).toEqual([])
  expect((await load()).begunAt).toBe(first.begunAt)
})

test('what cannot be read in the memory starts over, and the rest stays', async () => {
  localStorage.setItem(KEY, JSON.stringify({ begunAt: null, rings: true, done: ['sung'] }))
  expect(await load()).toMatchObject({ rings: true, readsAloud: true, done: [], begunAt: expect.any(String) })
  localStorage.setItem(KEY, 'no JSON')
  expect((await load()).begunAt).toEqual(expect.any(String))
})
