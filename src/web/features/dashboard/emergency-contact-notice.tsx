import { UserRoundX } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { contactsPath, lovedOnesPath } from '#web/domain/paths.ts'
import { nobodyElseIsNotified } from '#web/domain/people/emergency-contact.tsx'
import { TextLink } from '#web/domain/text-link.tsx'

const NAMED = 2

/** Who of the loved ones has nobody but the account holder, and where that is changed. */
export function EmergencyContactNotice({
  lovedOnes,
  names,
}: {
  lovedOnes: readonly LovedOne[]
  /** What to call each in a sentence. */
  names: ReadonlyMap<number, string>
}) {
  const [first] = lovedOnes
  if (!first) return null
  const shown = lovedOnes.slice(0, NAMED).map(({ id, name }) => names.get(id) ?? name)
  const more = lovedOnes.length - shown.length
  return (
    <div className="today__flag">
      <UserRoundX />
      <p>
        <strong>No emergency contact</strong>{' '}
        {nobodyElseIsNotified(more > 0 ? [...shown, `one of ${more} more`] : shown)}
      </p>
      {lovedOnes.length === 1 ? (
        <TextLink href={contactsPath(first)} about={`for ${first.name}`}>
          Contacts
        </TextLink>
      ) : (
        <TextLink href={lovedOnesPath()}>Loved ones</TextLink>
      )}
    </div>
  )
}

/** Its room while it is not known whether it is needed. */
export function EmergencyContactRoom() {
  return <div className="today__flag" aria-hidden="true" />
}
