// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { currentPlace } from '#web/lib/routing/history.ts'
import { rememberScroll, scrollTo } from './scroll-position.ts'

/** The page, which is as high as its content, and 600 px of which are seen. */
let height = 0
let grow = (_height: number) => {}

beforeEach(() => {
  height = 2000
  vi.stubGlobal('scrollY', 0)
  vi.stubGlobal('scrollTo', (_left: number, top: number) => vi.stubGlobal('scrollY', Math.min(top, height - 600)))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(onResize: () => void) {
        grow = (next) => {
          height = next
          onResize()
        }
      }
      observe() {}
      disconnect() {
        grow = (next) => {
          height = next
        }
      }
    },
  )
  vi.stubGlobal('scrollY', 900)
  rememberScroll(currentPlace())
  height = 700
  scrollTo(currentPlace(), undefined)
})
afterEach(() => vi.unstubAllGlobals())

test('after a reload, a screen is scrolled to where somebody read as its data arrives', () => {
  expect(window.scrollY).toBe(100)
  grow(1200)
  expect(window.scrollY).toBe(600)
  grow(2000)
  expect(window.scrollY).toBe(900)
  window.scrollTo(0, 50)
  grow(3000)
  expect(window.scrollY).toBe(50)
})

test.each(['wheel', 'touchstart', 'pointerdown', 'keydown'])('after a %s, a screen that grows stays put', (event) => {
  window.dispatchEvent(new Event(event))
  grow(2000)
  expect(window.scrollY).toBe(100)
})

test('a screen that is opened meanwhile starts at its top and stays there', () => {
  scrollTo({ ...currentPlace(), key: 'another' }, 'push')
  grow(2000)
  expect(window.scrollY).toBe(0)
})
