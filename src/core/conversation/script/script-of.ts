import type { PlayedSound, ScriptPart } from '../../call-script/script.ts'
import { inLanguage } from '../../languages/in-language.ts'
import { phrase, type Wording } from '../../languages/wording.ts'
import { firstWords } from '../../talk/fixed-words.ts'
import { askedMoreAbout, isAskedDeaf, type Move, stepOf, stopsByKey } from '../conversation-state.ts'
import {
  afterReminder,
  confirmHelp,
  consentQuestion,
  coolDown,
  cue,
  declined,
  farewell,
  goodbye,
  helpNoted,
  introduction,
  keyAloud,
  message,
  messageUnasked,
  moreQuestion,
  question,
  shortIntroduction,
  toScreening,
  whoIsCalling,
  wordingOfSubject,
} from './phrases.ts'
import { type SpokenSubject, talkSubjectOf } from './spoken-subject.ts'

/** What a move says and listens for. The same move is the same script, however often it is asked for. */
export function scriptOf(subject: SpokenSubject, move: Move): ScriptPart[] {
  return inLanguage(wordingOfSubject(subject).language, partsOf(subject, move))
}

function partsOf(subject: SpokenSubject, move: Move): ScriptPart[] {
  const wording = wordingOfSubject(subject)
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
      return [say(`${introduction(subject)} ${phrase(wording, 'calls.recorded')}`), { kind: 'go_to', step }]
    case 'offer':
      return [
        ...before(subject, move),
        ask(step, `${lead(wording, move)}${phrase(wording, 'calls.offer')}`, move.seconds),
      ]
    case 'talk':
      // What comes after the connection: only where the provider does not ask for what follows by itself.
      return [
        { kind: 'talk', step, greeting: firstWords(talkSubjectOf(subject, move)) },
        { kind: 'go_to', step },
      ]
    case 'question':
      return asked(subject, move, step)
    case 'consent':
      return [...before(subject, move), ask(step, `${lead(wording, move)}${consentQuestion(subject)}`, move.seconds)]
    case 'declined':
      return [say(`${keyAloud(move.key, wording)}${declined(subject)}`), HANG_UP]
    case 'ask_more':
      return [ask(step, askedMore(subject, move), move.seconds)]
    case 'confirm_help':
      return [
        ...(move.lead === 'introduction' ? [say(shortIntroduction(subject))] : []),
        ask(step, confirmHelp(wording), move.seconds),
      ]
    case 'refusal_offer':
      return [
        ...(move.lead === 'introduction' ? [say(shortIntroduction(subject))] : []),
        ask(step, refusalOffer(wording, move), move.seconds),
      ]
    case 'refused':
      return [say(`${keyAloud(move.key, wording)}${phrase(wording, 'calls.refused')}`), HANG_UP]
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
          prompt: `${keyAloud(move.key, wording)}${lead(wording, move)}${goodbye(subject, move.about === 'not_yet' ? 'not_yet' : 'acknowledged')}`,
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
  const wording = wordingOfSubject(subject)
  // Outside of the question, like the introduction: nothing cuts it, and no repetition says it again.
  const isCooling = subject.isHotDay === true && isFirstAsking(move)
  const cooling = isCooling ? [say(`${lead(wording, move)}${coolDown(wording)}`)] : []
  const reminder = callType === 'medication_reminder' ? reminderText : null
  const words = reminder === null ? question(callType, wording) : `${sentence(reminder)} ${afterReminder(wording)}`
  const prompt = isCooling ? words : `${lead(wording, move)}${words}`
  if (move.lead === 'go_on') return [silently(step, move.seconds)]
  const sound = isFirstAsking(move) ? (subject.voice?.question ?? null) : null
  // Say the words after a recording too: they name the keys, and the provider does not report whether a recording played.
  if (!isAskedDeaf(move)) return [...before(subject, move), ...cooling, ask(step, prompt, move.seconds, sound)]
  return [deaf(step, prompt), ask(step, cue(callType, wording), move.seconds)]
}

/** Whether the question is not a repetition, which is Cooee's alone: it is shorter, and says why it is asked again. */
const isFirstAsking = ({ lead: reason }: Move): boolean =>
  reason === null || reason === 'introduction' || reason === 'thanks'

/** Says something while listening to keys alone; then the next part follows. */
function deaf(step: string, prompt: string): ScriptPart {
  return { kind: 'ask', step, prompt, listening: { seconds: 1, takesSpeech: false, reportsSilence: false } }
}

function lead(wording: Wording, { lead: reason, key }: Move): string {
  switch (reason) {
    case 'nothing_heard':
      return `${phrase(wording, 'calls.nothingHeard')} `
    case 'not_understood':
    case 'interrupted':
      return `${phrase(wording, 'calls.notUnderstood')} `
    case 'not_a_choice':
      return `${keyAloud(key, wording)}${phrase(wording, 'calls.notAChoice')} `
    case 'cut_short':
      return `${phrase(wording, 'calls.stillSpeaking')} `
    case 'key_needed':
      return `${phrase(wording, 'calls.keyNeeded')} `
    case 'thanks':
      return `${keyAloud(key, wording)}${phrase(wording, 'calls.thankYou')} `
    case 'recording_stopped':
      return `${phrase(wording, 'calls.recordingStopped')} `
    case 'talks_stopped':
      return `${phrase(wording, 'calls.talksStopped')} `
    case 'mention_nine':
      return `${phrase(wording, 'calls.mentionNine')} `
    case 'introduction':
    case 'who_is_calling':
    case 'go_on':
    case null:
      return ''
  }
}

function refusalOffer(wording: Wording, move: Move): string {
  if (move.key === null) return phrase(wording, 'calls.spokenRefusalOffer')
  const offers = [
    phrase(wording, 'calls.refusalOffer'),
    ...(stopsByKey(move, 'recording') ? [phrase(wording, 'calls.stopRecording')] : []),
    ...(stopsByKey(move, 'conversation') ? [phrase(wording, 'calls.stopTalks')] : []),
  ]
  return `${keyAloud(move.key, wording)}${offers.join(' ')}`
}

function askedMore(subject: SpokenSubject, move: Move): string {
  const wording = wordingOfSubject(subject)
  const question = moreQuestion(subject, askedMoreAbout(move))
  // A thank you for the answer, and no goodbye yet.
  return move.lead === null
    ? `${keyAloud(move.key, wording)}${phrase(wording, 'calls.thankYou')} ${question}`
    : `${lead(wording, move)}${question}`
}

const sentence = (text: string): string => (/[.!?。！？؟;]$/.test(text) ? text : `${text}.`)

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
