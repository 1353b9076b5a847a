import type { TryFinding } from '#core/consent/try-findings.ts'

/** What can be done about a finding. */
export type TryAction = 'again' | 'number' | 'schedule' | 'loved_one'

/** What a rehearsal found, in plain words, and what to do about it. */
export interface FindingInWords {
  kind: 'ok' | 'warning' | 'quiet'
  title: string
  advice: readonly string[]
  actions: readonly TryAction[]
  /** Somebody answered: was it the right person? */
  asksWho: boolean
}

/** What is known beside the finding: whether they said yes to being called, ever, and whether they answered in this call. */
interface Known {
  hasAgreed: boolean
  hasAnswered: boolean
}

/** What to read after a rehearsal with `name`, "Margaret". Nobody knows yet who it was that answered. */
export function findingInWords(finding: TryFinding | 'someone_else', name: string, known: Known): FindingInWords {
  switch (finding) {
    case 'someone_else':
      return {
        kind: 'warning',
        title: 'Someone else answered',
        advice: [
          `If they live with ${name}, ring again when ${name} has the phone. If you don’t know them, check the number.`,
          'What they said doesn’t count. We’ll ask again on the next call.',
        ],
        actions: ['again', 'number'],
        asksWho: false,
      }
    case 'person':
      return personInWords(name, known)
    case 'declined':
      return {
        kind: 'quiet',
        title: `${name} would rather not be called`,
        advice: [],
        actions: ['loved_one'],
        asksWho: false,
      }
    case 'machine':
      return {
        kind: 'warning',
        title: 'An answering machine picked up',
        advice: [
          `The phone may be off, out of reach, or its voicemail comes on too soon. Try again with the phone in ${name}’s hand.`,
          'If it happens again, ask the phone company to let it ring for longer before voicemail.',
        ],
        actions: ['again', 'number'],
        asksWho: false,
      }
    case 'screening':
      return {
        kind: 'warning',
        title: 'The phone asked who was calling before it rang',
        advice: [
          `Save our number in ${name}’s phone: most phones let saved callers through.`,
          'If it still asks, turn call screening off in the phone’s settings, then try again.',
        ],
        actions: ['again'],
        asksWho: false,
      }
    case 'no_answer':
      return {
        kind: 'warning',
        title: 'Nobody answered',
        advice: [
          'Check that the phone is on, not on silent, and that the number is right.',
          `If ${name} doesn’t pick up for numbers they don’t know, save ours first.`,
        ],
        actions: ['again', 'number', 'schedule'],
        asksWho: false,
      }
    case 'busy':
      return {
        kind: 'warning',
        title: 'The line was busy',
        advice: ['Someone may be on the phone. Give it a few minutes, or pick another time for the first call.'],
        actions: ['again', 'schedule'],
        asksWho: false,
      }
    case 'not_placed':
      return {
        kind: 'warning',
        title: 'We couldn’t ring this number',
        advice: ['The phone didn’t ring. Check the number, then try again in a few minutes.'],
        actions: ['number', 'again'],
        asksWho: false,
      }
  }
}

function personInWords(name: string, { hasAgreed, hasAnswered }: Known): FindingInWords {
  if (!hasAgreed) {
    return {
      kind: 'warning',
      title: 'Someone answered but didn’t say yes',
      advice: [
        `The phone works. We still need ${name}’s yes, so we’ll ask again on the next call.`,
        'To say yes, wait for the question, then press 1. On a mobile you may have to open the keypad first.',
      ],
      actions: ['again', 'schedule'],
      asksWho: true,
    }
  }
  return {
    kind: 'ok',
    title: hasAnswered ? 'It works: someone answered and said yes' : 'It works: someone answered',
    advice: [
      hasAnswered
        ? `Now we can ring ${name} at the times you choose.`
        : `Nobody pressed a key this time, but ${name} had already said yes to our calls.`,
    ],
    actions: ['schedule'],
    asksWho: true,
  }
}
