import { type RawBuilder, sql } from 'kysely'

/** The numbers that Cooee rings and writes from, in E.164; the main one first. */
export type OwnNumbers = readonly [string, ...string[]]

/** Of our numbers the noted one, while it is ours; else the main one. */
export function ownNumberOr(ownNumbers: OwnNumbers, noted: string | null | undefined): string {
  return ownNumbers.find((number) => number === noted) ?? ownNumbers[0]
}

/** The same in a statement about a row of `loved_ones`: the number of ours from which they are rung. */
export function rungFrom([main, ...others]: OwnNumbers): RawBuilder<string> {
  if (others.length === 0) return sql`${main}::text`
  return sql`(case when loved_ones.rung_from = any(${others}::text[]) then loved_ones.rung_from else ${main}::text end)`
}
