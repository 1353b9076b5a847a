import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Topic } from '#contract/calls/talks.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { EditTopic } from './edit-topic.tsx'
import { topicsQuery, useForgetTopics } from './talks-api.ts'

/** What the chats remember of a loved one, which the family changes and clears. */
export function TopicsList({ lovedOne: { id, name } }: { lovedOne: Pick<LovedOne, 'id' | 'name'> }) {
  const query = useQuery(topicsQuery(id))
  const topics = useLoadState(query)
  const mayChange = useRight('care')
  const [clearing, setClearing] = useState(false)
  const forget = useForgetTopics(id)
  const called = shortName(name)
  return (
    <div className="mt-4">
      <h3 className="legend">What we remember to ask about</h3>
      {topics.status === 'loading' && (
        <>
          <LoadingStatus>Loading what we remember</LoadingStatus>
          <Skeleton height="2rem" />
        </>
      )}
      {topics.status === 'failed' && (
        <LoadFailure query={query} title="We couldn’t load what we remember" hint={topics.error.message} />
      )}
      {topics.status === 'ready' && topics.data.length === 0 && (
        <p className="muted">Nothing yet. After a chat, you’ll see here what {called} talked about.</p>
      )}
      {topics.status === 'ready' && topics.data.length > 0 && (
        <>
          <ul className="mt-2 grid gap-2">
            {topics.data.map((topic) => (
              <TopicRow key={topic.id} lovedOneId={id} topic={topic} mayChange={mayChange} />
            ))}
          </ul>
          {mayChange && (
            <Button className="mt-3" size="sm" variant="danger-ghost" onClick={() => setClearing(true)}>
              Forget everything
            </Button>
          )}
        </>
      )}
      <ConfirmDialog
        open={clearing}
        onOpenChange={setClearing}
        title={`Forget everything about ${called}?`}
        description="Our chats start afresh. The words of past calls stay. You can’t undo this."
        cancelLabel="Keep"
        confirmLabel="Forget everything"
        busyLabel="Forgetting…"
        busy={forget.isPending}
        onConfirm={() => forget.mutate(null, { onSettled: () => setClearing(false) })}
      />
    </div>
  )
}

interface TopicRowProps {
  lovedOneId: number
  topic: Topic
  mayChange: boolean
}

function TopicRow({ lovedOneId, topic, mayChange }: TopicRowProps) {
  const [editing, setEditing] = useState(false)
  const forget = useForgetTopics(lovedOneId)
  if (editing) {
    return (
      <li>
        <EditTopic lovedOneId={lovedOneId} topic={topic} onDone={() => setEditing(false)} />
      </li>
    )
  }
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <span className="block min-w-0 wrap-anywhere first-letter:uppercase">{topic.words}</span>
      {mayChange && (
        <span className="flex gap-2">
          <Button size="sm" aria-label={`Change “${topic.words}”`} onClick={() => setEditing(true)}>
            Change
          </Button>
          <Button
            size="sm"
            variant="danger-ghost"
            aria-label={`Forget “${topic.words}”`}
            busy={forget.isPending}
            busyLabel="Forgetting…"
            onClick={() => forget.mutate(topic.id)}
          >
            Forget
          </Button>
        </span>
      )}
    </li>
  )
}
