import { House } from 'lucide-react'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { useDocumentTitle } from '#web/lib/routing/document-title.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { OutOfCooee } from '#web/ui/illustrations/out-of-cooee.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** Any address that is no screen. */
export function NotFound() {
  useDocumentTitle('404 Page Not Found')
  return (
    <main className="notfound">
      <a className="notfound__brand" href="/" aria-label="Cooee, home">
        <Logo />
      </a>
      <OutOfCooee className="illus" />
      <h1>404 Page Not Found</h1>
      <p>You’ve wandered out of cooee. Let’s get you back within earshot.</p>
      <AppLink href="/dashboard" className={`mt-3 ${buttonClass({ variant: 'primary', size: 'lg' })}`}>
        <House />
        Go to Dashboard
      </AppLink>
    </main>
  )
}
