import { Bell, Lock, LogOut, UserRound, UsersRound } from 'lucide-react'
import { useState } from 'react'
import { useSignOut } from '#web/domain/account/use-sign-out.ts'
import { SETTINGS_TABS, settingsPath } from '#web/domain/paths.ts'
import { settingsSearch } from '#web/domain/search-parameters.ts'
import { useGo } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { useSearch } from '#web/lib/routing/search.ts'
import { Button } from '#web/ui/button.tsx'
import { lazyTab } from '#web/ui/list/lazy-tab.tsx'
import { TabPanel, Tabs } from '#web/ui/list/tabs.tsx'
import { Skeleton } from '#web/ui/states.tsx'

const LOOKS = {
  failure: 'We couldn’t show these settings',
  className: 'max-w-[48rem]',
  button: <Skeleton width="9rem" height="3rem" />,
}
const ProfileTab = lazyTab(async () => (await import('./profile-tab.tsx')).ProfileTab, LOOKS)
const FamilyTab = lazyTab(async () => (await import('./family/family-tab.tsx')).FamilyTab, LOOKS)
const NotificationsTab = lazyTab(async () => (await import('./notifications-tab.tsx')).NotificationsTab, LOOKS)
const PushDevices = lazyTab(async () => (await import('./push/push-devices.tsx')).PushDevices, LOOKS)
const SecurityTab = lazyTab(async () => (await import('./security/security-tab.tsx')).SecurityTab, LOOKS)

const TAB_STYLES = {
  profile: { label: 'Profile', icon: UserRound },
  family: { label: 'Family', icon: UsersRound },
  notifications: { label: 'Notifications', icon: Bell },
  security: { label: 'Security', icon: Lock },
} as const
const TABS = SETTINGS_TABS.map((value) => ({ value, ...TAB_STYLES[value] }))

/** The profile, the family, notifications, security, and how to leave. */
export function Settings() {
  const { tab = 'profile' } = useSearch(settingsSearch)
  useDocumentTitle(tab === 'profile' ? 'Settings' : `${TAB_STYLES[tab].label} settings`)
  const go = useGo()
  const signOut = useSignOut()
  const [isProfileDirty, setProfileDirty] = useState(false)
  return (
    <>
      <header className="page-head">
        <div>
          <h1>Settings</h1>
        </div>
      </header>
      <Tabs value={tab} onChange={(next) => go(settingsPath({ tab: next }))} label="Settings" tabs={TABS}>
        {/* What was typed is still there after a visit to another tab. */}
        <TabPanel value="profile" keepMounted={isProfileDirty}>
          <ProfileTab onDirty={setProfileDirty} />
        </TabPanel>
        <TabPanel value="family">
          <FamilyTab />
        </TabPanel>
        <TabPanel value="notifications">
          <div className="grid max-w-[48rem] gap-5 md:gap-6">
            <NotificationsTab />
            <PushDevices />
          </div>
        </TabPanel>
        <TabPanel value="security">
          <SecurityTab />
        </TabPanel>
      </Tabs>
      <div className="mt-6">
        <Button busy={signOut.isPending} busyLabel="Signing out…" onClick={() => signOut.mutate()}>
          <LogOut />
          Sign out
        </Button>
      </div>
    </>
  )
}
