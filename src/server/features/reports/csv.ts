/** So that Excel reads the file as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff'

/** One line of a CSV file (RFC 4180). What a spreadsheet would run as a formula gets an apostrophe in front, and is text. */
export function csvLine(cells: readonly (string | number | null)[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

function csvCell(cell: string | number | null): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return String(cell)
  const safe = /^[=+\-@＝＋－＠\t\r\n]/.test(cell) ? `'${cell}` : cell
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
