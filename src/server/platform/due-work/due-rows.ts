import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

/** A table of due work: each has `next_at`, `claimed_until` and `failures`. */
export interface DueTable {
  table: 'dials' | 'incidents' | 'calls_to_cancel' | 'webhook_deliveries'
  key: 'id' | 'provider_call_id'
  /** A further column that says when a row is due; the first instant counts. */
  orDueAt?: 'by_hand_at'
}

/** A row of due work, as its claim returns it. */
export interface DueRow {
  failures: number
  /** Until when it belongs to who claimed it. */
  claimedUntil: Date
}

export interface ClaimOptions {
  now: Date
  /** How long no other worker gets it; longer than one run takes. */
  leaseMs: number
  limit: number
  /** What the rows that are claimed say. */
  columns: readonly string[]
  /** Which of them; by default all. */
  only?: RawBuilder<unknown>
  /** What goes before the longest due. */
  first?: RawBuilder<unknown>
  /** Written beside the lease. */
  sets?: RawBuilder<unknown>
  /** Rows that are not due yet as well: somebody waits for one of them. */
  isNow?: boolean
}

/** When a row is due, as an expression; null where nothing is to be done with it. */
export function dueAt({ orDueAt }: Pick<DueTable, 'orDueAt'>): RawBuilder<Date | null> {
  return orDueAt ? sql`least(next_at, ${sql.ref(orDueAt)})` : sql`next_at`
}

/** Claims what is due and nobody has, in order, with one conditional update: no worker waits, and each row has one claim at a time. */
export async function claimDue<Row extends object>(
  db: Db,
  due: DueTable,
  { now, leaseMs, limit, columns, only, first, sets, isNow = false }: ClaimOptions,
): Promise<(Row & DueRow)[]> {
  const table = sql.table(due.table)
  const key = sql.ref(due.key)
  const at = dueAt(due)
  const { rows } = await sql<Row & DueRow & { place: number }>`
    with due as materialized (
      select ${key} from ${table}
      where ${at} ${isNow ? sql`is not null` : sql`<= ${now}`} and (claimed_until is null or claimed_until <= ${now})
        ${only ? sql`and ${only}` : sql``}
      order by ${first ? sql`${first},` : sql``} ${at}, ${key}
      limit ${limit} for update skip locked
    ), in_order as (select ${key} as of_due, row_number() over () as place from due)
    update ${table} set claimed_until = ${new Date(now.getTime() + leaseMs)} ${sets ? sql`, ${sets}` : sql``}
    from in_order where ${key} = of_due
    returning place, claimed_until, failures, ${sql.join(columns.map((column) => sql.ref(column)))}`.execute(db)
  return rows.toSorted((one, other) => one.place - other.place)
}

/** Ends a claim, and writes how often the row has failed in a row. Does nothing where the claim ran out and another worker has it. */
export async function releaseDue(
  db: Db,
  { table, key }: DueTable,
  id: number | string,
  { claimedUntil, failures }: DueRow,
): Promise<void> {
  await sql`
    update ${sql.table(table)} set claimed_until = null, failures = ${failures}
    where ${sql.ref(key)} = ${id} and claimed_until = ${claimedUntil}`.execute(db)
}

/** Has a due row retried at that instant, and writes how often it has failed. Ends only the claim of this worker. */
export async function postponeDue(
  db: Db,
  due: DueTable,
  id: number | string,
  { now, until, failures, claimedUntil }: DueRow & { now: Date; until: Date },
): Promise<void> {
  const moved = ['next_at', ...(due.orDueAt ? [due.orDueAt] : [])].map((column) => {
    const at = sql.ref(column)
    return sql`${at} = case when ${at} <= ${now} then ${until} else ${at} end`
  })
  await sql`
    update ${sql.table(due.table)} set ${sql.join(moved)}, failures = ${failures},
      claimed_until = nullif(claimed_until, ${claimedUntil})
    where ${sql.ref(due.key)} = ${id} and ${dueAt(due)} is not null`.execute(db)
}
