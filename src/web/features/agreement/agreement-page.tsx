import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { useParams } from 'wouter'
import { CONTACT_LINK_NOT_VALID, type ContactPage } from '#contract/people/contact-page.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import './agreement.css'
import { agreementQuery, isLinkGone } from './agreement-query.ts'
import { Answer, StopEverything } from './answer.tsx'
import { AvailabilityForm } from './availability-form.tsx'

/** What the link in a question to a contact opens: what Cooee is, what they agree to, and when they can be reached. */
export function AgreementPage() {
  const { token = '' } = useParams()
  const query = useQuery(agreementQuery(token))
  const state = useLoadState(query)
  if (isLinkGone(query.error)) return <LinkNotValid />
  switch (state.status) {
    case 'loading':
      return (
        <Frame title="A question from Cooee">
          <h1>A question from Cooee</h1>
          <LoadingStatus>Loading the question</LoadingStatus>
          <Skeleton height="1.5rem" />
          <Skeleton height="8rem" />
          <Skeleton height="3.5rem" />
        </Frame>
      )
    case 'failed':
      return (
        <Frame title="A question from Cooee">
          <h1>A question from Cooee</h1>
          <ErrorState
            title="We couldn’t load the question"
            hint="You can also answer by text: reply YES or NO."
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
        </Frame>
      )
    case 'ready':
      return <Loaded token={token} page={state.data} />
  }
}

function titleOf(state: ContactPage['state'], name: string): string {
  switch (state) {
    case 'asked':
    case 'unreachable':
      return `Will you be a contact for ${name}?`
    case 'agreed':
      return `You’re a contact for ${name}`
    case 'declined':
      return `You’re not a contact for ${name}`
    case 'stopped':
      return 'We’ve stopped'
  }
}

function Loaded({ token, page }: { token: string; page: ContactPage }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const { state, lovedOneName, askedBy } = page
  const name = shortName(lovedOneName)
  const title = titleOf(state, name)
  const toHeading = () => heading.current?.focus()
  const isOpen = state === 'asked' || state === 'unreachable'
  const answer = <Answer token={token} state={state} name={name} onAnswered={toHeading} />
  return (
    <Frame title={title}>
      <header className="agree__head">
        <p className="muted">
          For {page.name}
          {askedBy && `, from Cooee for ${askedBy}`}
        </p>
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
      </header>
      <Standing page={page} name={name} />
      {isOpen && <WhatItIs page={page} name={name} />}
      {(isOpen || state === 'declined') && answer}
      {state === 'agreed' && (
        <>
          <AvailabilityForm token={token} page={page} name={name} />
          <WhatItIs page={page} name={name} />
        </>
      )}
      {state !== 'stopped' && <SaveOurNumber page={page} />}
      {state === 'agreed' && answer}
      {state !== 'stopped' && <StopEverything token={token} onStopped={toHeading} />}
      <p className="muted small">Cooee is not an emergency service. In danger? Call 000.</p>
    </Frame>
  )
}

function Standing({ page: { state, ownNumber }, name }: { page: ContactPage; name: string }) {
  switch (state) {
    case 'asked':
    case 'unreachable':
      return null
    case 'agreed':
      return <Callout kind="ok">Thank you. We’ll get in touch only if {name} may need someone.</Callout>
    case 'declined':
      return (
        <Callout kind="quiet">
          Thank you for telling us. We won’t alert you about {name}, and we won’t ask again.
        </Callout>
      )
    case 'stopped':
      return (
        <Callout kind="quiet">
          We won’t ring or text this phone any more. If you change your mind, text START to {ownNumber} from it.
        </Callout>
      )
  }
}

/** For somebody who does not know Cooee. */
function WhatItIs({ page: { lovedOneName, askedBy }, name }: { page: ContactPage; name: string }) {
  const family = askedBy ?? 'The family'
  return (
    <section className="agree__about" aria-labelledby="about-heading">
      <h2 id="about-heading">What is Cooee?</h2>
      <p>
        Cooee rings {lovedOneName} at set times to ask if all is well. {family} set this up, and put you on the list of
        people to ask for help.
      </p>
      <h3>What you agree to</h3>
      <ul className="agree__list">
        <li>If {name} doesn’t answer or asks for help, we text you. We may ring you as well.</li>
        <li>Each time you choose: you can check on {name}, or you can’t. If you can’t, we ask the next person.</li>
        <li>You can change your mind at any time, here or by replying NO.</li>
        <li>It costs you nothing. We never ask you for money, a password or a code.</li>
      </ul>
    </section>
  )
}

function SaveOurNumber({ page: { ownNumber, vcardUrl } }: { page: ContactPage }) {
  return (
    <section className="agree__about" aria-labelledby="number-heading">
      <h2 id="number-heading">So you know it’s us</h2>
      <p className="num">Our texts and calls come from {ownNumber}. Save it, so you pick up.</p>
      <a className={buttonClass({ variant: 'secondary', block: true })} href={vcardUrl} download>
        Save our number
      </a>
    </section>
  )
}

/** Public, so the tab names nothing but the first name; and for nobody's search engine. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="agree">
      <meta name="robots" content="noindex, nofollow" />
      <header className="plain__head">
        <Logo />
      </header>
      <main className="agree__main">{children}</main>
    </div>
  )
}

function LinkNotValid() {
  return (
    <Frame title="Link not valid">
      <h1 tabIndex={-1}>{CONTACT_LINK_NOT_VALID}</h1>
      <p>
        Links like this one belong to one phone number, and end when the family takes it off its list. If you’d still
        like to help, please ask the family to send you a new one.
      </p>
      <p>
        Don’t want calls or texts from Cooee? <a href="/stop">Stop them here</a>.
      </p>
    </Frame>
  )
}
