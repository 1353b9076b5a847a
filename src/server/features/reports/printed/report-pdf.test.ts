import { inflateSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { Report } from '#contract/calls/report.ts'
import { reportPdf } from './report-pdf.ts'

const MADE_AT = new Date('2026-04-20T00:00:00.000Z')
const week = {
  ...{ from: '2026-04-13', until: '2026-04-19', rung: 14, firstRing: 13, answered: 14, seconds: 12, timed: 14 },
  doses: { taken: 13, later: 1, missed: 0 },
}
const report: Report = {
  ...{ lovedOneId: 1, name: 'Margaret Hartley', timezone: 'Australia/Sydney', days: 90 },
  ...{ from: '2026-01-20', until: '2026-04-19', knownFrom: null, changes: [], tooLittle: null },
  ...{ rung: 90, firstRing: 80, laterRing: 7, notAnswered: 3, tries: [{ tries: 1, calls: 80 }], seconds: 12 },
  weeks: Array(12).fill(week),
  doses: [{ slot: '08:00', taken: 80, later: 5, missed: 4, unknown: 1 }],
  notPlaced: [{ why: 'Left out while away.', calls: 4 }],
  alertCount: 1,
  alerts: [
    { at: '2026-04-17T00:30:00.000Z', cause: 'not_reached', who: 'Ben Price', how: 'Ben Price says all’s well.' },
  ],
}
const longName = 'Wilhelmina-Konstantinopolitanska '.repeat(7).slice(0, 200)
/** As much as there can be of everything. */
const full: Report = {
  ...report,
  name: longName,
  knownFrom: `We know calls from Jan 25, 2026 on: that’s when ${longName} was added.`,
  changes: (['seconds', 'firstRing', 'doses'] as const).map((kind) => ({
    kind,
    sentence:
      'More time from the ring to the answer. Usually 12 seconds; this week 40. That’s a larger change than usual.',
  })),
  doses: Array.from({ length: 24 }, (_, hour) => ({
    ...{ slot: `${String(hour).padStart(2, '0')}:00`, taken: 80, later: 5, missed: 4, unknown: 1 },
  })),
  notPlaced: Array.from({ length: 20 }, (_, why) => ({ why: `${'A long reason. '.repeat(30)}${why}`, calls: 1 })),
  alertCount: 130,
  alerts: Array.from({ length: 100 }, () => ({
    ...{ at: '2026-04-17T00:30:00.000Z', cause: 'not_reached' as const, who: longName },
    how: `${longName} says all’s well.`,
  })),
}

/** A file of objects, read as far as the tests need it. */
function read(pdf: Buffer) {
  const text = pdf.toString('latin1')
  const objects = new Map<string, string>()
  const contents: string[] = []
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [dictionary = '', stream] = body.split('\nstream\n')
    objects.set(id, dictionary)
    if (stream === undefined || !dictionary.includes('/FlateDecode')) continue
    const bytes = Buffer.from(stream.slice(0, stream.lastIndexOf('\nendstream')), 'latin1')
    const content = inflateSync(bytes).toString('latin1')
    if (/\bBT\b/.test(content)) contents.push(content)
  }
  const elements = [...objects.values()].filter((body) => /\/S \/\w+/.test(body) && /\/P \d+ 0 R/.test(body))
  const ofType = (type: string) => elements.filter((body) => new RegExp(`/S /${type}\\b`).test(body))
  return {
    text,
    objects,
    contents,
    elements,
    ofType,
    pages: [...objects.values()].filter((body) => /\/Type \/Page\b/.test(body)),
  }
}

/** Everything that is painted: the operators that stand in no marked content. */
function unmarked(content: string): string[] {
  let depth = 0
  const found: string[] = []
  const operators = content.replace(/<[0-9a-f]*>/gi, '').matchAll(/\b(BDC|BMC|EMC|Tj|TJ|f|S|B|Do)\b/g)
  for (const [operator] of operators) {
    if (operator === 'BDC' || operator === 'BMC') depth += 1
    else if (operator === 'EMC') depth -= 1
    else if (depth === 0) found.push(operator)
  }
  return found
}

test.each([
  ['an ordinary report', report],
  ['a full one with names of 200 letters', full],
])('%s is two pages', async (_, of) => {
  expect(read(await reportPdf(of, MADE_AT)).pages).toHaveLength(2)
})

test('the file says that it is tagged, in which language, what it is called, and that it is PDF/UA', async () => {
  const { text, pages } = read(await reportPdf(report, MADE_AT))
  expect(text).toMatch(/\/Marked true/)
  expect(text).toMatch(/\/StructTreeRoot \d+ 0 R/)
  expect(text).toMatch(/\/Lang \(en-AU\)/)
  expect(text).toMatch(/\/DisplayDocTitle true/)
  expect(text).toMatch(/<pdfuaid:part>1<\/pdfuaid:part>/)
  expect(text).toMatch(/<rdf:li xml:lang="x-default">How Margaret Hartley has been<\/rdf:li>/)
  expect(pages.every((page) => /\/StructParents \d+/.test(page) && /\/Tabs \/S/.test(page))).toBe(true)
})

test('it has one heading of the first level, sections below it, and a picture that is told in words', async () => {
  const { ofType, objects } = read(await reportPdf(report, MADE_AT))
  expect(ofType('Document')).toHaveLength(1)
  expect(ofType('H1')).toHaveLength(1)
  expect(ofType('H2')).toHaveLength(6)
  const [figure = ''] = ofType('Figure')
  expect(figure).toContain(
    '/Alt (Bar chart. 80 of 90 calls answered at the first ring, 7 at a later ring, 3 not answered.)',
  )
  expect(figure).toMatch(/\/BBox \[/)
  expect(objects.size).toBeGreaterThan(20)
})

test('tables have rows of cells, and every heading says what it is the heading of', async () => {
  const { ofType } = read(await reportPdf(report, MADE_AT))
  expect(ofType('Table')).toHaveLength(4)
  expect(ofType('TR')).toHaveLength(4 + 12 + 1 + 1 + 1)
  const heads = ofType('TH')
  expect(heads.filter((head) => head.includes('/Scope /Column'))).toHaveLength(6 + 5 + 2 + 4)
  expect(heads.filter((head) => head.includes('/Scope /Row'))).toHaveLength(12 + 1 + 1 + 1)
  expect(heads.every((head) => head.includes('/Scope /'))).toBe(true)
})

test.each([
  ['an ordinary report', report],
  ['a full one', full],
])('in %s everything that is painted is in the structure or marked as an artifact', async (_, of) => {
  const { contents, text } = read(await reportPdf(of, MADE_AT))
  expect(contents).toHaveLength(2)
  // The question itself finds what is not marked.
  expect(unmarked(contents.join().replaceAll(/\/\w+ <<[^>]*>> BDC|EMC/g, '')).length).toBeGreaterThan(50)
  for (const content of contents) {
    expect(content.match(/BDC|BMC/g)?.length).toBe(content.match(/\bEMC\b/g)?.length)
    expect(unmarked(content)).toEqual([])
  }
  expect(text.match(/\/MCID|\/K \[/g)).not.toBeNull()
})

/** The elements that a type may lie in: ISO 32000-1, 14.8.4. */
const PARENTS: Readonly<Record<string, readonly string[]>> = {
  ...{ Document: [''], H1: ['Document'], H2: ['Document'], P: ['Document'], Figure: ['Document'], Table: ['Document'] },
  ...{ TR: ['Table'], TH: ['TR'], TD: ['TR'] },
}

test.each([
  ['an ordinary report', report],
  ['a full one', full],
])('in %s every piece of text belongs to one element of the structure, which hangs on its root', async (_, of) => {
  const { objects, contents, pages, text } = read(await reportPdf(of, MADE_AT))
  const root = /\/StructTreeRoot (\d+) 0 R/.exec(text)?.[1]
  const pageIds = [...objects].filter(([, body]) => /\/Type \/Page\b/.test(body)).map(([id]) => id)
  const owned: string[] = []
  for (const [id, body] of objects) {
    const type = /\/S \/(\w+)/.exec(body)?.[1]
    const parent = /\/P (\d+) 0 R/.exec(body)?.[1]
    if (!type || !parent) continue
    const kids = (dictionary = '') =>
      /\/K \[([^\]]*)\]/.exec(dictionary)?.[1] ?? /\/K (\d+ 0 R)/.exec(dictionary)?.[1] ?? ''
    expect(kids(objects.get(parent)).match(/\d+(?= 0 R)/g), `${type} ${id} in its parent`).toContain(id)
    const parentType = parent === root ? '' : (/\/S \/(\w+)/.exec(objects.get(parent) ?? '')?.[1] ?? 'nothing')
    expect(PARENTS[type], `${type} in ${parentType}`).toContain(parentType)
    const page = /\/Pg (\d+) 0 R/.exec(body)?.[1]
    const marks =
      kids(body)
        .replaceAll(/\d+ 0 R/g, '')
        .match(/\d+/g) ?? []
    for (const mark of marks) owned.push(`${pageIds.indexOf(page ?? '')}: ${mark}`)
  }
  const marked = contents.flatMap((content, page) =>
    [...content.matchAll(/\/MCID (\d+)/g)].map(([, mark]) => `${page}: ${mark}`),
  )
  expect(pages).toHaveLength(2)
  expect(marked.length).toBeGreaterThan(50)
  expect(owned.toSorted()).toEqual(marked.toSorted())
  expect(new Set(owned).size).toBe(owned.length)
})

test('the tree of parents leads from each piece of text on a page to its element', async () => {
  const { objects, contents, text } = read(await reportPdf(full, MADE_AT))
  const root = objects.get(/\/StructTreeRoot (\d+) 0 R/.exec(text)?.[1] ?? '') ?? ''
  const [, tree = ''] = root.split('/ParentTree')
  const lists = [...tree.matchAll(/\d+ \[([^\]]*)\]/g)]
    .map(([, list = '']) => list.match(/\d+(?= 0 R)/g) ?? [])
    .filter((list) => list.length > 0)
  expect(lists.map(({ length }) => length)).toEqual(
    contents.map((content) => new Set(content.match(/\/MCID \d+/g)).size),
  )
  for (const list of lists) {
    for (const [mark, id] of list.entries()) {
      expect(objects.get(id), `${mark} in ${id}`).toMatch(new RegExp(`/K \\[(\\d+ )*${mark}( \\d+)*\\]`))
    }
  }
})

test('every picture is told in words', async () => {
  const { ofType } = read(await reportPdf(full, MADE_AT))
  expect(ofType('Figure').every((figure) => /\/Alt \(.{10,}\)/.test(figure))).toBe(true)
})

test('every font is in the file, with its letters to be read out', async () => {
  const { text, objects } = read(await reportPdf(report, MADE_AT))
  const fonts = [...objects.values()].filter((body) => /\/Type \/FontDescriptor/.test(body))
  expect(fonts).toHaveLength(2)
  expect(fonts.every((font) => /\/FontFile2 \d+ 0 R/.test(font))).toBe(true)
  expect(text).not.toContain('/BaseFont /Helvetica')
  expect(text.match(/\/ToUnicode \d+ 0 R/g)).toHaveLength(2)
})

test('Greek, Cyrillic and Vietnamese names are printed; of others it says that they cannot be', async () => {
  for (const name of ['Γιώργος Παπαδόπουλος', 'Nguyễn Thị Hương', 'Олена Шевченко']) {
    expect(read(await reportPdf({ ...report, name }, MADE_AT)).ofType('P')).toHaveLength(
      read(await reportPdf(report, MADE_AT)).ofType('P').length,
    )
  }
  const other = read(await reportPdf({ ...report, name: '王秀英' }, MADE_AT))
  expect(other.ofType('P')).toHaveLength(read(await reportPdf(report, MADE_AT)).ofType('P').length + 1)
})

test('a report without calls is a page of sentences, not of empty tables', async () => {
  const empty = { rung: 0, firstRing: 0, laterRing: 0, notAnswered: 0, tries: [], seconds: null, weeks: [] }
  const { ofType } = read(
    await reportPdf({ ...report, ...empty, doses: [], notPlaced: [], alerts: [], alertCount: 0 }, MADE_AT),
  )
  expect(ofType('Figure')).toHaveLength(0)
  expect(ofType('Table')).toHaveLength(0)
})
