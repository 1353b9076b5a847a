import { displayPhone } from '#core/phone/display-phone.ts'
import { displayNameOf } from '#web/domain/user-name.ts'
import { useUser } from '#web/lib/use-session.ts'

/** Who the account holder is, and how they are reached. */
export function ProfileTab({ onDirty: _onDirty }: { onDirty: (isDirty: boolean) => void }) {
  const user = useUser()
  return (
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
    </section>
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
