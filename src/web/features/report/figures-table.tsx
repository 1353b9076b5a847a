interface FiguresTableProps {
  /** Says what the table holds. */
  caption: string
  head: readonly string[]
  /** The first cell names its row. */
  rows: readonly (readonly string[])[]
  /** Words in every column; left out, all but the first hold figures. */
  isText?: boolean
}

/** A small table that stays a table: it scrolls sideways in its own frame where it is too wide. */
export function FiguresTable({ caption, head, rows, isText = false }: FiguresTableProps) {
  return (
    <section
      className="figures-frame"
      aria-label={`${caption}, the table`} // biome-ignore lint/a11y/noNoninteractiveTabindex: people without a mouse scroll it with the arrow keys
      tabIndex={0}
    >
      <table className="figures" data-text={isText || undefined}>
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {head.map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells], place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may have the same name, and rows are never moved
            <tr key={place}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={head[column + 1]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
