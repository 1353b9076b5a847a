import { spokenSeconds } from '../pace.ts'
import type { Act, Cue, PhoneScript } from '../phone/phone-script.ts'
import { cueInPrompt, offersKey } from '../phone/prompt-cues.ts'
import type { Line } from './line.ts'

const SECONDS_BETWEEN_KEYS = 0.3
const BEEP_SECONDS = 0.6
const FAX_TONE_SECONDS = 3
/** A pause shorter than that belongs to what the caller is saying. */
const END_OF_QUESTION_SECONDS = 0.3
const CALLER_HAS_SPOKEN_SECONDS = 1
/** How long somebody who was speaking meanwhile still knows what they were asked. */
const REMEMBERS_SECONDS = 4
/** A repetition takes some time in any case: nothing on a line happens endlessly often at once. */
const SECONDS_PER_ROUND = 0.05

/** What a step of a script waits for. `came` says whether the cue came. */
type Waiting = { for: 'time'; seconds: number } | { for: 'cue'; cue: Cue; atMost: number | null }

interface Prompt {
  text: string
  began: number
  seconds: number
  /** How much of it can be heard, in seconds: less than all once it was cut. */
  heard: number
}

interface Track {
  /** The prompt whose offer was taken up last: it is not taken up twice. */
  taken: Prompt | null
  play: Generator<Waiting, void, boolean>
  waitsFor: Cue | null
  /** Takes back what is scheduled for the wait under way. */
  cancels: (() => void)[]
}

/** What the phone's side does to the line. */
export interface PhoneHands {
  said(words: string): void
  beeped(): void
  hangUp(): void
}

/** Plays a phone's script on a line, by the line's clock. Hears what the caller says, and answers to it. */
export class ScriptPlayer {
  readonly #line: Line
  readonly #hands: PhoneHands
  readonly #tracks: Track[]
  #prompt: Prompt | null = null
  #lastPrompt: Prompt | null = null
  #wasAsked = false
  #callerQuietSince: number
  #callerHasSpoken = false

  constructor(line: Line, script: PhoneScript, hands: PhoneHands) {
    this.#line = line
    this.#hands = hands
    this.#callerQuietSince = line.now
    const tracks = script.background ? [script.acts, script.background] : [script.acts]
    this.#tracks = tracks.map((acts) => ({
      play: this.#perform(acts),
      taken: null,
      waitsFor: null,
      cancels: [],
    }))
  }

  start(): void {
    for (const track of this.#tracks) this.#resume(track, true)
  }

  /** The caller begins to say this, which will take that long. */
  callerBegins(text: string, seconds: number): void {
    if (this.#line.now - this.#callerQuietSince >= END_OF_QUESTION_SECONDS) this.#wasAsked = false
    this.#prompt = { text, began: this.#line.now, seconds, heard: seconds }
    this.#lastPrompt = this.#prompt
    this.#callerHasSpoken = true
    for (const track of this.#tracks) if (track.waitsFor) this.#expectInPrompt(track, track.waitsFor)
  }

  /** The caller stops: at the end of a prompt, or because they were interrupted. */
  callerStops({ isCut }: { isCut: boolean }): void {
    const offered = this.#prompt !== null && offersKey(this.#prompt.text)
    this.#wasAsked = !isCut && (offered || this.#wasAsked)
    // What was cut off was not said: its end is now, and what stood behind it was never heard.
    if (this.#prompt && isCut) this.#prompt.heard = this.#line.now - this.#prompt.began
    this.#prompt = null
    this.#callerQuietSince = this.#line.now
    for (const track of this.#tracks) if (track.waitsFor) this.#expectSilence(track, track.waitsFor)
  }

  *#perform(acts: Act[]): Generator<Waiting, void, boolean> {
    for (const act of acts) {
      switch (act.does) {
        case 'says': {
          const seconds = act.seconds ?? spokenSeconds(act.words)
          this.#hands.said(act.words)
          this.#line.utter(act.words, seconds)
          yield { for: 'time', seconds }
          break
        }
        case 'presses':
          for (const key of act.keys) {
            this.#line.press(key)
            yield { for: 'time', seconds: SECONDS_BETWEEN_KEYS }
          }
          break
        case 'pauses':
          yield { for: 'time', seconds: act.seconds }
          break
        case 'beeps':
          this.#hands.beeped()
          this.#line.sounds('beep')
          yield { for: 'time', seconds: BEEP_SECONDS }
          break
        case 'whistles':
          this.#line.sounds('fax-tone')
          yield { for: 'time', seconds: FAX_TONE_SECONDS }
          break
        case 'hangs-up':
          this.#hands.hangUp()
          return
        case 'waits': {
          const came = yield { for: 'cue', cue: act.until, atMost: act.atMost ?? null }
          if (!came && act.orElse) yield* this.#perform(act.orElse)
          break
        }
        case 'repeats':
          for (let round = 0; act.times === undefined || round < act.times; round += 1) {
            yield* this.#perform(act.acts)
            yield { for: 'time', seconds: SECONDS_PER_ROUND }
          }
          break
      }
    }
  }

  #resume(track: Track, came: boolean): void {
    for (const cancel of track.cancels.splice(0)) cancel()
    track.waitsFor = null
    const step = track.play.next(came)
    if (step.done) return
    const waiting = step.value
    if (waiting.for === 'time') {
      this.#schedule(track, waiting.seconds, true)
      return
    }
    track.waitsFor = waiting.cue
    if (waiting.cue.kind === 'caller-spoke') this.#callerHasSpoken = this.#prompt !== null
    if (waiting.atMost !== null) this.#schedule(track, waiting.atMost, false)
    this.#expectInPrompt(track, waiting.cue)
    if (!this.#prompt) this.#expectSilence(track, waiting.cue)
  }

  /**
   * Expects a cue that lies in what the caller is saying. An offer that was made while this person was speaking is taken up
   * late; other words that have passed are not waited for.
   */
  #expectInPrompt(track: Track, cue: Cue): void {
    const prompt = this.#prompt ?? (cue.kind === 'offer' ? this.#lastPrompt : null)
    const share = prompt && cueInPrompt(cue, prompt.text)
    if (!prompt || share === null || track.taken === prompt) return
    const comesAt = share * prompt.seconds
    const inSeconds = prompt.began + comesAt - this.#line.now
    const isTooLate = cue.kind === 'offer' ? inSeconds < -REMEMBERS_SECONDS : inSeconds < 0 && cue.kind !== 'goodbye'
    if (isTooLate) return
    this.#schedule(track, Math.max(0, inSeconds), true, () => {
      const isHeard = comesAt <= prompt.heard
      if (isHeard) track.taken = prompt
      return isHeard
    })
  }

  /** Expects a cue that lies in the caller's silence. */
  #expectSilence(track: Track, cue: Cue): void {
    const since = this.#callerQuietSince
    const after = (seconds: number, holds: () => boolean) =>
      this.#schedule(track, seconds, true, () => this.#prompt === null && this.#callerQuietSince === since && holds())
    switch (cue.kind) {
      case 'asked':
        if (this.#wasAsked && this.#line.now - since <= REMEMBERS_SECONDS) {
          after(END_OF_QUESTION_SECONDS, () => {
            const wasAsked = this.#wasAsked
            this.#wasAsked = false
            return wasAsked
          })
        }
        break
      case 'caller-spoke':
        if (this.#callerHasSpoken) {
          after(CALLER_HAS_SPOKEN_SECONDS, () => {
            const hasSpoken = this.#callerHasSpoken
            this.#callerHasSpoken = false
            return hasSpoken
          })
        }
        break
      case 'quiet':
        after(cue.seconds, () => true)
        break
      case 'offer':
      case 'words':
      case 'goodbye':
        break
    }
  }

  #schedule(track: Track, seconds: number, came: boolean, holds: () => boolean = () => true): void {
    track.cancels.push(this.#line.later(seconds, () => holds() && this.#resume(track, came)))
  }
}
