import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Valley } from '#web/ui/illustrations/valley.tsx'
import { ValleyTall } from '#web/ui/illustrations/valley-tall.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Footer } from './footer.tsx'
import { Hero } from './hero.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { IfCharged } from './pages/charges.tsx'
import { Pricing } from './pricing.tsx'

export const LANDING_TITLE = 'Within cooee of the people you love'

/** The public front page. Its links load a new page: it works without a router, or any script. */
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

/** The last word, at night in both themes. */
function Closing() {
  return (
    <section className="lp-close dark">
      <Valley className="scene" />
      <ValleyTall className="scene scene--land" landOnly />
      <div className="lp-sec">
        <div className="lp-wrap">
          <h2>Give them a cooee</h2>
          <p className="lp-close__text">Set up the first call this evening and hear how it went tomorrow morning.</p>
          <div className="lp-cta">
            <a className={buttonClass({ variant: 'wattle', size: 'lg' })} href="/register">
              <IfCharged otherwise="Get Started">Start Free Trial</IfCharged>
            </a>
          </div>
        </div>
      </div>
    </section>
  )
}
