// @vitest-environment jsdom
import { act, cleanup, configure, render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { aLovedOne } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { Providers, queryClient } from '#web/app/providers.tsx'
import { App, openApp } from '#web/app/router.tsx'
import { forgetSession, replaceUser, signIn } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

const OWN = { id: 1, name: 'Robyn’s family', role: 'owner' } as const
const JANES = { id: 2, name: 'Jane’s family', role: 'viewer' } as const
const inOwn = aUser({ circle: { ...OWN, mayHearCalls: true }, circles: [OWN, JANES] })
const inJanes = aUser({ circle: { ...JANES, mayHearCalls: false }, circles: [OWN, JANES] })

let server: ReturnType<typeof fakeServer>
let close = () => {}
/** The circle that the session is in, whatever a screen shows. */
let entered: 1 | 2

configure({ asyncUtilTimeout: 15_000 })
beforeEach(() => {
  forgetSession('never')
  queryClient.clear()
  toast.dismiss()
  entered = 1
  const shown =
    (answer: () => unknown) =>
    ({ headers }: { headers: Headers }) =>
      headers.get('x-circle') === String(entered)
        ? answer()
        : reply(412, { message: 'Another family is open in this browser now.' })
  server = fakeServer({
    'GET /api/loved-ones': shown(() => [aLovedOne({ name: entered === 1 ? 'Margaret Hartley' : 'Amma Rao' })]),
    'GET /api/me': () => (entered === 1 ? inOwn : inJanes),
    'GET /api/incidents': shown(() => []),
    'GET /api/activity': shown(() => []),
    'GET /api/calls/upcoming': shown(() => []),
    'GET /api/calls/history': shown(() => []),
    'POST /api/circles/2/enter': () => {
      entered = 2
      return inJanes
    },
  })
})
afterEach(() => {
  cleanup()
  close()
  vi.unstubAllGlobals()
})

function open(address: string) {
  window.history.replaceState(null, '', address)
  close = openApp()
  render(
    <Providers>
      <App />
    </Providers>,
  )
  return userEvent.setup({ pointerEventsCheck: 0 })
}
const sidebar = () => screen.findByRole('complementary', { name: 'Main menu' })

test('with one family its name stands there, and nothing offers another', async () => {
  signIn({ user: aUser({ circle: { ...OWN, mayHearCalls: true }, circles: [OWN] }), token: 'secret' })
  open('/loved-ones')
  expect(within(await sidebar()).getByText('Robyn’s family')).toBeDefined()
  expect(screen.queryByRole('button', { name: /switch family/ })).toBeNull()
})

test('another family is entered with the keyboard: nothing of the first is shown under its name', async () => {
  signIn({ user: inOwn, token: 'secret' })
  const user = open('/loved-ones')
  await screen.findByText('Margaret Hartley')
  const button = await within(await sidebar()).findByRole('button', { name: 'Robyn’s family, switch family' })
  button.focus()
  await user.keyboard('{Enter}')
  const items = await screen.findAllByRole('menuitem')
  expect(items.map((item) => [item.textContent, item.getAttribute('aria-current')])).toEqual([
    ['Robyn’s family', 'true'],
    ['Jane’s family', 'false'],
  ])
  await user.keyboard('{ArrowDown}{Enter}')
  await screen.findByText('You’re now in Jane’s family.')
  expect(window.location.pathname).toBe('/dashboard')
  expect(within(await sidebar()).getByText('Jane’s family')).toBeDefined()
  expect(screen.queryByText(/Margaret/)).toBeNull()
  await user.click(within(await sidebar()).getByRole('link', { name: 'Loved Ones' }))
  await screen.findByText('Amma Rao')
  expect(screen.getByText('Only the owner and carers can change this.')).toBeDefined()
})

test('entered in the tab beside, it is noticed with the next answer', async () => {
  signIn({ user: inOwn, token: 'secret' })
  open('/loved-ones')
  await screen.findByText('Margaret Hartley')
  entered = 2
  const seen: string[] = []
  // At no moment is a name of one family on the screen beside the name of the other.
  const watcher = new MutationObserver(() => {
    const text = document.body.textContent ?? ''
    const isMixed =
      (text.includes('Margaret') && !text.includes('Robyn’s family')) ||
      (text.includes('Amma') && text.includes('switch family') && !/Jane’s family, switch/.test(text))
    if (isMixed) seen.push(text)
  })
  watcher.observe(document.body, { childList: true, subtree: true, characterData: true })
  await act(() => queryClient.refetchQueries({ queryKey: ['loved-ones'] }))
  await screen.findByText('You’re now in Jane’s family.')
  await waitFor(() => expect(window.location.pathname).toBe('/dashboard'))
  watcher.disconnect()
  expect(seen).toEqual([])
})

test('somebody who is removed reads it, and goes on in their own family', async () => {
  signIn({ user: inJanes, token: 'secret' })
  entered = 2
  open('/loved-ones')
  await screen.findByText('Amma Rao')
  entered = 1
  act(() => replaceUser(aUser({ circle: { ...OWN, mayHearCalls: true }, circles: [OWN] })))
  await screen.findByText('You no longer belong to Jane’s family.')
  expect(screen.queryByText('Amma Rao')).toBeNull()
})

test('a family that cannot be entered is said, and nothing changes', async () => {
  signIn({ user: inOwn, token: 'secret' })
  server.routes['POST /api/circles/2/enter'] = () => reply(404, { message: 'Family not found' })
  const user = open('/dashboard')
  const button = await within(await sidebar()).findByRole('button', { name: 'Robyn’s family, switch family' })
  await user.click(button)
  await user.click(await screen.findByRole('menuitem', { name: /Jane’s family/ }))
  await screen.findByText('Family not found')
  expect(within(await sidebar()).getByText('Robyn’s family')).toBeDefined()
})
