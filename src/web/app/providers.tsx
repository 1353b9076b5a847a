import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { accountId, followOtherTabs, subscribeToSession } from '#web/lib/session/session.ts'
import { Toaster } from '#web/ui/overlay/toast.tsx'

export const queryClient = createQueryClient()

/** What every screen stands in. When another account (or none) is signed in, everything that was loaded is dropped. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => {
    let account = accountId()
    const unsubscribe = subscribeToSession(() => {
      if (accountId() === account) return
      account = accountId()
      // A public page belongs to nobody, and does not render again when the session becomes known.
      queryClient.removeQueries({ predicate: ({ meta }) => meta?.isPublic !== true })
      queryClient.getMutationCache().clear()
    })
    const unfollow = followOtherTabs()
    return () => {
      unsubscribe()
      unfollow()
    }
  }, [])
  return (
    <QueryClientProvider client={queryClient}>
      {children}
      <Toaster />
    </QueryClientProvider>
  )
}
