import type { ReactNode } from 'react'
import { useLiveChanges } from '#web/domain/live-changes.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { useUser } from '#web/lib/session/use-session.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { BrandLink } from './brand-link.tsx'
import { CircleBox } from './circle/circle-box.tsx'
import { LazyPhoneNotice } from './lazy-phone-notice.tsx'
import { LazyPlanNotice } from './lazy-plan-notice.tsx'
import { Navigation } from './navigation.tsx'
import { NextScreen } from './next-screen.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { TopBar } from './top-bar.tsx'
import { UserBox } from './user-box.tsx'

// Hardly anybody ever sees it.
const DeletionBar = lazyPart(
  async () => (await import('./deletion-bar.tsx')).DeletionBar,
  () => null,
  <div className="note note--error deletion-bar" aria-hidden="true" />,
)

// Seen in the first minutes, and after a change of address.
const EmailNotice = lazyPart(
  async () => (await import('./email-notice.tsx')).EmailNotice,
  () => null,
  <div className="note note--warning email-notice" aria-hidden="true" />,
)

function Hill() {
  return (
    <svg className="sidebar__hill" viewBox="0 0 264 240" preserveAspectRatio="none" aria-hidden="true">
      <path d="M0 70C60 30 110 60 160 50s70-40 104-34v224H0Z" fill="var(--sidebar-hill)" opacity=".55" />
      <path d="M0 118c70-30 120 8 180-4 40-8 60-22 84-18v144H0Z" fill="var(--sidebar-hill)" />
    </svg>
  )
}

/** What every signed-in screen stands in: sidebar from 768 px, top bar with a folding menu below. */
export function Shell({ children }: { children: ReactNode }) {
  const user = useUser()
  useLiveChanges()
  return (
    <>
      <a className={`skip ${buttonClass({ variant: 'primary' })}`} href="#main">
        Skip to main content
      </a>
      <NextScreen />
      <div className="shell">
        <aside className="sidebar" aria-label="Main menu">
          <div className="sidebar__in">
            <BrandLink className="sidebar__brand" />
            <CircleBox user={user} />
            <Navigation user={user} />
            <SandboxNote />
            <div className="sidebar__foot">
              <UserBox user={user} />
              <SignOutButton />
            </div>
          </div>
          <Hill />
        </aside>
        <TopBar user={user} />
        <main className="main" id="main" tabIndex={-1}>
          <div className="content">
            <OpenIncidents />
            {user.emailVerified ? <LazyPhoneNotice user={user} /> : <EmailNotice user={user} />}
            {user.deleteAt ? <DeletionBar deleteAt={user.deleteAt} /> : <LazyPlanNotice />}
            {children}
          </div>
        </main>
      </div>
    </>
  )
}
