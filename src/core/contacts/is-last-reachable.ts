import { type ContactState, isReachableState, SAID_NO } from './contact-state.ts'

interface OneOfTheList {
  phoneNumber: string
  isEmergencyContact: boolean
  state: ContactState
}

/**
 * Whether without this contact nobody can be reached about a loved one. `ownNumber`: of the loved one's own emergency
 * contact, who is not alerted where they said no under an entry of the list.
 */
export function isLastReachable(
  contact: OneOfTheList,
  others: readonly OneOfTheList[],
  ownNumber: string | null,
): boolean {
  const isReachable = ({ isEmergencyContact, state }: OneOfTheList) => isEmergencyContact && isReachableState(state)
  const saysNo = ({ phoneNumber, state }: OneOfTheList) => phoneNumber === ownNumber && SAID_NO.includes(state)
  return (ownNumber === null || others.some(saysNo)) && isReachable(contact) && !others.some(isReachable)
}
