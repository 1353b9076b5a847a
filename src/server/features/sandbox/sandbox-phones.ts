import type {
  EndedCall,
  LiveCall,
  PhoneBehaviour,
  PhoneText,
  QuestionReply,
  TextBehaviour,
} from '#contract/admin/sandbox.ts'

/** A call with the number of the person on it. */
type OnPhone<Call> = Call & { number: string }

/** Phones that a person can play on; they exist only when no real provider is set. Call ids are the provider's. */
export interface SandboxPhones {
  /** The number that Cooee rings from, and that people ring and write to. */
  readonly cooeesNumber: string
  /** The calls that ring or are talked on now, the oldest first. */
  liveCalls(): OnPhone<LiveCall>[]
  /** The calls that ended last, the newest first. */
  endedCalls(atMost: number): OnPhone<EndedCall>[]
  /** The newest texts both ways, the newest first. */
  texts(atMost: number): PhoneText[]
  /** Picks up the ringing phone. False if it does not ring, as with the next three. */
  answer(callId: string): boolean
  press(callId: string, keys: string): boolean
  speak(callId: string, words: string): boolean
  hangUp(callId: string): boolean
  /** A person rings Cooee; the id of the call, or null when nothing takes calls. */
  ring(from: string): string | null
  text(from: string, text: string): void
  /** What a phone does: `behaviour` is null when it does what its number stands for. */
  settingsOf(number: string): { behaviour: PhoneBehaviour | null; ownBehaviour: PhoneBehaviour; texts: TextBehaviour }
  /** What the owner writes back to a check-in by text. */
  questionReplyOf(number: string): QuestionReply
  /** The numbers with a chosen behaviour. */
  numbersSet(): string[]
  setBehaviour(number: string, behaviour: PhoneBehaviour | null): void
  setTexts(number: string, texts: TextBehaviour | null): void
  /** Somebody sits beside these phones alone, until they are named again, for seconds, or about a minute for a page in the background. */
  watch(numbers: readonly string[], page: { isInBackground: boolean }): void
}
