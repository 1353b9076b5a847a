import './styles/styles.css'
import { SANDBOX_SCREEN } from '#contract/screens.ts'
import { DASHBOARD_READS } from '#web/features/dashboard/dashboard-reads.ts'
import { prefetch } from '#web/lib/http/send.ts'
import { bearerToken, getSession, shownCircle, subscribeToSession, verifySession } from '#web/lib/session/session.ts'
import { hasStoredSession } from '#web/lib/session/session-storage.ts'
import { rootElement } from './root-element.ts'

// zod would otherwise try whether it may compile its checks, which the content security policy refuses and notes. It
// reads this before any of its own code can be called.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** A public page, written when the app was built; a stand-in waits for the app. */
const isPageOfItsOwn = (root: HTMLElement) => root.hasChildNodes() && !('waiting' in root.dataset)

/** What is needed by everything else runs when it arrives; otherwise all of it would run in one long go at the end. */
function early(part: Promise<unknown>): void {
  // The part that needs it says what is missing.
  part.catch(() => {})
}

/**
 * The public pages stand there already, written when the app was built, and there is nothing in them to bring to life.
 * The server sends somebody it knows the app instead of the front page; a visitor known only to this browser is sent on
 * when the server has said yes. Until then the page stays: most who come back after some time are not signed in any more.
 */
async function leaveFrontPage(): Promise<void> {
  const leave = () => window.location.replace('/dashboard')
  // Back from having signed in, to the page as it was kept.
  window.addEventListener('pageshow', ({ persisted }) => persisted && hasStoredSession() && leave())
  if (hasStoredSession() && (await verifySession()) === 'signed-in') leave()
}

/** Asks for what the dashboard shows as soon as it is known who is signed in, for the family that they see. */
function askForDashboardOnce(): void {
  const stop = subscribeToSession(() => {
    stop()
    if (getSession().status !== 'signed-in') return
    for (const { path, query } of DASHBOARD_READS) {
      prefetch(path, { query: query ?? {}, token: bearerToken(), circle: shownCircle() })
    }
  })
}

/**
 * What visitors open loads neither router nor what the signed-in screens need: most readers of the front page have no
 * account yet, and nobody should wait to sign in. A visitor who signed in on this browser gets the whole app, which sends
 * them on to their dashboard.
 */
async function start(pathname: string): Promise<void> {
  if (isPageOfItsOwn(rootElement())) return pathname === '/' ? leaveFrontPage() : undefined
  early(import('react-dom/client'))
  // The sandbox has its own port: cookies reach it, and nobody is signed in there.
  if (hasStoredSession() && pathname !== SANDBOX_SCREEN) {
    early(import('#contract/accounts/accounts.ts'))
    // The screen most often opened first comes along, instead of after the app, and so does what it shows.
    if (pathname === '/dashboard') {
      early(import('#web/features/dashboard/dashboard.tsx'))
      // Before the app is told who is signed in, and asks for itself.
      askForDashboardOnce()
    }
    // Asked while the app loads; the guards wait for the answer. Of a browser in which nobody signed in the answer is
    // known, and asking would only leave a 401 in its console; a protected screen still asks.
    void verifySession()
  } else {
    switch (pathname) {
      case '/login':
        return (await import('./entries/start-sign-in.tsx')).startSignIn()
      case '/register':
        return (await import('./entries/start-register.tsx')).startRegister()
    }
  }
  const { startApp } = await import('./entries/start-app.tsx')
  startApp()
}

void start(window.location.pathname)
