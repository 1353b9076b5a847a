import './styles.css'
import { verifySession } from '#web/lib/session.ts'
import { hasStoredSession } from '#web/lib/session-storage.ts'

// zod would otherwise try whether it may compile its checks, which the content security policy refuses and notes. It
// reads this before any of its own code can be called.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** What is needed by everything else runs when it arrives; otherwise all of it would run in one long go at the end. */
function early(part: Promise<unknown>): void {
  // Whoever needs it says what is missing.
  part.catch(() => {})
}

/**
 * What visitors open loads neither router nor what the signed-in screens need: most readers of the front page have no
 * account yet, and nobody should wait to sign in. Whoever signed in on this browser gets the whole app, which sends
 * them on to their dashboard.
 */
async function start(pathname: string): Promise<void> {
  early(import('react-dom/client'))
  if (hasStoredSession()) {
    // Asked while the app loads; the guards wait for the answer. Of a browser in which nobody signed in the answer is
    // known, and asking would only leave a 401 in its console; a protected screen asks all the same.
    void verifySession()
    early(import('#contract/accounts.ts'))
    // The screen most often opened first comes along, instead of after the app.
    if (pathname === '/dashboard') early(import('#web/features/dashboard/dashboard.tsx'))
  } else {
    switch (pathname) {
      case '/':
        return (await import('./start-landing.tsx')).startLanding()
      case '/login':
        return (await import('./start-sign-in.tsx')).startSignIn()
      case '/register':
        return (await import('./start-register.tsx')).startRegister()
    }
  }
  const { startApp } = await import('./start-app.tsx')
  startApp()
}

void start(window.location.pathname)
