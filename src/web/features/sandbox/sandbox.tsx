import { useQuery } from '@tanstack/react-query'
import clsx from 'clsx'
import { ArrowUpRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import { Switch } from '#web/ui/form/switch.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ErrorState, Loading } from '#web/ui/states.tsx'
import { NewTab } from './new-tab.tsx'
import { shortNameOf } from './phone/phone-words.ts'
import { canReadAloud } from './phone/read-aloud.ts'
import { RingingBar } from './phone/ringing-bar.tsx'
import './sandbox.css'
import { useWatching } from './phone/use-watching.ts'
import { isNoSandbox, phonesQuery } from './sandbox-api.ts'
import { remember, useSandboxMemory } from './sandbox-memory.ts'
import { isRinging, Stage, useStage } from './stage.tsx'
import { TryThis } from './try-this.tsx'

// With the lists to choose from it weighs as much as the rest: a phone that rings is there before it.
const PhonesAndMails = lazyPart(
  async () => (await import('./phones-and-mails.tsx')).PhonesAndMails,
  (failure) => <ErrorState small title="The phones could not be loaded" {...failure} />,
  <Loading className="sb-lists" shapes={[{ height: '9rem' }]} />,
)

/** Phones to play on, and everything Cooee would have sent, without a real provider. `otherwise`: what an address shows that is no screen. */
export function Sandbox({ otherwise }: { otherwise: ReactNode }) {
  const { data, error } = useQuery(phonesQuery)
  const phones = data?.phones ?? []
  const { phone, others, show } = useStage(phones)
  const ringing = phones.find(isRinging)
  useWatching(phones)
  useDocumentTitle(ringing ? `${shortNameOf(ringing)}’s phone is ringing` : 'Sandbox')
  if (isNoSandbox(error)) return otherwise
  return (
    <>
      <header className="sb-bar">
        <a className="sb-bar__brand" href="/" aria-label="Cooee">
          <Logo variant="reversed" />
        </a>
        <NewTab className="sb-bar__link" href="/dashboard">
          Open Cooee
          <ArrowUpRight />
        </NewTab>
      </header>
      <main className="main" id="main">
        <div className={clsx('content sb-page', phone && 'is-live')}>
          <header className={clsx('sb-head', phone && 'max-[1099px]:sr-only')}>
            <h1>Sandbox</h1>
            <p className="muted">
              No real phone rings and nothing is sent. These phones are yours: answer them, press keys, write back.
            </p>
          </header>
          <div className="sb-side">
            {phone && <Stage phone={phone} others={others} cooeesNumber={data?.cooeesNumber ?? ''} onShow={show} />}
            <RingingBar phones={phones} />
            <TryThis />
            <Sounds />
          </div>
          <PhonesAndMails />
        </div>
      </main>
    </>
  )
}

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
