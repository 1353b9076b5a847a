import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId } from '@tanstack/react-router'
import { ArrowUpRight } from 'lucide-react'
import { ApiError } from '#web/lib/api-client.ts'
import { AppLink } from '#web/lib/app-link.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { Mailbox } from './mailbox.tsx'
import { NewTab } from './new-tab.tsx'
import { firstNameOf } from './phone-words.ts'
import { Phones } from './phones.tsx'
import { canReadAloud } from './read-aloud.ts'
import { RingingBar } from './ringing-bar.tsx'
import './sandbox.css'
import { phonesQuery } from './sandbox-api.ts'
import { remember, useSandboxMemory } from './sandbox-memory.ts'
import { TryThis } from './try-this.tsx'

/** Phones to play on, and everything Cooee would have sent. Exists only while no real provider is set. */
export function Sandbox() {
  const { data, error } = useQuery(phonesQuery)
  const ringing = data?.phones.find(({ calls }) => calls.some(isRingingFor))
  useDocumentTitle(ringing ? `${firstNameOf(ringing)}’s phone is ringing` : 'Sandbox')
  // With real providers there is no sandbox, and so no such page; without the root named, nobody would draw that.
  if (error instanceof ApiError && error.status === 404) throw notFound({ routeId: rootRouteId })
  return (
    <>
      <header className="sb-bar">
        <AppLink className="sb-bar__brand" href="/" aria-label="Cooee">
          <Logo variant="reversed" />
        </AppLink>
        <NewTab className="sb-bar__link" href="/dashboard">
          Open Cooee
          <ArrowUpRight />
        </NewTab>
      </header>
      <main className="main" id="main">
        <div className="content">
          <header className="sb-head">
            <div>
              <h1>Sandbox</h1>
              <p className="muted">
                No real phone rings and nothing is sent. These phones are yours: answer them, press keys, write back.
              </p>
            </div>
            <Sounds />
          </header>
          <TryThis />
          <RingingBar phones={data?.phones ?? []} />
          <Phones />
          <Mailbox />
        </div>
      </main>
    </>
  )
}

const isRingingFor = ({ status, direction }: { status: string; direction: string }) =>
  status === 'ringing' && direction === 'outbound'

function Sounds() {
  const { readsAloud, rings } = useSandboxMemory()
  return (
    <div className="sb-sounds">
      {canReadAloud() && (
        <Switch checked={readsAloud} onChange={({ target }) => remember({ readsAloud: target.checked })}>
          Read calls aloud
        </Switch>
      )}
      <Switch checked={rings} onChange={({ target }) => remember({ rings: target.checked })}>
        Ringing sound
      </Switch>
    </div>
  )
}
