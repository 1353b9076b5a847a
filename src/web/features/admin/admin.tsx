import { ArrowLeft } from 'lucide-react'
import { AppLink } from '#web/lib/app-link.tsx'
import { useDocumentTitle } from '#web/lib/document-title.ts'
import { useUser } from '#web/lib/use-session.ts'
import { buttonClass } from '#web/ui/button.tsx'

/** The admins' part of the app. */
export function AdminPanel() {
  useDocumentTitle('Admin Panel')
  const user = useUser()
  return (
    <>
      <div className="back">
        <AppLink className={`${buttonClass({ variant: 'ghost', size: 'sm' })} back__link`} href="/">
          <ArrowLeft />
          Back to Dashboard
        </AppLink>
      </div>
      <header className="page-head">
        <h1>Admin Panel</h1>
      </header>
      <section className="card card__body max-w-[48rem]">
        <p>
          {user.username} is an admin of this service. Another account becomes one with <code>npm run admin</code> and
          its username, on the machine that runs Cooee.
        </p>
      </section>
    </>
  )
}
