import type { AsksBy } from '../../../calls/call-vocabulary.ts'
import type { IncidentCause } from '../../incident-cause.ts'
import type { TextPart } from './two-segments.ts'

/** What a message about an incident needs to know. Texts are plain; nothing about anybody's health is in them. */
export interface AlertSubject {
  /** Who was called: "Margaret Hartley". */
  name: string
  /** Their number as it is shown, to ring them. */
  phone: string
  /** How they were asked: who is texted may not hear a phone ring. Left out: by ringing. */
  asksBy?: AsksBy
  /** Who asked for the call: "Robyn Hartley"; null when the account holder gave no name. */
  askedBy: string | null
  /** What happened, without a full stop: "Margaret Hartley didn't answer the 9:00 AM call". */
  headline: string
  /** The same for a locked screen, which says to nobody what a call was for; left out: the headline does not either. */
  plainHeadline?: string
  /** The headline of a text that has no room for it: several calls are counted instead of named. */
  shortHeadline?: string
  /** Why, or how sure it is, as a sentence; null when there is nothing to add. */
  detail: string | null
  /** What else it is about, each without a full stop. */
  others?: readonly string[]
  cause: IncidentCause
  /** Several members are notified; left out: the account holder alone. */
  isShared?: boolean
  /** The words as heard; null when there were none. Only the account holder reads them. */
  heard: string | null
  /** Since when nobody owns it, "Mar 9, 2026 9:02 AM" on the loved one's clock; null in the first text. */
  openSince: string | null
  /** When the person last answered that all was well, "Mar 9, 2026 9:01 AM" on their clock; null when they never have. */
  lastAnswered: string | null
  /** Whether the one who reads it shares the phone on which she is called: a digit could be anybody's answer. */
  isOwnPhone?: boolean
  /** What a text message says beside its news; mails say it elsewhere. */
  extras?: readonly (TextPart | null)[]
  /** The incident's page, for the one person who gets this message. */
  link: string
}

export interface AlertText {
  subject: string
  /** The subject as a locked screen shows it; left out: as it is. */
  plainSubject?: string
  mail: string
  sms: string
}
