import { Check, CirclePause, TriangleAlert } from 'lucide-react'
import type { AdminAccount } from '#contract/admin/admin-accounts.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { type Column, DataTable } from '#web/ui/list/data-table.tsx'
import { accountName } from './account-name.ts'
import { centsAsMoney } from './cents-as-money.ts'

interface AccountsTableProps {
  accounts: readonly AdminAccount[]
  /** Suspends or releases it. */
  onChoose: (account: AdminAccount) => void
}

/** One account a row. */
export function AccountsTable({ accounts, onChoose }: AccountsTableProps) {
  const columns: Column<AdminAccount>[] = [
    { header: 'Account', className: 'ac-who', cell: (account) => <Who account={account} /> },
    { header: 'Today', cardLabel: 'Today', className: 'ac-today', cell: ({ today }) => <Use {...today} /> },
    { header: 'This month', cardLabel: 'This month', className: 'ac-month', cell: ({ month }) => <Use {...month} /> },
    { header: 'Status', className: 'ac-status', cell: (account) => <Status account={account} /> },
    {
      header: 'Actions',
      hiddenHeader: true,
      className: 'ac-actions',
      cell: (account) => (
        <Button
          size="sm"
          aria-label={`${account.suspendedAt === null ? 'Suspend' : 'Release'} ${accountName(account)}`}
          onClick={() => onChoose(account)}
        >
          {account.suspendedAt === null ? 'Suspend' : 'Release'}
        </Button>
      ),
    },
  ]
  return (
    <DataTable
      caption="Accounts by use"
      className="t-accounts"
      columns={columns}
      rows={accounts}
      rowKey={({ id }) => id}
    />
  )
}

function Who({ account }: { account: AdminAccount }) {
  const { username, email, role, isPaying, isOverLineShare } = account
  const facts = [username, role === 'admin' && 'admin', isPaying ? 'paying' : 'not paying']
  return (
    <div>
      <strong>{accountName(account)}</strong>
      <span className="ac-fact">{email}</span>
      <span className="ac-fact">{facts.filter(Boolean).join(' · ')}</span>
      {isOverLineShare && (
        <span className="ac-alarm">
          <TriangleAlert />
          Takes more than a tenth of the phone line
        </span>
      )}
    </div>
  )
}

function Use({ calls, texts, spendCents }: AdminAccount['today']) {
  return (
    <span className="ac-use num">
      <b>{centsAsMoney(spendCents)}</b>
      <span>
        {calls.toLocaleString('en-AU')} {calls === 1 ? 'call' : 'calls'}, {texts.toLocaleString('en-AU')}{' '}
        {texts === 1 ? 'text' : 'texts'}
      </span>
    </span>
  )
}

function Status({ account: { suspendedAt } }: { account: AdminAccount }) {
  if (suspendedAt === null) {
    return (
      <span className="pill" data-status="completed">
        <Check />
        Active
      </span>
    )
  }
  return (
    <>
      <span className="pill" data-status="cancelled">
        <CirclePause />
        Suspended
      </span>
      <span className="ac-fact num">since {keptTogether(formatDateTime(new Date(suspendedAt), viewerZone()))}</span>
    </>
  )
}
