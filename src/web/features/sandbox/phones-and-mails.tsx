import { useQuery } from '@tanstack/react-query'
import { Mail, Smartphone } from 'lucide-react'
import { useState } from 'react'
import { TabPanel, Tabs } from '#web/ui/tabs.tsx'
import { Mailbox } from './mailbox.tsx'
import { Phones } from './phones.tsx'
import { mailsQuery, phonesQuery } from './sandbox-api.ts'

/** Every phone, and beside them every mail. */
export function PhonesAndMails() {
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
