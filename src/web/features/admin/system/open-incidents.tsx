import { TriangleAlert } from 'lucide-react'
import type { SystemReport } from '#contract/admin/admin.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Panel } from '#web/ui/card.tsx'

const CAUSES: Record<string, string> = {
  not_made: 'The call was not placed',
  not_reached: 'Not reached',
  unclear: 'Words that nobody understood',
  uncertain_help: 'May have asked for help',
  help: 'Asked for help',
}
const STANDINGS: Record<string, string> = {
  running: 'People are being asked',
  owned: 'Somebody looks after it',
  unresolved: 'Nobody could be reached',
}

/** What is open now, oldest first. */
export function OpenIncidents({
  incidents,
  total,
  zone,
}: Pick<SystemReport, 'incidents' | 'zone'> & { total: number }) {
  const now = useNow()
  return (
    <Panel title="Open incidents">
      {incidents.length === 0 ? (
        <p className="muted px-5 pb-5 md:px-6">No incident is open.</p>
      ) : (
        <ul className="list">
          {incidents.map(({ id, username, cause, status, openedAt }) => (
            <li key={id}>
              <span className="act a-red" aria-hidden="true">
                <TriangleAlert />
              </span>
              <div className="list__main">
                <span className="list__title">{CAUSES[cause] ?? cause}</span>
                <span className="list__meta wrap-anywhere">Account {username}</span>
              </div>
              <div className="list__end">
                <span>{STANDINGS[status] ?? status}</span>
                <span className="small muted num">{relativeTime(new Date(openedAt), now, zone)}</span>
              </div>
            </li>
          ))}
        </ul>
      )}
      {total > incidents.length && (
        <p className="muted px-5 pb-5 md:px-6">
          The oldest {incidents.length} of {total.toLocaleString('en-AU')}.
        </p>
      )}
    </Panel>
  )
}
