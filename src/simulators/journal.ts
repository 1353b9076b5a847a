import { closeSync, existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** What a simulator knows after it was killed: JSON lines, written before anybody is answered. Without fsync, so not after a power cut. */
export class Journal<Line> {
  readonly #path: string
  #file: number

  constructor(path: string) {
    this.#path = path
    mkdirSync(dirname(path), { recursive: true })
    this.#file = openSync(path, 'a')
  }

  /** Every line of an existing journal; a last one that the kill cut short is ignored. */
  static read<Line>(path: string, revive?: (key: string, value: unknown) => unknown): Line[] {
    if (!existsSync(path)) return []
    return readFileSync(path, 'utf8')
      .split('\n')
      .flatMap((line) => {
        try {
          return line === '' ? [] : [JSON.parse(line, revive) as Line]
        } catch {
          return []
        }
      })
  }

  append(line: Line): void {
    writeSync(this.#file, `${JSON.stringify(line)}\n`)
  }

  /** Replaces the whole journal by these lines: on start it shrinks to what is still known. */
  rewrite(lines: readonly Line[]): void {
    closeSync(this.#file)
    writeFileSync(`${this.#path}.new`, lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    renameSync(`${this.#path}.new`, this.#path)
    this.#file = openSync(this.#path, 'a')
  }

  close(): void {
    closeSync(this.#file)
  }
}
