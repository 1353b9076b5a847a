import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  featureOf,
  filesUnder,
  type Import,
  imports,
  importsOf,
  isTest,
  listed,
  production,
  root,
  type SourceFile,
  sources,
  topFolderOf,
  withoutComments,
} from './architecture/sources.ts'

/** What each top-level folder may import from the others. */
const TOP_FOLDERS: Record<string, string[]> = {
  core: [],
  contract: ['core'],
  web: ['contract', 'core'],
  server: ['contract', 'core'],
  simulators: [],
}
/** Where the top-level folders meet: programs, which put the parts together. */
const PROGRAMS = ['src/server/start.ts', 'src/server/main.ts', 'src/server/doctor.ts']
/** What chooses implementations for them, each for the parts that it puts together. */
const CHOOSERS = [
  'admin-deps',
  'build-features',
  'server-config',
  'texts-of',
  'web-side-parts',
  'workers/worker-side',
].map((name) => `src/server/composition/${name}.ts`)
/** A feature may use those of the lines before its own, through their public.ts. */
const FEATURE_LEVELS = [
  ['activity', 'audit', 'events', 'languages', 'sandbox', 'notifications', 'own-number', 'dialling'],
  ['consents'],
  ['refusals'],
  ['messages', 'recordings'],
  ['accounts'],
  ['loved-ones'],
  ['contacts', 'calls'],
  ['aways', 'talks', 'voices', 'hot-days'],
  ['incidents'],
  ['care', 'reports', 'calendars'],
  ['check-ins', 'summaries'],
  ['billing', 'webhooks'],
  ['dashboard', 'admin', 'account-data'],
]
const PACKAGES: Record<string, RegExp> = {
  core: /^(temporal-polyfill|libphonenumber-js)(\/|$)/,
  contract: /^zod$/,
}
const DRAWER_NAME = /(^|[-.])(utils?|helpers?|misc|common|managers?)([-.]|$)/
const KEBAB_CASE = /^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9]+)*$/
const PROCESS_ENV_READERS = ['src/server/start.ts', 'src/server/platform/environment/env.ts']

const isImplementation = (path: string) =>
  /^src\/server\/adapters\/[^/]+\/[^/]+\//.test(path) || /^src\/server\/adapters\/([^/]+)\/.+-\1\.ts$/.test(path)
const implementationFolder = (path: string) => /^src\/server\/adapters\/[^/]+\/[^/]+\//.exec(path)?.[0]

test('the scanner sees every way to import', () => {
  const text = [
    "import { a } from './a.ts'",
    "import type { B } from '#core/b.ts'",
    'import {\n  c,\n  d,\n} from "zod"',
    "import './style.css'",
    "export { e } from '../e.ts'",
    "export * from './f.ts'",
    "const page = lazy(() => import('#web/features/g/page.tsx'))",
    "// import { no } from './no.ts'",
    "/** import { no } from './no.ts' */",
    "const sentence = 'take it from'",
  ].join('\n')
  expect(importsOf({ path: 'src/web/app/x.ts', text }).map((entry) => entry.to)).toEqual([
    'src/web/app/a.ts',
    'src/core/b.ts',
    'zod',
    'src/web/app/style.css',
    'src/web/e.ts',
    'src/web/app/f.ts',
    'src/web/features/g/page.tsx',
  ])
})

describe('the top-level folders', () => {
  test('every folder under src has a line in the table', () => {
    const unknown = sources
      .map((file) => file.path)
      .filter((path) => !Object.hasOwn(TOP_FOLDERS, topFolderOf(path) ?? ''))
    expect(unknown).toEqual([])
  })

  test('a top-level folder imports only from those below it', () => {
    const crossing = production.filter(({ from, to }) => {
      const [own, other] = [topFolderOf(from), topFolderOf(to)]
      if (!own || !other || own === other || PROGRAMS.includes(from)) return false
      return !TOP_FOLDERS[own]?.includes(other)
    })
    expect(listed(crossing)).toEqual([])
  })

  test('no test replaces a module: test files share a process, and what it has loaded', () => {
    const replacing = sources.filter(({ path, text }) => isTest(path) && /\bvi\.(do)?[mM]ock\(/.test(text))
    expect(replacing.map(({ path }) => path)).toEqual([])
  })

  test('production code imports nothing that exists for tests', () => {
    expect(listed(production.filter(({ to }) => to.startsWith('test/') || isTest(to)))).toEqual([])
  })

  test('the simulators are known to the start program and to tests alone', () => {
    const users = production.filter(
      ({ from, to }) =>
        topFolderOf(to) === 'simulators' && topFolderOf(from) !== 'simulators' && from !== 'src/server/start.ts',
    )
    expect(listed(users)).toEqual([])
  })

  test.each(Object.entries(PACKAGES))('%s uses no package but its own few, and nothing of Node', (folder, allowed) => {
    const foreign = production.filter(
      ({ from, to }) => topFolderOf(from) === folder && !to.startsWith('src/') && !allowed.test(to),
    )
    expect(listed(foreign)).toEqual([])
  })

  test('web uses nothing of Node', () => {
    expect(listed(production.filter(({ from, to }) => topFolderOf(from) === 'web' && to.startsWith('node:')))).toEqual(
      [],
    )
  })
})

describe('inside the server', () => {
  const server = production.filter(({ from }) => from.startsWith('src/server/') && !PROGRAMS.includes(from))

  test('the platform knows no feature and no adapter', () => {
    const uphill = server.filter(
      ({ from, to }) => from.startsWith('src/server/platform/') && /^src\/server\/(features|adapters)\//.test(to),
    )
    expect(listed(uphill)).toEqual([])
  })

  test('adapters know no feature', () => {
    const uphill = server.filter(
      ({ from, to }) => from.startsWith('src/server/adapters/') && to.startsWith('src/server/features/'),
    )
    expect(listed(uphill)).toEqual([])
  })

  test('an implementation is chosen by a program; everybody else knows the interface only', () => {
    const chosen = server.filter(
      ({ from, to }) =>
        isImplementation(to) &&
        !CHOOSERS.includes(from) &&
        (implementationFolder(from) ?? from) !== implementationFolder(to),
    )
    expect(listed(chosen)).toEqual([])
  })

  test('nothing below the programs imports them, or what they are put together from', () => {
    const below = server.filter(({ from }) => /^src\/server\/(platform|features|adapters)\//.test(from))
    expect(listed(below.filter(({ to }) => to.startsWith('src/server/composition/')))).toEqual([])
    expect(listed(server.filter(({ to }) => PROGRAMS.includes(to)))).toEqual([])
  })
})

describe('features', () => {
  const level = (feature: string) => FEATURE_LEVELS.findIndex((names) => names.includes(feature))
  const between = production.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own && other && own !== other && topFolderOf(from) === topFolderOf(to)
  })

  test('every feature of the server has its place in the order', () => {
    const names = new Set(
      sources.filter((file) => file.path.startsWith('src/server/')).flatMap((file) => featureOf(file.path) ?? []),
    )
    expect([...names].filter((name) => level(name) === -1)).toEqual([])
  })

  test('a feature of the server uses another only through its public.ts', () => {
    const back = between.filter(({ to }) => topFolderOf(to) === 'server' && basename(to) !== 'public.ts')
    expect(listed(back)).toEqual([])
  })

  test('a feature of the server uses only features that come before it', () => {
    const uphill = between.filter(
      ({ from, to }) => topFolderOf(to) === 'server' && level(featureOf(to) ?? '') >= level(featureOf(from) ?? ''),
    )
    expect(listed(uphill)).toEqual([])
  })

  test('features of the web app never import each other: pages compose them', () => {
    expect(listed(between.filter(({ to }) => topFolderOf(to) === 'web'))).toEqual([])
  })
})

describe('the web app', () => {
  const LAYERS = ['lib', 'ui', 'domain', 'features', 'app']
  const layer = (path: string) => LAYERS.indexOf(/^src\/web\/([^/]+)\//.exec(path)?.[1] ?? '')
  const uphill = (entries: readonly Import[]) =>
    entries.filter(({ from, to }) => layer(from) !== -1 && layer(to) > layer(from))

  test('its parts build on each other in one order: lib, ui, domain, features, app', () => {
    expect(listed(uphill(production))).toEqual([])
  })

  test.each([
    ["import { Button } from '#web/ui/button.tsx'", 'src/web/domain/pill.tsx', 0],
    ["import { Pill } from '#web/domain/pill.tsx'", 'src/web/ui/button.tsx', 1],
    ["import type { Pill } from '../../domain/pill.tsx'", 'src/web/ui/deep/button.tsx', 1],
    ["const page = () => import('#web/features/calls/page.tsx')", 'src/web/domain/pill.tsx', 1],
    ["import '../../app/shell.css'", 'src/web/features/calls/page.tsx', 1],
  ])('%s in %s', (text, path, wrong) => {
    expect(uphill(importsOf({ path, text }))).toHaveLength(wrong)
  })
})

describe('the core', () => {
  test('the core has no clock and no random numbers: both are parameters', () => {
    const asking = sources.filter(({ path }) => path.startsWith('src/core/') && !isTest(path)).filter(asksForChance)
    expect(asking.map(({ path }) => path)).toEqual([])
  })

  test.each([
    'const now = Date.now()',
    'const now = new Date()',
    'const now = new Date( )',
    'const now = new Date',
    'const now = Date()',
    'const today = Temporal.Now.plainDateISO()',
    'const { Now } = Temporal',
    'const roll = Math.random()',
    'const { random } = Math',
    'const id = crypto.randomUUID()',
    'crypto.getRandomValues(bytes)',
    'const since = performance.now()',
    'setTimeout(ring, 100)',
  ])('%s is found', (text) => {
    expect(asksForChance({ path: 'src/core/a.ts', text })).toBe(true)
  })

  test.each(['const at = new Date(0)', 'const day = new Date(now.getTime())', '// Date.now()', 'let dueAt: Date'])(
    '%s is not',
    (text) => {
      expect(asksForChance({ path: 'src/core/a.ts', text })).toBe(false)
    },
  )
})

/** Whether a file asks what time it is, draws lots, or waits. */
function asksForChance({ text }: SourceFile): boolean {
  const code = withoutComments(text)
  return [
    /\bDate\s*\.\s*now\b/,
    /\bnew\s+Date\s*(?:\(\s*\)|(?![\w(\s])|\s*$)/m,
    /(?<!new\s)\bDate\(\s*\)/,
    /\bTemporal\s*\.\s*Now\b|\{[^}]*\bNow\b[^}]*\}\s*=\s*Temporal\b/,
    /\bMath\s*\.\s*random\b|\{[^}]*\brandom\b[^}]*\}\s*=\s*Math\b/,
    /\b(?:randomUUID|getRandomValues|randomBytes|randomInt)\b/,
    /\bperformance\s*\.\s*now\b|\bhrtime\b/,
    /\b(?:setTimeout|setInterval|setImmediate)\b/,
  ].some((pattern) => pattern.test(code))
}

test('the environment is read in one place', () => {
  const readers = sources
    .filter((file) => /\bprocess\s*\.\s*env\b|\bprocess\[['"]env/.test(file.text) && !isTest(file.path))
    .map((file) => file.path)
    .filter((path) => !PROCESS_ENV_READERS.includes(path))
  expect(readers).toEqual([])
})

describe('names', () => {
  const named = [...sources.map((file) => file.path), ...['test', 'scripts', 'bench', 'e2e'].flatMap(filesUnder)]

  test('files and folders are kebab-case', () => {
    expect(named.filter((path) => path.split('/').some((part) => !KEBAB_CASE.test(part)))).toEqual([])
  })

  test('no file or folder is a drawer for everything', () => {
    expect(named.filter((path) => path.split('/').some((part) => DRAWER_NAME.test(part)))).toEqual([])
  })

  test('an import names a file that exists', () => {
    const missing = imports.filter(
      ({ to }) => /^(src|test)\//.test(to) && !existsSync(join(root, to.replace(/\?.*$/, ''))),
    )
    expect(listed(missing)).toEqual([])
  })
})
