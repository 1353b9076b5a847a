import type { Speaker } from '../call/gather-input.ts'
import type { Line } from '../call/line.ts'
import type { Pace } from '../pace.ts'
import { spokenSeconds } from '../pace.ts'
import { newSid } from '../sid.ts'
import type { SimulatedCall } from '../simulated-records.ts'
import { heardAs, type RelayFault } from './relay-faults.ts'
import { readMessage } from './relay-messages.ts'
import type { RelayVerb } from './relay-verb.ts'

/** Talks are with programs that answer in real time: the line may not run away from them. */
const FASTEST_SECOND_MS = 100
const GREETING_AFTER_SECONDS = 0.4
const SPEECH_AFTER_SECONDS = 0.3
const ACTION_AFTER = { ended: 0.7, completed: 0.3, failed: 1.2 }
const OPENS_WITHIN_MS = 10_000
const MALFORMED_TO_CLOSE = 10
/** The provider closes with 1007, and a lost line without a code: neither may be sent by a WebSocket of Node. */
const MALFORMED_CLOSURE = 3007
const LOST_CLOSURE = 3006
/** Nothing is scheduled: the line waits for the next act. */
const IDLE_SECONDS = 5

/** How a relay ended, as its action is requested with it. */
export interface RelayEnd {
  status: 'completed' | 'ended' | 'failed'
  params: Record<string, string>
}

export interface RelayDeps {
  line: Line
  speaker: Speaker
  pace: Pace
  fault: RelayFault | null
  /** Opens the socket with the provider's headers and signature. */
  open(url: string): WebSocket
  /** What the person did is on record once it was passed on. */
  heard(kind: 'pressed' | 'spoke', text: string): void
  failed(code: number, reason: string): void
  /** Whether it is the first relay of the call. */
  isFirst: boolean
}

interface Utterance {
  text: string
  isInterruptible: boolean
  isGreeting: boolean
  from: number
  until: number
}

/** Runs one relay to its end: the provider's side of ConversationRelay on a real WebSocket. Throws `Interrupted` when the call ends, after the socket was closed. */
export async function runRelay(deps: RelayDeps, call: SimulatedCall, verb: RelayVerb): Promise<RelayEnd> {
  const { line } = deps
  line.runAt({ secondMilliseconds: Math.max(deps.pace.secondMilliseconds, FASTEST_SECOND_MS) })
  const began = line.now
  const sessionId = newSid('VX')
  const ended = (status: RelayEnd['status'], more: Record<string, string> = {}): RelayEnd => ({
    status,
    params: {
      SessionId: sessionId,
      SessionStatus: status,
      SessionDuration: String(Math.round(line.now - began)),
      ...more,
    },
  })
  const failure = (code: number, reason: string) => {
    deps.failed(code, reason)
    return ended('failed', { ErrorCode: String(code), ErrorMessage: reason })
  }
  try {
    if (verb.fault) return failure(verb.fault.code, verb.fault.reason)
    if (deps.fault?.kind === 'unreachable') return failure(64102, 'Unable to connect to WebSocket URL')
    if (deps.fault?.kind === 'slow-handshake') await line.waitOut(deps.fault.seconds)
    const socket = await line.during(opened(deps.open(verb.url)))
    if (!socket) return failure(64102, 'Unable to connect to WebSocket URL')
    const session = new Relay(deps, verb, socket)
    const end = await session.run(setupOf(call, sessionId, verb, deps.isFirst))
    if (end.kind === 'ended') {
      const data: Record<string, string> = end.handoffData === null ? {} : { HandoffData: end.handoffData }
      await line.waitOut(ACTION_AFTER.ended)
      return ended('ended', data)
    }
    await line.waitOut(ACTION_AFTER.failed)
    return failure(64105, 'Websocket ended')
  } finally {
    line.awaits = null
    line.runAt(deps.pace)
  }
}

function setupOf(call: SimulatedCall, sessionId: string, { parameters }: RelayVerb, isFirst: boolean) {
  const isInbound = call.direction === 'inbound'
  return {
    type: 'setup',
    sessionId,
    accountSid: call.accountSid,
    parentCallSid: '',
    callSid: call.sid,
    from: call.from,
    to: call.to,
    forwardedFrom: isFirst ? '' : null,
    callerName: '',
    direction: isInbound ? 'inbound' : 'outbound-api',
    callType: 'PSTN',
    callStatus: isInbound && isFirst ? 'RINGING' : 'IN_PROGRESS',
    customParameters: parameters,
  }
}

/** Null where it is refused or does not open in time. */
function opened(socket: WebSocket): Promise<WebSocket | null> {
  const result = Promise.withResolvers<WebSocket | null>()
  const timer = setTimeout(() => {
    result.resolve(null)
    socket.close()
  }, OPENS_WITHIN_MS)
  socket.addEventListener('open', () => result.resolve(socket))
  socket.addEventListener('error', () => result.resolve(null))
  socket.addEventListener('close', () => result.resolve(null))
  return result.promise.finally(() => clearTimeout(timer))
}

type SessionEnd = { kind: 'ended'; handoffData: string | null } | { kind: 'lost' }

/** One open socket: what is spoken, heard and sent. */
class Relay {
  readonly #deps: RelayDeps
  readonly #verb: RelayVerb
  readonly #socket: WebSocket
  readonly #inbox: string[] = []
  readonly #queue: Utterance[] = []
  #current: Utterance | null = null
  #isAgentSpeaking = false
  #isClientSpeaking = false
  #heardSince: number
  #partial = ''
  #malformed = 0
  #sent = 0
  #end: SessionEnd | null = null

  constructor(deps: RelayDeps, verb: RelayVerb, socket: WebSocket) {
    this.#deps = deps
    this.#verb = verb
    this.#socket = socket
    this.#heardSince = deps.line.now
    socket.addEventListener('message', ({ data }) => {
      this.#inbox.push(String(data))
      deps.line.wake()
    })
    const lost = () => {
      this.#end ??= { kind: 'lost' }
      deps.line.wake()
    }
    socket.addEventListener('close', lost)
    socket.addEventListener('error', lost)
  }

  async run(setup: object): Promise<SessionEnd> {
    const { line } = this.#deps
    line.takeKeys()
    line.takeWords()
    line.awaits = { keys: this.#verb.takesKeys, speech: true }
    try {
      this.#send(setup)
      this.#say(this.#verb.welcomeGreeting, { isInterruptible: true, isGreeting: true })
      for (;;) {
        for (const text of this.#inbox.splice(0)) this.#take(text)
        if (this.#end) return this.#end
        this.#takeKeys()
        this.#takeSpeech()
        const next = this.#play()
        if (this.#end) return this.#end
        const until = Math.min(next ?? Number.POSITIVE_INFINITY, this.#speechEndsAt() ?? Number.POSITIVE_INFINITY)
        await line.wait(Number.isFinite(until) ? Math.max(0, until - line.now) : IDLE_SECONDS)
      }
    } finally {
      if (this.#current) this.#deps.speaker.stops({ isCut: true })
      if (this.#end?.kind === 'lost') this.#close(LOST_CLOSURE, 'Connection lost')
      else this.#close(1000, 'Closing websocket session')
    }
  }

  #close(code: number, reason: string): void {
    if (this.#socket.readyState === WebSocket.OPEN) this.#socket.close(code, reason)
  }

  #send(message: object): void {
    const { fault } = this.#deps
    this.#sent += 1
    if (fault?.kind === 'drops' && this.#sent > fault.afterMessages) {
      this.#end = { kind: 'lost' }
      return
    }
    if (this.#socket.readyState !== WebSocket.OPEN) return
    this.#socket.send(JSON.stringify(message))
    if (fault?.kind === 'garbles' && this.#sent % fault.every === 0) this.#socket.send('{"type":"prompt","voice')
  }

  #info(event: 'speaker-events' | 'tokens-played', name: string, value: string): void {
    if (this.#verb.events.includes(event)) this.#send({ type: 'info', name, value })
  }

  /** One message of the account's server. */
  #take(text: string): void {
    const message = readMessage(text)
    if (!message) {
      this.#malformed += 1
      this.#deps.failed(64107, `Invalid message received: ${text.slice(0, 200)}`)
      this.#send({ type: 'error', description: `Invalid message received, code: 64107, ${text}` })
      if (this.#malformed >= MALFORMED_TO_CLOSE) {
        this.#close(MALFORMED_CLOSURE, 'Too many consecutive malformed messages.')
        this.#end = { kind: 'lost' }
      }
      return
    }
    this.#malformed = 0
    switch (message.type) {
      case 'text':
        this.#say(message.token, { isInterruptible: message.interruptible, isGreeting: false })
        break
      case 'end':
        this.#end = { kind: 'ended', handoffData: message.handoffData }
        break
      case 'play':
      case 'sendDigits':
      case 'language':
        break
    }
  }

  #say(text: string, how: Pick<Utterance, 'isInterruptible' | 'isGreeting'>): void {
    if (text.trim() === '') return
    const { line } = this.#deps
    const last = this.#queue.at(-1) ?? this.#current
    const delay = how.isGreeting ? GREETING_AFTER_SECONDS : SPEECH_AFTER_SECONDS
    const from = last ? last.until : line.now + delay
    this.#queue.push({ text, ...how, from, until: from + spokenSeconds(text) })
  }

  /** What is spoken now. Returns when that changes next. */
  #play(): number | null {
    const { line, speaker } = this.#deps
    for (;;) {
      if (this.#current && line.now >= this.#current.until) {
        const { text } = this.#current
        this.#current = null
        speaker.stops({ isCut: false })
        this.#info('tokens-played', 'tokensPlayed', text.trim())
      }
      const [next] = this.#queue
      if (this.#current || !next || next.from > line.now) break
      this.#queue.shift()
      this.#current = next
      if (!this.#isAgentSpeaking) {
        this.#isAgentSpeaking = true
        this.#info('speaker-events', 'agentSpeaking', 'on')
      }
      speaker.begins({ kind: 'say', text: next.text.trim() })
    }
    if (!this.#current && this.#queue.length === 0 && this.#isAgentSpeaking) {
      this.#isAgentSpeaking = false
      this.#info('speaker-events', 'agentSpeaking', 'off')
    }
    return this.#current?.until ?? this.#queue[0]?.from ?? null
  }

  /** Whether something they do cuts what is spoken, or is at least passed on. */
  #mayBe(kind: 'dtmf' | 'speech', allowed: RelayVerb['interruptible']): boolean {
    return allowed === 'any' || allowed === kind
  }

  #cuts(kind: 'dtmf' | 'speech'): boolean {
    const current = this.#current
    if (!current) return false
    const allowed = current.isGreeting ? this.#verb.greetingInterruptible : this.#verb.interruptible
    return current.isInterruptible && this.#mayBe(kind, allowed)
  }

  /** Everything that was still to be spoken is dropped. */
  #interrupt(): void {
    const { line, speaker } = this.#deps
    const current = this.#current
    if (!current) return
    const share = Math.min(1, Math.max(0, (line.now - current.from) / (current.until - current.from)))
    const words = current.text.trim().split(/\s+/)
    const heard = words.slice(0, Math.floor(words.length * share)).join(' ')
    this.#current = null
    this.#queue.length = 0
    speaker.stops({ isCut: true })
    this.#info('tokens-played', 'tokensPlayed', heard)
    const durationUntilInterruptMs = Math.round((line.now - current.from) * 1000)
    this.#send({ type: 'interrupt', utteranceUntilInterrupt: heard, durationUntilInterruptMs })
    this.#isAgentSpeaking = false
    this.#info('speaker-events', 'agentSpeaking', 'off')
  }

  #takeKeys(): void {
    for (const digit of this.#deps.line.takeKeys()) {
      if (!this.#verb.takesKeys) continue
      const cuts = this.#cuts('dtmf')
      if (this.#current && !cuts && !this.#mayBe('dtmf', this.#verb.reportDuringSpeech)) continue
      this.#deps.heard('pressed', digit)
      this.#send({ type: 'dtmf', digit })
      if (cuts) this.#interrupt()
    }
  }

  #takeSpeech(): void {
    const { line } = this.#deps
    const typed = line.takeWords()
    if (typed !== null) {
      this.#deps.heard('spoke', typed)
      this.#begins()
      this.#finish(typed)
      return
    }
    const speech = line.sound.heard(this.#heardSince, line.now)
    if (!speech) return
    if (speech.isSpeaking) this.#begins()
    if (this.#verb.sendsPartials && speech.words !== '' && speech.words !== this.#partial) {
      this.#partial = speech.words
      this.#send({ type: 'prompt', voicePrompt: speech.words, lang: 'en', last: false })
    }
    if (speech.isSpeaking || speech.words === '') return
    if (line.now < speech.quietSince + this.#verb.turnEndsAfterSeconds) return
    this.#heardSince = line.now
    this.#finish(speech.words)
  }

  #begins(): void {
    if (this.#isClientSpeaking) return
    this.#isClientSpeaking = true
    this.#info('speaker-events', 'clientSpeaking', 'on')
    if (this.#cuts('speech')) this.#interrupt()
  }

  #finish(words: string): void {
    if (this.#isClientSpeaking) this.#info('speaker-events', 'clientSpeaking', 'off')
    this.#isClientSpeaking = false
    this.#partial = ''
    if (this.#current && !this.#cuts('speech') && !this.#mayBe('speech', this.#verb.reportDuringSpeech)) return
    for (const voicePrompt of heardAs(words, this.#deps.fault)) {
      this.#send({ type: 'prompt', voicePrompt, lang: 'en', last: true })
    }
  }

  #speechEndsAt(): number | null {
    const { line } = this.#deps
    const speech = line.sound.heard(this.#heardSince, line.now)
    if (!speech) return null
    return speech.isSpeaking ? speech.quietSince : speech.quietSince + this.#verb.turnEndsAfterSeconds
  }
}

/** How long after the end of the call its action is requested, in seconds on the line. */
export const COMPLETED_AFTER_SECONDS = ACTION_AFTER.completed
