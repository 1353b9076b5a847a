import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { dayAt, lastDayBefore, minutesAt } from '../languages/spoken-instant.ts'
import { phrase, type Wording } from '../languages/wording.ts'

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
export function awayReplyText(reply: AwayReply, wording = ENGLISH_WORDING): string {
  return partsOf(reply, wording).join(' ')
}

function partsOf(reply: AwayReply, wording: Wording): string[] {
  switch (reply.kind) {
    case 'away': {
      const day = wording.forms.writtenDay(lastDayBefore(reply.endsAt, reply.zone))
      const undo = phrase(wording, 'texts.undoAway')
      return [phrase(wording, 'texts.awayUntil', { day }), ...whenAgain(reply, wording), undo]
    }
    case 'back':
      return [phrase(wording, 'texts.welcomeBack'), ...whenAgain(reply, wording), phrase(wording, 'texts.awayAgain')]
    case 'not_away':
      return [phrase(wording, 'texts.notAway'), phrase(wording, 'texts.goAway')]
    case 'refused': {
      // The reason is in English, for screens: in another language it is written whom to ask.
      const why = wording.language === 'en-AU' ? reply.why : phrase(wording, 'ringing.askFamily')
      return [phrase(wording, 'texts.didNotWork', { why })]
    }
    case 'unreadable':
      return [phrase(wording, 'texts.howToGoAway')]
    case 'shared':
      return [phrase(wording, 'texts.sharedPhone')]
  }
}

/** "Calls start again on Friday 13 March at 9:00 AM.", or nothing where it is not said. */
function whenAgain(
  { callsStartAgainAt: at, zone }: { callsStartAgainAt: Date | null; zone: string },
  wording: Wording,
): string[] {
  if (at === null) return []
  const { forms } = wording
  const [day, time] = [forms.writtenDay(dayAt(at, zone)), forms.writtenTime(minutesAt(at, zone))]
  return [phrase(wording, 'texts.startAgain', { day, time })]
}
