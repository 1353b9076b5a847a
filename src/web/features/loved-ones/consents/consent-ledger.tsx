import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { formatDate, formatTime } from '#core/format/dates.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { LoadingStatus, Skeleton } from '#web/ui/states.tsx'
import { entryInWords } from './consent-words.ts'
import { consentLedgerQuery } from './consents-api.ts'

/** Everything that was asked and answered, on request. */
export function ConsentLedger({ lovedOne }: { lovedOne: Pick<LovedOne, 'id' | 'timezone'> }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="disclosure mt-2" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>Show everything we asked</summary>
      {isOpen && <Entries lovedOne={lovedOne} />}
    </details>
  )
}

function Entries({ lovedOne: { id, timezone } }: { lovedOne: Pick<LovedOne, 'id' | 'timezone'> }) {
  const query = useQuery(consentLedgerQuery(id))
  const entries = useLoadState(query)
  if (entries.status === 'loading') {
    return (
      <>
        <LoadingStatus>Loading what we asked</LoadingStatus>
        <Skeleton height="3rem" />
      </>
    )
  }
  if (entries.status === 'failed') {
    return <LoadFailure query={query} title="We couldn’t load what we asked" hint={entries.error.message} />
  }
  if (entries.data.length === 0) return <p className="muted">We haven’t asked anything yet.</p>
  return (
    <ul className="grid gap-2">
      {entries.data.map((entry) => (
        <li key={entry.id}>
          <time className="muted num block" dateTime={entry.at}>
            {formatDate(new Date(entry.at), timezone)} {formatTime(new Date(entry.at), timezone)}
          </time>
          {entryInWords(entry)}
        </li>
      ))}
    </ul>
  )
}
