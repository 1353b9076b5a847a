import { type ApiError, invalidRequest } from './api-error.ts'
import type { FormBranch } from './form.ts'

const EMPTY: FormBranch = { entries: new Map() }

/** The parameters of one request: `finish` refuses what was not read. Absent is `undefined`; empty is `null`, which unsets what it names. */
export class Params {
  readonly #branch: FormBranch
  readonly #path: string
  readonly #read = new Set<string>()
  readonly #children: Params[] = []
  #finished = false

  constructor(branch: FormBranch, path = '') {
    this.#branch = branch
    this.#path = path
  }

  get isFinished(): boolean {
    return this.#finished
  }

  has(name: string): boolean {
    return this.#branch.entries.has(name)
  }

  /** The parameter's full name, as errors give it. */
  name(name: string): string {
    return this.#path === '' ? name : `${this.#path}[${name}]`
  }

  text(name: string): string | null | undefined {
    this.#read.add(name)
    const value = this.#branch.entries.get(name)
    if (value === undefined) return undefined
    if (typeof value !== 'string') throw invalidRequest('Invalid string', this.name(name))
    return value === '' ? null : value
  }

  /** @throws ApiError when it is absent or empty */
  required(name: string): string {
    const value = this.text(name)
    if (value === undefined) {
      throw invalidRequest(`Missing required param: ${this.name(name)}.`, this.name(name), 'parameter_missing')
    }
    if (value === null) throw emptyParameter(this.name(name))
    return value
  }

  integer(name: string, { min = 0 }: { min?: number } = {}): number | undefined {
    const value = this.text(name)
    if (value === undefined || value === null) return undefined
    if (!/^-?\d{1,15}$/.test(value)) {
      throw invalidRequest(`Invalid integer: ${value}`, this.name(name), 'parameter_invalid_integer')
    }
    if (Number(value) < min) {
      throw invalidRequest(
        `This value must be greater than or equal to ${min}.`,
        this.name(name),
        'parameter_invalid_integer',
      )
    }
    return Number(value)
  }

  flag(name: string): boolean | undefined {
    const value = this.text(name)
    if (value === undefined || value === null) return undefined
    if (value !== 'true' && value !== 'false') throw invalidRequest(`Invalid boolean: ${value}`, this.name(name))
    return value === 'true'
  }

  choice<const T extends string>(name: string, choices: readonly T[]): T | undefined {
    const value = this.text(name)
    if (value === undefined || value === null) return undefined
    const chosen = choices.find((choice) => choice === value)
    if (chosen === undefined) {
      throw invalidRequest(`Invalid ${this.name(name)}: must be one of ${choices.join(', ')}`, this.name(name))
    }
    return chosen
  }

  /** The metadata of something new. */
  metadata(): Record<string, string> {
    const child = this.child('metadata')
    return Object.fromEntries([...child.#branch.entries.keys()].map((key) => [key, child.text(key) ?? '']))
  }

  /** The parameters below a name; none where it is absent. */
  child(name: string): Params {
    this.#read.add(name)
    const value = this.#branch.entries.get(name)
    const child = new Params(value === undefined || typeof value === 'string' ? EMPTY : value, this.name(name))
    this.#children.push(child)
    return child
  }

  /** The entries of a list of objects, in the order of their numbers. */
  children(name: string): Params[] {
    const list = this.child(name)
    return [...list.#branch.entries.keys()]
      .sort((first, second) => Number(first) - Number(second))
      .map((key) => list.child(key))
  }

  /** The entries of a list of texts. */
  texts(name: string): string[] {
    const list = this.child(name)
    return [...list.#branch.entries.keys()].flatMap((key) => list.text(key) ?? [])
  }

  /** Parameters that change nothing that the sandbox shows. */
  ignore(...names: string[]): void {
    for (const name of names) this.#read.add(name)
  }

  /** Call it before anything is changed. Throws ApiError for a parameter that nobody has read. */
  finish(): void {
    this.#finished = true
    for (const name of this.#branch.entries.keys()) {
      if (this.#read.has(name)) continue
      throw invalidRequest(
        `Received unknown parameter: ${this.name(name)} (the card sandbox knows a part of the API only)`,
        this.name(name),
        'parameter_unknown',
      )
    }
    for (const child of this.#children) child.finish()
  }
}

function emptyParameter(name: string): ApiError {
  return invalidRequest(
    `You passed an empty string for '${name}'. We assume empty values are an attempt to unset a parameter; however '${name}' cannot be unset. You should remove '${name}' from your request or supply a non-empty value.`,
    name,
    'parameter_invalid_empty',
  )
}
