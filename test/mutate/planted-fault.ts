import type { NamedTest } from './named-test.ts'

/** A plausible fault, and the test that must catch it. */
export interface PlantedFault {
  /** What the faulty product does, as a sentence. */
  readonly name: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly text: string
  readonly replacement: string
  readonly test: NamedTest
}
