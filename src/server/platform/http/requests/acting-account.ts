/** A member who does something. */
export interface Actor {
  personId: number
  /** As the others in the circle know them. */
  name: string
  firstName: string | null
  lastName: string | null
  /** What their own clocks show. */
  timezone: string
}

/** The account for which something is done; every query for its rows takes it. */
export interface ActingAccount {
  id: number
  /** Who does it; left out where Cooee itself does. */
  by?: Actor | undefined
}

/** The account as a member reads it. */
export interface ReadAccount {
  id: number
  /** Whether the reader has the right to what was said, and to recordings. */
  mayHear: boolean
  /** False for a program that may see an incident, and not the link that answers it. */
  mayAnswer?: boolean
  /** Who reads; left out, the account holder of a circle of one. */
  by?: Actor | undefined
}
