import type { ConsentEntry, ConsentsOnWire } from '#contract/people/consents.ts'
import type { ConsentState, ConsentSubject, ConsentWay } from '#core/consent/consent.ts'
import { formatDate } from '#core/format/dates.ts'

/** "By pressing a key in a call": how a consent came about. */
const WAYS: Record<ConsentWay, string> = {
  key: 'by pressing a key in a call',
  text: 'by text',
  ring: 'by ringing us',
  form: 'on our stop page',
  account_holder: 'you told us',
  attested: 'you told us',
  upgrade: 'you told us before we asked people ourselves',
  no_answer: 'asked in a call, nothing was pressed',
  number_changed: 'the number changed, so we’ll ask again',
}

/** An answer that does not count: the family saw who gave it. */
const SOMEONE_ELSE = 'you told us someone else answered, so we’ll ask again'

const STATES: Record<ConsentState, string> = {
  not_asked: 'Not asked yet',
  agreed: 'Said yes',
  declined: 'Said no',
  withdrawn: 'Took it back',
}

export const SUBJECT_LABELS: Record<ConsentSubject, string> = {
  calls: 'Calls',
  recording: 'Recording calls',
  words: 'Reading what was said',
  conversation: 'Short chats',
}

/** "Said yes on Mar 3, 2026, by pressing a key in a call", on the clock of the loved one. */
export function consentInWords({ state, since, how }: ConsentsOnWire[ConsentSubject], zone: string): string {
  const on = since ? ` on ${formatDate(new Date(since), zone)}` : ''
  if (how === 'no_answer') return `No answer yet${on}: ${WAYS.no_answer}`
  if (state === 'not_asked' && how === 'account_holder') return `${STATES.not_asked}: ${SOMEONE_ELSE}`
  return `${STATES[state]}${state === 'not_asked' ? '' : on}${how ? `, ${WAYS[how]}` : ''}`
}

/** A row of the ledger: "Calls: said yes, by pressing a key in a call". */
export function entryInWords({ subject, state, how }: ConsentEntry): string {
  if (state === 'not_asked' && how === 'account_holder') return `${SUBJECT_LABELS[subject]}: ${SOMEONE_ELSE}`
  const what = how === 'no_answer' ? '' : `${STATES[state].toLowerCase()}, `
  return `${SUBJECT_LABELS[subject]}: ${what}${WAYS[how]}`
}
