import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { currentPlace } from '#web/lib/history.ts'
import { focusFirstHeading, keepFocus } from './focus-heading.ts'
import { Providers, queryClient } from './providers.tsx'
import { rootElement } from './root-element.ts'
import { App, openApp } from './router.tsx'
import { takeOverScrolling } from './scroll-position.ts'

/** Draws the app. */
export function startApp({ hasJustSignedIn = false } = {}): void {
  keepFocus()
  takeOverScrolling(currentPlace)
  openApp()
  if (hasJustSignedIn) focusFirstHeading()
  createRoot(rootElement()).render(
    <StrictMode>
      <Providers>
        <App />
      </Providers>
    </StrictMode>,
  )
  void fetchTheRest()
}

/** Only when all is there that this page asked for; without a connection nothing can be fetched ahead anyway. */
async function fetchTheRest(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve))
  const { fetchAhead } = await import('./fetch-ahead.ts').catch(() => ({ fetchAhead: undefined }))
  fetchAhead?.(queryClient)
}
