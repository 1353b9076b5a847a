import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach } from 'vitest'
import { routeTree, standIns } from '#web/app/router.tsx'
import { createQueryClient } from '#web/lib/query-client.ts'
import { Toaster } from '#web/ui/toast.tsx'

afterEach(cleanup)
// A screen's first opening loads its code, which takes a while on a busy machine.
configure({ asyncUtilTimeout: 15_000 })
// jsdom has no layout to scroll.
window.scrollTo = () => {}

/** Opens the whole app at an address, as a page load would; answers a user who can type and press. */
export function renderAt(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  // The scroll position is the browser's business, which jsdom has not got.
  const router = createRouter({ routeTree, ...standIns, history, scrollRestoration: false })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), address: () => router.state.location.href, back: () => history.back() }
}
