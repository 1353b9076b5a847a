import { LONGEST_VOICE_SECONDS } from '../voice/read-wav.ts'
import type { PlayedSound, ScriptPart } from './script.ts'

/** A call in which a member records the greeting or the question of a loved one's calls. */
export interface VoiceCallSubject {
  part: 'greeting' | 'question'
  /** Who is called in those calls: "Margaret". */
  lovedOne: string
}

/** The steps of such a call, as the provider's callbacks name them. A wait is numbered. */
export const VOICE_STEPS = { ready: 'ready', recorded: 'recorded', choice: 'choice', wait: 'wait' } as const

const HANG_UP: ScriptPart = { kind: 'hang_up' }
const say = (text: string): ScriptPart => ({ kind: 'say', text })
const GOODBYE: readonly ScriptPart[] = [say('Nothing is recorded. Goodbye.'), HANG_UP]

/** Nothing is recorded before a key: a machine may have taken the call. */
export function voiceCallScript({ part, lovedOne }: VoiceCallSubject): ScriptPart[] {
  const why = `This is Cooee. You asked us to ring, so that you can record the ${part} of ${lovedOne}'s calls.`
  return [
    say(why),
    { kind: 'ask', step: VOICE_STEPS.ready, prompt: 'Press 1 when you are ready.' },
    { kind: 'ask', step: VOICE_STEPS.ready, prompt: `${why} Press 1 when you are ready.` },
    ...GOODBYE,
  ]
}

/** `fault`: what was wrong with the recording before. */
export function recordVoiceScript({ part }: VoiceCallSubject, fault = ''): ScriptPart[] {
  const record: ScriptPart = { kind: 'record', step: VOICE_STEPS.recorded, seconds: LONGEST_VOICE_SECONDS }
  return [
    say(
      `${fault === '' ? '' : `${fault}. `}Please say the ${part} after the tone, and press hash when you have finished.`,
    ),
    record,
    say(`I did not hear anything. Please say the ${part} after the tone.`),
    record,
    ...GOODBYE,
  ]
}

/** As long as the provider works on the recording. */
export function waitForVoiceScript(waits: number): ScriptPart[] {
  const listening = { seconds: 2, takesSpeech: false, reportsSilence: true }
  return [
    ...(waits === 1 ? [say('One moment, please.')] : []),
    { kind: 'ask', step: `${VOICE_STEPS.wait} ${waits}`, prompt: '', listening },
  ]
}

const CHOICE = 'Press 1 to use it. Press 2 to record it again.'

/** What was recorded, and what to do with it. */
export function playVoiceScript(sound: PlayedSound): ScriptPart[] {
  return [say('This is what I recorded.'), { kind: 'play', sound }, ...voiceChoiceScript()]
}

/** Asks twice what to do with what was heard; without a key it stays a draft for a day. */
export function voiceChoiceScript(): ScriptPart[] {
  return [
    { kind: 'ask', step: VOICE_STEPS.choice, prompt: CHOICE },
    { kind: 'ask', step: VOICE_STEPS.choice, prompt: `Once more. ${CHOICE}` },
    say('I keep it until tomorrow: you can use it, or record it again, on the Cooee page. Goodbye.'),
    HANG_UP,
  ]
}

/** Says that calls play it from now on, and ends the call. */
export function voiceUsedScript({ part, lovedOne }: VoiceCallSubject): ScriptPart[] {
  return [say(`Thank you. ${lovedOne}'s calls play your ${part} from now on. Goodbye.`), HANG_UP]
}

/** It could not be got from the provider, or not be played. `isKept`: it is on the page. */
export function voiceNotPlayedScript({ isKept }: { isKept: boolean }): ScriptPart[] {
  const how = isKept
    ? 'You can listen to it on the Cooee page.'
    : 'Please try again later, or record it on the Cooee page.'
  return [say(`Sorry, I could not play the recording. ${how} Goodbye.`), HANG_UP]
}
