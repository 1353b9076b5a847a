import { useQuery } from '@tanstack/react-query'
import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import type { CallVoice } from '#contract/calls/familiar-voice.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { callDetailsPath } from '#web/domain/paths.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { voiceQuery } from './voice-api.ts'
import { VoicePartCard } from './voice-part-card.tsx'
import './voice.css'

/** Where a member records the greeting and the question of a call that repeats, listens to them and uses them. */
export function VoicePage({ callId }: { callId: number }) {
  useDocumentTitle('A familiar voice')
  const query = useQuery(voiceQuery(callId))
  const voice = useLoadState(query)
  return (
    <>
      <header className="page-head">
        <div>
          <BackLink href={callDetailsPath(callId)}>Back to Call Details</BackLink>
          <h1 tabIndex={-1}>A familiar voice</h1>
          {voice.status === 'ready' && (
            <p>
              {CALL_TYPE_LABELS[voice.data.callType]}: {shortName(voice.data.lovedOneName)} hears you first, then Cooee
              with the keys to press.
            </p>
          )}
        </div>
      </header>
      {voice.status === 'loading' && (
        <Card className="card__body grid gap-4">
          <LoadingStatus>Loading the recordings</LoadingStatus>
          <Skeleton width="min(22rem, 100%)" height="1.4rem" />
          <Skeleton height="4.75rem" />
        </Card>
      )}
      {voice.status === 'failed' && (
        <Card>
          <LoadFailure
            query={query}
            title="Failed to load the recordings"
            hint={voice.error.message}
            headingLevel="h2"
          />
        </Card>
      )}
      {voice.status === 'ready' && (
        <>
          {voice.stale && <StaleNotice />}
          <ForRight right="care">
            <Parts callId={callId} voice={voice.data} />
          </ForRight>
        </>
      )}
    </>
  )
}

function Parts({ callId, voice }: { callId: number; voice: CallVoice }) {
  const name = shortName(voice.lovedOneName)
  if (!voice.canRecord) {
    return (
      <Callout kind="quiet" title="This call doesn’t repeat">
        You can record your voice for calls that repeat. Edit the call and choose how often it comes.
      </Callout>
    )
  }
  return (
    <div className="grid gap-5">
      {voice.parts.map((part) => (
        <VoicePartCard key={part.part} callId={callId} part={part} name={name} voice={voice} />
      ))}
      <Callout kind="quiet" title="Good to know">
        <ul className="voice-notes">
          <li>Anyone who picks up hears it, so don’t mention health.</li>
          <li>If we can’t play it, Cooee says its own words: {name} never hears silence.</li>
          <li>We use it for these calls only. It’s deleted when you delete it, leave the family, or end the call.</li>
        </ul>
      </Callout>
    </div>
  )
}
