import { type ContactState, isReachableState, SAID_NO } from './contact-state.ts'

interface OneOfTheList {
  phoneNumber: string
  isEmergencyContact: boolean
  state: ContactState
}

/**
 * Whether without this contact nobody can be reached about a loved one. `ownNumber`: of the loved one's own emergency
 * contact. A number that said no under an entry of the list is not alerted under another one.
 */
export function isLastReachable(
  contact: OneOfTheList,
  others: readonly OneOfTheList[],
  ownNumber: string | null,
): boolean {
  const saidNo = new Set(
    [contact, ...others].filter(({ state }) => SAID_NO.includes(state)).map(({ phoneNumber }) => phoneNumber),
  )
  const isReachable = ({ isEmergencyContact, phoneNumber, state }: OneOfTheList) =>
    isEmergencyContact && isReachableState(state) && !saidNo.has(phoneNumber)
  return (ownNumber === null || saidNo.has(ownNumber)) && isReachable(contact) && !others.some(isReachable)
}
