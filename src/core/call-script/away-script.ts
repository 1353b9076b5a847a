import { LONGEST_AWAY_DAYS } from '../away/away-period.ts'
import type { AwayReply } from '../away/away-reply.ts'
import { ENGLISH_WORDING } from '../languages/english/english.ts'
import { inLanguage } from '../languages/in-language.ts'
import type { Language } from '../languages/language.ts'
import { dayAt, lastDayBefore, minutesAt } from '../languages/spoken-instant.ts'
import { phrase, type Wording } from '../languages/wording.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import { type Heard, keyAloud } from './answer.ts'
import { goodbyeScript, ONCE_MORE } from './call-back-script.ts'
import type { Listening, ScriptPart } from './script.ts'

/** Several digits, then hash; eight seconds of silence end them as well. */
const SEVERAL_DIGITS: Listening = { seconds: 8, takesSpeech: true, reportsSilence: false, mostKeys: 2 }

/** For how many days. `presentEnd`: the end of the time away that they are in. */
export function awayDaysScript(
  before: string,
  { presentEnd, zone }: { presentEnd: Date | null; zone: string },
  step: string,
  wording = ENGLISH_WORDING,
): ScriptPart[] {
  const question =
    presentEnd === null
      ? phrase(wording, 'ringing.howManyDays')
      : phrase(wording, 'ringing.awayNow', { day: lastDay(wording, presentEnd, zone) })
  return asked(wording, before, question, step, SEVERAL_DIGITS)
}

/** Repeats what was understood before anything changes. */
export function awayConfirmScript(
  heard: Heard,
  { days, endsAt, zone }: { days: number; endsAt: Date; zone: string },
  step: string,
  wording = ENGLISH_WORDING,
): ScriptPart[] {
  const key = heard.keys.trim() ? 'ringing.youEntered' : 'ringing.iHeard'
  const number = phrase(wording, key, { days: wording.forms.days(days) })
  const until = phrase(wording, 'ringing.notRungUntil', { day: lastDay(wording, endsAt, zone) })
  return asked(wording, `${number} ${until}`, phrase(wording, 'ringing.rightOrAnother'), step)
}

const lastDay = ({ forms }: Wording, endsAt: Date, zone: string): string => forms.day(lastDayBefore(endsAt, zone))

function asked(wording: Wording, before: string, question: string, step: string, listening?: Listening): ScriptPart[] {
  const how = listening ? { listening } : {}
  const end = [
    phrase(wording, 'calls.noAnswer'),
    phrase(wording, 'ringing.nothingChanged'),
    phrase(wording, 'calls.goodbye'),
  ]
  const again = `${phrase(wording, 'ringing.onceMore')} ${question}`
  return inLanguage(wording.language, [
    { kind: 'ask', step, prompt: `${before} ${question}`.trim(), ...how },
    { kind: 'ask', step: `${step}${ONCE_MORE}`, prompt: again, ...how },
    { kind: 'say', text: end.join(' ') },
    { kind: 'hang_up' },
  ])
}

/** What was entered or said for a number of days; null: neither a number up to 90 nor a request for help. 0 is "back". */
export function understoodDays(
  heard: Heard,
  names: readonly string[],
  language: Language,
): { kind: 'help' } | { kind: 'days'; days: number } | null {
  const keys = heard.keys.trim().replace(/#$/, '')
  const said = keys ? null : /^\D*(\d{1,2})\D*$/.exec(heard.speech)?.[1]
  if (!keys && understandingIn(language).meaningOf(heard.speech, names) === 'help') return { kind: 'help' }
  const number =
    keys || (said ?? understandingIn(language).spokenDigit(heard.speech.replace(/\bdays?\b/i, ''), names) ?? '')
  if (!/^\d{1,2}$/.test(number) || Number(number) > LONGEST_AWAY_DAYS) return null
  return { kind: 'days', days: Number(number) }
}

/** What was answered when the days were repeated; null: none of the choices. */
export function understoodConfirmation(
  { keys, speech }: Heard,
  names: readonly string[],
  language: Language,
): 'yes' | 'another' | 'help' | null {
  const key = keys.trim().at(-1)
  if (key) return key === '1' ? 'yes' : key === '5' ? 'another' : key === '2' ? 'help' : null
  if (understandingIn(language).meaningOf(speech, names) === 'help') return 'help'
  return understandingIn(language).isBareYes(speech) ? 'yes' : null
}

/** After what was no number of days. */
export function noNumberOfDays({ keys }: Heard, wording = ENGLISH_WORDING): string {
  const entered = keys.replace(/\D/g, '')
  if (!entered) return phrase(wording, 'calls.notUnderstood')
  const { forms } = wording
  const number = entered.length > 2 ? entered : forms.number(Number(entered))
  return phrase(wording, 'ringing.noNumberOfDays', { number, most: forms.number(LONGEST_AWAY_DAYS) })
}

/** The end of a call in which nothing was changed. */
export function nothingChangedScript(before: string, wording = ENGLISH_WORDING): ScriptPart[] {
  return goodbyeScript(`${before} ${phrase(wording, 'ringing.nothingChanged')}`.trim(), wording)
}

/** Says what was done and how to undo it. */
export function awayDoneScript(heard: Heard, reply: AwayReply, wording = ENGLISH_WORDING): ScriptPart[] {
  return goodbyeScript(`${keyAloud(heard, wording)}${spoken(reply, wording).join(' ')}`, wording)
}

function spoken(reply: AwayReply, wording: Wording): string[] {
  switch (reply.kind) {
    case 'away': {
      const day = lastDay(wording, reply.endsAt, reply.zone)
      const until = phrase(wording, 'ringing.notRungUntil', { day })
      const undo = phrase(wording, 'ringing.undoAway')
      return [phrase(wording, 'calls.thankYou'), until, ...whenAgain(reply, wording), undo]
    }
    case 'back':
      return [
        phrase(wording, 'ringing.welcomeBack'),
        ...whenAgain(reply, wording),
        phrase(wording, 'ringing.awayAgain'),
      ]
    case 'not_away':
      return [phrase(wording, 'ringing.notAway')]
    case 'refused': {
      // The reason is in English, for screens: in another language it is said whom to ask.
      const why = wording.language === 'en-AU' ? reply.why : phrase(wording, 'ringing.askFamily')
      return [phrase(wording, 'ringing.didNotWork', { why }), phrase(wording, 'ringing.nothingChanged')]
    }
    case 'unreadable':
    case 'shared':
      return [phrase(wording, 'ringing.nothingChanged')]
  }
}

function whenAgain(
  { callsStartAgainAt: at, zone }: { callsStartAgainAt: Date | null; zone: string },
  wording: Wording,
): string[] {
  if (at === null) return []
  const { forms } = wording
  const [day, time] = [forms.day(dayAt(at, zone)), forms.time(minutesAt(at, zone))]
  return [phrase(wording, 'ringing.startAgain', { day, time })]
}
