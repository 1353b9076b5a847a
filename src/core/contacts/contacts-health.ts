import { shortName } from '../escalation/texts/parts/short-name.ts'
import { type ContactFacts, type ContactState, isReachableState, standingOf } from './contact-state.ts'

/** How well the contacts of a loved one are prepared. `reason`: what is wrong and how to mend it, as sentences; null while all is well. */
export interface ContactsHealth {
  state: 'good' | 'amber' | 'red'
  reason: string | null
  /** How many have agreed, and have not left a later question open for long. */
  agreed: number
}

interface OfLovedOne {
  /** The loved one's name. */
  name: string
  /** The contacts who are notified. */
  contacts: readonly (ContactFacts & { name: string })[]
  /** Whether the loved one has an emergency number of their own, of somebody who did not say no under an entry of the list. */
  hasOwnNumber: boolean
  now: Date
}

/** Somebody who declined, stopped or cannot be reached makes it amber; where nobody can be reached it is red. */
export function contactsHealth({ name, contacts, hasOwnNumber, now }: OfLovedOne): ContactsHealth {
  const agreed = contacts.filter((contact) => standingOf(contact, now) === 'agreed').length
  const lost = contacts.filter(({ state }) => !isReachableState(state))
  if (!hasOwnNumber && lost.length === contacts.length) {
    const why = lost.map((contact) => inWords(contact)).join(' ')
    const mend = `${why ? `${why} ` : ''}If ${shortName(name)} needs help, there's nobody else we can reach. Please add someone.`
    return { state: 'red', reason: mend, agreed }
  }
  const [first] = lost
  if (!first) return { state: 'good', reason: null, agreed }
  const [others] = lost.length > 1 ? [` ${lost.slice(1).map(inWords).join(' ')}`] : ['']
  return { state: 'amber', reason: `${inWords(first)}${others} ${MENDS[first.state] ?? ''}`.trim(), agreed }
}

function inWords({ name, state }: { name: string; state: ContactState }): string {
  switch (state) {
    case 'declined':
      return `${name} doesn't want to be a contact.`
    case 'stopped':
      return `${name} has asked us to stop calls and texts.`
    case 'unreachable':
      return `Our texts don't reach ${name}.`
    case 'asked':
    case 'agreed':
      return ''
  }
}

const MENDS: Partial<Record<ContactState, string>> = {
  declined: 'You could add someone else.',
  stopped: 'You could add someone else.',
  unreachable: 'Please check the number, then ask again.',
}
