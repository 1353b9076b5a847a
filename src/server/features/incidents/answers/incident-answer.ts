/** What a notified person can answer. */
export type IncidentAnswer =
  /** "I'm calling her", and what a key or a text message says: "I'll do it". */
  | { kind: 'calling' }
  | { kind: 'going'; minutes: number }
  /** "She's OK" */
  | { kind: 'ok' }
  /** "I can't" */
  | { kind: 'cannot' }

/** What an answer led to. */
export type AnswerResult =
  | { kind: 'took' }
  /** Somebody else was first. */
  | { kind: 'owned'; ownerName: string }
  | { kind: 'resolved' }
  /** `ownerName`: somebody else who owns it, so that nobody is asked; null when others are asked. */
  | { kind: 'declined'; ownerName: string | null }
  /**
   * An answer to older news: what has happened since this person was notified, without a full stop. `isLate`: after
   * they wrote.
   */
  | { kind: 'asked_since'; headline: string; isLate: boolean }
  /** Found late: they have answered again since they wrote it, and that counts. */
  | { kind: 'overtaken' }
  /** It had ended well before. */
  | { kind: 'over'; how: string }
  /** It was removed with the loved one. */
  | { kind: 'gone' }
  /** They were taken off the list, so nothing is asked of them any more; the incident may go on. */
  | { kind: 'not_listed' }

/** Who answers what; `sentAt`: when they wrote it, if that was not now. */
export interface IncidentAnswered {
  incidentId: number
  incidentPersonId: number
  answer: IncidentAnswer
  sentAt?: Date | undefined
  /** When the page on which they answer was rendered, or when help was last asked for of which it showed. */
  seenAt?: Date | undefined
  /** They answer on the phone: when the call was answered in which they heard what it is about. */
  heardAt?: Date | undefined
}
