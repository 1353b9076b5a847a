import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import type { Circle } from '#contract/accounts/circle.ts'
import { redirectTo } from '#web/lib/routing/history.ts'
import { useUser } from '#web/lib/session/use-session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/**
 * Draws everything again where the session is in another circle: entered here, in the tab beside, or because somebody was
 * removed. Nothing of one family stays on the screen under the name of the other, and no form goes with it.
 */
export function InCircle({ children }: { children: ReactNode }) {
  const { id: person, circle, circles } = useUser()
  const before = useRef<{ person: number; circle: Circle }>(undefined)
  useEffect(() => {
    const last = before.current
    before.current = { person, circle }
    if (!last || last.person !== person || last.circle.id === circle.id) return
    const isRemoved = !circles.some(({ id }) => id === last.circle.id)
    if (isRemoved) toast.error(`You no longer belong to ${last.circle.name}.`, `You’re now in ${circle.name}`)
    else toast.success(`You’re now in ${circle.name}.`)
    // An address may name somebody of the family before.
    redirectTo('/dashboard')
  }, [person, circle, circles])
  return <Fragment key={`${person}/${circle.id}`}>{children}</Fragment>
}
