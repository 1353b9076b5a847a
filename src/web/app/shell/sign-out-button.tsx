import { useMutation } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { ApiError, api, errorText } from '#web/lib/api-client.ts'
import { forgetSession } from '#web/lib/session.ts'
import { toast } from '#web/ui/toast.tsx'

async function endSession(): Promise<void> {
  try {
    await api.postWithoutAnswer('/api/logout')
  } catch (error) {
    // The session is already over; anything else leaves it alive on the server, and the person must know.
    if (!(error instanceof ApiError && error.status === 401)) throw error
  }
}

/** Ends the session here and on the server; the guard then shows the sign-in screen. */
export function useSignOut() {
  return useMutation({
    mutationFn: endSession,
    onSuccess: () => forgetSession('left'),
    onError: (error) => toast.error(`You are still signed in: ${errorText(error, 'Failed to sign out')}`),
  })
}

/** Sign out, at the foot of both menus. */
export function SignOutButton() {
  const signOut = useSignOut()
  return (
    <button
      type="button"
      className="signout"
      aria-busy={signOut.isPending || undefined}
      onClick={() => !signOut.isPending && signOut.mutate()}
    >
      <LogOut />
      <span>Sign out</span>
    </button>
  )
}
