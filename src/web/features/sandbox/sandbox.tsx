import { useQuery } from '@tanstack/react-query'
import { notFound, rootRouteId } from '@tanstack/react-router'
import clsx from 'clsx'
import { ArrowUpRight, Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#web/lib/api-client.ts'
import { AppLink } from '#web/lib/app-link.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { Logo } from '#web/ui/logo.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Mailbox } from './mailbox.tsx'
import { NewTab } from './new-tab.tsx'
import { firstNameOf } from './phone-words.ts'
import { Phones } from './phones.tsx'
import { canReadAloud } from './read-aloud.ts'
import { RingingBar } from './ringing-bar.tsx'
import './sandbox.css'
import { mailsQuery, phonesQuery } from './sandbox-api.ts'
import { remember, useSandboxMemory } from './sandbox-memory.ts'
import { isRinging, Stage, useStage } from './stage.tsx'
import { TryThis } from './try-this.tsx'
import { useWatching } from './use-watching.ts'

/** Phones to play on, and everything Cooee would have sent. Exists only while no real provider is set. */
export function Sandbox() {
  const { data, error } = useQuery(phonesQuery)
  const phones = data?.phones ?? []
  const { phone, others, show } = useStage(phones)
  const ringing = phones.find(isRinging)
  useWatching(phones)
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

function PhonesAndMails() {
  const [tab, setTab] = useState<'phones' | 'mails'>('phones')
  const phones = useQuery(phonesQuery).data?.phones.length ?? 0
  const mails = useQuery(mailsQuery).data?.length ?? 0
  return (
    <div className="sb-lists">
      <Tabs
        value={tab}
        onChange={setTab}
        label="Phones and mails"
        tabs={[
          { value: 'phones', label: counted('Phones', phones), icon: Smartphone },
          { value: 'mails', label: counted('Mails', mails), icon: Mail },
        ]}
      >
        <TabPanel value="phones" keepMounted>
          <Phones />
        </TabPanel>
        <TabPanel value="mails">
          <Mailbox />
        </TabPanel>
      </Tabs>
    </div>
  )
}

const counted = (what: string, count: number) => (count > 0 ? `${what} (${count})` : what)

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
