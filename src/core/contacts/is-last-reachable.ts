import { type ContactState, isReachableState } from './contact-state.ts'

interface OneOfTheList {
  isEmergencyContact: boolean
  state: ContactState
}

/** Whether without this contact nobody can be reached about a loved one. `hasOwnNumber`: they have an emergency number beside the contacts. */
export function isLastReachable(
  contact: OneOfTheList,
  others: readonly OneOfTheList[],
  { hasOwnNumber }: { hasOwnNumber: boolean },
): boolean {
  const isReachable = ({ isEmergencyContact, state }: OneOfTheList) => isEmergencyContact && isReachableState(state)
  return !hasOwnNumber && isReachable(contact) && !others.some(isReachable)
}
