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
  const { startApp } = await import('./start-app.tsx')
  startApp()
}
