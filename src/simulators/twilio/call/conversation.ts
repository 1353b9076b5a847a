import type { Ledger } from '../ledger.ts'
import { promptSeconds } from '../pace.ts'
import { runRelay } from '../relay/relay.ts'
import type { RelayVerb } from '../relay/relay-verb.ts'
import type { Relays } from '../relay/relays.ts'
import type { DocumentSource, SimulatedCall } from '../simulated-records.ts'
import { recordSpeech } from '../sounds/record-speech.ts'
import type { Sounds } from '../sounds/sounds.ts'
import type { WebhookAnswer } from '../webhook-answer.ts'
import type { CallWebhooks } from './call-webhooks.ts'
import { type GatherResult, gatherInput, type Speaker } from './gather-input.ts'
import { Interrupted, type Line } from './line.ts'
import type { Recorder } from './recorder.ts'
import type { ScriptPlayer } from './script-player.ts'
import {
  type Gather,
  type HeardPrompt,
  type ParsedTwiml,
  parseTwiml,
  type RecordVerb,
  type Verb,
} from './twiml-document.ts'

/** What a conversation needs from the exchange it runs in. */
export interface ConversationDeps {
  ledger: Ledger
  webhooks: CallWebhooks
  relays: Relays
  sounds: Sounds
  recorder: Recorder
  /** The simulated person on the phone; null when a person holds it in a browser. */
  player: ScriptPlayer | null
}

/** The next document, with the parameters that go along when it is asked for. */
interface NextDocument {
  source: DocumentSource
  params: Record<string, string>
}

type LoadedDocument = { verbs: Verb[]; url: string | null }

// Ours, not the provider's: a document that redirects to itself must not run forever at compressed speed.
const MAX_DOCUMENTS_PER_CALL = 200
const HEARD_CONFIDENCE = '0.93'
const BEEP_SECONDS = 0.6
/** How long it is silent on the line between two documents, however long the account's server really takes. */
const SECONDS_PER_DOCUMENT = 0.3

/** Runs the TwiML of an answered call until it ends. Throws `Interrupted` when somebody else ends the call. */
export async function converse(deps: ConversationDeps, call: SimulatedCall, line: Line): Promise<void> {
  let next: NextDocument | null = { source: call.instructions.document, params: {} }
  for (let documents = 0; next; documents += 1) {
    if (documents === MAX_DOCUMENTS_PER_CALL) {
      return deps.ledger.addError(call, 12100, `The call asked for more than ${MAX_DOCUMENTS_PER_CALL} documents`)
    }
    try {
      next = await new Conversation(deps, call, line).run(next)
    } catch (error) {
      if (!(error instanceof Interrupted) || error.interruption.kind !== 'redirected') throw error
      next = { source: error.interruption.source, params: {} }
    }
  }
}

/** One document's performance. */
class Conversation {
  readonly #deps: ConversationDeps
  readonly #call: SimulatedCall
  readonly #line: Line
  #documentUrl: string | null = null

  constructor(deps: ConversationDeps, call: SimulatedCall, line: Line) {
    this.#deps = deps
    this.#call = call
    this.#line = line
  }

  async run(next: NextDocument): Promise<NextDocument | null> {
    const document = await this.#load(next)
    if (this.#call.status === 'ringing') {
      // Somebody who rings the account is answered by the first document.
      this.#deps.ledger.changeCall(this.#call, { status: 'in-progress', answeredTime: new Date() })
    }
    if (!document) return null
    this.#documentUrl = document.url
    for (const verb of document.verbs) {
      const outcome = await this.#perform(verb)
      if (outcome === 'hang-up') return null
      if (outcome !== 'go-on') return outcome
    }
    return null
  }

  async #perform(verb: Verb): Promise<'go-on' | 'hang-up' | NextDocument> {
    switch (verb.kind) {
      case 'say':
      case 'pause':
        return this.#speak(verb)
      case 'play': {
        const sound = await this.#fetchSound(verb.url)
        return typeof sound === 'string' ? sound : this.#speak(sound)
      }
      case 'gather':
        return this.#gather(verb)
      case 'relay':
        return this.#relay(verb)
      case 'redirect':
        return this.#submit(verb.url, {})
      case 'hangup':
        return 'hang-up'
      case 'record':
        return this.#record(verb)
      case 'dial':
      case 'unknown':
        this.#deps.ledger.addError(this.#call, 12200, `Schema validation warning: <${verb.name}> is not known here`)
        return 'go-on'
    }
  }

  async #speak(prompt: HeardPrompt): Promise<'go-on'> {
    this.#speaker.begins(prompt)
    await this.#line.waitOut(promptSeconds(prompt))
    this.#speaker.stops({ isCut: false })
    return 'go-on'
  }

  /** The sound behind an address; where there is none, what the call does about it. */
  async #fetchSound(target: string): Promise<HeardPrompt | 'go-on' | 'hang-up'> {
    const { ledger, sounds } = this.#deps
    const url = this.#resolve(target)
    const answer = url ? await this.#line.during(sounds.fetch(this.#call, url)) : null
    if (answer?.kind === 'sound') return answer
    const { code, reason } = answer ?? { code: 11100, reason: `Invalid URL format: ${target}` }
    ledger.addError(this.#call, code, `Sound not played: ${reason}`)
    return sounds.afterFailure(this.#call) === 'goes-on' ? 'go-on' : 'hang-up'
  }

  /** Without anything recorded the next verb follows, as at the provider: the action is not asked. */
  async #record(verb: RecordVerb): Promise<'go-on' | 'hang-up' | NextDocument> {
    if (verb.playBeep) await this.#line.waitOut(BEEP_SECONDS)
    const recorded = await recordSpeech(verb, this.#line)
    if (!recorded) return 'go-on'
    const recording = this.#deps.recorder.keep(this.#call, recorded.seconds)
    if (recorded.endedBy !== null) this.#deps.ledger.addTurn(this.#call, 'pressed', recorded.endedBy)
    return this.#submit(verb.action, {
      RecordingSid: recording.sid,
      RecordingUrl: this.#deps.webhooks.recordingUrl(recording),
      RecordingDuration: String(recording.durationSeconds),
      Digits: recorded.endedBy ?? '',
    })
  }

  /** The verb's action is asked for what follows, once or as hostile mode will have it. */
  async #relay(verb: RelayVerb): Promise<'go-on' | 'hang-up' | NextDocument> {
    const { ledger, relays } = this.#deps
    const fault = relays.faultOf(this.#call)
    const before = this.#call.relays ?? 0
    const isFirst = before === 0
    this.#call.relays = before + 1
    try {
      const end = await runRelay(
        {
          line: this.#line,
          speaker: this.#speaker,
          pace: relays.pace,
          fault,
          isFirst,
          open: (url) => relays.open(url),
          heard: (kind, text) => {
            // What a script says is on record as it is said.
            if (kind === 'pressed' || this.#line.byHand) ledger.addTurn(this.#call, kind, text)
          },
          failed: (code, reason) => ledger.addError(this.#call, code, reason),
        },
        this.#call,
        verb,
      )
      if (verb.action === null) return 'go-on'
      if (fault?.kind === 'late-action') await this.#line.waitOut(fault.seconds)
      const next = this.#submit(verb.action, end.params)
      if (fault?.kind === 'action-twice' && next !== 'hang-up' && next.source.kind === 'url') {
        await this.#line.during(this.#deps.webhooks.fetchDocument(this.#call, next.source, next.params))
      }
      return next
    } catch (error) {
      const isOver = error instanceof Interrupted && error.interruption.kind === 'ended'
      if (isOver && verb.action !== null) this.#reportEnd(verb.action)
      throw error
    }
  }

  /** The call has ended in the relay: its action is requested, and what it answers is not performed. */
  #reportEnd(action: string): void {
    const next = this.#submit(action, { SessionStatus: 'completed', SessionDuration: '1', CallStatus: 'completed' })
    if (next === 'hang-up' || next.source.kind !== 'url') return
    void this.#deps.webhooks.fetchDocument(this.#call, next.source, next.params)
  }

  async #gather(verb: Gather): Promise<'go-on' | 'hang-up' | NextDocument> {
    const prompts: HeardPrompt[] = []
    for (const prompt of verb.prompts) {
      const heard = prompt.kind === 'play' ? await this.#fetchSound(prompt.url) : prompt
      if (heard === 'hang-up') return 'hang-up'
      if (heard !== 'go-on') prompts.push(heard)
    }
    const result = await gatherInput({ ...verb, prompts }, this.#line, this.#speaker)
    if (result.kind === 'nothing' && !verb.actionOnEmptyResult) return 'go-on'
    if (result.kind === 'keys') this.#deps.ledger.addTurn(this.#call, 'pressed', result.digits)
    // What a script says is on record as it is said.
    if (result.kind === 'speech' && this.#line.byHand) this.#deps.ledger.addTurn(this.#call, 'spoke', result.words)
    return this.#submit(verb.action, gatherParameters(result))
  }

  /** Hands what was gathered to the action; without one the current document is asked again, as at the provider. */
  #submit(action: string | null, params: Record<string, string>): 'hang-up' | NextDocument {
    const url = this.#resolve(action ?? '')
    if (url) return { source: { kind: 'url', url }, params }
    this.#deps.ledger.addError(this.#call, 11100, `Invalid URL format: ${action ?? '(none)'}`)
    return 'hang-up'
  }

  #resolve(target: string): string | null {
    return URL.parse(target, this.#documentUrl ?? undefined)?.href ?? null
  }

  /** What the document says is recorded, and heard by the person on the phone. */
  readonly #speaker: Speaker = {
    begins: (prompt) => {
      if (prompt.kind === 'pause') return
      if (prompt.kind === 'sound') return this.#playsSound(prompt)
      this.#deps.ledger.addTurn(this.#call, 'said', prompt.text, prompt.language)
      this.#deps.player?.callerBegins(prompt.text, promptSeconds(prompt))
    },
    stops: (how) => this.#deps.player?.callerStops(how),
  }

  /** Nobody hears in it what to do: it names no keys, and is no goodbye. */
  #playsSound({ contentType, seconds }: Extract<HeardPrompt, { kind: 'sound' }>): void {
    const inSeconds = Math.round(seconds * 10) / 10
    this.#deps.ledger.addTurn(this.#call, 'played', `A recording of ${inSeconds} seconds (${contentType})`)
    this.#deps.player?.callerBegins('One moment', seconds)
  }

  async #load(next: NextDocument): Promise<LoadedDocument | null> {
    const { source, params } = next
    const document = await this.#fetch(source, params)
    const { fallback } = this.#call.instructions
    if (document || !fallback) return document
    const error = this.#call.errors.at(-1)
    return this.#fetch(
      { kind: 'url', ...fallback },
      {
        ...params,
        ErrorCode: String(error?.code ?? 11200),
        ...(source.kind === 'url' ? { ErrorUrl: withoutFragment(source.url) } : {}),
      },
    )
  }

  async #fetch(source: DocumentSource, params: Record<string, string>): Promise<LoadedDocument | null> {
    if (source.kind === 'inline') return this.#accept(parseTwiml(source.twiml), null)
    const answer = await this.#line.during(this.#deps.webhooks.fetchDocument(this.#call, source, params))
    await this.#line.waitOut(SECONDS_PER_DOCUMENT)
    return this.#read(answer, source.url)
  }

  #read(answer: WebhookAnswer, url: string): LoadedDocument | null {
    if (answer.kind === 'failed' || answer.statusCode < 200 || answer.statusCode > 299) {
      const what = answer.kind === 'failed' ? answer.reason : `status ${answer.statusCode}`
      this.#deps.ledger.addError(this.#call, 11200, `HTTP retrieval failure: ${what}`)
      return null
    }
    const type = answer.contentType.split(';')[0]?.trim().toLowerCase() ?? ''
    if (['text/xml', 'application/xml', 'text/html'].includes(type)) return this.#accept(parseTwiml(answer.body), url)
    if (type === 'text/plain') return { verbs: [{ kind: 'say', text: answer.body.trim() }], url }
    this.#deps.ledger.addError(this.#call, 12300, `Invalid Content-Type: ${type || '(none)'}`)
    return null
  }

  #accept(twiml: ParsedTwiml, url: string | null): LoadedDocument | null {
    if (twiml.kind === 'document') return { verbs: twiml.verbs, url }
    this.#deps.ledger.addError(this.#call, 12100, `Document parse failure: ${twiml.reason}`)
    return null
  }
}

/** The address as it is requested: what follows `#` only carries connection settings. */
function withoutFragment(url: string): string {
  return url.replace(/#.*$/, '')
}

function gatherParameters(result: GatherResult): Record<string, string> {
  switch (result.kind) {
    case 'keys':
      return { Digits: result.digits, FinishedOnKey: result.finishedOnKey ?? '', msg: 'Gather End' }
    case 'speech':
      return { SpeechResult: result.words, Confidence: HEARD_CONFIDENCE, Language: 'en-AU', msg: 'Gather End' }
    case 'nothing':
      return { Digits: '', FinishedOnKey: '', msg: 'Gather End' }
  }
}
