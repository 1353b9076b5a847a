import { LogOut } from 'lucide-react'
import { displayPhone } from '#core/phone/display-phone.ts'
import { useSignOut } from '#web/domain/use-sign-out.ts'
import { displayNameOf } from '#web/domain/user-name.ts'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useUser } from '#web/lib/use-session.ts'
import { Button } from '#web/ui/button.tsx'
import { SecurityTab } from './security/security-tab.tsx'

/** Who is signed in, and the way out. */
export function Settings() {
  useDocumentTitle('Settings')
  const user = useUser()
  const signOut = useSignOut()
  return (
    <>
      <header className="page-head">
        <h1>Settings</h1>
      </header>
      <section className="card card__body max-w-[48rem]" aria-labelledby="profile-heading">
        <h2 id="profile-heading" className="mb-5">
          Profile
        </h2>
        <dl className="kvlist">
          <Fact term="Name">{displayNameOf(user)}</Fact>
          <Fact term="Username">{user.username}</Fact>
          <Fact term="Email">{user.email}</Fact>
          {user.phoneNumber && <Fact term="Phone Number">{displayPhone(user.phoneNumber)}</Fact>}
          <Fact term="Timezone">{user.timezone}</Fact>
        </dl>
        <div className="form-actions mt-6">
          <Button busy={signOut.isPending} busyLabel="Signing out…" onClick={() => signOut.mutate()}>
            <LogOut />
            Sign out
          </Button>
        </div>
      </section>
      <SecurityTab />
    </>
  )
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
