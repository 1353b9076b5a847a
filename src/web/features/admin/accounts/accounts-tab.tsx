import './accounts.css'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import {
  ACCOUNT_SORTS,
  ACCOUNTS_PAGE,
  type AccountSort,
  type AdminAccount,
  type AdminAccountsAnswer,
} from '#contract/admin/admin-accounts.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { spendDayEnd, spendDayStart } from '#core/plans/spend.ts'
import { zoneCity } from '#core/time-zones.ts'
import { StaleNotice } from '#web/domain/feedback/stale-notice.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field, SearchInput } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { accountsQuery } from './accounts-api.ts'
import { AccountsTable } from './accounts-table.tsx'
import { centsAsMoney } from './cents-as-money.ts'
import { RefusedNumbers } from './refused-numbers.tsx'
import { SuspendDialog } from './suspend-dialog.tsx'

const SORT_LABELS: Record<AccountSort, string> = {
  spendToday: 'Spend today',
  callsToday: 'Calls today',
  textsToday: 'Texts today',
  spendMonth: 'Spend this month',
  callsMonth: 'Calls this month',
  textsMonth: 'Texts this month',
  name: 'Name',
  createdAt: 'Age of the account',
}
const SORTS = Object.entries(SORT_LABELS).map(([value, label]) => ({ value, label }))
const sortOf = (value: string): AccountSort => ACCOUNT_SORTS.find((sort) => sort === value) ?? 'spendToday'

/** Who takes what of the phone line, whom to suspend, and which numbers nobody may ring. */
export function AccountsTab() {
  const [typed, setTyped] = useState('')
  const [sort, setSort] = useState<AccountSort>('spendToday')
  const [order, setOrder] = useState<'asc' | 'desc'>('desc')
  const [page, setPage] = useState(1)
  const [chosen, setChosen] = useState<AdminAccount>()
  const search = useDeferredValue(typed.trim())
  const query = useQuery(accountsQuery({ search, sort, order, page }))
  const accounts = useLoadState(query)
  function sortBy(next: AccountSort) {
    setSort(next)
    setOrder(next === 'name' ? 'asc' : 'desc')
    setPage(1)
  }
  return (
    <div className="grid gap-8">
      <section className="grid gap-4" aria-labelledby="accounts-heading">
        <h2 id="accounts-heading">Accounts</h2>
        <div className="ac-find">
          <SearchInput
            label="Search by name, username or email"
            placeholder="Name, username or email"
            value={typed}
            maxLength={100}
            onChange={({ target }) => {
              setTyped(target.value)
              setPage(1)
            }}
          />
          <Field label="Sort by">
            {(control) => (
              <Select
                {...control}
                label="Sort by"
                options={SORTS}
                value={sort}
                onChange={(value) => sortBy(sortOf(value))}
              />
            )}
          </Field>
          <Button
            onClick={() => {
              setOrder(order === 'asc' ? 'desc' : 'asc')
              setPage(1)
            }}
          >
            {order === 'desc' ? 'Descending' : 'Ascending'}
            <span className="sr-only">: change the order</span>
          </Button>
        </div>
        {accounts.status === 'loading' && (
          <Loading
            className="card card__body grid gap-5"
            shapes={[{ height: '3rem' }, { height: '3rem' }, { height: '3rem' }]}
          >
            Loading the accounts
          </Loading>
        )}
        {accounts.status === 'failed' && (
          <div className="card">
            <LoadFailure query={query} title="Failed to load the accounts" />
          </div>
        )}
        {accounts.status === 'ready' && (
          <>
            {accounts.stale && <StaleNotice />}
            <Spend spend={accounts.data.spend} />
            {accounts.data.accounts.length === 0 ? (
              <div className="card">
                <EmptyState small headingLevel="h3" title={search ? 'No account matches' : 'No accounts here'}>
                  {search ? 'Try another part of the name, username or email.' : null}
                </EmptyState>
              </div>
            ) : (
              <AccountsTable accounts={accounts.data.accounts} onChoose={setChosen} />
            )}
            <Pages page={page} total={accounts.data.total} onPage={setPage} />
          </>
        )}
      </section>
      <RefusedNumbers />
      {chosen && <SuspendDialog account={chosen} onClose={() => setChosen(undefined)} />}
    </div>
  )
}

const STOPPED = {
  trials: 'We’ve stopped calls and texts for accounts nobody pays for',
  alerts: 'We’ve stopped everything for accounts nobody pays for, and alerts and texts for the others',
  all: 'We’ve stopped all calls and texts except those about help',
} as const

/** What counts against the limit, whose day is UTC's: said on the reader's clock. */
function Spend({ spend: { todayCents, limitCents, stage } }: Pick<AdminAccountsAnswer, 'spend'>) {
  const now = useNow()
  const shown = (instant: Date) => keptTogether(formatDateTime(instant, viewerZone()))
  const since = `since ${shown(spendDayStart(now))}`
  const spent =
    limitCents === 0
      ? `${centsAsMoney(todayCents)} spent ${since}. No limit is set (DAILY_SPEND_LIMIT).`
      : `${centsAsMoney(todayCents)} of ${centsAsMoney(limitCents)} spent ${since}.`
  if (stage !== 'none') {
    return (
      <Callout kind="warning" title="We’ve reached today’s spending limit">
        {spent} {STOPPED[stage]} until {shown(spendDayEnd(now))}.
      </Callout>
    )
  }
  return (
    <p className="muted">
      {spent} Days and months below are {zoneCity(viewerZone())}, by the prices that are set.
    </p>
  )
}

function Pages({ page, total, onPage }: { page: number; total: number; onPage: (page: number) => void }) {
  const first = (page - 1) * ACCOUNTS_PAGE + 1
  const last = Math.min(page * ACCOUNTS_PAGE, total)
  const count = total === 1 ? '1 account' : `${total.toLocaleString('en-AU')} accounts`
  return (
    <nav className="ac-pages" aria-label="Pages of accounts">
      <p role="status" className="num">
        {total > ACCOUNTS_PAGE && first <= last ? `${first} to ${last} of ${count}` : count}
      </p>
      {total > ACCOUNTS_PAGE && (
        <div>
          <Button size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
            Previous page
          </Button>
          <Button size="sm" disabled={last >= total} onClick={() => onPage(page + 1)}>
            Next page
          </Button>
        </div>
      )}
    </nav>
  )
}
