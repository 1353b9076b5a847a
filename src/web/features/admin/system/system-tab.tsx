import { useQuery } from '@tanstack/react-query'
import { Check, PhoneOff } from 'lucide-react'
import type { SystemReport } from '#contract/admin/admin.ts'
import { StatusPill } from '#web/domain/calls/status-pill.tsx'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { systemQuery } from '../admin-queries.ts'
import { LanguagesPanel } from '../languages/languages-panel.tsx'
import { TalksPanel } from '../talks/talks-panel.tsx'
import { AuditLog } from './audit-log.tsx'
import { SERIES_LABELS } from './call-series.ts'
import { CallsChart } from './calls-chart.tsx'
import { LineAhead } from './line-ahead.tsx'
import { OpenIncidents } from './open-incidents.tsx'
import { RightNow } from './right-now.tsx'
import { TroublesChart } from './troubles-chart.tsx'

/** How the system does, and what admins did. */
export function SystemTab() {
  const query = useQuery(systemQuery())
  const system = useLoadState(query)
  return (
    <div className="grid gap-5">
      {system.status === 'loading' && <SystemLoading />}
      {system.status === 'failed' && (
        <section className="card">
          <LoadFailure query={query} headingLevel="h2" title="Failed to load how the system does" />
        </section>
      )}
      {system.status === 'ready' && (
        <>
          {system.stale && <StaleNotice />}
          <Report system={system.data} />
        </>
      )}
      <TalksPanel />
      <LanguagesPanel />
      <AuditLog />
    </div>
  )
}

function Report({ system }: { system: SystemReport }) {
  return (
    <>
      <RightNow system={system} />
      <OpenIncidents incidents={system.incidents} total={system.openIncidents} zone={system.zone} />
      <LineAhead capacity={system.capacity} />
      <CallsToday counts={system.callsToday} />
      <CallsChart days={system.callsPerDay} zone={system.zone} />
      <TroublesChart days={system.troublesPerDay} zone={system.zone} />
      <Queues queues={system.queues} />
      <Versions system={system} />
    </>
  )
}

function CallsToday({ counts }: { counts: Readonly<Record<string, number>> }) {
  const statuses = Object.entries(counts)
  return (
    <Panel title="Calls today">
      <div className="card__body grid gap-3 pt-2 md:pt-2">
        {statuses.length === 0 ? (
          <p className="muted">No calls yet today.</p>
        ) : (
          <ul className="flex flex-wrap gap-x-6 gap-y-3">
            {statuses.map(([status, count]) => (
              <li key={status} className="inline-flex items-center gap-2">
                <CountedPill status={status} /> <b className="num">{count.toLocaleString('en-AU')}</b>
              </li>
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

/** Ends that are no status of a call have their own words. */
function CountedPill({ status }: { status: string }) {
  if (status !== 'reached' && status !== 'cancelled' && status !== 'not_wanted') return <StatusPill status={status} />
  return (
    <span className="pill" data-status="cancelled">
      {status === 'reached' ? <Check /> : <PhoneOff />}
      {SERIES_LABELS[status]}
    </span>
  )
}

function Queues({ queues }: { queues: SystemReport['queues'] }) {
  return (
    <Panel title="Queues">
      <div className="card__body pt-2 md:pt-2">
        {queues.length === 0 ? (
          <p className="muted">There are no queues.</p>
        ) : (
          <table className="plain-table" aria-label="Queues">
            <thead>
              <tr>
                <th scope="col">Queue</th>
                <th scope="col">Waiting</th>
                <th scope="col">Failed</th>
              </tr>
            </thead>
            <tbody>
              {queues.map(({ name, waiting, failed }) => (
                <tr key={name}>
                  <th scope="row" className="mono">
                    {name}
                  </th>
                  <td>{waiting.toLocaleString('en-AU')}</td>
                  <td>{failed.toLocaleString('en-AU')}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
      </div>
    </Panel>
  )
}

function cardsOf({ isBillingOn, sandbox }: SystemReport): string {
  if (!isBillingOn) return 'Off: nobody is charged'
  return sandbox.cards ? 'Built-in sandbox' : 'Stripe'
}

function Versions({ system }: { system: SystemReport }) {
  const facts = {
    Cooee: system.version,
    Node: system.node,
    Database: system.database,
    Phones: system.sandbox.phones ? 'Built-in sandbox' : 'Twilio',
    Cards: cardsOf(system),
  }
  return (
    <Panel title="Versions">
      <dl className="card__body kvlist facts pt-2 md:pt-2">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function SystemLoading() {
  return (
    <section className="card card__body grid gap-5">
      <LoadingStatus>Loading how the system does</LoadingStatus>
      <Skeleton width="9rem" height="1.75rem" />
      <div className="facts">
        {[1, 2, 3, 4, 5, 6, 7, 8].map((fact) => (
          <Skeleton key={fact} height="3rem" />
        ))}
      </div>
      <Skeleton height="12rem" />
    </section>
  )
}
