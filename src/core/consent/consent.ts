/** What a loved one decides for themselves. `words`: whether the family may read what they say; `conversation`: a talk beyond keys. */
export const CONSENT_SUBJECTS = ['calls', 'recording', 'words', 'conversation'] as const
export type ConsentSubject = (typeof CONSENT_SUBJECTS)[number]

export const CONSENT_STATES = ['not_asked', 'agreed', 'declined', 'withdrawn'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/**
 * How a state came about. `attested`: an organisation holds the consent on paper; `upgrade`: the account holder had told us
 * before people were asked; `no_answer`: they were asked in a call and pressed nothing; `number_changed`: whoever answers the
 * new number has not been asked.
 */
export const CONSENT_WAYS = [
  'key',
  'text',
  'ring',
  'form',
  'account_holder',
  'attested',
  'upgrade',
  'no_answer',
  'number_changed',
] as const
export type ConsentWay = (typeof CONSENT_WAYS)[number]

/** Version of what was said when somebody was asked. A change of the words is a new version. */
export const CONSENT_WORDING = '2026-11'
/** Of people who were called before anybody was asked, until a call has told them about key 9. */
export const UPGRADE_WORDING = 'upgrade'

/** One consent as it stands. */
export interface Consent {
  state: ConsentState
  /** Since when; null as long as they were never asked. */
  since: Date | null
  how: ConsentWay | null
  /** See `CONSENT_WORDING`. */
  wording: string | null
}

export type Consents = Readonly<Record<ConsentSubject, Consent>>

export const NOT_ASKED: Consent = { state: 'not_asked', since: null, how: null, wording: null }

/** Whether a phone may not be rung at all. */
export const refusesCalls = ({ state }: Consent): boolean => state === 'declined' || state === 'withdrawn'
