import { shortName } from '../escalation/texts/parts/short-name.ts'
import { withinTwoSegments } from '../escalation/texts/parts/two-segments.ts'

/** Whom a question is about, in names that may be sent. */
export interface Asked {
  /** The loved one. */
  name: string
  /** Who added the contact; null when no name was given. */
  askedBy: string | null
}

/** The one text that asks a contact: who added them, for whom, what they may get, how to answer, and the link to their page. */
export function questionText({ name, askedBy, link, isAgain }: Asked & { link: string; isAgain: boolean }): string {
  const who = askedBy ?? "A family that uses Cooee's calls"
  const short = shortName(name)
  const first = isAgain
    ? `Cooee: you're on ${askedBy ?? 'the'}${askedBy ? "'s" : ''} list of contacts for ${name}. Is that still all right?`
    : `Cooee: ${who} has added you as a contact for ${name}.`
  const shorter = isAgain ? `Cooee: are you still a contact for ${name}?` : `Cooee: ${who} added you for ${name}.`
  return withinTwoSegments([
    { text: first, shorter: [{ truncationPriority: 9, text: shorter }] },
    { text: `We check in with ${short} by phone.`, shorter: [{ truncationPriority: 1, text: '' }] },
    `If ${short} doesn't answer or asks for help, we may text or ring you.`,
    'Reply YES to agree or NO.',
    `About it: ${link}`,
  ])
}

/** What an answer changed. */
export type AnswerOutcome =
  | { kind: 'agreed'; wasDeclined: boolean }
  | { kind: 'declined'; wasAgreed: boolean }
  | { kind: 'not_understood' }

/** The reply to a YES or a NO: for whom it counted, and who else has asked. `other`: whose question is still open. */
export function answeredText({ name, askedBy }: Asked, outcome: AnswerOutcome, other: Asked | null): string {
  const short = shortName(name)
  const whom = askedBy === null ? name : `${name} (${askedBy} asked)`
  const next = other
    ? ` ${other.askedBy ?? 'Somebody else'} asks you the same about ${other.name}: reply YES or NO.`
    : ''
  switch (outcome.kind) {
    case 'agreed': {
      const changed = outcome.wasDeclined ? "We've changed your no. You're" : "Thank you. You're"
      return `${changed} a contact for ${whom}. We'll text or ring you only if ${short} may need someone. Changed your mind? Reply NO.${next}`
    }
    case 'declined': {
      const changed = outcome.wasAgreed ? "We've changed your yes. You're" : "Thank you for telling us. You're"
      return `${changed} not a contact for ${whom}, and we won't alert you. Changed your mind? Reply YES.${next}`
    }
    case 'not_understood':
      return `Sorry, we didn't understand that. Will you be a contact for ${whom}? Reply YES to agree or NO. In danger? Call 000.`
  }
}
