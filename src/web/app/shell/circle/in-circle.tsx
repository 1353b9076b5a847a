import { Fragment, type ReactNode, useEffect, useRef } from 'react'
import { redirectTo } from '#web/lib/routing/history.ts'
import { sessionScope } from '#web/lib/session/session.ts'
import { useUser } from '#web/lib/session/use-session.ts'

/**
 * Draws everything again where the session is in another circle: entered here, in the tab beside, or because somebody was
 * removed. Nothing of one family stays on the screen under the name of the other, and no form goes with it.
 */
export function InCircle({ children }: { children: ReactNode }) {
  const user = useUser()
  const shown = useRef(user)
  useEffect(() => {
    const { id, circle } = shown.current
    shown.current = user
    if (id !== user.id || circle.id === user.circle.id) return
    // An address may name somebody of the family before.
    redirectTo('/dashboard')
    import('./announce-circle.ts').then((news) => news.announceCircle(circle, user)).catch(() => {})
  }, [user])
  return <Fragment key={sessionScope()}>{children}</Fragment>
}
