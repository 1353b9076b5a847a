import type { User } from '#contract/accounts/accounts.ts'
import { lazyPart } from '#web/lib/routing/lazy-part.tsx'

interface CircleBoxProps {
  user: User
  /** Another circle was entered. */
  onSwitched?: (() => void) | undefined
}

/** The links of the menu stay under the finger when the switch arrives (`circle-switch.css`, which comes with it). */
const AS_HIGH_AS_THE_SWITCH = {
  gap: 0,
  minHeight: '3rem',
  marginBottom: '0.75rem',
  paddingBlock: '0.375rem',
  borderBlock: '1.5px solid#0000',
}

// Most people belong to one family.
const CircleSwitch = lazyPart<CircleBoxProps>(
  async () => (await import('./circle-switch.tsx')).CircleSwitch,
  (_failure, { user }) => <CircleName user={user} />,
  ({ user }) => (
    <p className="userbox" style={AS_HIGH_AS_THE_SWITCH}>
      <span className="userbox__name wrap-anywhere">{user.circle.name}</span>
      <svg className="lucide" aria-hidden="true" />
    </p>
  ),
)

/** Whose family the screens show, above both menus; with several, the way to the others. */
export function CircleBox(props: CircleBoxProps) {
  return props.user.circles.length > 1 ? <CircleSwitch {...props} /> : <CircleName user={props.user} />
}

function CircleName({ user }: { user: User }) {
  return (
    <p className="userbox">
      <span className="userbox__name wrap-anywhere">{user.circle.name}</span>
    </p>
  )
}
