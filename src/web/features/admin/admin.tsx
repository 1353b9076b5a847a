import { useQuery } from '@tanstack/react-query'
import { Activity, PhoneCall, Users, Webhook } from 'lucide-react'
import { BackLink } from '#web/domain/back-link.tsx'
import { ADMIN_TABS, type AdminTab, adminPath, settingsPath } from '#web/domain/paths.ts'
import { adminSearch } from '#web/domain/search-parameters.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { ApiError } from '#web/lib/http/api-client.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useSearch } from '#web/lib/routing/search.ts'
import { Callout } from '#web/ui/callout.tsx'
import { lazyTab } from '#web/ui/list/lazy-tab.tsx'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { adminStatsQuery } from './admin-queries.ts'
import { AdminStatCards } from './stat-cards.tsx'
import './admin.css'

const LOOKS = { failure: 'This tab could not be shown' }
const TestingCentre = lazyTab(async () => (await import('./testing-centre/testing-centre.tsx')).TestingCentre, LOOKS)
const AccountsTab = lazyTab(async () => (await import('./accounts/accounts-tab.tsx')).AccountsTab, LOOKS)
const WebhooksTab = lazyTab(async () => (await import('./webhooks/webhooks-tab.tsx')).WebhooksTab, LOOKS)
const SystemTab = lazyTab(async () => (await import('./system/system-tab.tsx')).SystemTab, LOOKS)

const TAB_STYLES = {
  'twilio-testing': { label: 'Twilio Testing', icon: PhoneCall },
  accounts: { label: 'Accounts', icon: Users },
  webhooks: { label: 'Webhooks', icon: Webhook },
  system: { label: 'System', icon: Activity },
} as const
const TABS = ADMIN_TABS.map((value) => ({ value, ...TAB_STYLES[value] }))

/** The admins' part of the app: the figures, the testing centre, the accounts, the webhooks and how the system does. */
export function AdminPanel() {
  const { test, tab = test ? 'twilio-testing' : 'system' } = useSearch(adminSearch)
  useDocumentTitle(tab === 'system' ? 'Admin Panel' : `Admin Panel, ${TAB_STYLES[tab].label}`)
  const { error } = useQuery(adminStatsQuery())
  const needsSecondFactor = error instanceof ApiError && error.errors.some(({ path }) => path === 'secondFactor')
  return (
    <>
      <BackLink href="/">Back to Dashboard</BackLink>
      <header className="page-head">
        <div>
          <h1>Admin Panel</h1>
        </div>
      </header>
      {needsSecondFactor ? <SecondFactorNeeded /> : <AdminArea tab={tab} />}
    </>
  )
}

function AdminArea({ tab }: { tab: AdminTab }) {
  const go = useGo()
  return (
    <>
      <AdminStatCards />
      <Tabs
        value={tab}
        onChange={(next) => go(next === 'system' ? adminPath() : adminPath({ tab: next }))}
        label="Admin"
        tabs={TABS}
      >
        <TabPanel value="system">
          <SystemTab />
        </TabPanel>
        <TabPanel value="accounts">
          <AccountsTab />
        </TabPanel>
        <TabPanel value="webhooks">
          <WebhooksTab />
        </TabPanel>
        <TabPanel value="twilio-testing">
          <TestingCentre />
        </TabPanel>
      </Tabs>
    </>
  )
}

/** The operator lets in only admins who sign in with a code as well. */
function SecondFactorNeeded() {
  return (
    <section className="card card__body grid gap-4" aria-label="Authenticator app">
      <Callout kind="warning" title="Your account needs an authenticator app">
        Admins of this Cooee sign in with a code as well as the password. Switch it on under Settings, Security; then
        the admin area opens.
      </Callout>
      <p>
        <TextLink href={settingsPath({ tab: 'security' })}>Go to the security settings</TextLink>
      </p>
    </section>
  )
}
