import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminTalks } from '#contract/admin/admin-talks.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { ConfirmDialog } from '#web/ui/overlay/dialog.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { adminTalksQuery, useBlockTalks, useSwitchAllTalks } from './talks-api.ts'

const count = (value: number): string => value.toLocaleString('en-AU')
const failed = () => toast.error('That did not work')

/** What the short chats take this month, and the switches that end them: for everybody, or for one account. */
export function TalksPanel() {
  const query = useQuery(adminTalksQuery())
  const talks = useLoadState(query)
  return (
    <Panel title="Short chats">
      {talks.status === 'loading' && (
        <div className="card__body grid gap-3 pt-2 md:pt-2">
          <LoadingStatus>Loading the short chats</LoadingStatus>
          <Skeleton height="3rem" />
        </div>
      )}
      {talks.status === 'failed' && <LoadFailure query={query} title="Failed to load the short chats" />}
      {talks.status === 'ready' && <Loaded talks={talks.data} />}
    </Panel>
  )
}

function Loaded({ talks }: { talks: AdminTalks }) {
  const { isSetUp, offAt, underWay, month, minutesPerMonth, accounts } = talks
  const facts = {
    'Chats under way': count(underWay),
    'Chats this month': count(month.talks),
    'Minutes this month': count(month.minutes),
    'Tokens read this month': count(month.inputTokens),
    'Tokens written this month': count(month.outputTokens),
    'Minutes for each person a month': count(minutesPerMonth),
  }
  return (
    <div className="card__body grid gap-5 pt-2 md:pt-2">
      {!isSetUp && <p>No model is set up, so no call is a chat.</p>}
      {offAt !== null && (
        <Callout kind="warning" title="Chats are switched off">
          Since {formatDateTime(new Date(offAt), viewerZone())}. Every call asks its plain question.
        </Callout>
      )}
      <dl className="kvlist facts">
        {Object.entries(facts).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="num">{value}</dd>
          </div>
        ))}
      </dl>
      <SwitchAll isOff={offAt !== null} />
      {accounts.length > 0 && (
        <table className="plain-table" aria-label="Accounts with short chats">
          <thead>
            <tr>
              <th scope="col">Account</th>
              {/* Three columns: more would not fit a phone with large text. */}
              <th scope="col">This month</th>
              <th scope="col">Chats</th>
            </tr>
          </thead>
          <tbody>
            {accounts.map((account) => (
              <AccountRow key={account.id} account={account} />
            ))}
          </tbody>
        </table>
      )}
    </div>
  )
}

function SwitchAll({ isOff }: { isOff: boolean }) {
  const [asking, setAsking] = useState(false)
  const turn = useSwitchAllTalks()
  const confirm = () => turn.mutate(isOff ? 'on' : 'off', { onError: failed, onSettled: () => setAsking(false) })
  return (
    <>
      <Button
        className="justify-self-start"
        variant={isOff ? 'outline' : 'danger-ghost'}
        onClick={() => setAsking(true)}
      >
        {isOff ? 'Allow chats again' : 'Switch off all chats'}
      </Button>
      <ConfirmDialog
        {...(isOff ? ALLOW_ALL : SWITCH_OFF_ALL)}
        open={asking}
        onOpenChange={setAsking}
        destructive={!isOff}
        busy={turn.isPending}
        onConfirm={confirm}
      />
    </>
  )
}

function AccountRow({ account: { id, name, talks, minutes, blockedAt } }: { account: AdminTalks['accounts'][number] }) {
  const block = useBlockTalks(id)
  const isBlocked = blockedAt !== null
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="num">
        {count(talks)} in {count(minutes)} min
      </td>
      <td>
        <Button
          size="sm"
          aria-label={`${isBlocked ? 'Allow chats again' : 'Switch off chats'} for ${name}`}
          busy={block.isPending}
          busyLabel="Saving…"
          onClick={() => block.mutate(isBlocked ? 'allow' : 'block', { onError: failed })}
        >
          {isBlocked ? 'Allow again' : 'Switch off'}
        </Button>
      </td>
    </tr>
  )
}

const SWITCH_OFF_ALL = {
  title: 'Switch off all chats?',
  description:
    'Chats under way end within seconds, and those calls go on with their plain question. No call is lost. Families read that we don’t chat just now.',
  cancelLabel: 'Keep chats',
  confirmLabel: 'Switch off',
  busyLabel: 'Switching off…',
}
const ALLOW_ALL = {
  title: 'Allow chats again?',
  description: 'From the next call on, people who have agreed may chat. Accounts you switched off stay off.',
  cancelLabel: 'Keep off',
  confirmLabel: 'Allow chats',
  busyLabel: 'Saving…',
}
