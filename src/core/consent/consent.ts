/** What a loved one decides for themselves. `words`: whether the family may read what they say; `conversation`: a talk beyond keys. */
export const CONSENT_SUBJECTS = ['calls', 'recording', 'words', 'conversation'] as const
export type ConsentSubject = (typeof CONSENT_SUBJECTS)[number]

export const CONSENT_STATES = ['not_asked', 'agreed', 'declined', 'withdrawn'] as const
export type ConsentState = (typeof CONSENT_STATES)[number]

/**
 * How a state came about. `attested`: an organisation holds the consent on paper; `upgrade`: the account holder had told us
 * before people were asked; `no_answer`: they were asked in a call and pressed nothing; `number_changed`: the person who answers the
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

/** Whether somebody does not want it: said so when they were asked, or later. */
export const saidNo = (state: ConsentState | null): boolean => state === 'declined' || state === 'withdrawn'

/** `attested`: the operator holds everybody's consent on paper, so that nobody is asked; key 9 and STOP work all the same. */
export const CONSENT_MODES = ['asked', 'attested'] as const
export type ConsentMode = (typeof CONSENT_MODES)[number]

const ATTESTED: Consent = { state: 'agreed', since: null, how: 'attested', wording: null }
export const unasked = (mode: ConsentMode): Consent => (mode === 'attested' ? ATTESTED : NOT_ASKED)

/** Causes of an incident that somebody's words brought about. */
const CAUSES_BY_WORDS: readonly string[] = ['help', 'uncertain_help', 'unclear']

/**
 * Whether the family reads what somebody said in a call: once they have agreed to that; before they were asked only where
 * their words raised an incident, `causes` of the call's incidents; after a no never.
 */
export const mayReadWords = ({ words }: Pick<Consents, 'words'>, causes: readonly string[]): boolean =>
  words.state === 'agreed' || (words.state === 'not_asked' && causes.some((cause) => CAUSES_BY_WORDS.includes(cause)))

const DAY_MS = 24 * 3_600_000
/** Somebody who pressed nothing when they were asked is asked again after this time. */
const ASKED_AGAIN_AFTER_MS = 7 * DAY_MS

/** What is asked by key after a good answer. */
export type AskedAfterwards = Exclude<ConsentSubject, 'calls'>

/**
 * What somebody who is well is asked at the end of a call, one thing at most: whether the family may read their words, then
 * whether calls may be recorded, then whether calls may be a short talk, each where that is wanted. Not in the call in which they agreed to calls.
 */
export function askedAfterwards(
  { calls, words, recording, conversation }: Consents,
  wants: { wantsRecording: boolean; wantsTalk: boolean; startedAt: Date; now: Date },
): AskedAfterwards | null {
  const { wantsRecording, wantsTalk, startedAt, now } = wants
  if (calls.state !== 'agreed' || (calls.since !== null && calls.since >= startedAt)) return null
  const isOpen = ({ state, since }: Consent) =>
    state === 'not_asked' && (since === null || now.getTime() - since.getTime() > ASKED_AGAIN_AFTER_MS)
  if (isOpen(words)) return 'words'
  if (wantsRecording && isOpen(recording)) return 'recording'
  return wantsTalk && isOpen(conversation) ? 'conversation' : null
}
