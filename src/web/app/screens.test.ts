// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { isScreenAddress, SCREEN_ROUTES } from '#contract/screens.ts'
import { ROUTES, routeAt } from './screens.tsx'

test('the server knows every screen of the app, and no other', () => {
  expect(Object.keys(ROUTES).toSorted()).toEqual([...SCREEN_ROUTES].toSorted())
})

test.each([
  '/',
  '/dashboard',
  '/Dashboard/',
  '/calls',
  '/calls/edit/12',
  '/calls/details/7',
  '/incident/a-token',
  '/loved-ones/3/try',
])('%s is a screen', (path) => expect([isScreenAddress(path), routeAt(path).path !== undefined]).toEqual([true, true]))

test.each([
  '/dashboards',
  '/calls/7',
  '/calls/foo/7',
  '/calls/edit/0',
  '/incident',
  '/incident/a/b',
  '/terms/x',
  '/loved-ones/0/try',
  '/loved-ones/3',
])('%s is not a screen', (path) => expect([isScreenAddress(path), routeAt(path).path]).toEqual([false, undefined]))
