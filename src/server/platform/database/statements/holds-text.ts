import { type RawBuilder, sql } from 'kysely'
import type { Param } from './prepared-statement.ts'

/** Without accents and case, and with one kind of apostrophe: "zoe o'neill" is "ZOË O’NEILL". */
const folded = (text: RawBuilder<unknown>) =>
  sql`lower(regexp_replace(normalize(translate(${text}, '’‘', ''''''), NFKD), '[\\u0300-\\u036F]', '', 'g'))`

/** Whether a column's text holds what somebody typed, whatever its accents and case. Nothing typed has a meaning of its own. */
export const holdsText = (column: string, typed: Param<string>) =>
  sql<boolean>`position(${folded(sql`${typed}::text`)} in ${folded(sql.ref(column))}) > 0`
