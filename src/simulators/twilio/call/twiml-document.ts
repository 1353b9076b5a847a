import { type RelayVerb, readRelay } from '../relay/relay-verb.ts'
import { type Element, elementsOf, readResponse, textOf } from './twiml-xml.ts'

/** `language`: the tag in which it is spoken, unless that is English. */
export type Prompt =
  | { kind: 'say'; text: string; language?: string }
  | { kind: 'pause'; seconds: number }
  | { kind: 'play'; url: string }
/** A prompt as it is heard: a sound that was fetched, in place of its address. */
export type HeardPrompt = Exclude<Prompt, { kind: 'play' }> | { kind: 'sound'; contentType: string; seconds: number }

export interface Gather {
  kind: 'gather'
  acceptsKeys: boolean
  acceptsSpeech: boolean
  numDigits: number | null
  timeoutSeconds: number
  isSpeechTimeoutAuto: boolean
  /** '' where no key ends the input. */
  finishOnKey: string
  action: string | null
  actionOnEmptyResult: boolean
  prompts: Prompt[]
}

export interface RecordVerb {
  kind: 'record'
  name: string
  action: string | null
  maxLengthSeconds: number
  /** Of silence, after which it ends. */
  timeoutSeconds: number
  /** Each of these keys ends it. */
  finishOnKey: string
  playBeep: boolean
  transcribeCallback: string | null
}

export type Verb =
  | Prompt
  | Gather
  | RecordVerb
  | { kind: 'dial'; name: string; number: string }
  | RelayVerb
  | { kind: 'redirect'; url: string }
  | { kind: 'hangup' }
  | { kind: 'unknown'; name: string }

export type ParsedTwiml = { kind: 'document'; verbs: Verb[] } | { kind: 'invalid'; reason: string }

/** Reads one TwiML document. What is not well-formed with a `<Response>` root is invalid (12100); an unknown verb is skipped (12200). */
export function parseTwiml(xml: string): ParsedTwiml {
  const response = readResponse(xml)
  if (response.kind === 'invalid') return response
  return { kind: 'document', verbs: response.elements.map(toVerb) }
}

function toVerb(element: Element): Verb {
  const { name, attributes } = element
  switch (name) {
    case 'Say':
    case 'Pause':
    case 'Play':
      return toPrompt(element)
    case 'Gather':
      return toGather(element)
    case 'Connect':
      return readRelay(element) ?? { kind: 'unknown', name }
    case 'Redirect':
      return { kind: 'redirect', url: textOf(element) }
    case 'Hangup':
      return { kind: 'hangup' }
    case 'Record':
      return {
        kind: 'record',
        name,
        action: attributes.action ?? null,
        maxLengthSeconds: numberOf(attributes.maxLength, 3600),
        timeoutSeconds: numberOf(attributes.timeout, 5),
        finishOnKey: attributes.finishOnKey ?? '1234567890*#',
        playBeep: attributes.playBeep !== 'false',
        transcribeCallback: attributes.transcribeCallback ?? null,
      }
    case 'Dial':
      return { kind: 'dial', name, number: textOf(element) }
    default:
      return { kind: 'unknown', name }
  }
}

function toPrompt(element: Element): Prompt {
  const { name, attributes } = element
  if (name === 'Play') return { kind: 'play', url: textOf(element) }
  return name === 'Say'
    ? { kind: 'say', text: textOf(element), ...spokenIn(attributes.language) }
    : { kind: 'pause', seconds: numberOf(attributes.length, 1) }
}

const spokenIn = (language = 'en') => (/^en\b/.test(language) ? {} : { language })

function toGather({ attributes, children }: Element): Gather {
  const input = (attributes.input ?? 'dtmf').split(/\s+/)
  const numDigits = numberOf(attributes.numDigits, 0)
  return {
    kind: 'gather',
    acceptsKeys: input.includes('dtmf'),
    acceptsSpeech: input.includes('speech'),
    numDigits: numDigits > 0 ? numDigits : null,
    timeoutSeconds: numberOf(attributes.timeout, 5),
    isSpeechTimeoutAuto: attributes.speechTimeout === 'auto',
    finishOnKey: attributes.finishOnKey ?? '#',
    action: attributes.action ?? null,
    actionOnEmptyResult: attributes.actionOnEmptyResult === 'true',
    prompts: elementsOf(children)
      .filter((child) => ['Say', 'Pause', 'Play'].includes(child.name))
      .map(toPrompt),
  }
}

function numberOf(value: string | undefined, otherwise: number): number {
  const number = Number(value)
  return value === undefined || value === '' || !Number.isFinite(number) || number < 0 ? otherwise : number
}
