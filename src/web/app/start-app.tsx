import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { fetchAhead } from './fetch-ahead.ts'
import { keepFocus } from './focus-heading.ts'
import { Providers, queryClient } from './providers.tsx'
import { rootElement } from './root-element.ts'
import { router } from './router.tsx'

/** Draws the app. */
export function startApp(): void {
  keepFocus()
  createRoot(rootElement()).render(
    <StrictMode>
      <Providers>
        <RouterProvider router={router} />
      </Providers>
    </StrictMode>,
  )
  fetchAhead(queryClient)
}
