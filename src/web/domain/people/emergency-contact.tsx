import { UserRoundX } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { contactsPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'

/** Whether somebody is rung for their safety while nobody but the account holder would be notified of a miss. */
export function lacksEmergencyContact({ hasEmergencyContact, activeServices }: LovedOne): boolean {
  return !hasEmergencyContact && activeServices.some((service) => service !== 'wake_up_call')
}

/** "If Margaret doesn’t answer, there’s nobody else we can tell": beside the members of the family. */
export function nobodyElseIsNotified(names: readonly string[]): string {
  const list = new Intl.ListFormat('en-AU', { type: 'disjunction' })
  return `If ${list.format(names)} doesn’t answer, there’s nobody else we can tell.`
}

/** Says on a loved one's card that nobody else would be notified, and leads to where that is changed. */
export function NoEmergencyContact({ lovedOne }: { lovedOne: LovedOne }) {
  const { name } = lovedOne
  const mayAdd = useRight('care')
  return (
    <div className="flag">
      <UserRoundX />
      <div>
        <strong>No emergency contact</strong>
        <p>{nobodyElseIsNotified([shortName(name)])}</p>
        {mayAdd && (
          <TextLink href={contactsPath(lovedOne)} about={`for ${name}`}>
            Add one in Contacts
          </TextLink>
        )}
      </div>
    </div>
  )
}
