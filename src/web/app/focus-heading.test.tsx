// @vitest-environment jsdom
import { afterEach, expect, test } from 'vitest'
import { focusAfterMove } from './focus-heading.ts'

const place = (pathname: string) => ({ pathname, search: '', hash: '', key: pathname }) as never

afterEach(() => {
  document.body.innerHTML = ''
})

test('the focus waits at a screen that is still on its way, and goes on to its heading', async () => {
  document.body.innerHTML = '<main></main>'
  focusAfterMove(place('/settings'), place('/loved-ones'))
  const main = document.querySelector('main')
  expect(document.activeElement).toBe(main)
  main?.insertAdjacentHTML('beforeend', '<h1>Loved Ones</h1>')
  await expect.poll(() => document.activeElement?.textContent).toBe('Loved Ones')
  expect(document.activeElement?.tagName).toBe('H1')
})

test('somebody who has moved on meanwhile is left where they are', async () => {
  document.body.innerHTML = '<main></main><button>Menu</button>'
  focusAfterMove(place('/settings'), place('/loved-ones'))
  document.querySelector('button')?.focus()
  document.querySelector('main')?.insertAdjacentHTML('beforeend', '<h1>Loved Ones</h1>')
  await new Promise((done) => setTimeout(done, 50))
  expect(document.activeElement?.tagName).toBe('BUTTON')
})
