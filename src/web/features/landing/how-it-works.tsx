import { Clock, LifeBuoy, NotebookPen, PhoneMissed, Pill, Voicemail } from 'lucide-react'
import type { ReactNode } from 'react'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { ServiceTag } from '#web/domain/calls/service-tag.tsx'

/** Three steps, each with a picture made of the product's own parts. */
export function HowItWorks() {
  return (
    <section className="lp-sec" id="how">
      <div className="lp-wrap">
        <h2>How it works</h2>
        <p className="intro">
          Nothing to install, and nothing for them to learn. If they can answer the phone, they can use Cooee.
        </p>
        <div className="steps">
          <Step
            title="Automated Calls"
            picture={
              <>
                <p className="bubble">
                  Good morning Margaret, it’s Cooee, the phone service Robyn set up to see how you are. If you’re all
                  right, press 1, or just say I’m fine.
                </p>
                <p className="bubble bubble--me">“Yes, I’m fine.”</p>
              </>
            }
          >
            Cooee rings at the time you choose and asks one plain question. You see if they answered, and what they
            said. No answer? We tell someone.
          </Step>
          <Step
            title="Flexible Scheduling"
            picture={
              <>
                <WeekStrip />
                <div className="lo__next lo__next--card">
                  <Clock />
                  <span>
                    <b>9:00 AM</b>Every Monday, Wednesday and Friday
                  </span>
                </div>
                <div className="lo__next lo__next--card">
                  <Pill />
                  <span>
                    <b>6:00 PM</b>Every day, with her tablets
                  </span>
                </div>
              </>
            }
          >
            Once, every day, weekdays only, or your own pattern. Change a call any time before we ring.
          </Step>
          <Step
            title="Personalized Care"
            picture={
              <>
                <div className="tags">
                  {CALL_TYPES.map((callType) => (
                    <ServiceTag key={callType} callType={callType} />
                  ))}
                </div>
                <div className="lo__next lo__next--card">
                  <NotebookPen />
                  <span>
                    <b>Notes for Margaret</b>Hard of hearing in her left ear. Ask about the tomatoes.
                  </span>
                </div>
              </>
            }
          >
            Choose the kind of call that fits each person, and keep the notes and contacts that matter close at hand.
          </Step>
        </div>
        <div className="lp-facts">
          <Fact icon={<PhoneMissed />} title="If nobody answers">
            We try again. Then we tell you and ask your emergency contacts, one by one, until someone says they’ll
            check.
          </Fact>
          <Fact icon={<Voicemail />} title="If a machine answers">
            We leave a short message without a word about health. A machine never counts as an answer.
          </Fact>
          <Fact icon={<LifeBuoy />} title="If they ask for help">
            One key or one word is enough, and we tell you at once, while they’re still on the phone.
          </Fact>
        </div>
      </div>
    </section>
  )
}

interface StepProps {
  title: string
  picture: ReactNode
  children: ReactNode
}

function Step({ title, picture, children }: StepProps) {
  return (
    <article className="card step">
      <div className="step__pic" aria-hidden="true">
        {picture}
      </div>
      <div className="step__txt">
        <h3>{title}</h3>
        <p>{children}</p>
      </div>
    </article>
  )
}

/** What carers ask before they trust it: the calls that do not go well. */
function Fact({ icon, title, children }: { icon: ReactNode; title: string; children: ReactNode }) {
  return (
    <div className="lp-fact">
      {icon}
      <h3>{title}</h3>
      <p>{children}</p>
    </div>
  )
}

const WEEK = [
  { day: 'monday', letter: 'M', on: true },
  { day: 'tuesday', letter: 'T', on: false },
  { day: 'wednesday', letter: 'W', on: true },
  { day: 'thursday', letter: 'T', on: false },
  { day: 'friday', letter: 'F', on: true },
  { day: 'saturday', letter: 'S', on: false },
  { day: 'sunday', letter: 'S', on: false },
]

function WeekStrip() {
  return (
    <div className="week week--lp">
      {WEEK.map(({ day, letter, on }) => (
        <span key={day} className={on ? 'week__day is-on' : 'week__day'}>
          <b>{letter}</b>
        </span>
      ))}
    </div>
  )
}
