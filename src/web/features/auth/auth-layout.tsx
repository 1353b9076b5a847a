import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { HeroValley } from '#web/ui/illustrations/hero-valley.tsx'
import { ValleyTall } from '#web/ui/illustrations/valley-tall.tsx'
import { Logo } from '#web/ui/logo.tsx'

interface AuthLayoutProps {
  title: string
  /** The title of the tab; left out, the same. */
  tabTitle?: string
  lead?: string
  children: ReactNode
}

/** The valley beside the form (above it on phones), and a title with its lead. */
export function AuthLayout({ title, tabTitle = title, lead, children }: AuthLayoutProps) {
  useDocumentTitle(tabTitle)
  return (
    <div className="auth">
      <aside className="auth__art">
        <a className="auth__brand" href="/" aria-label="Cooee, home">
          <Logo />
        </a>
        <div className="auth__line">
          <p className="display">Within cooee of the people you love.</p>
        </div>
        <HeroValley className="scene" />
        <ValleyTall className="scene scene--tall" />
      </aside>
      <main className="auth__form">
        <div className="auth__inner">
          <div>
            <h1>{title}</h1>
            {lead && <p className="lead">{lead}</p>}
          </div>
          {children}
        </div>
      </main>
    </div>
  )
}
