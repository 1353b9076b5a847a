import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useParams } from 'wouter'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { lovedOneInAddress, lovedOnesPath } from '#web/domain/paths.ts'
import { DeclinedAdvice, declinedInWords } from '#web/domain/people/consent-note.tsx'
import { consentStanding } from '#web/domain/people/consent-standing.ts'
import { RefusedNote } from '#web/domain/people/refused-note.tsx'
import { SaveNumber } from '#web/domain/people/save-number.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { BeforeRinging } from './before-ringing.tsx'
import { FollowedTry } from './followed-try.tsx'
import { personToTryQuery } from './try-api.ts'
import './try-together.css'

/** The rehearsal: rings a loved one while the family is there, follows the call, and says what was found. */
export function TryTogether() {
  useDocumentTitle('Try it together')
  const id = lovedOneInAddress(useParams()) ?? 0
  const query = useQuery(personToTryQuery(id))
  const lovedOne = useLoadState(query)
  return (
    <>
      <header className="page-head">
        <div>
          <BackLink href={lovedOnesPath()}>Back to Loved Ones</BackLink>
          <h1 tabIndex={-1}>Try it together</h1>
          {lovedOne.status === 'ready' && lovedOne.data.callsRefusedAt === null && (
            <p>One short call to {shortName(lovedOne.data.name)} now, so the first real one is no surprise.</p>
          )}
        </div>
      </header>
      {lovedOne.status === 'loading' && <TryLoading />}
      {lovedOne.status === 'failed' && (
        <Card>
          <LoadFailure query={query} title="Failed to load loved one" hint={lovedOne.error.message} headingLevel="h2" />
        </Card>
      )}
      {lovedOne.status === 'ready' && (
        <>
          {lovedOne.stale && <StaleNotice />}
          <ForRight right="care">
            <Try key={lovedOne.data.phoneNumber} lovedOne={lovedOne.data} onEnded={() => void query.refetch()} />
          </ForRight>
        </>
      )}
    </>
  )
}

function Try({ lovedOne, onEnded }: { lovedOne: LovedOne; onEnded: () => void }) {
  // What was rung before is found again after a reload; "Try again" comes back to the beginning.
  const [callId, setCallId] = useState(lovedOne.tried.callId)
  const started = lovedOne.tried.callId
  useEffect(() => {
    // Somebody else of the family rang, on another screen.
    if (started !== null) setCallId((followed) => (followed === null || followed < started ? started : followed))
  }, [started])
  if (callId !== null) {
    return <FollowedTry key={callId} callId={callId} lovedOne={lovedOne} onEnded={onEnded} onRinging={setCallId} />
  }
  if (lovedOne.callsRefusedAt !== null || consentStanding(lovedOne) === 'declined')
    return <NoRinging {...{ lovedOne }} />
  return <BeforeRinging lovedOne={lovedOne} onRinging={setCallId} />
}

/** They have said no, or their phone has: nobody is rung to find out more. */
function NoRinging({ lovedOne }: { lovedOne: LovedOne }) {
  return (
    <Card className="card__body grid gap-5">
      {consentStanding(lovedOne) === 'declined' ? (
        <Callout kind="quiet" title={declinedInWords(lovedOne.name)}>
          <DeclinedAdvice lovedOne={lovedOne} />
        </Callout>
      ) : (
        <RefusedNote lovedOne={lovedOne} />
      )}
      {!lovedOne.isRefusedByAdmin && (
        <SaveNumber
          lovedOneId={lovedOne.id}
          why={`${shortName(lovedOne.name)} can ring it and press 1, now or later.`}
        />
      )}
    </Card>
  )
}

function TryLoading() {
  return (
    <Card className="card__body grid gap-4">
      <LoadingStatus>Loading their details</LoadingStatus>
      <Skeleton width="min(22rem, 100%)" height="1.4rem" />
      <Skeleton height="4.75rem" />
      <Skeleton width="12rem" height="3.5rem" />
    </Card>
  )
}
