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
        A cooee is a bush call that carries across a valley and waits for an answer. To be within cooee of someone is to
        be near enough to hear them.
      </p>

      <h2>What Cooee does</h2>
      <p>
        Cooee makes that call by phone: check-ins, medication reminders, wellness checks and wake-up calls, at the
        minute you chose, on their clock. They need a phone and nothing else. They answer with a key or a few words.
      </p>

      <h2>What we do when nobody answers</h2>
      <p>
        We try again. Then we tell you and ask your emergency contacts, one by one, until someone says they’ll check. An
        answering machine doesn’t count as an answer. We tell you about a call we couldn’t make, too: we never quietly
        drop one.
      </p>

      <h2>What it doesn’t do</h2>
      <p>
        Cooee doesn’t chat, and it doesn’t judge how someone sounds. It doesn’t replace a visit, a doctor or an
        emergency alarm, and it never calls 000. It leaves your own calls free for other things.
      </p>
      <p className="mt-3">
        <a className={buttonClass({ variant: 'primary', size: 'lg' })} href="/register">
          <IfCharged otherwise="Get Started">Start Free Trial</IfCharged>
        </a>
      </p>
    </PlainPage>
  )
}
