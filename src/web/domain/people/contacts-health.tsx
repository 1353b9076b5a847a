import { UserRoundX } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { contactsPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** What is said of contacts who may not come; null while all is well. */
export function healthTitle({ contactsHealth: { state } }: Pick<LovedOne, 'contactsHealth'>): string | null {
  if (state === 'good') return null
  return state === 'red' ? 'No contact can be reached' : 'Not every contact can be reached'
}

/** Says on a loved one's card that contacts may not come, and leads to where that is mended. */
export function ContactsHealthFlag({ lovedOne }: { lovedOne: LovedOne }) {
  const title = healthTitle(lovedOne)
  if (title === null) return null
  const { state, reason } = lovedOne.contactsHealth
  return (
    <div className="flag" data-health={state}>
      <UserRoundX />
      <div>
        <strong>{title}</strong>
        <p>{reason}</p>
        <TextLink href={contactsPath(lovedOne)} about={`for ${lovedOne.name}`}>
          See Contacts
        </TextLink>
      </div>
    </div>
  )
}

/** The same above the contacts themselves. */
export function ContactsHealthNote({ lovedOne }: { lovedOne: LovedOne }) {
  const title = healthTitle(lovedOne)
  if (title === null) return null
  const { state, reason } = lovedOne.contactsHealth
  return (
    <Callout kind={state === 'red' ? 'error' : 'warning'} title={title}>
      <p>{reason}</p>
    </Callout>
  )
}
