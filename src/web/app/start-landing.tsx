import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Landing } from '#web/features/landing/landing.tsx'
import { rootElement } from './root-element.ts'

/** Draws the front page. */
export function startLanding(): void {
  createRoot(rootElement()).render(
    <StrictMode>
      <Landing />
    </StrictMode>,
  )
}
