import { Journal } from '../journal.ts'
import type { PhoneSettings } from './phone/behaviour.ts'
import { type JournalEntry, readJournal } from './read-journal.ts'
import { Shelf } from './shelf.ts'
import type {
  CallTurn,
  SimulatedCall,
  SimulatedMessage,
  SimulatedNumber,
  SimulatedRecording,
  TurnKind,
} from './simulated-records.ts'

/** Everything the simulated provider knows, in memory, and in the journal, if any. */
export class Ledger {
  readonly calls = new Shelf<SimulatedCall>((call) => call.to)
  readonly messages = new Shelf<SimulatedMessage>((message) => message.to)
  readonly recordings = new Shelf<SimulatedRecording>((recording) => recording.callSid)
  readonly numbers = new Shelf<SimulatedNumber>((number) => number.phoneNumber)
  readonly #phones = new Map<string, PhoneSettings>()
  readonly #memory = new Map<string, number>()
  readonly #journal: Journal<JournalEntry> | null

  constructor(journalPath: string | undefined) {
    if (journalPath === undefined) {
      this.#journal = null
      return
    }
    for (const entry of readJournal(journalPath)) this.#apply(entry)
    this.#journal = new Journal(journalPath)
    this.#journal.rewrite(this.#snapshot())
  }

  addCall(call: SimulatedCall): void {
    this.#record({ kind: 'call', call })
  }

  changeCall(call: SimulatedCall, change: Partial<SimulatedCall>): void {
    this.#record({ kind: 'call-changed', sid: call.sid, change: { ...change, updatedTime: new Date() } })
  }

  addTurn(call: SimulatedCall, kind: TurnKind, text: string, language?: string): void {
    const turn: CallTurn = { at: new Date(), kind, text, ...(language && { language }) }
    this.#record({ kind: 'turn', sid: call.sid, turn })
  }

  addError(call: SimulatedCall, code: number, message: string): void {
    this.changeCall(call, { errors: [...call.errors, { code, message }] })
  }

  addMessage(message: SimulatedMessage): void {
    this.#record({ kind: 'message', message })
  }

  changeMessage(message: SimulatedMessage, change: Partial<SimulatedMessage>): void {
    this.#record({ kind: 'message-changed', sid: message.sid, change: { ...change, updatedTime: new Date() } })
  }

  addRecording(recording: SimulatedRecording): void {
    this.#record({ kind: 'recording', recording })
  }

  changeRecording(recording: SimulatedRecording, change: Partial<SimulatedRecording>): void {
    this.#record({ kind: 'recording-changed', sid: recording.sid, change: { ...change, updatedTime: new Date() } })
  }

  removeRecording(sid: string): void {
    this.#record({ kind: 'recording-removed', sid })
  }

  addNumber(number: SimulatedNumber): void {
    this.#record({ kind: 'number', number })
  }

  changeNumber(number: SimulatedNumber, change: Partial<SimulatedNumber>): void {
    this.#record({ kind: 'number-changed', sid: number.sid, change: { ...change, updatedTime: new Date() } })
  }

  /** Every phone with a chosen behaviour. */
  phones(): PhoneSettings[] {
    return [...this.#phones.values()]
  }

  phone(number: string): PhoneSettings | undefined {
    return this.#phones.get(number)
  }

  setPhone(phone: PhoneSettings): void {
    this.#record({ kind: 'phone', phone })
  }

  /** A small count kept for a number between calls; 0 until it is set. */
  remembered(key: string): number {
    return this.#memory.get(key) ?? 0
  }

  remember(key: string, value: number): void {
    this.#record({ kind: 'memory', key, value })
  }

  close(): void {
    this.#journal?.close()
  }

  #record(entry: JournalEntry): void {
    this.#journal?.append(entry)
    this.#apply(entry)
  }

  #apply(entry: JournalEntry): void {
    switch (entry.kind) {
      case 'call':
        this.calls.add(entry.call)
        break
      case 'call-changed':
        assignTo(this.calls.get(entry.sid), entry.change)
        break
      case 'turn':
        this.calls.get(entry.sid)?.turns.push(entry.turn)
        break
      case 'message':
        this.messages.add(entry.message)
        break
      case 'message-changed':
        assignTo(this.messages.get(entry.sid), entry.change)
        break
      case 'recording':
        this.recordings.add(entry.recording)
        break
      case 'recording-changed':
        assignTo(this.recordings.get(entry.sid), entry.change)
        break
      case 'recording-removed':
        this.recordings.remove(entry.sid)
        break
      case 'number':
        this.numbers.add(entry.number)
        break
      case 'number-changed':
        assignTo(this.numbers.get(entry.sid), entry.change)
        break
      case 'phone':
        if (entry.phone.calls || entry.phone.texts) this.#phones.set(entry.phone.number, entry.phone)
        else this.#phones.delete(entry.phone.number)
        break
      case 'memory':
        this.#memory.set(entry.key, entry.value)
        break
    }
  }

  #snapshot(): JournalEntry[] {
    return [
      ...this.calls.all().map((call): JournalEntry => ({ kind: 'call', call })),
      ...this.messages.all().map((message): JournalEntry => ({ kind: 'message', message })),
      ...this.recordings.all().map((recording): JournalEntry => ({ kind: 'recording', recording })),
      ...this.numbers.all().map((number): JournalEntry => ({ kind: 'number', number })),
      ...this.phones().map((phone): JournalEntry => ({ kind: 'phone', phone })),
      ...[...this.#memory].map(([key, value]): JournalEntry => ({ kind: 'memory', key, value })),
    ]
  }
}

function assignTo<T extends object>(target: T | undefined, change: Partial<T>): void {
  if (target) Object.assign(target, change)
}
