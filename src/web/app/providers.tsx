import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { createQueryClient } from '#web/lib/http/query-client.ts'
import { followOtherTabs, sessionScope, subscribeToSession } from '#web/lib/session/session.ts'
import { forgetLastState } from '#web/lib/session/session-storage.ts'
import { Toaster } from '#web/ui/overlay/toast.tsx'

export const queryClient = createQueryClient()

/** What every screen stands in. When somebody else (or nobody) is signed in, or in another circle, everything that was loaded is dropped. */
export function Providers({ children }: { children: ReactNode }) {
  useEffect(() => {
    let scope = sessionScope()
    const unsubscribe = subscribeToSession(() => {
      if (sessionScope() === scope) return
      // Who comes back finds what was kept; what was kept for others goes.
      if (scope !== undefined) forgetLastState()
      scope = sessionScope()
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
