import { useQuery } from '@tanstack/react-query'
import { CreditCard, Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { Cards } from './cards.tsx'
import { Mailbox } from './mailbox.tsx'
import { Phones } from './phone/phones.tsx'
import { cardsQuery, mailsQuery, phonesQuery } from './sandbox-api.ts'

/** Every phone, and beside them every mail and, where the card sandbox runs, every subscription. */
export function PhonesAndMails() {
  const [tab, setTab] = useState<'phones' | 'mails' | 'cards'>('phones')
  const phones = useQuery(phonesQuery).data?.phones.length ?? 0
  const mails = useQuery(mailsQuery).data?.length ?? 0
  const cards = useQuery(cardsQuery).data
  const hasCards = cards !== undefined && cards.testCards.length > 0
  return (
    <div className="sb-lists">
      <Tabs
        value={tab}
        onChange={setTab}
        label="Phones, mails and cards"
        tabs={[
          { value: 'phones', label: counted('Phones', phones), icon: Smartphone },
          { value: 'mails', label: counted('Mails', mails), icon: Mail },
          ...(hasCards
            ? [{ value: 'cards' as const, label: counted('Cards', cards.subscriptions.length), icon: CreditCard }]
            : []),
        ]}
      >
        <TabPanel value="phones" keepMounted>
          <Phones />
        </TabPanel>
        <TabPanel value="mails">
          <Mailbox />
        </TabPanel>
        {hasCards && (
          <TabPanel value="cards">
            <Cards {...cards} />
          </TabPanel>
        )}
      </Tabs>
    </div>
  )
}

const counted = (what: string, count: number) => (count > 0 ? `${what} (${count})` : what)
