import { ArrowLeft } from 'lucide-react'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { buttonClass } from '#web/ui/button.tsx'

/** Above the heading of a page: the way to the one it belongs to. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <div className="back">
      <AppLink className={`${buttonClass({ variant: 'ghost', size: 'sm' })} back__link`} href={href}>
        <ArrowLeft />
        {children}
      </AppLink>
    </div>
  )
}
