import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import type { OutboxEntry } from '#contract/admin/sandbox.ts'
import { formatDateTime } from '#core/format/dates.ts'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Panel } from '#web/ui/card.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { mailsQuery } from './sandbox-api.ts'
import { WithLinks } from './with-links.tsx'

/** Every mail that Cooee has written, newest first. */
export function Mailbox() {
  const query = useQuery(mailsQuery)
  const mails = useLoadState(query)
  return (
    <Panel title="Mailbox">
      {mails.status === 'loading' && <Loading className="card__body" shapes={[{ height: '6rem' }]} />}
      {mails.status === 'failed' && (
        <LoadFailure query={query} title="The mailbox could not be loaded" hint={mails.error.message} />
      )}
      {mails.status === 'ready' && mails.data.length === 0 && (
        <EmptyState small headingLevel="h3" title="No mail yet">
          Let a call ring out, or ask for a new password. Mails that Cooee would send end here.
        </EmptyState>
      )}
      {mails.status === 'ready' && mails.data.length > 0 && (
        <ul className="list">
          {mails.data.map((mail) => (
            <Letter key={`${mail.at} ${mail.to} ${mail.text}`} mail={mail} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Letter({ mail }: { mail: OutboxEntry }) {
  return (
    <li className="sb-mail">
      <span className="act a-grey" aria-hidden="true">
        <Mail />
      </span>
      <div className="list__main">
        <h3 className="list__title">{mail.subject}</h3>
        <span className="list__meta num">
          To {mail.to} · {keptTogether(formatDateTime(new Date(mail.at), viewerZone()))}
          {mail.delivery === 'failed' && ' · Not delivered'}
        </span>
        <p className="sb-mail__text">
          <WithLinks text={mail.text} />
        </p>
      </div>
    </li>
  )
}
