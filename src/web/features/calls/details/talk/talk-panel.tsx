import { useQuery } from '@tanstack/react-query'
import type { CallDetails } from '#contract/calls/call-details.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { isTalkType } from '#core/talk/is-talk-type.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { TalkConcerns } from './talk-concerns.tsx'
import { TalkSummary } from './talk-summary.tsx'
import { TalkTurns } from './talk-turns.tsx'
import { talksQuery } from './talks-query.ts'

const TITLE = 'Short chat'

/** Whether the call may have had a chat at all: most calls ask for none. */
export const mayHaveTalk = ({ asksBy, callType, attempts }: CallDetails): boolean =>
  asksBy === 'call' && isTalkType(callType) && attempts.some(({ answeredAt }) => answeredAt !== null)

/** What was said in the chats of a call: a concern first, then the summary, then every word. Nothing where there was none. */
export function TalkPanel({ call }: { call: CallDetails }) {
  const query = useQuery(talksQuery(call.id))
  const talks = useLoadState(query)
  const name = shortName(call.lovedOne.name)
  const zone = call.lovedOne.timezone
  if (talks.status === 'loading') return null
  if (talks.status === 'failed') {
    return (
      <Panel title={TITLE}>
        <LoadFailure query={query} title="We couldn’t load the chat" hint={talks.error.message} />
      </Panel>
    )
  }
  return talks.data.map((talk) => (
    <Panel key={talk.id} title={TITLE}>
      <div className="grid gap-5 px-5 pt-1 pb-5 md:px-6 md:pb-6">
        <TalkConcerns concerns={talk.concerns} name={name} zone={zone} />
        <TalkSummary talk={talk} name={name} zone={zone} />
        <TalkTurns talk={talk} name={call.lovedOne.name} zone={zone} />
        <p className="muted small">Heard and written down by a computer. It may be wrong.</p>
      </div>
    </Panel>
  ))
}
