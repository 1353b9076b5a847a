import { COLUMN_DECISIONS } from './column-decisions.ts'
import { COLUMN_GROUPS, type ColumnGroup, type GroupDecision, type TableDecision } from './column-groups.ts'

export interface DecidedColumn {
  table: string
  column: string
  decision: GroupDecision
  /** Null at first: an insert may leave it out. */
  isNullAtFirst: boolean
}

/** Every decided column, as often as it is named. */
export function decidedColumns(decisions: Record<string, TableDecision> = COLUMN_DECISIONS): DecidedColumn[] {
  return Object.entries(decisions).flatMap(([table, ofTable]) =>
    (Object.keys(COLUMN_GROUPS) as ColumnGroup[]).flatMap((group) => {
      const { isExported, ...others } = COLUMN_GROUPS[group]
      const decision = { ...others, isExported: isExported && ofTable.notExported === undefined }
      const names = ofTable[group]?.split(' ') ?? []
      return names.map((name) => ({
        ...{ table, decision },
        column: name.replace('?', ''),
        isNullAtFirst: name.endsWith('?'),
      }))
    }),
  )
}

/** Columns of which a log shows nothing, and those that it masks. One that is masked in a table is masked in all. */
export function columnsHiddenInLogs(): { leftOut: string[]; masked: string[] } {
  const named = (inLogs: GroupDecision['inLogs']) =>
    new Set(decidedColumns().flatMap(({ column, decision }) => (decision.inLogs === inLogs ? column : [])))
  const masked = named('masked')
  return { leftOut: [...named('left out').difference(masked)], masked: [...masked] }
}
