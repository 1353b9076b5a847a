import twilio from 'twilio'
import type { Listening, ScriptPart } from '#core/call-script/script.ts'
import type { Language } from '#core/languages/language.ts'
import { sentWords } from '#core/names/sent-words.ts'
import { VOICES } from './voices.ts'

/** Slower than usual, for somebody who hears badly or has just woken up. Neural voices know the rate of `<prosody>`. */
const SPEAKING_RATE = '90%'
/** How long a person may think after a question before it is asked again, in seconds. */
const ANSWER_SECONDS = 8
const USUAL: Listening = { seconds: ANSWER_SECONDS, takesSpeech: true, reportsSilence: false }

/** The address that receives what was heard after a question, which was asked in that language. */
export type AnswerUrl = (step: string, language: Language) => string

/** Where a talk of a call is held. */
export interface TalkUrls {
  /** The WebSocket that the provider opens for its relay. */
  relay: string
  /** Receives that the relay is over, and answers with what follows. */
  ended(step: string): string
}

/**
 * A script as TwiML, escaped by the official builder. `answerUrl` gives the address that receives what was heard after a question.
 * Without `talkUrls` a talk is left out, and what follows it comes at once.
 */
export function renderScript(script: readonly ScriptPart[], answerUrl: AnswerUrl, talkUrls?: TalkUrls): string {
  const response = new twilio.twiml.VoiceResponse()
  for (const part of script) {
    switch (part.kind) {
      case 'say':
        speak(response, part.text, part.language)
        break
      case 'play':
        response.play(part.sound.url)
        break
      case 'ask':
        ask(response, part, answerUrl)
        break
      case 'record':
        record(response, part, answerUrl)
        break
      case 'go_to':
        response.redirect({ method: 'POST' }, answerUrl(part.step, languageOf(script)))
        break
      case 'talk':
        if (talkUrls) connect(response, part, talkUrls)
        break
      case 'hang_up':
        response.hangup()
        break
    }
  }
  return response.toString()
}

/** In which it speaks: of a document that also goes on elsewhere, which has no words of its own. */
function languageOf(script: readonly ScriptPart[]): Language {
  return script.flatMap((part) => ('language' in part && part.language ? [part.language] : []))[0] ?? 'en-AU'
}

/**
 * `finishOnKey` is empty for a single key, since `#` would end an empty answer and never arrive. The provider listens while the prompt is
 * said; `timeout` begins when it has ended, and silence goes on to the next verb unless it is to be reported.
 * Source: https://www.twilio.com/docs/voice/twiml/gather
 */
function ask(
  response: InstanceType<typeof twilio.twiml.VoiceResponse>,
  { step, prompt, sound, listening = USUAL, language = 'en-AU' }: Extract<ScriptPart, { kind: 'ask' }>,
  answerUrl: AnswerUrl,
): void {
  const { seconds, reportsSilence, mostKeys } = listening
  const { hears, hints } = VOICES[language]
  const takesSpeech = listening.takesSpeech && hears !== null
  const gather = response.gather({
    input: takesSpeech ? ['dtmf', 'speech'] : ['dtmf'],
    numDigits: mostKeys ?? 1,
    finishOnKey: mostKeys === undefined ? '' : '#',
    timeout: seconds,
    ...(takesSpeech && { language: hears, speechTimeout: 'auto', hints }),
    ...(reportsSilence && { actionOnEmptyResult: true }),
    action: answerUrl(step, language),
    method: 'POST',
  })
  if (sound) gather.play(sound.url)
  if (prompt !== '') speak(gather, prompt, language)
}

/**
 * Silence at both ends is left out. With nothing recorded the provider does not ask the action, and goes on with the next verb.
 * Source: https://www.twilio.com/docs/voice/twiml/record
 */
function record(
  response: InstanceType<typeof twilio.twiml.VoiceResponse>,
  { step, seconds }: Extract<ScriptPart, { kind: 'record' }>,
  answerUrl: AnswerUrl,
): void {
  response.record({
    maxLength: seconds,
    playBeep: true,
    finishOnKey: '#',
    trim: 'trim-silence',
    action: answerUrl(step, 'en-AU'),
    method: 'POST',
  })
}

/** Talks are in English. */
const ENGLISH = VOICES['en-AU']
const RELAY_VOICE = ENGLISH.say.voice.replace(/^Polly\./, '')
/** The silence that ends a turn, in milliseconds: longer than usual, for somebody who thinks while they speak. */
const TURN_ENDS_AFTER_MS = 1500

/**
 * The types of the official package write some attributes in lower case, which the provider does not know, and lack others: these are the
 * names of the documentation, and the builder passes them on as they are. Providers and voice are always named, since the
 * defaults differ by account. "Yes" is an answer, so it is never left out as a sign of listening.
 * Source: https://www.twilio.com/docs/voice/twiml/connect/conversationrelay
 */
function connect(
  response: InstanceType<typeof twilio.twiml.VoiceResponse>,
  { step, greeting }: Extract<ScriptPart, { kind: 'talk' }>,
  { relay, ended }: TalkUrls,
): void {
  const attributes: Record<string, string | boolean> = {
    url: relay,
    welcomeGreeting: speakable(greeting),
    welcomeGreetingInterruptible: 'any',
    language: ENGLISH.say.language,
    ttsProvider: 'Amazon',
    voice: RELAY_VOICE,
    transcriptionProvider: 'Deepgram',
    speechModel: 'nova-3-general',
    speechTimeout: String(TURN_ENDS_AFTER_MS),
    interruptible: 'any',
    interruptSensitivity: 'medium',
    reportInputDuringAgentSpeech: 'any',
    dtmfDetection: 'true',
    hints: ENGLISH.hints,
    events: 'speaker-events tokens-played',
  }
  response.connect({ action: ended(step), method: 'POST' }).conversationRelay(attributes)
}

type Speaker = Pick<InstanceType<typeof twilio.twiml.VoiceResponse>, 'say'>

/** Says a text in Cooee's voice for that language. */
export function speak(speaker: Speaker, text: string, language: Language = 'en-AU'): void {
  speaker.say(VOICES[language].say, '').prosody({ rate: SPEAKING_RATE }, speakable(text))
}

/** XML 1.0, section 2.2: what is not a character of it cannot be in a document, not even escaped. */
const NOT_OF_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function speakable(text: string): string {
  return sentWords(text.replace(NOT_OF_XML, ' '))
}
