import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { BackLink } from '#web/domain/back-link.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { callQuery } from '../calls-api.ts'
import { CallsFailure } from '../calls-failure.tsx'
import { TableLoading } from '../lists/table-loading.tsx'

const LOADING = <TableLoading>Loading the call</TableLoading>
// Fetched beside the call itself; the lists are there without it.
const LoadedCall = lazyPart(
  async () => (await import('./loaded-call.tsx')).LoadedCall,
  ({ onRetry }) => <CallsFailure title="Failed to get call details" onRetry={onRetry} />,
  LOADING,
)

/** Everything about one call: its state and why, all that happened, every try, who was notified, what was said. */
export function CallDetails({ callId, backTo }: { callId: number; backTo: string }) {
  useDocumentTitle('Call Details')
  const query = useQuery(callQuery(callId))
  const call = useLoadState(query)
  useEffect(() => void LoadedCall.preload(), [])
  return (
    <>
      <header className="page-head">
        <div>
          <BackLink href={backTo}>Back to Calls</BackLink>
          <h1 tabIndex={-1}>Call Details</h1>
        </div>
      </header>
      {call.status === 'loading' && LOADING}
      {call.status === 'failed' && (
        <CallsFailure title="Failed to get call details" hint={call.error.message} onRetry={() => query.refetch()} />
      )}
      {call.status === 'ready' && (
        <>
          {call.stale && <StaleNotice />}
          <LoadedCall call={call.data} />
        </>
      )}
    </>
  )
}
