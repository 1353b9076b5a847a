import type { ConsentState, ConsentSubject } from './consent.ts'

const WHAT: Record<ConsentSubject, string> = {
  calls: 'calls',
  recording: 'recorded calls',
  words: 'sharing what is said in calls',
  conversation: 'longer chats',
}

/** What a loved one has decided, as an entry of the activity log. */
export function decisionInWords(
  name: string,
  subject: ConsentSubject,
  state: Exclude<ConsentState, 'not_asked'>,
): string {
  switch (state) {
    case 'agreed':
      return `${name} said yes to ${WHAT[subject]}`
    case 'declined':
      return `${name} said no to ${WHAT[subject]}`
    case 'withdrawn':
      return `${name} took back their yes to ${WHAT[subject]}`
  }
}
