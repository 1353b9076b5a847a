import { buttonClass } from '#web/ui/button.tsx'
import { Home } from '#web/ui/illustrations/home.tsx'
import { IfCharged } from './charges.tsx'
import { PlainPage } from './plain-page.tsx'

/** Where the name comes from and what the product does. */
export function About() {
  return (
    <PlainPage title="About">
      <div className="plain__illus">
        <Home className="illus" />
      </div>
      <p>
        A cooee is a bush call that carries across a valley and waits for an answer. To be within cooee of somebody is
        to be near enough to hear them.
      </p>

      <h2>What Cooee does</h2>
      <p>
        Cooee makes that call by phone: check-ins, medication reminders, wellness checks and wake-up calls, at the
        minute you chose, on the clock of the person who is rung. They need a telephone and nothing else. They answer
        with a key or a few words.
      </p>

      <h2>What it does when nobody answers</h2>
      <p>
        It tries again. Then it tells you, and the contacts you have marked for emergencies, one after the other, three
        times over if need be, until somebody takes it on. An answering machine does not count as an answer. A call that
        could not be placed is told of as well: no call is ever quietly dropped.
      </p>

      <h2>What it does not do</h2>
      <p>
        It does not chat, and it does not judge how somebody sounds. It does not replace a visit, a doctor or an
        emergency alarm, and it never calls 000. It leaves more of your own calls to be about something else.
      </p>
      <p className="mt-3">
        <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/register">
          <IfCharged otherwise="Get Started">Start Free Trial</IfCharged>
        </a>
      </p>
    </PlainPage>
  )
}
