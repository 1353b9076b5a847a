import { useDocumentTitle } from '#web/lib/document-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { IfCharged } from './charges.tsx'
import { Closing } from './closing.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { Pricing } from './pricing.tsx'

export const LANDING_TITLE = 'Within cooee of the people you love'

/** The public front page. Its links load the page anew: it stands there without a router, or any script. */
export function Landing() {
  useDocumentTitle(LANDING_TITLE)
  return (
    <>
      <a className={`skip ${buttonClass({ variant: 'primary' })}`} href="#main">
        Skip to main content
      </a>
      <header className="lp-head">
        <a href="/" aria-label="Cooee, home">
          <Logo />
        </a>
        <nav className="flex items-center gap-1 md:gap-3" aria-label="Account">
          <a className={buttonClass({ variant: 'ghost' })} href="/login">
            Sign In
          </a>
          <a className={buttonClass({ variant: 'primary' })} href="/register">
            Get Started
          </a>
        </nav>
      </header>
      <main id="main" tabIndex={-1}>
        <Hero />
        <HowItWorks />
        <IfCharged>
          <Pricing />
        </IfCharged>
        <Closing />
      </main>
      <Footer />
    </>
  )
}
