// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session/session.ts'
import { ROUTES } from './screens.tsx'

beforeEach(() => {
  signIn({ user: aUser(), token: 'secret' })
  fakeFetch({
    'GET /api/loved-ones': () => json(200, [aLovedOne({ id: 1 })]),
    'GET /api/calls/upcoming': () => json(200, []),
    'GET /api/calls/history': () => json(200, []),
    'GET /api/calls/recurring': () => json(200, []),
  })
})

const heading = (name: string) => screen.findByRole('heading', { level: 1, name })
const menu = async (name: string) =>
  within(await screen.findByRole('navigation', { name: 'Main' })).getByRole('link', { name })

describe('an address that somebody typed or kept', () => {
  test.each([
    ['/calls?tab=nonsense&lovedOneId=1', '/calls?lovedOneId=1'],
    ['/calls?tab=%22history%22&lovedOneId=01', '/calls?tab=history&lovedOneId=1'],
    ['/contacts?lovedOneId=abc', '/contacts?lovedOneId=0'],
    ['/contacts?lovedOneId=1&lovedOneName=Ann%20Lee', '/contacts?lovedOneId=1&lovedOneName=Ann+Lee'],
    ['/contacts?lovedOneId=1&lovedOneName=12', '/contacts?lovedOneId=1&lovedOneName=%2212%22'],
    ['/settings?from=a%2Bb&tab=security#top', '/settings?from=a%2Bb&tab=security#top'],
    ['/Settings/?tab=', '/Settings'],
    ['/settings/', '/settings/'],
    ['/%73ettings', '/settings'],
    ['/no%20such?list=[1,2]', '/no%20such?list=%5B1%2C2%5D'],
  ])('%s becomes %s', async (typed, normal) => {
    const { address } = renderAt(typed)
    await waitFor(() => expect(document.querySelector('h1')).not.toBeNull())
    expect(address()).toBe(normal)
  })

  test.each(['/%zz', '/calls/%zz', '/incident/%E0%A4%A'])('%s, which cannot be read, is not found', async (address) => {
    renderAt(address)
    expect(await heading('404 Page Not Found')).toBeDefined()
  })
})

test('a link opens the next screen at its top with the focus on its heading, and Back restores the scroll position', async () => {
  const scrollTo = vi.fn()
  vi.stubGlobal('scrollTo', scrollTo)
  const { user, address, back } = renderAt('/settings')
  await heading('Settings')
  expect(document.activeElement).toBe(document.body)
  vi.stubGlobal('scrollY', 640)
  await user.click(await menu('Loved Ones'))
  const next = await heading('Loved Ones')
  await waitFor(() => expect(document.activeElement).toBe(next))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 0)
  expect(address()).toBe('/loved-ones')
  vi.stubGlobal('scrollY', 0)
  back()
  const former = await heading('Settings')
  await waitFor(() => expect(document.activeElement).toBe(former))
  expect(scrollTo).toHaveBeenLastCalledWith(0, 640)
})

test('a screen is fetched when its link is pointed at or has the focus', async () => {
  const fetchScreen = vi.spyOn(ROUTES['/subscription'].Screen, 'preload')
  const { user } = renderAt('/settings')
  const link = await menu('Subscription')
  fetchScreen.mockClear()
  await user.hover(link)
  expect(fetchScreen).toHaveBeenCalledOnce()
  link.focus()
  expect(fetchScreen).toHaveBeenCalledTimes(2)
})

test('Back and links ask before a changed profile is left; staying keeps the address, discarding goes on', async () => {
  const { user, address, back } = renderAt('/loved-ones')
  await heading('Loved Ones')
  await user.click(await menu('Settings'))
  await user.type(await screen.findByRole('textbox', { name: /First name/i }), 'x')
  back()
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  await waitFor(() => expect(address()).toBe('/settings'))
  await user.click(await menu('Dashboard'))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect(address()).toBe('/settings')
  back()
  await user.click(await screen.findByRole('button', { name: 'Discard changes' }))
  await heading('Loved Ones')
  expect(address()).toBe('/loved-ones')
})

test('the browser asks before a reload only while there are unsaved changes', async () => {
  const { user } = renderAt('/settings')
  const isAsked = () => !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  const name = await screen.findByRole('textbox', { name: /First name/i })
  expect(isAsked()).toBe(false)
  await user.type(name, 'x')
  await waitFor(() => expect(isAsked()).toBe(true))
  await user.type(name, '{Backspace}')
  await waitFor(() => expect(isAsked()).toBe(false))
})
