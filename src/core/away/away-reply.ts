import { formatDayMonth, formatTime } from '../format/dates.ts'
import { lastDayAway } from './away-words.ts'

/** What is answered to somebody who has texted or rung about their own time away. */
export type AwayReply =
  /** `zone` is theirs; `callsStartAgainAt` is null where it is not said. */
  | { kind: 'away'; endsAt: Date; callsStartAgainAt: Date | null; zone: string }
  | { kind: 'back'; callsStartAgainAt: Date | null; zone: string }
  | { kind: 'not_away' }
  | { kind: 'refused'; why: string }
  | { kind: 'unreadable' }
  /** Several people have that number. */
  | { kind: 'shared' }

/** Repeats what was understood, and says how to undo it. */
export function awayReplyText(reply: AwayReply): string {
  switch (reply.kind) {
    case 'away': {
      const until = `Thank you. We won't ring you until the end of ${lastDayAway(reply.endsAt, reply.zone)}.`
      return `${until}${whenAgain(reply)} To undo this, reply BACK.`
    }
    case 'back':
      return `Welcome back. We ring you again.${whenAgain(reply)} To go away again, reply AWAY and how many days, such as AWAY 3.`
    case 'not_away':
      return "You aren't marked as away, so we ring you as usual. To go away, reply AWAY and how many days, such as AWAY 3."
    case 'refused':
      return `Sorry, that didn't work: ${reply.why}.`
    case 'unreadable':
      return 'To go away, reply AWAY and how many days, such as AWAY 3, or AWAY UNTIL 30/11. To come back, reply BACK.'
    case 'shared':
      return 'Several people have this phone, so we changed nothing. Please ask your family to set who is away.'
  }
}

/** " Calls start again on Friday 13 March at 9:00 AM.", or nothing where it is not said. */
export function whenAgain({ callsStartAgainAt: at, zone }: { callsStartAgainAt: Date | null; zone: string }): string {
  return at === null ? '' : ` Calls start again on ${formatDayMonth(at, zone)} at ${formatTime(at, zone)}.`
}
