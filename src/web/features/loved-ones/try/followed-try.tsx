import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Card } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { Found } from './found.tsx'
import { tryCallQuery } from './try-api.ts'
import { TrySteps } from './try-steps.tsx'

interface FollowedTryProps {
  callId: number
  lovedOne: LovedOne
  onEnded: () => void
  onRinging: (callId: number) => void
}

/** A rehearsal that was started: step by step while it goes on, then what it found. */
export function FollowedTry({ callId, lovedOne, onEnded, onRinging }: FollowedTryProps) {
  const query = useQuery(tryCallQuery(callId))
  const call = useLoadState(query)
  const finding = call.status === 'ready' ? call.data.finding : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is known what was found
  useEffect(() => {
    if (finding !== null) onEnded()
  }, [finding])
  const name = shortName(lovedOne.name)
  return (
    <Card className="card__body grid gap-5">
      {call.status === 'loading' && (
        <>
          <LoadingStatus>Loading the call</LoadingStatus>
          <Skeleton height="9rem" />
        </>
      )}
      {call.status === 'failed' && (
        <LoadFailure query={query} title="We couldn’t follow the call" hint={call.error.message} headingLevel="h2" />
      )}
      {call.status === 'ready' && finding === null && <TrySteps call={call.data} name={name} stale={call.stale} />}
      {call.status === 'ready' && finding !== null && (
        <Found finding={finding} call={call.data} lovedOne={lovedOne} onRinging={onRinging} />
      )}
    </Card>
  )
}
