import type { ColumnType } from 'kysely'

/** Set by the database unless it is given; never changed. */
export type CreatedAt = ColumnType<Date, Date | undefined, never>
