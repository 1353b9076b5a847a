import { LogOut } from 'lucide-react'
import { useSignOut } from '#web/domain/account/use-sign-out.ts'

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
