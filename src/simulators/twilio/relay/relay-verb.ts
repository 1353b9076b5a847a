import { type Element, elementsOf, textOf } from '../call/twiml-xml.ts'

/** `<Connect><ConversationRelay>`, as far as the simulator performs it. */
export interface RelayVerb {
  kind: 'relay'
  url: string
  action: string | null
  welcomeGreeting: string
  interruptible: Interruptible
  greetingInterruptible: Interruptible
  /** Input while words are spoken that does not cut them is passed on only where this allows it. */
  reportDuringSpeech: Interruptible
  takesKeys: boolean
  sendsPartials: boolean
  /** The silence that ends a turn, in seconds on the line. */
  turnEndsAfterSeconds: number
  /** What `info` messages there are. */
  events: readonly string[]
  parameters: Readonly<Record<string, string>>
  /** The code of what is wrong with the attributes; null for nothing. */
  fault: { code: number; reason: string } | null
}

export type Interruptible = 'none' | 'dtmf' | 'speech' | 'any'

/** `auto`, which the provider leaves open. */
const AUTO_SECONDS = 0.8
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** Reads the verb; null where it connects to something else. Names of attributes are case-sensitive, as at the provider. */
export function readRelay({ attributes: connect, children }: Element): RelayVerb | null {
  const relay = elementsOf(children).find(({ name }) => name === 'ConversationRelay')
  if (!relay) return null
  const { attributes } = relay
  const parameters = elementsOf(relay.children).filter(({ name }) => name === 'Parameter')
  return {
    kind: 'relay',
    url: attributes.url ?? '',
    action: connect.action ?? null,
    welcomeGreeting: attributes.welcomeGreeting ?? '',
    interruptible: interruptible(attributes.interruptible, 'any'),
    greetingInterruptible: interruptible(attributes.welcomeGreetingInterruptible, 'any'),
    reportDuringSpeech: interruptible(attributes.reportInputDuringAgentSpeech, 'none'),
    takesKeys: attributes.dtmfDetection === 'true',
    sendsPartials: attributes.partialPrompts === 'true',
    turnEndsAfterSeconds: Number(attributes.speechTimeout) / 1000 || AUTO_SECONDS,
    events: (attributes.events ?? '').split(/\s+/).filter(Boolean),
    parameters: Object.fromEntries(
      parameters.map((each) => [each.attributes.name ?? '', each.attributes.value ?? textOf(each)]),
    ),
    fault: faultOf(attributes),
  }
}

function interruptible(value: string | undefined, otherwise: Interruptible): Interruptible {
  if (value === 'true') return 'any'
  if (value === 'false') return 'none'
  return value === 'none' || value === 'dtmf' || value === 'speech' || value === 'any' ? value : otherwise
}

/** On this machine there is no certificate: the real provider takes `wss` alone. */
function faultOf({ url, ttsProvider = 'ElevenLabs', transcriptionProvider }: Readonly<Record<string, string>>) {
  const target = URL.parse(url ?? '')
  const isSecure = target?.protocol === 'wss:' || (target?.protocol === 'ws:' && LOOPBACK.includes(target.hostname))
  if (!isSecure) return { code: 64102, reason: `Unable to connect to WebSocket URL: ${url ?? '(none)'}` }
  if (!['Google', 'Amazon'].includes(ttsProvider)) return { code: 64101, reason: 'Invalid parameter: block_elevenlabs' }
  const isKnown = transcriptionProvider === undefined || ['Deepgram', 'Google'].includes(transcriptionProvider)
  return isKnown ? null : { code: 64101, reason: 'Invalid parameter: transcriptionProvider' }
}
