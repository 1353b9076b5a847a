// @vitest-environment jsdom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useClearedBadge } from './use-cleared-badge.ts'

let badge: number
const worker = new EventTarget()
beforeEach(() => {
  badge = 2
  vi.stubGlobal('navigator', {
    serviceWorker: worker,
    clearAppBadge: async () => {
      badge = 0
    },
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function look(state: 'visible' | 'hidden') {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
const open = (shownAt: number | null) => renderHook(useClearedBadge, { initialProps: shownAt })

test('the badge is cleared once the dashboard shows the news, and with each further news', () => {
  const { rerender } = open(null)
  expect(badge).toBe(2)
  rerender(1)
  expect(badge).toBe(0)
  badge = 1
  rerender(2)
  expect(badge).toBe(0)
})

test('a badge that a push sets while the dashboard is on the screen is cleared', () => {
  open(1)
  badge = 1
  worker.dispatchEvent(new MessageEvent('message', { data: 'badge' }))
  expect(badge).toBe(0)
})

test('another message of the worker clears nothing', () => {
  open(1)
  badge = 1
  worker.dispatchEvent(new MessageEvent('message', { data: 'hello' }))
  expect(badge).toBe(1)
})

test('a dashboard in the background clears nothing until it is looked at again', () => {
  look('hidden')
  open(1)
  worker.dispatchEvent(new MessageEvent('message', { data: 'badge' }))
  expect(badge).toBe(2)
  look('visible')
  expect(badge).toBe(0)
})

test('nothing is cleared where the news cannot be shown, or once another screen is open', () => {
  const { unmount } = open(null)
  look('visible')
  expect(badge).toBe(2)
  unmount()
  const left = open(1)
  left.unmount()
  badge = 3
  look('visible')
  worker.dispatchEvent(new MessageEvent('message', { data: 'badge' }))
  expect(badge).toBe(3)
})
