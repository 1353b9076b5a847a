import type { Db } from '../database.ts'

/** For whom a screen is read. */
export interface Reader {
  /** The circle that is read; null where it is the whole installation. */
  accountId: number | null
  /** Whether the reader has just changed something: they must find it. */
  hasJustWritten: boolean
}

/**
 * Reads for a screen that may be a second old. `read` must change nothing: it may run twice. What the reader has just
 * written, and what this process knows to have changed, is in it.
 */
export type ScreenReads = <Result>(reader: Reader, read: (db: Db) => Promise<Result>) => Promise<Result>

/** Screens read what everything else reads: there is one database. */
export const primaryReads =
  (db: Db): ScreenReads =>
  (_reader, read) =>
    read(db)
