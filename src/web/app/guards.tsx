import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { currentPlace } from '#web/lib/routing/history.ts'
import { Redirect } from '#web/lib/routing/redirect.tsx'
import { safeTarget } from '#web/lib/routing/safe-target.ts'
import { verifySession } from '#web/lib/session/session.ts'
import { hasStoredSession } from '#web/lib/session/session-storage.ts'
import { useSession } from '#web/lib/session/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { OneMoment } from './one-moment.tsx'

/** Shown while the server is asked who is signed in. */
function Verifying() {
  useDocumentTitle('Checking sign-in')
  return <OneMoment>Checking you’re signed in…</OneMoment>
}

const ASK_AGAIN_MS = 5_000

/** Shown where the server gave no answer about who is signed in: it is asked again until it does. */
function Unreachable() {
  useDocumentTitle('We can’t reach Cooee')
  const [isAsking, setAsking] = useState(false)
  const ask = useCallback(async () => {
    setAsking(true)
    await verifySession()
    setAsking(false)
  }, [])
  useEffect(() => {
    const timer = setInterval(ask, ASK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [ask])
  return (
    <main className="verify">
      <div className="empty">
        <h1>We can’t reach Cooee right now</h1>
        <p role="status">You’re still signed in, and we still ring at the times you’ve set. We’ll keep trying.</p>
        <Button variant="primary" busy={isAsking} onClick={() => void ask()}>
          Try again
        </Button>
      </div>
    </main>
  )
}

function SignInInstead({ rememberScreen }: { rememberScreen: boolean }) {
  const here = currentPlace().href
  return <Redirect to={rememberScreen ? `/login?redirect=${encodeURIComponent(here)}` : '/login'} />
}

/** Protects a screen: a visitor who is not signed in goes to the sign-in screen and comes back afterwards. */
export function AuthGate({ children }: { children: ReactNode }) {
  const session = useSession()
  useEffect(() => {
    if (session.status === 'unknown') void verifySession()
  }, [session.status])
  switch (session.status) {
    case 'unknown':
      return <Verifying />
    case 'unreachable':
      return <Unreachable />
    case 'signed-out':
      return <SignInInstead rememberScreen={session.why !== 'left'} />
    case 'signed-in':
      return children
  }
}

/** For the screens of visitors: a signed-in user goes on to `next`, else to the dashboard. */
export function GuestGate({ next, children }: { next?: string; children: ReactNode }) {
  const session = useSession()
  if (session.status === 'signed-in') return <Redirect to={safeTarget(next)} />
  // With a trace of a session the form would only flash; without one it can be shown at once.
  if (session.status === 'unknown' && hasStoredSession()) return <Verifying />
  if (session.status === 'unreachable' && hasStoredSession()) return <Unreachable />
  return children
}

/** Only admins see what is inside; others see a message and are sent home. */
export function AdminGate({ children }: { children: ReactNode }) {
  const session = useSession()
  const admitted = session.status === 'signed-in' && session.user.role === 'admin'
  useEffect(() => {
    if (!admitted) toast.error('You do not have permission to access the admin area.', 'Access Denied')
  }, [admitted])
  return admitted ? children : <Redirect to="/" />
}
