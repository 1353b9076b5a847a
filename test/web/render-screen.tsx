import { QueryClientProvider } from '@tanstack/react-query'
import { configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { vi } from 'vitest'
import { Route, Switch } from 'wouter'
import type { ScreenRoute } from '#contract/screens.ts'
import { InRouter } from '#web/app/router.tsx'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { openHistory } from '#web/lib/routing/history.ts'
import { showPlaces } from '#web/lib/routing/shown-place.ts'
import { signIn } from '#web/lib/session/session.ts'
import { Toaster, toast } from '#web/ui/overlay/toast.tsx'
import { aUser } from './answers.ts'

interface ScreenOptions {
  /** The address the screen is opened at. */
  at: string
  /** The route the screen stands on, with its parameters. */
  route: ScreenRoute
  /** 390 px when false. */
  desktop?: boolean
  /** Who is signed in. */
  user?: Parameters<typeof aUser>[0]
}

// A dialog's first opening loads its code, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

let close = () => {}

/** Draws one screen for a signed-in account holder, at an address, with the queries set up as in the app. */
export function renderScreen(Screen: () => ReactElement, { at, route, desktop = true, user }: ScreenOptions) {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: desktop && query.includes('min-width'),
    addEventListener() {},
    removeEventListener() {},
  }))
  toast.dismiss()
  signIn({ user: aUser(user), token: 'a-token' })
  window.history.replaceState(null, '', at)
  openHistory((href) => href)
  close()
  close = showPlaces({ fetchScreen: async () => {}, beforeChange() {} })
  const queryClient = createQueryClient()
  // A retry waits no time; how often is the query's own business.
  queryClient.setDefaultOptions({
    ...queryClient.getDefaultOptions(),
    queries: { ...queryClient.getDefaultOptions().queries, retryDelay: 0 },
  })
  const screen = render(
    <QueryClientProvider client={queryClient}>
      <InRouter>
        <Switch>
          <Route path={route}>
            <Screen />
          </Route>
          <Route>
            <p>Another screen</p>
          </Route>
        </Switch>
      </InRouter>
      <Toaster />
    </QueryClientProvider>,
  )
  return {
    ...screen,
    user: userEvent.setup({ pointerEventsCheck: 0 }),
    queryClient,
    /** Path and query of the present address. */
    address: () => `${window.location.pathname}${window.location.search}`,
  }
}
