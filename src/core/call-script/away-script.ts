import { LONGEST_AWAY_DAYS } from '../away/away-period.ts'
import { type AwayReply, whenAgain } from '../away/away-reply.ts'
import { lastDayAway } from '../away/away-words.ts'
import type { Language } from '../languages/language.ts'
import { understandingIn } from '../understanding/understanding-in.ts'
import { type Heard, keyAloud } from './answer.ts'
import { GOODBYE, goodbyeScript, ONCE_MORE } from './call-back-script.ts'
import type { Listening, ScriptPart } from './script.ts'

/** Several digits, then hash; eight seconds of silence end them as well. */
const SEVERAL_DIGITS: Listening = { seconds: 8, takesSpeech: true, reportsSilence: false, mostKeys: 2 }
const NOTHING_CHANGED = 'We have changed nothing.'

/** For how many days. `presentEnd`: the end of the time away that they are in. */
export function awayDaysScript(
  before: string,
  { presentEnd, zone }: { presentEnd: Date | null; zone: string },
  step: string,
): ScriptPart[] {
  const question =
    presentEnd === null
      ? 'For how many days shall we not ring you? Enter the number of days, then press hash.'
      : `You are away until the end of ${lastDayAway(presentEnd, zone)}. If you are back, press 0, then hash. To stay away longer or come back earlier, enter the number of days from now, then press hash.`
  return asked(before, question, step, SEVERAL_DIGITS)
}

/** Repeats what was understood before anything changes. */
export function awayConfirmScript(
  heard: Heard,
  { days, endsAt, zone }: { days: number; endsAt: Date; zone: string },
  step: string,
): ScriptPart[] {
  const number = days === 1 ? '1 day' : `${days} days`
  const until = `We won't ring you until the end of ${lastDayAway(endsAt, zone)}.`
  const question = `If that is right, press 1. To enter another number, press 5.`
  return asked(`${heard.keys.trim() ? 'You entered' : 'I heard'} ${number}. ${until}`, question, step)
}

function asked(before: string, question: string, step: string, listening?: Listening): ScriptPart[] {
  const how = listening ? { listening } : {}
  return [
    { kind: 'ask', step, prompt: `${before} ${question}`.trim(), ...how },
    { kind: 'ask', step: `${step}${ONCE_MORE}`, prompt: `Once more. ${question}`, ...how },
    { kind: 'say', text: `I did not hear an answer. ${NOTHING_CHANGED} ${GOODBYE}` },
    { kind: 'hang_up' },
  ]
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
export function noNumberOfDays({ keys }: Heard): string {
  const entered = keys.replace(/\D/g, '')
  return entered
    ? `${entered} is not a number of days from 1 to ${LONGEST_AWAY_DAYS}.`
    : 'Sorry, I did not understand that.'
}

/** The end of a call in which nothing was changed. */
export function nothingChangedScript(before: string): ScriptPart[] {
  return goodbyeScript(`${before} ${NOTHING_CHANGED}`.trim())
}

/** Says what was done and how to undo it. */
export function awayDoneScript(heard: Heard, reply: AwayReply): ScriptPart[] {
  return goodbyeScript(`${keyAloud(heard)}${spoken(reply)}`)
}

function spoken(reply: AwayReply): string {
  switch (reply.kind) {
    case 'away': {
      const until = `Thank you. We won't ring you until the end of ${lastDayAway(reply.endsAt, reply.zone)}.`
      return `${until}${whenAgain(reply)} To undo this, ring us, press 5, then 0 and hash.`
    }
    case 'back':
      return `Welcome back. We ring you again.${whenAgain(reply)} To go away again, ring us and press 5.`
    case 'not_away':
      return "You aren't marked as away, so we ring you as usual."
    case 'refused':
      return `Sorry, that didn't work: ${reply.why}. ${NOTHING_CHANGED}`
    case 'unreadable':
    case 'shared':
      return NOTHING_CHANGED
  }
}
