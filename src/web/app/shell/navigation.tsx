import { CreditCard, House, type LucideIcon, Phone, Settings, ShieldCheck, UsersRound } from 'lucide-react'
import { useLocation } from 'wouter'
import type { User } from '#contract/accounts/accounts.ts'
import { AppLink } from '#web/lib/routing/app-link.tsx'
import { OpenIncidentsBadge } from './open-incidents.tsx'

interface Destination {
  to: '/dashboard' | '/loved-ones' | '/calls' | '/subscription' | '/settings' | '/admin'
  label: string
  icon: LucideIcon
  /** The first parts of the addresses that belong to this entry. */
  sections: readonly string[]
}

const DESTINATIONS: readonly Destination[] = [
  { to: '/dashboard', label: 'Dashboard', icon: House, sections: ['dashboard', 'activity'] },
  { to: '/loved-ones', label: 'Loved Ones', icon: UsersRound, sections: ['loved-ones', 'contacts'] },
  { to: '/calls', label: 'Calls', icon: Phone, sections: ['calls'] },
  { to: '/subscription', label: 'Subscription', icon: CreditCard, sections: ['subscription'] },
  { to: '/settings', label: 'Settings', icon: Settings, sections: ['settings'] },
]
const ADMIN: Destination = { to: '/admin', label: 'Admin Panel', icon: ShieldCheck, sections: ['admin'] }

/** The main links; Admin Panel only for admins. */
export function Navigation({ user, onNavigate }: { user: User; onNavigate?: () => void }) {
  const section = useLocation()[0].split('/')[1] ?? ''
  const destinations = user.role === 'admin' ? [...DESTINATIONS, ADMIN] : DESTINATIONS
  return (
    <nav className="nav" aria-label="Main">
      {destinations.map(({ to, label, icon: Icon, sections }) => (
        <AppLink key={to} href={to} aria-current={sections.includes(section) ? 'page' : undefined} onClick={onNavigate}>
          <Icon />
          <span>{label}</span>
          {to === '/dashboard' && <OpenIncidentsBadge />}
        </AppLink>
      ))}
    </nav>
  )
}
