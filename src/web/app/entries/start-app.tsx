import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { focusFirstHeading, keepFocus } from '#web/app/focus-heading.ts'
import { Providers, queryClient } from '#web/app/providers.tsx'
import { rootElement } from '#web/app/root-element.ts'
import { App, openApp } from '#web/app/router.tsx'
import { takeOverScrolling } from '#web/app/scroll-position.ts'
import { currentPlace } from '#web/lib/routing/history.ts'

/** Draws the app. */
export function startApp({ hasJustSignedIn = false } = {}): void {
  keepFocus()
  takeOverScrolling(currentPlace)
  openApp()
  if (hasJustSignedIn) focusFirstHeading()
  const root = createRoot(rootElement())
  // In short pieces, between which the browser answers.
  startTransition(() =>
    root.render(
      <StrictMode>
        <Providers>
          <App />
        </Providers>
      </StrictMode>,
    ),
  )
  void fetchTheRest()
}

/** Only when all is there that this page asked for; without a connection nothing can be fetched ahead anyway. */
async function fetchTheRest(): Promise<void> {
  if (document.readyState !== 'complete') await new Promise((resolve) => window.addEventListener('load', resolve))
  const { fetchAhead } = await import('./fetch-ahead.ts').catch(() => ({ fetchAhead: undefined }))
  fetchAhead?.(queryClient)
}
