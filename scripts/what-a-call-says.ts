import { writeFileSync } from 'node:fs'
import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import type { Move } from '#core/conversation/conversation-state.ts'
import { scriptOf, spokenIn } from '#core/conversation/script/script-of.ts'
import type { SpokenSubject } from '#core/conversation/script/spoken-subject.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { goodbyeTo } from '#server/adapters/telephony/twilio/callbacks/fallback-script.ts'
import { ONE_MOMENT } from '#server/adapters/telephony/twilio/callbacks/one-moment-script.ts'

/** As fast as our voice reads at 90 % of its speed. */
const WORDS_A_MINUTE = 150
const MARGARET: Omit<SpokenSubject, 'callType'> = {
  name: 'Margaret Hartley',
  preferredName: null,
  askedBy: 'Robyn Hartley',
  hour: 9,
  isDaily: true,
  isRecorded: true,
  reminderText: null,
  isCalledAgain: true,
}
const MOVE: Move = { name: 'question', serial: 1, lead: null, at: 0, key: null, seconds: 8, about: null }
const REMINDER = { reminderText: 'Two of the small white tablets, with breakfast' }

interface Moment {
  when: string
  move: Partial<Move>
  subject?: Partial<SpokenSubject>
}

const OF_EVERY_TYPE: Moment[] = [
  { when: 'Who is calling, and the question', move: { lead: 'introduction' } },
  { when: 'Nothing was heard', move: { lead: 'nothing_heard' } },
  { when: 'An answer is taken', move: { name: 'goodbye', about: 'acknowledged', key: '1' } },
]
const OF_A_REMINDER: Moment[] = [
  { when: 'It has words of its own: the offer', move: { name: 'offer', lead: 'introduction' }, subject: REMINDER },
  { when: 'The words, after a key', move: {}, subject: REMINDER },
  { when: '"Not yet"', move: { name: 'goodbye', about: 'not_yet', key: '2' } },
]
const OF_A_CHECK_IN: Moment[] = [
  { when: 'The call is recorded', move: { name: 'announce' } },
  { when: 'The family has a word', move: { lead: 'introduction' }, subject: { familyWord: 'kookaburra' } },
  { when: 'A catch-up call', move: { lead: 'introduction' }, subject: { catchUp: 'today' } },
  { when: 'A call that was accepted for a very hot day', move: { lead: 'introduction' }, subject: { isHotDay: true } },
  { when: '"Hello?", "who is this?", "what?"', move: { lead: 'who_is_calling' } },
  { when: 'Words that were not understood', move: { lead: 'not_understood' } },
  { when: 'A key that is not a choice', move: { lead: 'not_a_choice', key: '5' } },
  { when: 'An all-clear into the middle of the question', move: { lead: 'cut_short' } },
  { when: 'An all-clear that a machine may have said', move: { lead: 'key_needed' } },
  { when: 'Words that may ask for help', move: { name: 'confirm_help', lead: 'introduction' } },
  { when: 'Help was asked for', move: { name: 'help_noted', key: '2' } },
  { when: 'A phone screens the call', move: { name: 'screen', lead: 'introduction' } },
  { when: 'A machine, the first time', move: { name: 'message', about: 'full' } },
  { when: 'A machine, after that', move: { name: 'message', about: 'short' } },
  { when: 'No answer', move: { name: 'farewell', about: 'no_answer' } },
  { when: 'Words that were not understood to the end', move: { name: 'farewell', about: 'not_understood' } },
  { when: 'Key 9', move: { name: 'refusal_offer', key: '9' } },
  { when: '“Stop calling me”', move: { name: 'refusal_offer' } },
  { when: 'Key 9 twice', move: { name: 'refused', key: '9' } },
  { when: 'Help may have been asked for', move: { name: 'farewell', about: 'may_need_help' } },
]

/** Everything Cooee says in a call, with the seconds it takes to read aloud: the page docs/what-a-call-says.md. */
export function whatACallSays(): string {
  const of = (callType: CallType): Moment[] => {
    if (callType === 'daily_check_in') return [...OF_EVERY_TYPE, ...OF_A_CHECK_IN]
    return callType === 'medication_reminder' ? [...OF_EVERY_TYPE, ...OF_A_REMINDER] : OF_EVERY_TYPE
  }
  const sections = CALL_TYPES.map((callType) =>
    [
      `## ${CALL_TYPE_LABELS[callType]}`,
      '',
      '| when | said | seconds |',
      '|---|---|---|',
      ...of(callType).map((moment) => row(callType, moment)),
    ].join('\n'),
  )
  return `${[HEAD, ...sections, whileAway(), inOtherLanguages()].join('\n\n')}\n`
}

const HEAD = `# What a call says

Written by \`node scripts/what-a-call-says.ts\` from \`src/core/conversation\`; a test compares them. Seconds are those of reading aloud
at ${WORDS_A_MINUTE} words a minute. Margaret Hartley is called at nine for Robyn Hartley. Before anything is said the phone is listened to for two seconds; after a
question for eight. What is not listed under a type is said there as in a Daily Check-in.`

/** What needs no database, in calls of every kind. */
function whileAway(): string {
  const moments = [
    ['The database or Cooee is away: up to six times', ONE_MOMENT],
    ['After that, no answer was heard', goodbyeTo('voice/1', { hasAnswered: false })],
    ['After that, an answer was heard and could not be counted yet', goodbyeTo('voice/1', { hasAnswered: true })],
    ['After that, in an alert or a test', goodbyeTo('alert-voice/1', { hasAnswered: false })],
    ['After that, somebody had rung Cooee', goodbyeTo('inbound/voice', { hasAnswered: false })],
  ] as const
  const rows = moments.map(([when, text]) => `| ${when} | ${text} | ${secondsOf(text)} |`)
  return ['## While the database or Cooee is away', '', '| when | said | seconds |', '|---|---|---|', ...rows].join(
    '\n',
  )
}

/** The same call in every language beside English. As the catalogues were shipped: what reviewers correct is stored in the database. */
function inOtherLanguages(): string {
  const sections = LANGUAGES.filter((language) => language !== 'en-AU').map((language) => {
    const wording = wordingOf(language)
    const rows = OF_EVERY_LANGUAGE.map(({ when, move, subject: more }) => {
      const subject = { ...MARGARET, callType: 'daily_check_in', wording, ...more } as const
      return `| ${when} | ${spokenIn(scriptOf(subject, { ...MOVE, ...move }))} |`
    })
    return [`### ${LANGUAGE_NAMES[language].english}`, '', '| when | said |', '|---|---|', ...rows].join('\n')
  })
  return ['## A Daily Check-in in other languages', ...sections].join('\n\n')
}

const OF_EVERY_LANGUAGE: Moment[] = [
  { when: 'Who is calling, and the question', move: { lead: 'introduction' } },
  { when: 'A call that was accepted for a very hot day', move: { lead: 'introduction' }, subject: { isHotDay: true } },
  { when: 'Words that were not understood', move: { lead: 'not_understood' } },
  { when: 'An answer is taken', move: { name: 'goodbye', about: 'acknowledged', key: '1' } },
  { when: 'Help was asked for', move: { name: 'help_noted', key: '2' } },
  { when: 'A machine, the first time', move: { name: 'message', about: 'full' } },
]

function row(callType: CallType, { when, move, subject }: Moment): string {
  const text = spokenIn(scriptOf({ ...MARGARET, callType, ...subject }, { ...MOVE, ...move }))
  return `| ${when} | ${text} | ${secondsOf(text)} |`
}

function secondsOf(text: string): number {
  return Math.round((text.split(/\s+/).length * 60) / WORDS_A_MINUTE)
}

if (import.meta.main) writeFileSync(new URL('../docs/what-a-call-says.md', import.meta.url), whatACallSays())
