import { Check, ExternalLink, History, type LucideIcon, Pause, Pencil, Send, Trash2, TriangleAlert } from 'lucide-react'
import type { Webhook } from '#contract/admin/webhooks.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'

export type WebhookAction = 'deliveries' | 'test' | 'edit' | 'delete'

const ACTIONS: readonly { action: WebhookAction; label: (name: string) => string; icon: LucideIcon }[] = [
  { action: 'deliveries', label: (name) => `Delivery log of ${name}`, icon: History },
  { action: 'test', label: (name) => `Test ${name}`, icon: Send },
  { action: 'edit', label: (name) => `Edit ${name}`, icon: Pencil },
  { action: 'delete', label: (name) => `Delete ${name}`, icon: Trash2 },
]

interface WebhooksTableProps {
  webhooks: readonly Webhook[]
  /** They can be tested; there is nothing to change, to delete or to read. */
  areSamples?: boolean
  onAction: (action: WebhookAction, webhook: Webhook) => void
}

/** One webhook a row. */
export function WebhooksTable({ webhooks, areSamples = false, onAction }: WebhooksTableProps) {
  const columns: Column<Webhook>[] = [
    { header: 'Name', className: 'w-name', cell: (webhook) => <Name webhook={webhook} /> },
    { header: 'URL', cardLabel: 'URL', className: 'w-url', cell: ({ url }) => <Address url={url} /> },
    { header: 'Events', cardLabel: 'Events', className: 'w-events', cell: ({ events }) => <Events events={events} /> },
    { header: 'Status', className: 'w-status', cell: (webhook) => <Status webhook={webhook} /> },
    {
      header: 'Actions',
      className: 'w-actions',
      cell: (webhook) => <Actions webhook={webhook} isSample={areSamples} onAction={onAction} />,
    },
  ]
  return (
    <DataTable
      caption={areSamples ? 'Sample webhooks' : 'Webhooks'}
      className="t-webhooks"
      columns={columns}
      rows={webhooks}
      rowKey={({ id }) => id}
    />
  )
}

function Name({ webhook: { name, description, switchedOff, failingSince } }: { webhook: Webhook }) {
  return (
    <div className="wh-name">
      <strong>{name}</strong>
      {description && <span className="wh-description">{description}</span>}
      {(switchedOff !== null || failingSince !== null) && (
        <span className="wh-trouble">
          <TriangleAlert />
          <span>
            {troubleText({ switchedOff, failingSince })}
            {switchedOff === null && ' Its delivery log says why.'}
          </span>
        </span>
      )}
    </div>
  )
}

function Address({ url }: { url: string }) {
  return (
    <a className="wh-url" href={url} target="_blank" rel="noreferrer" title={url}>
      <span>{url}</span>
      <ExternalLink />
      <span className="sr-only"> (opens in a new tab)</span>
    </a>
  )
}

function Events({ events }: { events: readonly string[] }) {
  return (
    <span className="wh-events">
      {events.map((event) => (
        <span key={event} className="tag tag--plain mono" data-service="other">
          {event}
        </span>
      ))}
    </span>
  )
}

function Status({ webhook: { active } }: { webhook: Webhook }) {
  const Icon = active ? Check : Pause
  return (
    <span className="pill" data-status={active ? 'completed' : 'other'}>
      <Icon />
      {active ? 'Active' : 'Inactive'}
    </span>
  )
}

/** Why a webhook was switched off, and since when nothing arrives there. */
export function troubleText({ switchedOff, failingSince }: Pick<Webhook, 'switchedOff' | 'failingSince'>): string {
  const since = failingSince && `Failing since ${keptTogether(formatDateTime(new Date(failingSince), viewerZone()))}.`
  return [switchedOff && `Switched off by Cooee. ${switchedOff}`, since].filter(Boolean).join(' ')
}

interface ActionsProps {
  webhook: Webhook
  isSample: boolean
  onAction: (action: WebhookAction, webhook: Webhook) => void
}

function Actions({ webhook, isSample, onAction }: ActionsProps) {
  return (
    <span className="wh-actions">
      {ACTIONS.filter(({ action }) => !isSample || action !== 'deliveries').map(({ action, label, icon: Icon }) => {
        const isInert = isSample && action !== 'test'
        return (
          <Button
            key={action}
            variant="ghost"
            size="sm"
            icon
            disabled={isInert}
            aria-label={isInert ? `${label(webhook.name)}: not for sample data` : label(webhook.name)}
            onClick={() => onAction(action, webhook)}
          >
            <Icon />
          </Button>
        )
      })}
    </span>
  )
}
