import { useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { TestCall, testCallAnswer } from '#contract/admin/admin.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { callTypeLabel } from '#web/domain/calls/service-tag.tsx'
import { howLongAgo } from '#web/domain/how-long-ago.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { shownPhone } from '#web/domain/people/shown-phone.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Callout } from '#web/ui/callout.tsx'
import { CopyButton } from '#web/ui/copy-button.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { Loading } from '#web/ui/states.tsx'
import { testCallsQuery } from '../admin-queries.ts'
import { pressedKeys, testCallStatus } from './test-call-words.ts'

interface LastTestCallProps {
  /** What the server answered to the call just placed. */
  placed: z.infer<typeof testCallAnswer> | undefined
}

/** The state of the latest test call, as the provider reports it, and those before. */
export function LastTestCall({ placed }: LastTestCallProps) {
  const query = useQuery(testCallsQuery())
  const state = useLoadState(query)
  const calls = state.status === 'ready' ? state.data : []
  const last = placed ? calls.find((call) => call.callSid === placed.callSid) : calls[0]
  const earlier = calls.filter((call) => call !== last)
  return (
    <div className="grid content-start gap-4">
      <h3>Last test</h3>
      <div role="status">
        {placed && (
          <Callout kind="ok" title="Test call started">
            {placed.message}
          </Callout>
        )}
      </div>
      {state.status === 'loading' && !placed && (
        <Loading className="grid gap-3" shapes={[{ width: '16rem' }, { width: '9rem' }]}>
          Loading test calls
        </Loading>
      )}
      {state.status === 'failed' && (
        <LoadFailure query={query} headingLevel="h2" title="Failed to load the test calls" />
      )}
      {state.status === 'ready' && !last && !placed && (
        <p className="muted">No test call yet. How it goes will be shown here.</p>
      )}
      {(last || placed) && <TestCallFacts call={last} callSid={placed?.callSid ?? last?.callSid ?? null} />}
      {earlier.length > 0 && <EarlierTests calls={earlier} />}
    </div>
  )
}

function TestCallFacts({ call, callSid }: { call: TestCall | undefined; callSid: string | null }) {
  return (
    <>
      <dl className="kvlist">
        {callSid && (
          <div>
            <dt>Call SID</dt>
            <dd className="mono">{callSid}</dd>
          </div>
        )}
        {call && (
          <>
            <div>
              <dt>Status</dt>
              <dd>
                <span role="status">{testCallStatus(call.status)}</span>
              </dd>
            </div>
            <div>
              <dt>Keys pressed</dt>
              <dd className="num">{pressedKeys(call.keys)}</dd>
            </div>
            <div>
              <dt>To</dt>
              <dd className="num">
                {shownPhone(call.phoneNumber)}, {callTypeLabel(call.callType)}
              </dd>
            </div>
            <div>
              <dt>Sent</dt>
              <dd className="num">{keptTogether(formatDateTime(new Date(call.createdAt), viewerZone()))}</dd>
            </div>
          </>
        )}
      </dl>
      {callSid && (
        <div>
          <CopyButton text={callSid} label="Copy Call SID" />
        </div>
      )}
    </>
  )
}

function EarlierTests({ calls }: { calls: readonly TestCall[] }) {
  const now = useNow()
  return (
    <details className="disclosure">
      <summary>Earlier tests ({calls.length})</summary>
      <ul className="grid gap-3 pt-3">
        {calls.map((call) => (
          <li key={call.id}>
            <span className="list__title num">
              {shownPhone(call.phoneNumber)}: {testCallStatus(call.status)}
            </span>
            <span className="list__meta num">
              {callTypeLabel(call.callType)} · {howLongAgo(new Date(call.createdAt), now, viewerZone())}
              {call.keys && ` · pressed ${pressedKeys(call.keys)}`}
            </span>
            {call.callSid && <span className="list__meta mono">{call.callSid}</span>}
          </li>
        ))}
      </ul>
    </details>
  )
}
