import type { ReactNode } from 'react'
import { RECORDING_RETENTION_DAYS } from '#core/calls/recording-retention.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Footer } from './footer.tsx'

function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr_auto]">
      <header className="plain__head">
        <a href="/" aria-label="Cooee, home">
          <Logo />
        </a>
      </header>
      <main className="plain">
        <h1>{title}</h1>
        {children}
      </main>
      <Footer />
    </div>
  )
}

/** What an account holder agrees to, in plain words. */
export function Terms() {
  return (
    <PlainPage title="Terms">
      <p>
        Cooee rings the people you add, at the times you choose, and tells you what happened. Only add people who have
        agreed to be rung.
      </p>
      <p>
        Cooee is not an emergency service and never calls 000. An answered call says that somebody answered; it does not
        say that they are well.
      </p>
      <p>
        The Basic Plan is $19.99 a month, in US dollars. You can cancel anytime; calls go on until the end of the month
        you have paid for.
      </p>
    </PlainPage>
  )
}

/** What is kept, what for, and who sees it. */
export function Privacy() {
  return (
    <PlainPage title="Privacy">
      <p>
        We keep what you enter about yourself, your loved ones and their contacts, and the record of each call: when it
        was made, whether it was answered, the keys pressed and what was said.
      </p>
      <p>
        Calls are recorded only when you switch recording on for a person, and the call says so before it starts. A
        recording is deleted after {RECORDING_RETENTION_DAYS} days; the words stay. Health details are never said to an
        answering machine.
      </p>
      <p>
        Phone calls, text messages and card payments go through companies that provide them; each gets only what it
        needs for that. Removing a loved one removes their contacts, call history, recordings and transcripts.
      </p>
    </PlainPage>
  )
}

/** Who to turn to. */
export function Contact() {
  return (
    <PlainPage title="Contact">
      <p>
        Questions about your account or a call go to the people who run this Cooee service for you. Answer any email
        that Cooee has sent you to reach them.
      </p>
      <p>In an emergency, call 000.</p>
    </PlainPage>
  )
}

/** Where the name comes from and what the product does. */
export function About() {
  return (
    <PlainPage title="About">
      <p>
        A cooee is a bush call that carries across a valley and waits for an answer. To be within cooee of somebody is
        to be near enough to hear them.
      </p>
      <p>
        Cooee makes that call by phone: check-ins, medication reminders, wellness checks and wake-up calls, at the
        minute you chose. If nobody answers, you are told, and so are the contacts you named.
      </p>
    </PlainPage>
  )
}
