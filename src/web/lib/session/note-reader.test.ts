// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { forgetSession, replaceUser, signIn } from './session.ts'

let posted: unknown[]
beforeEach(() => {
  posted = []
  localStorage.clear()
  const active = { postMessage: (message: unknown) => posted.push(message) }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => ({ active }) } })
})
afterEach(() => {
  forgetSession('never')
  vi.unstubAllGlobals()
})

const posts = async () => {
  await new Promise((resolve) => setTimeout(resolve))
  return posted.splice(0)
}
const enter = (id: number) => {
  signIn({ user: aUser({ id }), token: 'secret' })
  return posts()
}

test('notifications for somebody who did not sign out end once somebody else signs in, and one’s own go on', async () => {
  expect(await enter(7)).toEqual([])
  forgetSession('ended')
  expect(await enter(7)).toEqual([])
  forgetSession('ended')
  expect(await enter(8)).toEqual(['left'])
  expect(await enter(8)).toEqual([])
})

test('signing out ends one’s notifications and leaves nothing about who was here', async () => {
  await enter(7)
  forgetSession('left')
  expect(await posts()).toEqual(['left'])
  expect(Object.keys(localStorage)).toEqual([])
  expect(await enter(8)).toEqual([])
})

test('a session that ends by itself ends no notifications, and neither does a reset of somebody’s password', async () => {
  await enter(7)
  forgetSession('ended')
  forgetSession('revoked')
  expect(await posts()).toEqual([])
})

test('a tab of the person before, which saves something of theirs, ends nobody’s notifications', async () => {
  await enter(7)
  localStorage.setItem('cooee-reader', '8')
  replaceUser(aUser({ id: 7, firstName: 'Janet' }))
  expect(await posts()).toEqual([])
})

test('a browser that refuses workers signs in and out all the same', async () => {
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: () => Promise.reject(new Error('SecurityError')) } })
  await enter(7)
  forgetSession('left')
  expect(await enter(8)).toEqual([])
})
