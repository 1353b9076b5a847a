import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { AppLink } from '#web/lib/routing/app-link.tsx'

/** "View all →", at the foot of a card. `about` completes it for those who hear it alone: "View all loved ones". */
export function TextLink({ href, about, children }: { href: string; about?: string; children: ReactNode }) {
  return (
    <AppLink className="textlink" href={href}>
      {children}
      {about && <span className="sr-only"> {about}</span>}
      <ArrowRight />
    </AppLink>
  )
}
