// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepOffFocus } from './keep-off-focus.ts'

let region: HTMLElement
let link: HTMLElement
let shown: AbortController
const at = (element: HTMLElement, [left, top, width, height]: [number, number, number, number]) => {
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height)
}
beforeEach(() => {
  document.body.innerHTML = '<a href="/">Back</a><div></div>'
  link = document.querySelector('a') ?? document.body
  region = document.querySelector('div') ?? document.body
  shown = new AbortController()
  at(region, [16, 700, 358, 100])
})
afterEach(() => shown.abort())

test('a toast moves above the link that gets the focus below it, and back when the focus goes on', () => {
  at(link, [16, 740, 200, 44])
  keepOffFocus(region, shown.signal)
  expect(region.style.translate).toBe('')
  link.focus()
  expect(region.style.translate).toBe('0px -72px')
  at(link, [16, 100, 200, 44])
  link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(region.style.translate).toBe('')
})

test('a toast that has moved stays under the pointer that presses its button', () => {
  region.innerHTML = '<button>Close</button>'
  at(link, [16, 740, 200, 44])
  link.focus()
  keepOffFocus(region, shown.signal)
  expect(region.style.translate).toBe('0px -72px')
  region.querySelector('button')?.focus()
  expect(region.style.translate).toBe('0px -72px')
  link.focus()
  expect(region.style.translate).toBe('0px -72px')
})

test('a toast stays where what has the focus fills the screen', () => {
  at(link, [0, 0, 390, 844])
  link.focus()
  keepOffFocus(region, shown.signal)
  expect(region.style.translate).toBe('')
})

test('a toast that is gone leaves nothing behind', () => {
  at(link, [16, 740, 200, 44])
  link.focus()
  keepOffFocus(region, shown.signal)
  expect(region.style.translate).toBe('0px -72px')
  shown.abort()
  expect(region.style.translate).toBe('')
  link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
  expect(region.style.translate).toBe('')
})
