import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { PhoneSettings } from './phone/behaviour.ts'
import type {
  CallTurn,
  SimulatedCall,
  SimulatedMessage,
  SimulatedNumber,
  SimulatedRecording,
} from './simulated-records.ts'

/** One line of the journal. */
export type JournalEntry =
  | { kind: 'call'; call: SimulatedCall }
  | { kind: 'call-changed'; sid: string; change: Partial<SimulatedCall> }
  | { kind: 'turn'; sid: string; turn: CallTurn }
  | { kind: 'message'; message: SimulatedMessage }
  | { kind: 'message-changed'; sid: string; change: Partial<SimulatedMessage> }
  | { kind: 'recording'; recording: SimulatedRecording }
  | { kind: 'recording-changed'; sid: string; change: Partial<SimulatedRecording> }
  | { kind: 'recording-removed'; sid: string }
  | { kind: 'number'; number: SimulatedNumber }
  | { kind: 'number-changed'; sid: string; change: Partial<SimulatedNumber> }
  | { kind: 'phone'; phone: PhoneSettings }
  | { kind: 'memory'; key: string; value: number }

const INSTANT_FIELD = /^at$|Time$/

/**
 * What the simulator must still know after its process was killed: JSON lines, appended with a synchronous write before
 * anybody is answered. There is no fsync: it outlives the process, not the machine.
 */
export class Journal {
  readonly #path: string
  #file: number

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    this.#file = openSync(path, 'a')
  }

  /** Every entry of an existing journal; a last line that the kill cut short is ignored. */
  static read(path: string): JournalEntry[] {
    if (!existsSync(path)) return []
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [completed(JSON.parse(line, reviveInstants) as JournalEntry)]
        } catch {
          return []
        }
      })
  }

  append(entry: JournalEntry): void {
    writeSync(this.#file, `${JSON.stringify(entry)}\n`)
  }

  /** Replaces the whole journal by these entries: on start it shrinks to what is still known. */
  rewrite(entries: readonly JournalEntry[]): void {
    closeSync(this.#file)
    writeFileSync(`${this.#path}.new`, entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''))
    renameSync(`${this.#path}.new`, this.#path)
    this.#file = openSync(this.#path, 'a')
  }

  close(): void {
    closeSync(this.#file)
  }
}

/** What journals of older versions do not say. */
function completed(entry: JournalEntry): JournalEntry {
  switch (entry.kind) {
    case 'call':
      return { ...entry, call: { ...entry.call, phoneNumberSid: entry.call.phoneNumberSid ?? null } }
    case 'message': {
      const { direction = 'outbound-api', error = null } = entry.message
      return { ...entry, message: { ...entry.message, direction, error } }
    }
    case 'recording':
      return { ...entry, recording: { ...entry.recording, callback: entry.recording.callback ?? null } }
    default:
      return entry
  }
}

function reviveInstants(key: string, value: unknown): unknown {
  return typeof value === 'string' && INSTANT_FIELD.test(key) ? new Date(value) : value
}
