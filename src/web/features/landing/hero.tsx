import { ArrowDown } from 'lucide-react'
import { StatusPill } from '#web/domain/calls/status-pill.tsx'
import { LovedOneAvatar } from '#web/domain/people/loved-one-avatar.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { HeroValley } from '#web/ui/illustrations/hero-valley.tsx'
import { ValleyTall } from '#web/ui/illustrations/valley-tall.tsx'
import { IfCharged } from './pages/charges.tsx'

/** The first screenful: what Cooee is, and what a carer gets to see after a call. */
export function Hero() {
  return (
    <section className="lp-hero">
      <HeroValley className="scene" />
      <ValleyTall className="scene scene--land" landOnly />
      <div className="lp-hero__in">
        <div>
          <h1>Within cooee of the people you love</h1>
          <p className="lead">
            AI-powered automated <span className="whitespace-nowrap">check-in</span> calls for your mum, your dad, or
            anyone who counts on you. Cooee gives them a ring, and lets you know how it went.
          </p>
          <div className="lp-cta mt-6">
            <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/register">
              <IfCharged otherwise="Get Started">Start Free Trial</IfCharged>
            </a>
            <a className={buttonClass({ variant: 'link', size: 'lg' })} href="#how">
              How it works
              <ArrowDown />
            </a>
          </div>
        </div>
        <ExampleCall />
      </div>
    </section>
  )
}

/** Heights of the drawn voice, in per cent. */
const WAVE = [
  18, 30, 46, 70, 42, 26, 54, 88, 64, 38, 22, 34, 60, 92, 74, 48, 30, 20, 40, 66, 84, 58, 36, 24, 44, 62, 40, 28, 18,
  32, 50, 34, 22, 14,
]
const WAVE_HEIGHT = 36
const BAR_WIDTH = 5
const BAR_STEP = 8
const BARS = WAVE.map((percent, index) => {
  const height = (WAVE_HEIGHT * percent) / 100
  return { x: index * BAR_STEP, y: (WAVE_HEIGHT - height) / 2, height }
})

/** A picture and no styled elements: the content security policy lets no style stand in the page. */
function Wave() {
  return (
    <svg
      className="wave"
      viewBox={`0 0 ${WAVE.length * BAR_STEP - (BAR_STEP - BAR_WIDTH)} ${WAVE_HEIGHT}`}
      preserveAspectRatio="xMinYMid meet"
      fill="currentColor"
      aria-hidden="true"
    >
      {BARS.map((bar) => (
        <rect key={bar.x} {...bar} width={BAR_WIDTH} rx={BAR_WIDTH / 2} />
      ))}
    </svg>
  )
}

function ExampleCall() {
  return (
    <figure className="receipt">
      <figcaption className="small muted -mb-1">An example call</figcaption>
      <div className="who">
        <LovedOneAvatar id={0} name="Margaret" />
        <span>
          <span className="who__name">Margaret Hartley</span>
          <span className="who__sub">Daily Check-in, 9:00 AM</span>
        </span>
      </div>
      <Wave />
      <p>Margaret answered and pressed 1: all’s well.</p>
      <div className="flex items-center justify-between">
        <StatusPill status="completed" />
        <span className="muted num">0:32</span>
      </div>
    </figure>
  )
}
