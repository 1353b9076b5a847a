import { queryOptions, useQuery } from '@tanstack/react-query'
import { notFound } from '@tanstack/react-router'
import { Mail, MessageSquare } from 'lucide-react'
import { z } from 'zod'
import { type OutboxEntry, outboxEntrySchema } from '#contract/sandbox.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { ApiError, api } from '#web/lib/api-client.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useLoadState } from '#web/lib/load-state.ts'
import { Panel } from '#web/ui/card.tsx'
import { EmptyState, ErrorState, LoadingStatus, Skeleton } from '#web/ui/states.tsx'

const outboxQuery = queryOptions({
  queryKey: ['sandbox', 'outbox'],
  queryFn: ({ signal }) => api.get(z.array(outboxEntrySchema), '/api/sandbox/outbox', { signal }),
})

/** What the sandbox keeps instead of sending it. Exists only while no real provider is set. */
export function Sandbox() {
  useDocumentTitle('Sandbox')
  const { error } = useQuery(outboxQuery)
  // With real providers there is no sandbox, and so no such page.
  if (error instanceof ApiError && error.status === 404) throw notFound()
  return (
    <main className="main">
      <div className="content">
        <header className="page-head">
          <div>
            <h1>Sandbox</h1>
            <p>No real phone rings and nothing is sent. Emails and text messages end here.</p>
          </div>
        </header>
        <Panel title="Outbox">
          <Outbox />
        </Panel>
      </div>
    </main>
  )
}

function Outbox() {
  const query = useQuery(outboxQuery)
  const outbox = useLoadState(query)
  if (outbox.status === 'loading') {
    return (
      <div className="card__body">
        <LoadingStatus />
        <Skeleton height="6rem" />
      </div>
    )
  }
  if (outbox.status === 'failed') {
    return (
      <ErrorState
        small
        headingLevel="h3"
        title="The outbox could not be loaded"
        hint={outbox.error.message}
        onRetry={() => query.refetch()}
        retrying={query.isFetching}
      />
    )
  }
  if (outbox.data.length === 0) return <EmptyState small headingLevel="h3" title="Nothing has been sent yet" />
  return (
    <ul className="list">
      {outbox.data.map((entry) => (
        <Entry key={`${entry.at} ${entry.to} ${entry.text}`} entry={entry} />
      ))}
    </ul>
  )
}

const DELIVERY_WORDS = { delivered: 'Delivered', failed: 'Not delivered' } as const

function Entry({ entry }: { entry: OutboxEntry }) {
  const Icon = entry.channel === 'email' ? Mail : MessageSquare
  return (
    <li>
      <span className="act a-grey" aria-hidden="true">
        <Icon />
      </span>
      <div className="list__main">
        <span className="list__title">{entry.subject ?? `Text message to ${entry.to}`}</span>
        <span className="list__meta num">
          {entry.to} · {formatDateTime(new Date(entry.at), viewerZone())}
          {entry.delivery && ` · ${DELIVERY_WORDS[entry.delivery]}`}
        </span>
        <p className="mt-1 whitespace-pre-line">{entry.text}</p>
      </div>
    </li>
  )
}
