import { seededRandom } from '../hostility.ts'

/** What befalls a relay. Times are seconds on the line. */
export type RelayFault =
  /** The socket is cut, without a close, after so many messages to the account's server. */
  | { kind: 'drops'; afterMessages: number }
  /** It cannot be opened so many times: 64102. */
  | { kind: 'unreachable' }
  /** A handshake that takes its time. */
  | { kind: 'slow-handshake'; seconds: number }
  /** The action is asked for late, or twice. */
  | { kind: 'late-action'; seconds: number }
  | { kind: 'action-twice' }
  /** A finished turn comes in two. */
  | { kind: 'split-turns' }
  /** Short words are misheard. */
  | { kind: 'mishears' }
  /** A message that is no message, among the others. */
  | { kind: 'garbles'; every: number }

const KINDS: readonly RelayFault[] = [
  { kind: 'drops', afterMessages: 6 },
  { kind: 'unreachable' },
  { kind: 'slow-handshake', seconds: 3 },
  { kind: 'late-action', seconds: 6 },
  { kind: 'action-twice' },
  { kind: 'split-turns' },
  { kind: 'mishears' },
  { kind: 'garbles', every: 3 },
]

/** The fault of hostile mode for one relay, by its call: independent of how timers interleave. */
export function relayFaultOf(seed: number, share: number, sid: string): RelayFault | null {
  const random = seededRandom([...sid].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed))
  return random() < share ? (KINDS[Math.floor(random() * KINDS.length)] ?? null) : null
}

const MISHEARD: Readonly<Record<string, string>> = {
  yes: 'Guess.',
  no: 'Know.',
  fine: 'Find.',
  long: 'Wrong.',
  help: 'Helped.',
}

/** A turn as the recogniser hands it over: with a capital and a full stop, in two where it was cut, short words misheard. */
export function heardAs(words: string, fault: RelayFault | null): string[] {
  if (fault?.kind === 'mishears') {
    const misheard = MISHEARD[words.toLowerCase().replace(/[^a-z]/g, '')]
    if (misheard) return [misheard]
  }
  const parts = words.split(/\s+/)
  if (fault?.kind === 'split-turns' && parts.length > 3) {
    const half = Math.ceil(parts.length / 2)
    return [written(parts.slice(0, half).join(' ')), written(parts.slice(half).join(' '))]
  }
  return [written(words)]
}

function written(words: string): string {
  const text = words.trim()
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.')
}
