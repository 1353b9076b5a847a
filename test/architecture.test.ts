import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'

/** What each room may import from other rooms. */
const ROOMS: Record<string, string[]> = {
  core: [],
  contract: ['core'],
  web: ['contract', 'core'],
  server: ['contract', 'core'],
  simulators: [],
}
/** Where the rooms meet: programs, which put the parts together. */
const PROGRAMS = ['src/server/start.ts', 'src/server/main.ts', 'src/server/doctor.ts']
/** A feature may use those of the lines before its own, through their public.ts. */
const FEATURE_LEVELS = [
  ['activity', 'audit', 'events', 'sandbox', 'notifications', 'own-number', 'dialling'],
  ['refusals'],
  ['messages', 'recordings'],
  ['accounts'],
  ['loved-ones'],
  ['contacts', 'calls'],
  ['incidents'],
  ['care'],
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

const root = resolve(import.meta.dirname, '..')
const isTest = (file: string) => /\.test\.tsx?$/.test(file)

interface Import {
  from: string
  /** A path in the repository, or the name of a package. */
  to: string
}

interface SourceFile {
  path: string
  text: string
}

const sources: SourceFile[] = filesUnder('src').map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }))
const imports = sources.filter((file) => /\.(tsx?|js)$/.test(file.path)).flatMap(importsOf)
const production = imports.filter((entry) => !isTest(entry.from))

function filesUnder(folder: string): string[] {
  if (!existsSync(join(root, folder))) return []
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .sort()
}

/** Finds `import … from`, `export … from`, bare `import ''`, `import()`, with comments taken out first. */
function importsOf({ path, text }: SourceFile): Import[] {
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '')
  const statement = /(?:^|[;\n}])\s*(?:import|export)\b(?:[^;'"`(]*?\bfrom)?\s*(['"])([^'"\n]+)\1/g
  const dynamic = /\bimport\(\s*(['"`])([^'"`\n]+)\1/g
  return [...code.matchAll(statement), ...code.matchAll(dynamic)].map((match) => ({
    from: path,
    to: destination(path, match[2] ?? ''),
  }))
}

function destination(path: string, specifier: string): string {
  if (specifier.startsWith('#test/')) return specifier.replace('#', '')
  if (specifier.startsWith('#')) return specifier.replace('#', 'src/')
  if (specifier.startsWith('.')) return relative(root, resolve(root, dirname(path), specifier))
  return specifier
}

const roomOf = (path: string) => (path.startsWith('src/') ? path.split('/')[1] : undefined)
const featureOf = (path: string) => /^src\/(server|web)\/features\/([^/]+)\//.exec(path)?.[2]
const isImplementation = (path: string) =>
  /^src\/server\/adapters\/[^/]+\/[^/]+\//.test(path) || /^src\/server\/adapters\/([^/]+)\/.+-\1\.ts$/.test(path)
const implementationFolder = (path: string) => /^src\/server\/adapters\/[^/]+\/[^/]+\//.exec(path)?.[0]
const listed = (entries: Import[]) => entries.map(({ from, to }) => `${from} imports ${to}`)

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

describe('the rooms', () => {
  test('every folder under src is a room with a line in the table', () => {
    const unknown = sources.map((file) => file.path).filter((path) => !Object.hasOwn(ROOMS, roomOf(path) ?? ''))
    expect(unknown).toEqual([])
  })

  test('a room imports only from the rooms below it', () => {
    const crossing = production.filter(({ from, to }) => {
      const [own, other] = [roomOf(from), roomOf(to)]
      if (!own || !other || own === other || PROGRAMS.includes(from)) return false
      return !ROOMS[own]?.includes(other)
    })
    expect(listed(crossing)).toEqual([])
  })

  test('production code imports nothing that exists for tests', () => {
    expect(listed(production.filter(({ to }) => to.startsWith('test/') || isTest(to)))).toEqual([])
  })

  test('the simulators are known to the start program and to tests alone', () => {
    const users = production.filter(
      ({ from, to }) => roomOf(to) === 'simulators' && roomOf(from) !== 'simulators' && from !== 'src/server/start.ts',
    )
    expect(listed(users)).toEqual([])
  })

  test.each(Object.entries(PACKAGES))('%s uses no package but its own few, and nothing of Node', (room, allowed) => {
    const foreign = production.filter(
      ({ from, to }) => roomOf(from) === room && !to.startsWith('src/') && !allowed.test(to),
    )
    expect(listed(foreign)).toEqual([])
  })

  test('web uses nothing of Node', () => {
    expect(listed(production.filter(({ from, to }) => roomOf(from) === 'web' && to.startsWith('node:')))).toEqual([])
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
      ({ from, to }) => isImplementation(to) && (implementationFolder(from) ?? from) !== implementationFolder(to),
    )
    expect(listed(chosen)).toEqual([])
  })

  test('nothing imports the programs', () => {
    expect(listed(server.filter(({ to }) => PROGRAMS.includes(to)))).toEqual([])
  })
})

describe('features', () => {
  const level = (feature: string) => FEATURE_LEVELS.findIndex((names) => names.includes(feature))
  const between = production.filter(({ from, to }) => {
    const [own, other] = [featureOf(from), featureOf(to)]
    return own && other && own !== other && roomOf(from) === roomOf(to)
  })

  test('every feature of the server has its place in the order', () => {
    const names = new Set(
      sources.filter((file) => file.path.startsWith('src/server/')).flatMap((file) => featureOf(file.path) ?? []),
    )
    expect([...names].filter((name) => level(name) === -1)).toEqual([])
  })

  test('a feature of the server uses another only through its public.ts', () => {
    const back = between.filter(({ to }) => roomOf(to) === 'server' && basename(to) !== 'public.ts')
    expect(listed(back)).toEqual([])
  })

  test('a feature of the server uses only features that come before it', () => {
    const uphill = between.filter(
      ({ from, to }) => roomOf(to) === 'server' && level(featureOf(to) ?? '') >= level(featureOf(from) ?? ''),
    )
    expect(listed(uphill)).toEqual([])
  })

  test('features of the web app never import each other: pages compose them', () => {
    expect(listed(between.filter(({ to }) => roomOf(to) === 'web'))).toEqual([])
  })

  test('the building blocks of the web app know no feature', () => {
    const uphill = production.filter(
      ({ from, to }) => /^src\/web\/(ui|lib)\//.test(from) && /^src\/web\/(features|app)\//.test(to),
    )
    expect(listed(uphill)).toEqual([])
  })
})

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
