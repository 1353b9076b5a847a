import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { getSession, verifySession } from '#web/lib/session.ts'
import { hasStoredSession } from '#web/lib/session-storage.ts'
import { keepFocus } from './focus-heading.ts'
import { Providers } from './providers.tsx'
import { rootElement } from './root-element.ts'
import { router } from './router.tsx'

/** Draws the app. */
export function startApp(): void {
  // Asked while the first screen loads; the guards wait for the answer. Of a browser in which nobody signed in the answer
  // is known, and asking would only leave a 401 in its console; a protected screen asks all the same.
  if (getSession().status === 'unknown' && hasStoredSession()) void verifySession()
  keepFocus()
  createRoot(rootElement()).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
}
