import type { NamedTest } from './named-test.ts'

/** A fault that somebody might make, and the test that must notice it. */
export interface PlantedFault {
  /** What the product would do, as a sentence about it. */
  readonly name: string
  readonly file: string
  /** Stands in the file exactly once. */
  readonly text: string
  readonly replacement: string
  readonly test: NamedTest
}
