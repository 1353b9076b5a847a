import type { Call } from '#contract/calls/calls.ts'
import type { Held } from '#web/domain/account/plan-standing.ts'
import {
  type Concern,
  concernInWords,
  concernOf,
  isAllClear,
  mayNeedHelp,
  wasNotPlaced,
} from '#web/domain/calls/call-concern.tsx'
import { type CallProgress, callProgress } from '#web/domain/calls/call-progress.ts'
import { bothTimes, callAtTime } from '#web/domain/calls/call-when.tsx'
import { nextTryInWords, waitingOf } from '#web/domain/calls/next-try.tsx'
import { whoReached } from '#web/domain/calls/resolved-pill.tsx'
import { shortNames } from '#web/domain/people/short-names.ts'
import { missInWords } from './miss-in-words.ts'
import { isClearState, type PersonToday, type TodayState } from './today-people.ts'

// From this many people on, names would make a paragraph of the sentence.
const COUNT_FROM = 5
const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** Who a part of the sentence is about: their names, or from five people on how many they are. */
interface Those {
  who: string
  /** The same where it does not begin a sentence. */
  whom: string
  count: number
}

/** The day in words. Nobody who has a call today is left out, and nothing is said that the calls do not say. */
export function todaySentence(people: readonly PersonToday[], now: Date, held: Held | null = null): string {
  const names = shortNames(people.map((person) => person.lovedOne))
  const isCounted = people.length >= COUNT_FROM
  const nameOf = ({ lovedOne }: PersonToday) => names.get(lovedOne.id) ?? lovedOne.name
  const those = (chosen: readonly PersonToday[]): Those => {
    const names = list.format(chosen.map(nameOf))
    const people = `${inWords(chosen.length).toLowerCase()} ${chosen.length === 1 ? 'person' : 'people'}`
    return {
      count: chosen.length,
      who: isCounted ? inWords(chosen.length) : names,
      whom: isCounted ? people : names,
    }
  }
  const inState = (kind: TodayState['kind']) => people.filter((person) => person.state.kind === kind)
  const underWay = (progress: CallProgress) =>
    people.filter(({ state }) => state.kind === 'in_progress' && callProgress(state.call) === progress)

  const wasAnyMissed = people.some((person) => person.unanswered.length > 0)
  const open = people.flatMap((person) =>
    person.unanswered.filter((call) => !isAllClear(call)).map((call) => ({ call, name: nameOf(person) })),
  )
  const notUnderstood = open.filter(({ call }) => isUnclear(call))
  const unanswered = open.filter(({ call }) => !isUnclear(call))
  const clear = people.filter(({ state, unanswered }) => isClearState(state) && unanswered.every(isAllClear))
  const notPlaced = unanswered.filter(({ call }) => wasNotPlaced(call)).length
  const missed = unanswered.filter(({ call }) => call.status === 'missed' && !wasNotPlaced(call))
  const failed = unanswered.length - missed.length - notPlaced
  const nothingElse = inState('scheduled')
  const toVoicemail = inState('voicemail').filter(({ state }) => !isClearState(state))
  const again = people.filter(({ state, due }) => state.kind !== 'scheduled' && due.length > 0)
  const sentences = [
    ...people.map((person) => askedForHelpInWords(person, nameOf(person))),
    ...notUnderstood.map(({ call, name }) => saidInWords('unclear', call, name)),
    missedInWords(missed),
    notPlaced > 0 && `We couldn’t make ${calls(notPlaced).toLowerCase()} today.`,
    failed > 0 && `${calls(failed)} today didn’t go through.`,
    ...clear.map((person) => clearOfInWords(person, nameOf(person))),
    isCounted ? countedAnswers(people) : answeredInWords(inState('completed').map(nameOf), wasAnyMissed),
    ...(isCounted ? [] : reachedInWords(inState('reached'), nameOf)),
    !isCounted && cancelledInWords(inState('cancelled').map(nameOf)),
    sentenceOf(those(toVoicemail), ({ who }) =>
      isCounted ? `${who} went to voicemail.` : `${possessive(toVoicemail.map(nameOf))} went to voicemail.`,
    ),
    sentenceOf(those(underWay('ringing')), ({ who, count }) =>
      isCounted
        ? `${count === 1 ? 'One phone is' : `${who} phones are`} ringing.`
        : `${possessive(underWay('ringing').map(nameOf))} ${count === 1 ? 'phone is' : 'phones are'} ringing.`,
    ),
    sentenceOf(those(underWay('awaits_reply')), ({ whom }) => `We’ve texted ${whom}.`),
    sentenceOf(those(underWay('on_the_phone')), ({ who, count }) => `${who} ${isOrAre(count)} on a call now.`),
    ...(isCounted
      ? [sentenceOf(those(underWay('between_tries')), ({ whom }) => `We’ll ring ${whom} again soon.`)]
      : underWay('between_tries').map((person) => tryingAgain(person, nameOf(person), now))),
    sentenceOf(those(underWay('not_connected')), ({ whom }) => `We’re still trying to get through to ${whom}.`),
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
    sentenceOf(those(inState('suspended')), ({ whom }) =>
      held === 'email' || held === 'owners_email'
        ? `We can’t ring ${isCounted ? 'them' : whom} until ${held === 'email' ? 'you confirm your' : 'the owner confirms their'} email.`
        : `Calls to ${whom} are suspended.`,
    ),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.join(' ') || 'No calls today.'
}

function askedForHelpInWords({ lovedOne, state }: PersonToday, name: string): string | false {
  if (lovedOne.helpRequested) return `${lovedOne.helpRequested.headline}.`
  if (state.kind !== 'help' || isClearState(state)) return false
  return saidInWords(concernOf(state.call) ?? 'help', state.call, name)
}

function clearOfInWords({ state }: PersonToday, name: string): string | false {
  return 'call' in state && clearInWords(state.call, name)
}

const isUnclear = (call: Call) => concernOf(call) === 'unclear'

function saidInWords(concern: Concern, call: Call, name: string): string {
  return `${concernInWords(concern, call, name)}.`
}

/** "All clear for Margaret now, after the 9:00 AM call." */
function clearInWords(call: Call, name: string): string {
  const after = mayNeedHelp(call)
    ? `the request for help at ${bothTimes(call.scheduledTime, call.lovedOne.timezone)}`
    : `the ${callAtTime(call)}`
  return `All clear for ${name} now, after ${after}.`
}

/** "Margaret: no answer yet, trying again at 9:10 AM." */
function tryingAgain({ state }: PersonToday, name: string, now: Date): string {
  const call = state.kind === 'in_progress' ? state.call : null
  const waiting = call && waitingOf(call)
  if (!waiting) return `We’ll ring ${name} again soon.`
  const words = nextTryInWords(waiting, call.lovedOne.timezone, now)
  return `${name}: ${words.charAt(0).toLowerCase()}${words.slice(1)}.`
}

/** "Margaret didn’t answer the 9:00 AM call." */
function missedInWords(missed: readonly { call: Call; name: string }[]): string | false {
  const [first] = missed
  if (!first) return false
  if (missed.length > 1) return `${calls(missed.length)} today got no clear answer.`
  return `${missInWords(first.call, first.name)}.`
}

const calls = (count: number): string => `${inWords(count)} ${count === 1 ? 'call' : 'calls'}`

function countedAnswers(people: readonly PersonToday[]): string | false {
  // Of somebody who asks for help that is said instead, whatever they answered.
  const withCalls = people.filter(({ state }) => 'call' in state)
  const answered = withCalls.filter(({ state }) => state.kind === 'completed')
  return (
    withCalls.length > 0 &&
    `${answered.length} of ${withCalls.length} ${answered.length === 1 ? 'has' : 'have'} answered today.`
  )
}

function countedToCome(people: readonly PersonToday[]): string | false {
  const count = people.reduce((sum, { due }) => sum + due.length, 0)
  return count > 0 && `${calls(count)} ${isOrAre(count)} still to come.`
}

function answeredInWords(who: string[], afterMiss: boolean): string | false {
  if (who.length === 0) return false
  if (afterMiss) return `${list.format(who)} answered.`
  if (who.length === 1) return `${list.format(who)} has answered today.`
  return `${list.format(who)} have ${who.length === 2 ? 'both ' : ''}answered today.`
}

/** A sentence for each member who has reached somebody. */
function reachedInWords(reached: readonly PersonToday[], nameOf: (person: PersonToday) => string): string[] {
  const by = Map.groupBy(reached, ({ state }) => (state.kind === 'reached' ? whoReached(state.call) : 'the family'))
  return [...by].map(([member, people]) => {
    const whom = list.format(people.map(nameOf))
    if (member === 'you') return `You’ve reached ${whom} today.`
    return `${member === 'the family' ? 'Your family' : member} has reached ${whom} today.`
  })
}

/** The member of the family who did it. */
function cancelledInWords(who: string[]): string | false {
  return (
    who.length > 0 && `The ${who.length === 1 ? 'call' : 'calls'} to ${list.format(who)} ${wasOrWere(who)} cancelled.`
  )
}

const wasOrWere = (who: readonly string[]): string => (who.length === 1 ? 'was' : 'were')

function sentenceOf(those: Those, sentence: (those: Those) => string): string | false {
  return those.count > 0 && sentence(those)
}

const inWords = (count: number): string => NUMBERS[count] ?? String(count)
const isOrAre = (count: number): string => (count === 1 ? 'is' : 'are')

function possessive(who: string[]): string {
  return list.format(who.map((name) => `${name}’s`))
}
