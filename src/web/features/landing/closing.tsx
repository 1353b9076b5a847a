import { buttonClass } from '#web/ui/button.tsx'
import { Valley } from '#web/ui/illustrations/valley.tsx'
import { ValleyTall } from '#web/ui/illustrations/valley-tall.tsx'
import { IfCharged } from './charges.tsx'

/** The last word, at night in both themes. */
export function Closing() {
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
