import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

/** A4, in points. */
export const PAGE = { width: 595.28, height: 841.89, margin: 48 } as const
export const WIDTH = PAGE.width - 2 * PAGE.margin
/** The last line of text ends above this; below it is the foot of the page. */
const BOTTOM = PAGE.height - 60

const REGULAR = new URL('../fonts/noto-sans-regular.ttf', import.meta.url)
const BOLD = new URL('../fonts/noto-sans-bold.ttf', import.meta.url)
const INK = '#1f2937'
const LINE = '#9ca3af'

type Element = PDFKit.PDFStructureElement
interface TextStyle {
  size: number
  isBold?: boolean
  /** More lines are cut off, with an ellipsis. */
  lines: number
}

const STYLES = {
  H1: { size: 20, isBold: true, lines: 2 },
  H2: { size: 12.5, isBold: true, lines: 1 },
  P: { size: 9.5, lines: 3 },
  cell: { size: 8.5, lines: 1 },
} as const satisfies Record<string, TextStyle>

/** A cell of a table; the widths of a row add up to the table's. */
interface Column {
  head: string
  width: number
  /** Figures stand to the right. */
  isNumber?: boolean
}

/**
 * Pages on which everything is either in the structure tree or an artifact, as PDF/UA asks. Text goes from top to bottom
 * and never runs over into a page that nobody has begun: what does not fit is cut with an ellipsis.
 */
export interface TaggedPages {
  heading(level: 'H1' | 'H2', text: string): void
  paragraph(text: string): void
  table(columns: readonly Column[], rows: readonly (readonly string[])[], cutToLines?: 1 | 2): void
  /** Horizontal bars with their figures, as a picture that `alt` tells; hatched differently, so that no colour is needed. */
  bars(alt: string, bars: readonly { label: string; value: number; shown: string }[]): void
  space(points: number): void
  nextPage(): void
  /** The finished file. */
  end(): Promise<Buffer>
}

/** Begins a document with its first page. The library and its fonts are loaded when the first one is made. */
export async function taggedPages({ title, foot }: { title: string; foot: string }): Promise<TaggedPages> {
  const [{ default: Document }, regular, bold] = await Promise.all([
    import('pdfkit'),
    readFile(REGULAR),
    readFile(BOLD),
  ])
  const doc = new Document({
    size: 'A4',
    margin: 0,
    tagged: true,
    // The types are those of an older version: they know neither this, nor `scope` and `bbox` below.
    subset: 'PDF/UA' as never,
    pdfVersion: '1.7',
    lang: 'en-AU',
    displayTitle: true,
    info: { Title: title, Creator: 'Cooee', Producer: 'Cooee' },
    autoFirstPage: false,
    font: fileURLToPath(REGULAR),
  })
  const chunks: Buffer[] = []
  const finished = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  doc.registerFont('regular', regular)
  doc.registerFont('bold', bold)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let y = 0
  let pages = 0

  const write = (text: string, { size, isBold, lines }: TextStyle, x: number, width: number, align?: 'right') => {
    doc
      .font(isBold ? 'bold' : 'regular')
      .fontSize(size)
      .fillColor(INK)
    const height = doc.currentLineHeight(true) * lines + 0.1
    doc.text(inFont(text), x, y, { width, height, ellipsis: '…', lineGap: 0, ...(align && { align }) })
    return Math.min(height, doc.heightOfString(inFont(text), { width }))
  }
  const artifact = (draw: () => void) => {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }
  const rule = (at: number) =>
    artifact(() => {
      doc
        .moveTo(PAGE.margin, at)
        .lineTo(PAGE.margin + WIDTH, at)
        .lineWidth(0.5)
        .strokeColor(LINE)
        .stroke()
    })
  const isFull = (needed: number) => y + needed > BOTTOM
  const block = (type: 'H1' | 'H2' | 'P', text: string) => {
    const element = doc.struct(type)
    root.add(element)
    element.add(() => {
      y += write(text, STYLES[type], PAGE.margin, WIDTH) + 4
    })
    element.end()
  }
  const row = (
    parent: Element,
    cells: readonly string[],
    columns: readonly Column[],
    isHead: boolean,
    lines: 1 | 2,
  ) => {
    const tr = doc.struct('TR')
    parent.add(tr)
    let x: number = PAGE.margin
    let height = 0
    columns.forEach(({ width, isNumber }, place) => {
      const isRowHead = !isHead && place === 0
      const cell = doc.struct(isHead || isRowHead ? 'TH' : 'TD', scopeOf(isHead, isRowHead))
      tr.add(cell)
      const at = x
      cell.add(() => {
        const style = { ...STYLES.cell, lines, isBold: isHead }
        height = Math.max(height, write(cells[place] ?? '', style, at, width - 8, isNumber ? 'right' : undefined))
      })
      cell.end()
      x += width
    })
    tr.end()
    y += height + 3
    rule(y - 1.5)
  }

  const pagesApi: TaggedPages = {
    heading(level, text) {
      if (level === 'H2') y += 8
      block(level, text)
    },
    paragraph(text) {
      block('P', text)
    },
    table(columns, rows, lines = 1) {
      const table = doc.struct('Table')
      root.add(table)
      row(
        table,
        columns.map(({ head }) => head),
        columns,
        true,
        1,
      )
      for (const cells of rows) {
        if (isFull(30)) break
        row(table, cells, columns, false, lines)
      }
      table.end()
      y += 2
    },
    bars(alt, bars) {
      const height = bars.length * 17
      const described = { alt, bbox: [PAGE.margin, y, PAGE.margin + WIDTH, y + height] }
      const figure = doc.struct('Figure', described)
      root.add(figure)
      figure.add(() => {
        const most = Math.max(1, ...bars.map(({ value }) => value))
        bars.forEach(({ label, value, shown }, place) => {
          write(label, STYLES.cell, PAGE.margin, 110)
          const full = WIDTH - 110 - 60
          const length = Math.max(0.5, (value / most) * full)
          doc
            .rect(PAGE.margin + 110, y + 1, length, 10)
            .lineWidth(0.8)
            .fillAndStroke(FILLS[place % FILLS.length] ?? '#fff', INK)
          write(shown, STYLES.cell, PAGE.margin + 110 + length + 6, 60)
          y += 17
        })
      })
      figure.end()
    },
    space(points) {
      y += points
    },
    nextPage() {
      doc.addPage({ size: 'A4', margin: 0 })
      pages += 1
      const page = pages
      artifact(() => {
        y = PAGE.height - 42
        write(`${foot} · page ${page}`, { size: 7.5, lines: 1 }, PAGE.margin, WIDTH)
      })
      y = PAGE.margin
    },
    async end() {
      root.end()
      doc.end()
      return finished
    },
  }
  pagesApi.nextPage()
  return pagesApi
}

const scopeOf = (isHead: boolean, isRowHead: boolean): object =>
  isHead ? { scope: 'Column' } : isRowHead ? { scope: 'Row' } : {}

/** From dark to none: they differ without colour, and each has its figure beside it. */
const FILLS = ['#1f2937', '#9ca3af', '#ffffff']

/** The letters that are in the fonts: see `fonts/how-they-were-made.md`. */
const IN_FONT: readonly (readonly [number, number])[] = [
  [0x20, 0x7e],
  [0xa0, 0x24f],
  [0x259, 0x259],
  [0x300, 0x323],
  [0x370, 0x3ff],
  [0x400, 0x4ff],
  [0x1e00, 0x1fff],
]
const SIGNS = '\u2010\u2011–—‘’‚“”„…•€−→'

/** Whether every letter of it can be printed. */
export const canBePrinted = (text: string): boolean => inFont(text) === text.normalize('NFC')

/** What the fonts do not have becomes an ellipsis: a page without its letters would be no PDF/UA. */
function inFont(text: string): string {
  const letters = Array.from(text.normalize('NFC'), (letter) => {
    const code = letter.codePointAt(0) ?? 0
    return SIGNS.includes(letter) || IN_FONT.some(([first, last]) => code >= first && code <= last) ? letter : '…'
  })
  return letters.join('').replace(/…{2,}/g, '…')
}
