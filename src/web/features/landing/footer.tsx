import { Logo } from '#web/ui/logo.tsx'

/** The foot of every public page. */
export function Footer() {
  return (
    <footer className="lp-foot">
      <div className="lp-wrap lp-foot__in">
        <div>
          <Logo variant="reversed" />
          <p className="mt-3">Cooee is not an emergency service. In an emergency, call 000.</p>
        </div>
        <nav aria-label="Footer">
          <a href="/terms">Terms</a>
          <a href="/privacy">Privacy</a>
          <a href="/contact">Contact</a>
          <a href="/about">About</a>
          <a href="/stop">Stop calls</a>
        </nav>
      </div>
    </footer>
  )
}
