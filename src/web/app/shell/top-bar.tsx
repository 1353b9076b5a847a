import { Menu, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { User } from '#contract/accounts/accounts.ts'
import { RemoveScroll } from '#web/lib/remove-scroll.tsx'
import { BrandLink } from './brand-link.tsx'
import { CircleBox } from './circle/circle-box.tsx'
import { Navigation } from './navigation.tsx'
import { OpenIncidentsBadge } from './open-incidents.tsx'
import { SandboxNote } from './sandbox-note.tsx'
import { SignOutButton } from './sign-out-button.tsx'
import { UserBox } from './user-box.tsx'

/** The bar on phones; its menu folds down under it and closes on a choice, Esc, or a tap beside it. */
export function TopBar({ user }: { user: User }) {
  const [open, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)

  useEffect(() => {
    if (!open) return
    function closeOnEscape(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', closeOnEscape)
    return () => document.removeEventListener('keydown', closeOnEscape)
  }, [open])

  const close = () => setOpen(false)
  return (
    <>
      <header className="topbar">
        <BrandLink className="topbar__brand" onClick={close} />
        <button
          ref={button}
          type="button"
          className="topbar__menu"
          aria-expanded={open}
          aria-controls="mobile-menu"
          onClick={() => setOpen(!open)}
        >
          {open ? <X /> : <Menu />}
          {open ? 'Close' : 'Menu'}
          {!open && <OpenIncidentsBadge />}
        </button>
      </header>
      <section id="mobile-menu" aria-label="Menu" hidden={!open}>
        {open && (
          <RemoveScroll className="mobile-menu" onClick={(event) => event.target === event.currentTarget && close()}>
            <div className="mobile-menu__sheet">
              <CircleBox user={user} onSwitched={close} />
              <Navigation user={user} onNavigate={close} />
              <SandboxNote />
              <div className="nav__sep" />
              <UserBox user={user} />
              <SignOutButton />
            </div>
          </RemoveScroll>
        )}
      </section>
    </>
  )
}
