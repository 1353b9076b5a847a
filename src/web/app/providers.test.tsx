// @vitest-environment jsdom
import { useQuery } from '@tanstack/react-query'
import { act, cleanup, configure, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { forgetSession, getSession, signIn } from '#web/lib/session/session.ts'
import { BACKUP_KEY, STORE_KEY } from '#web/lib/session/session-storage.ts'
import { Providers } from './providers.tsx'

// Long enough for a machine that does much else at once.
configure({ asyncUtilTimeout: 15_000 })
afterEach(cleanup)
beforeEach(() => forgetSession('never'))

/** Shows whose data is on screen, loaded once for each account. */
function Loaded() {
  const { data } = useQuery({
    queryKey: ['calls', 'upcoming'],
    queryFn: () => {
      const session = getSession()
      return session.status === 'signed-in' ? `calls of ${session.user.username}` : 'nobody’s calls'
    },
  })
  return <p>{data}</p>
}

/** Opens the app, in which somebody then signs in. */
async function appOf(user: ReturnType<typeof aUser>) {
  const { rerender } = render(<Providers>{null}</Providers>)
  const app = {
    show: () =>
      rerender(
        <Providers>
          <Loaded />
        </Providers>,
      ),
    leave: () => rerender(<Providers>{null}</Providers>),
  }
  act(() => signIn({ user, token: 'secret' }))
  app.show()
  await screen.findByText(`calls of ${user.username}`)
  app.leave()
  return app
}

test('signing out drops token, backup token and everything that was loaded', async () => {
  const app = await appOf(aUser())
  expect(localStorage.getItem(BACKUP_KEY)).toBe('secret')
  act(() => forgetSession('left'))
  expect(localStorage.getItem(BACKUP_KEY)).toBeNull()
  expect(localStorage.getItem(STORE_KEY)).toBeNull()
  app.show()
  expect(screen.queryByText('calls of robyn.hartley')).toBeNull()
  await screen.findByText('nobody’s calls')
})

test('the next account never sees what the last one had loaded', async () => {
  const app = await appOf(aUser())
  act(() => signIn({ user: aUser({ id: 8, username: 'somebody.else' }), token: 'other' }))
  app.show()
  expect(screen.queryByText('calls of robyn.hartley')).toBeNull()
  await screen.findByText('calls of somebody.else')
})
