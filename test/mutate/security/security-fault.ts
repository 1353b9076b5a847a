import type { PlantedFault } from '../planted-fault.ts'

/** A fault that breaks a row of the table in docs/security.md; its test is one that the row names. */
export interface SecurityFault extends PlantedFault {
  /** The number of the row. */
  readonly row: number
}
