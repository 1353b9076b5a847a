import type { Contact } from '#contract/people/contacts.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { isReachableState } from '#core/contacts/contact-state.ts'

/** Whether nobody but this contact can be reached about a loved one. */
export function isLastReachable(
  contact: Contact,
  contacts: readonly Contact[],
  lovedOne: Pick<LovedOne, 'emergencyContactPhone'> | undefined,
): boolean {
  const isOne = ({ isEmergencyContact, state }: Contact) => isEmergencyContact && isReachableState(state)
  if (!isOne(contact) || !lovedOne || lovedOne.emergencyContactPhone !== null) return false
  return !contacts.some((other) => other.id !== contact.id && isOne(other))
}
