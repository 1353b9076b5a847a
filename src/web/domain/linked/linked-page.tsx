import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { Logo } from '#web/ui/logo.tsx'
import './linked-page.css'

interface LinkedPageProps {
  /** Public, so the tab names nothing but the first name. */
  title: string
  isWide?: boolean
  children: ReactNode
}

/** The frame of a page that a signed link opens, without a session; for nobody's search engine. */
export function LinkedPage({ title, isWide = false, children }: LinkedPageProps) {
  useDocumentTitle(title)
  return (
    <div className={isWide ? 'linked linked--wide' : 'linked'}>
      <meta name="robots" content="noindex, nofollow" />
      <header className="plain__head">
        <Logo />
      </header>
      <main className="linked__main">{children}</main>
    </div>
  )
}
