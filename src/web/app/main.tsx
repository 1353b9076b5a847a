import './styles.css'
import { hasStoredSession } from '#web/lib/session-storage.ts'

// zod would otherwise try whether it may compile its checks, which the content security policy refuses and notes. It
// reads this before any of its own code can be called.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/**
 * What visitors open loads neither router nor what the signed-in screens need: most readers of the front page have no
 * account yet, and nobody should wait to sign in. Whoever signed in on this browser gets the whole app, which sends
 * them on to their dashboard.
 */
async function start(pathname: string): Promise<void> {
  if (!hasStoredSession()) {
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
