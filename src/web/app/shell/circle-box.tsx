import { UsersRound } from 'lucide-react'
import type { User } from '#contract/accounts/accounts.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'
import './circle-box.css'

// Most people belong to one family.
const CircleSwitch = lazyPart(
  async () => (await import('./circle-switch.tsx')).CircleSwitch,
  (_failure, { user }) => <CircleName user={user} />,
  <p className="circle">{'\u00a0'}</p>,
)

interface CircleBoxProps {
  user: User
  /** Another circle was entered. */
  onSwitched?: () => void
}

/** Whose family the screens show, above both menus; with several, the way to the others. */
export function CircleBox({ user, onSwitched }: CircleBoxProps) {
  if (user.circles.length < 2) return <CircleName user={user} />
  return <CircleSwitch user={user} onSwitched={onSwitched} />
}

function CircleName({ user }: { user: User }) {
  return (
    <p className="circle">
      <UsersRound aria-hidden="true" />
      <span className="circle__name">{user.circle.name}</span>
    </p>
  )
}
