import { useInfiniteQuery } from '@tanstack/react-query'
import type { AuditEntry } from '#contract/admin/admin.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadMore } from '#web/ui/list/load-more.tsx'
import { Loading } from '#web/ui/states.tsx'
import { auditQuery } from '../admin-queries.ts'

/** What admins did, newest first. */
export function AuditLog() {
  const log = useInfiniteQuery(auditQuery())
  const entries = log.data?.pages.flat() ?? []
  return (
    <Panel title="What admins did">
      {log.isPending && (
        <Loading
          className="card__body grid gap-3 pt-2 md:pt-2"
          shapes={[{ width: 'min(24rem, 80%)' }, { width: 'min(20rem, 70%)' }, { width: 'min(22rem, 75%)' }]}
        >
          Loading the audit log
        </Loading>
      )}
      {log.isError && !log.data && <LoadFailure query={log} headingLevel="h2" title="Failed to load the audit log" />}
      {log.data && entries.length === 0 && <p className="muted card__body pt-2 md:pt-2">No entries yet.</p>}
      {entries.length > 0 && (
        <ul className="list">
          {entries.map((entry) => (
            <Entry key={entry.id} {...entry} />
          ))}
        </ul>
      )}
      {log.data && (
        <div className={log.hasNextPage ? 'p-4' : undefined}>
          <LoadMore count={entries.length} of="entries" query={log} />
        </div>
      )}
    </Panel>
  )
}

function Entry({ username, action, detail, address, at }: AuditEntry) {
  const facts = [keptTogether(formatDateTime(new Date(at), viewerZone())), address && `from ${address}`]
  return (
    <li className="list__row">
      <div className="list__main">
        <span className="list__title">
          {username}: {actionInWords(action)}
          {detail && `, ${detail}`}
        </span>
        <span className="list__meta num">{facts.filter(Boolean).join(' · ')}</span>
      </div>
    </li>
  )
}

/** "webhook.created" and "test_call" as "webhook created" and "test call". */
function actionInWords(action: string): string {
  return action.replaceAll(/[._]/g, ' ')
}
