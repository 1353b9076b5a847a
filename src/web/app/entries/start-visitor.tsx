import { type ComponentType, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { rootElement } from '#web/app/root-element.ts'
import { safeTarget } from '#web/lib/routing/safe-target.ts'
import { getSession, subscribeToSession } from '#web/lib/session/session.ts'

/** Draws the form for signing in or registering without the app, which is loaded and takes over as soon as somebody is signed in. */
export function startVisitor(Screen: ComponentType): void {
  const root = createRoot(rootElement())
  const stop = subscribeToSession(() => {
    if (getSession().status !== 'signed-in') return
    stop()
    void handOver()
  })
  async function handOver() {
    const target = safeTarget(new URLSearchParams(window.location.search).get('redirect'))
    window.history.replaceState(null, '', target)
    try {
      const { startApp } = await import('./start-app.tsx')
      root.unmount()
      startApp({ hasJustSignedIn: true })
    } catch {
      // A part of the app did not arrive; the browser says what is wrong, or has better luck.
      window.location.reload()
    }
  }
  root.render(
    <StrictMode>
      <Screen />
    </StrictMode>,
  )
}
