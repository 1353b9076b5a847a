import type { PlayedSound, ScriptPart } from '../../call-script/script.ts'
import { firstWords } from '../../talk/fixed-words.ts'
import { askedMoreAbout, isAskedDeaf, type Move, stepOf, stopsByKey } from '../conversation-state.ts'
import {
  AFTER_REMINDER,
  CONFIRM_HELP,
  consentQuestion,
  cue,
  declined,
  farewell,
  goodbye,
  helpNoted,
  introduction,
  keyAloud,
  MENTION_NINE,
  message,
  messageUnasked,
  moreQuestion,
  OFFER,
  question,
  RECORDED,
  REFUSAL_OFFER,
  REFUSED,
  SPOKEN_REFUSAL_OFFER,
  STOP_RECORDING,
  STOP_TALKS,
  shortIntroduction,
  toScreening,
  whoIsCalling,
} from './phrases.ts'
import { type SpokenSubject, talkSubjectOf } from './spoken-subject.ts'

/** What a move says and listens for. The same move is the same script, however often it is asked for. */
export function scriptOf(subject: SpokenSubject, move: Move): ScriptPart[] {
  const step = stepOf(move)
  switch (move.name) {
    case 'listen':
    case 'wait':
    case 'hear_out':
      return [silently(step, move.seconds)]
    case 'screen':
      return [...(move.lead === 'introduction' ? [say(toScreening(subject))] : []), silently(step, move.seconds)]
    case 'greet':
      // Without the recording, which may just have been deleted, the introduction follows in full.
      return [...(subject.voice?.greeting ? [play(subject.voice.greeting)] : []), { kind: 'go_to', step }]
    case 'announce':
      return [say(`${introduction(subject)} ${RECORDED}`), { kind: 'go_to', step }]
    case 'offer':
      return [...before(subject, move), ask(step, `${lead(move)}${OFFER}`, move.seconds)]
    case 'talk':
      // What comes after the connection: only where the provider does not ask for what follows by itself.
      return [
        { kind: 'talk', step, greeting: firstWords(talkSubjectOf(subject, move)) },
        { kind: 'go_to', step },
      ]
    case 'question':
      return asked(subject, move, step)
    case 'consent':
      return [...before(subject, move), ask(step, `${lead(move)}${consentQuestion(subject)}`, move.seconds)]
    case 'declined':
      return [say(`${keyAloud(move.key)}${declined(subject)}`), HANG_UP]
    case 'ask_more':
      return [ask(step, askedMore(subject, move), move.seconds)]
    case 'confirm_help':
      return [
        ...(move.lead === 'introduction' ? [say(shortIntroduction(subject))] : []),
        ask(step, CONFIRM_HELP, move.seconds),
      ]
    case 'refusal_offer':
      return [
        ...(move.lead === 'introduction' ? [say(shortIntroduction(subject))] : []),
        ask(step, move.key === null ? SPOKEN_REFUSAL_OFFER : `${keyAloud(move.key)}${offered(move)}`, move.seconds),
      ]
    case 'refused':
      return [say(`${keyAloud(move.key)}${REFUSED}`), HANG_UP]
    case 'message':
      if (move.about === 'silent') return [silently(step, move.seconds)]
      // In full: nothing that talks on cuts it.
      if (subject.often) return [say(messageUnasked(subject)), silently(step, move.seconds)]
      return [deaf(step, message(subject, move.about === 'short')), silently(step, move.seconds)]
    case 'goodbye':
      return [
        {
          kind: 'ask',
          step,
          prompt: `${keyAloud(move.key)}${lead(move)}${goodbye(subject, move.about === 'not_yet' ? 'not_yet' : 'acknowledged')}`,
          // Silence is the end of the call and needs nobody.
          listening: { seconds: move.seconds, takesSpeech: true, reportsSilence: false },
        },
        HANG_UP,
      ]
    case 'help_noted':
      return [say(helpNoted(subject, move.key)), HANG_UP]
    case 'farewell':
      return move.about === null ? [HANG_UP] : [say(farewell(subject, endOf(move))), HANG_UP]
  }
}

const HANG_UP: ScriptPart = { kind: 'hang_up' }
const say = (text: string): ScriptPart => ({ kind: 'say', text })
const play = (sound: PlayedSound): ScriptPart => ({ kind: 'play', sound })

function ask(step: string, prompt: string, seconds: number, sound: PlayedSound | null = null): ScriptPart {
  const listening = { seconds, takesSpeech: true, reportsSilence: true }
  return { kind: 'ask', step, prompt, ...(sound && { sound }), listening }
}

const silently = (step: string, seconds: number): ScriptPart => ask(step, '', seconds)

/** The introduction stands outside of the question: nothing cuts it, and everybody hears it whole. */
function before(subject: SpokenSubject, { lead }: Move): ScriptPart[] {
  if (lead === 'introduction') return [say(introduction(subject))]
  return lead === 'who_is_calling' ? [say(whoIsCalling(subject))] : []
}

function asked(subject: SpokenSubject, move: Move, step: string): ScriptPart[] {
  const { callType, reminderText } = subject
  const reminder = callType === 'medication_reminder' ? reminderText : null
  const words = reminder === null ? question(callType) : `${sentence(reminder)} ${AFTER_REMINDER}`
  const prompt = `${lead(move)}${words}`
  if (move.lead === 'go_on') return [silently(step, move.seconds)]
  const sound = isFirstAsking(move) ? (subject.voice?.question ?? null) : null
  // The words are said after a recording, too: they name the keys, and nobody can know whether a recording is heard.
  if (!isAskedDeaf(move)) return [...before(subject, move), ask(step, prompt, move.seconds, sound)]
  return [deaf(step, prompt), ask(step, cue(callType), move.seconds)]
}

/** Whether the question is not a repetition, which is Cooee's alone: it is shorter, and says why it is asked again. */
const isFirstAsking = ({ lead: reason }: Move): boolean =>
  reason === null || reason === 'introduction' || reason === 'thanks'

/** Says something while listening to keys alone; then the next part follows. */
function deaf(step: string, prompt: string): ScriptPart {
  return { kind: 'ask', step, prompt, listening: { seconds: 1, takesSpeech: false, reportsSilence: false } }
}

function lead({ lead: reason, key }: Move): string {
  switch (reason) {
    case 'nothing_heard':
      return 'Sorry, I did not hear anything. '
    case 'not_understood':
    case 'interrupted':
      return 'Sorry, I did not understand that. '
    case 'not_a_choice':
      return `${keyAloud(key)}That is not one of the choices. `
    case 'cut_short':
      return 'Sorry, I was still speaking. '
    case 'key_needed':
      return 'Thank you. I need a key to be sure. '
    case 'thanks':
      return `${keyAloud(key)}Thank you. `
    case 'recording_stopped':
      return 'We do not record your calls any more. '
    case 'talks_stopped':
      return 'We do not chat on these calls any more. '
    case 'mention_nine':
      return `${MENTION_NINE} `
    case 'introduction':
    case 'who_is_calling':
    case 'go_on':
    case null:
      return ''
  }
}

const offered = (move: Move): string =>
  [
    REFUSAL_OFFER,
    ...(stopsByKey(move, 'recording') ? [STOP_RECORDING] : []),
    ...(stopsByKey(move, 'conversation') ? [STOP_TALKS] : []),
  ].join(' ')

function askedMore(subject: SpokenSubject, move: Move): string {
  const question = moreQuestion(subject, askedMoreAbout(move))
  // A thank you for the answer, and no goodbye yet.
  return move.lead === 'key_needed' ? `${lead(move)}${question}` : `${keyAloud(move.key)}Thank you. ${question}`
}

const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`)

function endOf({ about }: Move) {
  return about === 'not_understood' || about === 'may_need_help' ? about : 'no_answer'
}

/** Everything that a script says, in its order, as the transcript holds it. */
export function spokenIn(script: readonly ScriptPart[]): string {
  return script
    .flatMap((part) => {
      if (part.kind === 'say') return [part.text]
      if (part.kind === 'talk') return [part.greeting]
      return part.kind === 'ask' && part.prompt ? [part.prompt] : []
    })
    .join(' ')
}
