import { Journal } from '../journal.ts'
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

/** Every entry of an existing journal. */
export function readJournal(path: string): JournalEntry[] {
  return Journal.read<JournalEntry>(path, reviveInstants).map(completed)
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
