import { useQuery } from '@tanstack/react-query'
import { Phone } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { type Incident, LINK_NOT_VALID } from '#contract/calls/incidents.ts'
import { isHelp } from '#core/escalation/incident-cause.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useNow } from '#web/lib/use-now.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { LiveRegion } from '#web/ui/live-region.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import './incident.css'
import { useParams } from 'wouter'
import { Answers } from './answers.tsx'
import { incidentQuery, isLinkGone } from './incident-query.ts'
import { Place } from './place.tsx'
import { standingOf, timeOf } from './standing.ts'
import { WhatWasTried, WhoWasNotified } from './what-happened.tsx'
import { WhatItIsAbout } from './what-it-is-about.tsx'
import { WhatWasHeard } from './what-was-heard.tsx'

/** What the link of an alert opens: what happened, who takes care of it, and the buttons to do so. No session is needed. */
export function IncidentPage() {
  const { token = '' } = useParams()
  const query = useQuery(incidentQuery(token))
  const state = useLoadState(query)
  if (isLinkGone(query.error)) return <LinkNotValid />
  switch (state.status) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <Frame title="An alert from Cooee">
          <h1>An alert from Cooee</h1>
          <ErrorState
            title="We couldn’t load what happened"
            hint="We’ll keep trying. If you know who it’s about, ring them now."
            onRetry={() => query.refetch()}
            retrying={query.isFetching}
          />
          <InDanger />
        </Frame>
      )
    case 'ready':
      return <Loaded token={token} incident={state.data} stale={state.stale} loadedAt={query.dataUpdatedAt} />
  }
}

interface LoadedProps {
  token: string
  incident: Incident
  stale: boolean
  /** When it was loaded, on this device's clock. */
  loadedAt: number
}

function titleOf({ status, isWithdrawn, ended }: Incident, name: string): string {
  if (isWithdrawn) return `Our mistake about ${name}`
  if (ended?.isReminderOpen) return `${name} answered`
  return status === 'resolved' ? `All clear: ${name}` : `Check on ${name}`
}

function Loaded({ token, incident, stale, loadedAt }: LoadedProps) {
  const here = useNow().getTime()
  // The device's clock may be wrong; how much of it has passed is not.
  const now = new Date(Date.parse(incident.asOf) + Math.max(0, here - loadedAt))
  const { lovedOne, headline, detail, openedAt, lastAnsweredAt, askedBy, you, place } = incident
  const name = shortName(lovedOne.name)
  const standing = standingOf(incident, now)
  const standingHeading = useRef<HTMLHeadingElement>(null)
  return (
    <Frame title={titleOf(incident, name)}>
      <LiveRegion>{`${standing.title}. ${standing.more}`}</LiveRegion>
      <header className="incident__head">
        <p className="muted">
          For {you.name}
          {askedBy && askedBy !== you.name && `, from Cooee for ${askedBy}`}
        </p>
        <h1 tabIndex={-1}>{lovedOne.name}</h1>
        <p className="incident__sentence">
          {keptTogether(detail === null ? `${headline}.` : `${headline}. ${detail}`)}
        </p>
        <p className="muted num">
          It began at {timeOf(openedAt, lovedOne.timezone, now)}.{' '}
          {lastAnsweredAt && `Last OK from ${name}: ${timeOf(lastAnsweredAt, lovedOne.timezone, now)}.`}
        </p>
      </header>
      <WhatWasHeard incident={incident} />
      {stale && <StaleNotice />}
      <div className="incident__columns">
        <div className="incident__column">
          <a
            href={`tel:${lovedOne.phoneNumber}`}
            className={`${buttonClass({ variant: 'wattle', size: 'lg', block: true })} incident__ring`}
          >
            <Phone />
            <span className="num">
              Ring {name}: {shownPhone(lovedOne.phoneNumber)}
            </span>
          </a>
          <Callout kind={standing.kind}>
            <h2 className="incident__standing" ref={standingHeading} tabIndex={-1}>
              {standing.title}
            </h2>
            <p>{standing.more}</p>
            {standing.next && <p className="num">{standing.next}</p>}
          </Callout>
          {place && <Place place={place} name={name} />}
          <Answers token={token} incident={incident} onAnswered={() => standingHeading.current?.focus()} />
          <InDanger mayWantToTalk={isHelp(incident.cause)} />
        </div>
        <div className="incident__column">
          <WhatItIsAbout incident={incident} now={now} />
          <WhatWasTried incident={incident} now={now} />
          <WhoWasNotified incident={incident} now={now} />
          {incident.detailsPath && (
            <AppLink className="textlink" href={incident.detailsPath}>
              Call details
            </AppLink>
          )}
        </div>
      </div>
    </Frame>
  )
}

/** Public, so the tab names nothing but the first name; and for nobody's search engine. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title)
  return (
    <div className="incident">
      <meta name="robots" content="noindex, nofollow" />
      <header className="plain__head">
        <Logo />
      </header>
      <main className="incident__main">{children}</main>
    </div>
  )
}

/** `mayWantToTalk`: somebody asked for help, or may have. */
function InDanger({ mayWantToTalk = false }: { mayWantToTalk?: boolean }) {
  return (
    <aside className="incident__danger" aria-label="In danger">
      <a href="tel:000" className={buttonClass({ variant: 'destructive', size: 'lg', block: true })}>
        In danger? Call 000
      </a>
      <p>
        {mayWantToTalk && (
          <>
            To talk to someone day or night, ring{' '}
            <a href="tel:131114" className="whitespace-nowrap">
              Lifeline 13 11 14
            </a>
            .{' '}
          </>
        )}
        Cooee is not an emergency service.
      </p>
    </aside>
  )
}

function LinkNotValid() {
  return (
    <Frame title="Link not valid">
      <h1 tabIndex={-1}>{LINK_NOT_VALID}</h1>
      <p>
        Alert links work for seven days, or until the person is removed from Cooee. If you’re worried about someone,
        ring them now.
      </p>
      <InDanger />
    </Frame>
  )
}

function Loading() {
  return (
    <Frame title="An alert from Cooee">
      <h1>An alert from Cooee</h1>
      <LoadingStatus>Loading what happened</LoadingStatus>
      <Skeleton height="1.5rem" />
      <Skeleton height="3.5rem" />
      <Skeleton height="8rem" />
      <Skeleton height="3.5rem" />
    </Frame>
  )
}
