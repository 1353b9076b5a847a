import { type CallProgress, callProgress } from '#web/domain/call-progress.ts'
import { shortNames } from '#web/domain/first-names.ts'
import type { PersonToday, TodayState } from './today-people.ts'

// From this many people on, names would make a paragraph of the sentence.
const COUNT_FROM = 5
const list = new Intl.ListFormat('en-AU', { type: 'conjunction' })
const NUMBERS = ['No', 'One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight', 'Nine']

/** The day in words: what was not answered, who answered, who is still to come. Only what the calls say. */
export function todaySentence(people: readonly PersonToday[]): string {
  const names = shortNames(people.map((person) => person.lovedOne))
  const named = (...kinds: TodayState['kind'][]) =>
    people
      .filter((person) => kinds.includes(person.state.kind))
      .map((person) => names.get(person.lovedOne.id) ?? person.lovedOne.name)

  const underWay = (progress: CallProgress) =>
    people
      .filter(({ state }) => state.kind === 'in_progress' && callProgress(state.call) === progress)
      .map(({ lovedOne }) => names.get(lovedOne.id) ?? lovedOne.name)

  const unanswered = people.flatMap((person) => person.unanswered)
  const missed = unanswered.filter((call) => call.status === 'missed').length
  const failed = unanswered.length - missed
  const sentences = [
    missed > 0 && `${callsToday(missed)} not answered.`,
    failed > 0 && `${callsToday(failed)} not able to go through.`,
    ...(people.length >= COUNT_FROM
      ? [countedAnswers(people)]
      : [
          answeredInWords(named('completed'), unanswered.length > 0),
          inWords(named('voicemail'), (who) => `${possessive(who)} went to voicemail.`),
          inWords(underWay('on_the_phone'), (who) => `${list.format(who)} ${isOrAre(who)} on a call now.`),
          inWords(underWay('between_tries'), (who) => `${list.format(who)} will be rung again soon.`),
          inWords(underWay('not_connected'), (who) => `${list.format(who)} ${isOrAre(who)} still to be connected.`),
          unanswered.length === 0 &&
            inWords(named('scheduled'), (who) =>
              who.length === 1
                ? `${list.format(who)} still has a call to come.`
                : `${list.format(who)} still have calls to come.`,
            ),
        ]),
  ].filter((sentence) => typeof sentence === 'string')
  return sentences.join(' ') || 'No calls today.'
}

function callsToday(count: number): string {
  const number = NUMBERS[count] ?? String(count)
  return count === 1 ? `${number} call today was` : `${number} calls today were`
}

function countedAnswers(people: readonly PersonToday[]): string | false {
  const withCalls = people.filter((person) => person.state.kind !== 'none')
  const answered = withCalls.filter((person) => person.state.kind === 'completed')
  return withCalls.length > 0 && `${answered.length} of ${withCalls.length} have answered today.`
}

function answeredInWords(who: string[], afterMiss: boolean): string | false {
  if (afterMiss) return inWords(who, () => `${possessive(who)} went through.`)
  return inWords(who, () =>
    who.length === 1
      ? `${list.format(who)} has answered today.`
      : `${list.format(who)} have ${who.length === 2 ? 'both ' : ''}answered today.`,
  )
}

const isOrAre = (who: string[]): string => (who.length === 1 ? 'is' : 'are')

function inWords(who: string[], sentence: (who: string[]) => string): string | false {
  return who.length > 0 && sentence(who)
}

function possessive(who: string[]): string {
  return list.format(who.map((name) => `${name}’s`))
}
