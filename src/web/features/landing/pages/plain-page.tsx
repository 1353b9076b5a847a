import type { ReactNode } from 'react'
import { buttonClass } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Footer } from '../footer.tsx'

/** A page of text with a heading, between the logo and the foot of every public page. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <a className={`skip ${buttonClass({ variant: 'primary' })}`} href="#main">
        Skip to main content
      </a>
      <header className="plain__head">
        <a href="/" aria-label="Cooee, home">
          <Logo />
        </a>
      </header>
      <main className="plain" id="main" tabIndex={-1}>
        <h1>{title}</h1>
        {children}
      </main>
      <Footer />
    </div>
  )
}
