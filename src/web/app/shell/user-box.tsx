import type { User } from '#contract/accounts/accounts.ts'
import { initials } from '#core/format/initials.ts'
import { displayNameOf } from '#web/domain/account/user-name.ts'

/** Who is signed in, for the foot of both menus. */
export function UserBox({ user }: { user: User }) {
  return (
    <div className="userbox">
      <span className="avatar" aria-hidden="true">
        {initials(user)}
      </span>
      <span className="userbox__name">{displayNameOf(user)}</span>
    </div>
  )
}
