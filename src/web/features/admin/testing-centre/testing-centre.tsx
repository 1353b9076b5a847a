import type { ReactNode } from 'react'
import { ADMIN_TESTS, type AdminTest, adminPath } from '#web/domain/paths.ts'
import { adminSearch } from '#web/domain/search-parameters.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useSearch } from '#web/lib/routing/search.ts'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { ProviderWebhooks } from './provider-webhooks.tsx'
import { Recordings } from './recordings.tsx'
import { TestSms } from './test-sms.tsx'
import { TwimlBins } from './twiml-bins.tsx'
import { VoiceCall } from './voice-call.tsx'

const LABELS: Record<AdminTest, string> = {
  voice: 'Voice Call',
  sms: 'SMS',
  recordings: 'Recordings',
  webhooks: 'Webhooks',
  twiml: 'TwiML Bins',
}
const TABS = ADMIN_TESTS.map((value) => ({ value, label: LABELS[value] }))

/** Where the telephony is tried from end to end. */
export function TestingCentre() {
  const { test = 'voice' } = useSearch(adminSearch)
  const go = useGo()
  return (
    <section className="card" aria-label="Testing centre">
      <Tabs
        value={test}
        onChange={(next) => go(adminPath(next === 'voice' ? {} : { test: next }))}
        label="Testing centre"
        tabs={TABS}
        variant="line"
      >
        <TestPanel test="voice">
          <VoiceCall />
        </TestPanel>
        <TestPanel test="sms">
          <TestSms />
        </TestPanel>
        <TestPanel test="recordings">
          <Recordings />
        </TestPanel>
        <TestPanel test="webhooks">
          <ProviderWebhooks />
        </TestPanel>
        <TestPanel test="twiml">
          <TwimlBins />
        </TestPanel>
      </Tabs>
    </section>
  )
}

function TestPanel({ test, children }: { test: AdminTest; children: ReactNode }) {
  return (
    <TabPanel value={test}>
      <div className="card__body pt-0 md:pt-0">{children}</div>
    </TabPanel>
  )
}
