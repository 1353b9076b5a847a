import { useLocation } from 'wouter'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { Logo } from '#web/ui/logo.tsx'

/** The name of the product, which leads to the first screen. */
export function BrandLink({ className, onClick }: { className: string; onClick?: () => void }) {
  const isHere = useLocation()[0].split('/')[1] === 'dashboard'
  return (
    <AppLink
      className={className}
      href="/dashboard"
      aria-label="Cooee, Dashboard"
      aria-current={isHere ? 'page' : undefined}
      onClick={onClick}
    >
      <Logo variant="reversed" />
    </AppLink>
  )
}
