import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '#web/domain/query-keys.ts'
import { ApiError, api, errorText } from '#web/lib/http/api-client.ts'
import { forgetSession } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

async function endSession(): Promise<void> {
  try {
    await api.postWithoutAnswer('/api/logout', undefined, { anyCircle: true })
  } catch (error) {
    // The session is already over; anything else leaves it alive on the server, and the person must know.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/** Ends the session on the server and in every place of this browser; the guard then shows the sign-in screen. */
export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: queryKeys.signOut,
    // What the screens are still asking for would be refused once the session is over.
    onMutate: () => queryClient.cancelQueries(),
    mutationFn: endSession,
    onSuccess: () => forgetSession('left'),
    onError: (error) => {
      void queryClient.invalidateQueries()
      toast.error(`You’re still signed in: ${errorText(error, 'Failed to sign out')}`)
    },
  })
}
