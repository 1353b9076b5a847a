import type { Call } from '#contract/calls.ts'
import { type Concern, concernInWords, concernOf, wasNotPlaced } from '#web/domain/call-concern.tsx'
import { type CallProgress, callProgress } from '#web/domain/call-progress.ts'
import { callTime } from '#web/domain/call-when.tsx'
import { shortNames } from '#web/domain/first-names.ts'
import { nextTryInWords, waitingOf } from '#web/domain/next-try.tsx'
import type { Held } from '#web/domain/plan-standing.ts'
import type { PersonToday, TodayState } from './today-people.ts'

// From this many people on, names would make a paragraph of the sentence.
const COUNT_FROM = 5
const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Who a part of the sentence is about: their names, or from five people on how many they are. */
interface Those {
  who: string
  count: number
}

/**
 * The day in words: who asked for help, who was not understood, what was not answered, who answered, who is still to come. Nobody who has a call
 * today is left out, and nothing is said that the calls do not say.
 */
export function todaySentence(people: readonly PersonToday[], now: Date, held: Held | null = null): string {
  const names = shortNames(people.map((person) => person.lovedOne))
  const isCounted = people.length >= COUNT_FROM
  const nameOf = ({ lovedOne }: PersonToday) => names.get(lovedOne.id) ?? lovedOne.name
  const those = (chosen: readonly PersonToday[]): Those => ({
    count: chosen.length,
    who: isCounted ? inWords(chosen.length) : list.format(chosen.map(nameOf)),
  })
  const inState = (kind: TodayState['kind']) => people.filter((person) => person.state.kind === kind)
  const underWay = (progress: CallProgress) =>
    people.filter(({ state }) => state.kind === 'in_progress' && callProgress(state.call) === progress)

  const wasAnyMissed = people.some((person) => person.unanswered.length > 0)
  const notUnderstood = people.flatMap((person) =>
    person.unanswered.filter(isUnclear).map((call) => ({ person, call })),
  )
  const unanswered = people.flatMap((person) => person.unanswered).filter((call) => !isUnclear(call))
  const notPlaced = unanswered.filter(wasNotPlaced).length
  const missed = unanswered.filter((call) => call.status === 'missed').length - notPlaced
  const failed = unanswered.length - missed - notPlaced
  const nothingElse = inState('scheduled')
  const again = people.filter(({ state, due }) => state.kind !== 'scheduled' && due.length > 0)
  const sentences = [
    ...inState('help').map((person) => askedForHelpInWords(person, nameOf(person))),
    ...notUnderstood.map(({ person, call }) => saidInWords('unclear', call, nameOf(person))),
    missed > 0 && `${callsToday(missed)} not answered.`,
    notPlaced > 0 && `${callsToday(notPlaced)} not placed.`,
    failed > 0 && `${callsToday(failed)} not connected.`,
    isCounted ? countedAnswers(people) : answeredInWords(inState('completed').map(nameOf), wasAnyMissed),
    sentenceOf(those(inState('voicemail')), ({ who }) =>
      isCounted ? `${who} went to voicemail.` : `${possessive(inState('voicemail').map(nameOf))} went to voicemail.`,
    ),
    sentenceOf(those(underWay('ringing')), ({ who, count }) =>
      isCounted
        ? `${count === 1 ? 'One phone rings' : `${who} phones ring`} now.`
        : `${possessive(underWay('ringing').map(nameOf))} ${count === 1 ? 'phone rings' : 'phones ring'} now.`,
    ),
    sentenceOf(those(underWay('on_the_phone')), ({ who, count }) => `${who} ${isOrAre(count)} on a call now.`),
    ...(isCounted
      ? [sentenceOf(those(underWay('between_tries')), ({ who }) => `${who} will be rung again soon.`)]
      : underWay('between_tries').map((person) => tryingAgain(person, nameOf(person), now))),
    sentenceOf(those(underWay('not_connected')), ({ who, count }) => `${who} ${isOrAre(count)} still to be connected.`),
    ...(isCounted
      ? [countedToCome(people)]
      : [
          sentenceOf(those(nothingElse), ({ who, count }) =>
            count === 1 ? `${who} still has a call to come.` : `${who} still have calls to come.`,
          ),
          sentenceOf(those(again), ({ who, count }) =>
            count === 1 ? `${who} has another call to come.` : `${who} have more calls to come.`,
          ),
        ]),
    sentenceOf(those(inState('suspended')), ({ who, count }) =>
      held === 'email'
        ? `Calls to ${isCounted ? 'them' : who} wait until your email is confirmed.`
        : isCounted && count > 1
          ? `${who} have suspended calls.`
          : `Calls to ${who} are suspended.`,
    ),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.join(' ') || 'No calls today.'
}

function askedForHelpInWords({ state }: PersonToday, name: string): string | false {
  return state.kind === 'help' && saidInWords(concernOf(state.call) ?? 'help', state.call, name)
}

const isUnclear = (call: Call) => concernOf(call) === 'unclear'

function saidInWords(concern: Concern, { scheduledTime, lovedOne }: Call, name: string): string {
  return `${concernInWords(concern, { name, time: callTime(scheduledTime, lovedOne.timezone) })}.`
}

/** "Margaret: no answer yet, trying again at 9:10 AM." */
function tryingAgain({ lovedOne, state }: PersonToday, name: string, now: Date): string {
  const waiting = state.kind === 'in_progress' ? waitingOf(state.call) : null
  if (!waiting) return `${name} will be rung again soon.`
  const words = nextTryInWords(waiting, lovedOne.timezone, now)
  return `${name}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`
}

function callsToday(count: number): string {
  return count === 1 ? `${inWords(count)} call today was` : `${inWords(count)} calls today were`
}

function countedAnswers(people: readonly PersonToday[]): string | false {
  const withCalls = people.filter((person) => person.state.kind !== 'none')
  const answered = withCalls.filter((person) => person.state.kind === 'completed')
  return withCalls.length > 0 && `${answered.length} of ${withCalls.length} have answered today.`
}

function countedToCome(people: readonly PersonToday[]): string | false {
  const count = people.reduce((sum, { due }) => sum + due.length, 0)
  return count > 0 && `${inWords(count)} ${count === 1 ? 'call is' : 'calls are'} still to come.`
}

function answeredInWords(who: string[], afterMiss: boolean): string | false {
  if (who.length === 0) return false
  if (afterMiss) return `${possessive(who)} went through.`
  if (who.length === 1) return `${list.format(who)} has answered today.`
  return `${list.format(who)} have ${who.length === 2 ? 'both ' : ''}answered today.`
}

function sentenceOf(those: Those, sentence: (those: Those) => string): string | false {
  return those.count > 0 && sentence(those)
}

const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

function possessive(who: string[]): string {
  return list.format(who.map((name) => `${name}’s`))
}
