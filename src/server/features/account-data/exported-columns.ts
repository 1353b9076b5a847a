import type { COLUMN_DECISIONS } from '#server/platform/database/schema/column-decisions.ts'
import type { COLUMN_GROUPS, ColumnGroup, Names } from '#server/platform/database/schema/column-groups.ts'
import { decidedColumns } from '#server/platform/database/schema/decided-columns.ts'

type Decisions = typeof COLUMN_DECISIONS
type ExportedGroup = {
  [Group in ColumnGroup]: (typeof COLUMN_GROUPS)[Group]['isExported'] extends true ? Group : never
}[ColumnGroup]
type ExportedTable = {
  [Table in keyof Decisions]: Decisions[Table] extends { notExported: string } ? never : Table
}[keyof Decisions]
type ExportedColumn<Decision> = {
  [Group in keyof Decision]: Group extends ExportedGroup ? Names<Decision[Group]> : never
}[keyof Decision]

/** The columns of an account's rows that the export holds. */
export const EXPORTED = exported() as { readonly [Table in ExportedTable]: readonly ExportedColumn<Decisions[Table]>[] }

function exported(): object {
  const columns = decidedColumns().filter(({ decision }) => decision.isExported)
  return Object.fromEntries(
    [...Map.groupBy(columns, ({ table }) => table)].map(([table, own]) => [table, own.map(({ column }) => column)]),
  )
}
