import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, render } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { onTestFinished } from 'vitest'
import { App, openApp } from '#web/app/router.tsx'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { Toaster, toast } from '#web/ui/overlay/toast.tsx'

let close = () => {}
// A screen's first opening loads its code, which is slow on a busy machine.
configure({ asyncUtilTimeout: 15_000 })

/** Opens the whole app at an address, as a page load would; answers a user who can type and press. */
export function renderAt(address: string) {
  window.history.replaceState(null, '', address)
  toast.dismiss()
  close()
  close = openApp()
  onTestFinished(() => {
    cleanup()
    close()
  })
  render(
    <QueryClientProvider client={createQueryClient()}>
      <App />
      <Toaster />
    </QueryClientProvider>,
  )
  const { location, history } = window
  return {
    user: userEvent.setup(),
    address: () => location.pathname + location.search + location.hash,
    back: () => history.back(),
  }
}
