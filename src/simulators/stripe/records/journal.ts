import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import type { CheckoutPlan, KeptAnswer } from './simulated-records.ts'
import type { InvoiceLine, Kept } from './wire.ts'

export type JournalEntry =
  | { kind: 'kept'; resource: Kept }
  | { kind: 'removed'; id: string }
  | { kind: 'checkout-plan'; plan: CheckoutPlan }
  | { kind: 'pending-lines'; subscription: string; lines: InvoiceLine[] }
  | { kind: 'answer'; answer: KeptAnswer }

/**
 * What the simulator must still know after its process was killed: JSON lines, one for everything that one request
 * changed, appended with a synchronous write before anybody is answered. There is no fsync: it outlives the process,
 * not the machine.
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
          return line === '' ? [] : (JSON.parse(line) as JournalEntry[])
        } catch {
          return []
        }
      })
  }

  append(entries: readonly JournalEntry[]): void {
    writeSync(this.#file, `${JSON.stringify(entries)}\n`)
  }

  /** Replaces the whole journal by these entries: on start it shrinks to what is still known. */
  rewrite(entries: readonly JournalEntry[]): void {
    closeSync(this.#file)
    writeFileSync(`${this.#path}.new`, entries.map((entry) => `${JSON.stringify([entry])}\n`).join(''))
    renameSync(`${this.#path}.new`, this.#path)
    this.#file = openSync(this.#path, 'a')
  }

  close(): void {
    closeSync(this.#file)
  }
}
