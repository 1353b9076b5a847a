import { expect, test } from 'vitest'
import { filesUnder, isTest, sources } from './architecture/sources.ts'
import { pages, quotedIn, textOf } from './docs-pages.ts'

/** Names of PostgreSQL, Node and PgBouncer. */
const OF_OTHERS = [
  'nodejs_eventloop_lag_p99_seconds',
  'process_resident_memory_bytes',
  'tcp_keepalives_idle',
  'max_prepared_statements',
  'pg_upgrade',
]

/** What runs. */
const product = sources.flatMap(({ path, text }) => (isTest(path) ? [] : [text])).join('\n')
/** Everything the product, its tests and its tools are made of, but for the documents. */
const corpus = [
  ...sources.map(({ text }) => text),
  ...['test', 'migrations', 'scripts', 'bench', 'e2e', 'ops'].flatMap((folder) => filesUnder(folder).map(textOf)),
  ...['package.json', 'compose.yaml', 'Dockerfile', '.env.example'].map(textOf),
].join('\n')
/** The changelog names what there was. */
const present = pages.filter((page) => page !== 'CHANGELOG.md')

/** The rows of the operators' table of variables: name and default. */
const variables = [
  ...textOf('docs/operators.md').matchAll(/^\| ((?:`[A-Z][A-Z0-9_]+`(?:, )?)+) \| ([^|]+) \|/gm),
].flatMap(([, names = '', defaults = '']) => {
  const values = names.split(', ').length === defaults.split(', ').length ? defaults.split(', ') : []
  return names.split(', ').map((name, index) => ({ name: name.replaceAll('`', ''), value: values[index] ?? '' }))
})
const examples = [...textOf('.env.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(
  ([, name = '', value = '']) => ({
    name,
    value,
  }),
)

test('every variable has a row in the table for operators, and every row is a variable', () => {
  expect(variables.map(({ name }) => name).toSorted()).toEqual(examples.map(({ name }) => name).toSorted())
})

test('the numbers in that table are the defaults of the server', () => {
  const numbers = variables.filter(({ value }) => /^\d+$/.test(value))
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers).toEqual(numbers.map(({ name }) => examples.find((example) => example.name === name)))
})

// Some routes are put together from parts: their tests have them whole.
test('every route that a document names is one of the server', () => {
  const shape = (route: string) => route.replaceAll(/[:{][^/]+/g, '{}').replace(/[/*]+$/, '')
  const routes = new Set([...corpus.matchAll(/(\/api\/[\w/:${}*-]+)/g)].map(([, route = '']) => shape(route)))
  const named = present.flatMap((page) =>
    quotedIn(textOf(page)).flatMap((quoted) =>
      [...quoted.matchAll(/(?<![\w.])\/api\/[\w/{}-]+/g)].map(([route]) => ({ page, route })),
    ),
  )
  expect(named.length).toBeGreaterThan(80)
  expect(named.filter(({ route }) => !routes.has(shape(route)))).toEqual([])
})

test('every name of the code that a document quotes exists', () => {
  const named = present.flatMap((page) => quotedIn(textOf(page)).map((quoted) => ({ page, name: quoted })))
  const names = named.filter(({ name }) => /^[a-z]+[A-Z]\w*$|^[a-zA-Z]\w*_\w+$/.test(name))
  expect(names.length).toBeGreaterThan(150)
  expect(names.filter(({ name }) => !corpus.includes(name) && !OF_OTHERS.includes(name))).toEqual([])
})

test('every line of the log that operators are told to watch is one that the server writes', () => {
  const [, logs = ''] = textOf('docs/operators.md').split('### Logs')
  const lines = [...logs.matchAll(/^\| (`.+?`) \|/gm)].flatMap(([, cell = '']) => quotedIn(cell))
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !product.includes(line))).toEqual([])
})
