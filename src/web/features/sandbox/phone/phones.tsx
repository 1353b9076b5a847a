import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useLoadState } from '#web/lib/http/load-state.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { LoadFailure } from '#web/ui/list/load-failure.tsx'
import { EmptyState, Loading } from '#web/ui/states.tsx'
import { NewTab } from '../new-tab.tsx'
import { phonesQuery, textsQuery } from '../sandbox-api.ts'
import { PhoneCard } from './phone-card.tsx'

const SHOWN_AT_FIRST = 12

/** Every phone, with its last call and its texts. */
export function Phones() {
  const query = useQuery(phonesQuery)
  const phones = useLoadState(query)
  const texts = useQuery(textsQuery)
  const [all, setAll] = useState(false)
  return (
    <section aria-labelledby="phones-heading" className="grid gap-4">
      <h2 id="phones-heading" className="sr-only">
        Phones
      </h2>
      {phones.status === 'loading' && (
        <Loading className="sb-phones" shapes={[{ height: '9rem' }, { height: '9rem' }, { height: '9rem' }]} />
      )}
      {phones.status === 'failed' && (
        <LoadFailure query={query} title="The phones could not be loaded" hint={phones.error.message} />
      )}
      {phones.status === 'ready' && phones.data.phones.length === 0 && (
        <EmptyState
          small
          headingLevel="h3"
          title="No phones yet"
          action={
            <NewTab className={buttonClass({ variant: 'secondary' })} href="/loved-ones">
              Add a loved one
            </NewTab>
          }
        >
          Their phone appears here, and those of their contacts.
        </EmptyState>
      )}
      {phones.status === 'ready' && (
        <>
          {phones.stale && (
            <p className="note note--error" role="status">
              The phones cannot be reached. What you see may be old.
            </p>
          )}
          <ul className="sb-phones">
            {phones.data.phones
              .filter(({ calls }, index) => all || index < SHOWN_AT_FIRST || calls.length > 0)
              .map((phone) => (
                <li key={phone.number}>
                  <PhoneCard phone={phone} texts={(texts.data ?? []).filter(({ number }) => number === phone.number)} />
                </li>
              ))}
          </ul>
          {!all && phones.data.phones.length > SHOWN_AT_FIRST && (
            <Button variant="outline" onClick={() => setAll(true)}>
              Show all {phones.data.phones.length} phones
            </Button>
          )}
        </>
      )}
    </section>
  )
}
