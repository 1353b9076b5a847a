import './styles.css'
import { hasStoredSession } from '#web/lib/session-storage.ts'

/**
 * The front page loads neither router nor API client: most of its readers have no account yet. Whoever signed in on
 * this browser gets the whole app, which sends them on to their dashboard.
 */
if (window.location.pathname === '/' && !hasStoredSession()) {
  const { startLanding } = await import('./start-landing.tsx')
  startLanding()
} else {
  // zod would otherwise try whether it may compile its checks, which the content security policy refuses and notes. It
  // reads this before any of its own code can be called.
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
  const { startApp } = await import('./start-app.tsx')
  startApp()
}
