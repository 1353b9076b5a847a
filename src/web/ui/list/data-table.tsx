import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface Column<Row> {
  /** Unlike that of any other column. */
  header: string
  /** The header is only for assistive tools (an actions column). */
  hiddenHeader?: boolean
  /** Shown above the value when rows are cards, where the value would be unclear. */
  cardLabel?: string
  /** Names the cell's place in the card layout: `c-who`, `c-when` … */
  className?: string
  cell: (row: Row) => ReactNode
}

interface DataTableProps<Row> {
  /** Says what the table holds. */
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string | number
  rowClass?: (row: Row) => string | undefined
  /** Names the card layout: `t-upcoming` … */
  className?: string
}

/** A table that becomes stacked cards where it is narrow (under 52rem). Its roles are written out: changing `display` removes them. */
export function DataTable<Row>({ caption, columns, rows, rowKey, rowClass, className }: DataTableProps<Row>) {
  return (
    <div className="tablebox">
      <div className="tablewrap">
        {/* biome-ignore-start lint/a11y/noRedundantRoles: see above */}
        <table className={clsx('table', className)} role="table" aria-label={caption}>
          <thead role="rowgroup">
            <tr role="row">
              {columns.map((column) => (
                <th key={column.header} role="columnheader" scope="col">
                  <span className={clsx(column.hiddenHeader && 'sr-only')}>{column.header}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody role="rowgroup">
            {rows.map((row) => (
              <tr key={rowKey(row)} role="row" className={rowClass?.(row)}>
                {columns.map((column) => (
                  <td key={column.header} role="cell" data-label={column.cardLabel} className={column.className}>
                    {column.cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {/* biome-ignore-end lint/a11y/noRedundantRoles: see above */}
      </div>
    </div>
  )
}
