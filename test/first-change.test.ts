import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decidedColumns } from '#server/platform/database/schema/decided-columns.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { allColumns } from './database-catalogue.ts'
import { HOME_TOWN, type Place } from './first-change/home-town.ts'
import { differencesFromTypes } from './schema-check.ts'

// The worked example of CONTRIBUTING.md, applied to a copy of the tree: whole, and with each of its places forgotten.

const FOLDERS = ['src', 'test', 'migrations', 'package.json', 'tsconfig.json', 'vitest.config.ts']
const CARD_TEST = 'src/web/features/loved-ones/form/fields-of-a-loved-one.test.tsx'
const fileNames = [...new Set(HOME_TOWN.map(({ file }) => file))]

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cooee-first-change-'))
  for (const name of FOLDERS) await cp(name, join(folder, name), { recursive: true })
  await symlink(resolve('node_modules'), join(folder, 'node_modules'))
  const types = {
    extends: './tsconfig.json',
    compilerOptions: { incremental: true, tsBuildInfoFile: 'types.tsbuildinfo' },
    include: [],
    files: [...fileNames.filter((name) => /\.tsx?$/.test(name)), ...UNCHANGED],
  }
  await writeFile(join(folder, 'types.json'), JSON.stringify(types))
  database = await testDatabase()
})
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

/** Not changed: the dialogs that hold the form, and what a request of Fastify has. */
const UNCHANGED = [
  'src/web/features/loved-ones/form/add-loved-one.tsx',
  'src/web/features/loved-ones/form/edit-loved-one.tsx',
  'src/server/platform/http/http-app.ts',
]

/** Writes the example into the copy, without the places that are forgotten. */
async function apply(forgotten: readonly Place[]): Promise<void> {
  for (const name of fileNames) {
    const places = HOME_TOWN.filter((place) => place.file === name && !forgotten.includes(place))
    const before = places.some(({ behind }) => behind === undefined)
      ? ''
      : await readFile(name, 'utf8').catch(() => null)
    const path = join(folder, name)
    if (before === null) await rm(path, { force: true })
    else {
      await mkdir(dirname(path), { recursive: true })
      await writeFile(path, places.reduce(withPlace, before))
    }
  }
}

function withPlace(text: string, { file, behind = '', write }: Place): string {
  if (text.split(behind).length !== 2 && behind !== '') throw new Error(`${file} does not say once: ${behind}`)
  return behind === '' ? write : text.replace(behind, () => behind + write)
}

/** What a program of Node prints in the copy, whether it succeeds or not. */
function outputOf(...args: string[]): Promise<string> {
  const run = (done: (text: string) => void) =>
    execFile(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } }, (_error, out, err) =>
      done(out + err),
    )
  return new Promise(run)
}

/** One checker: several would each work out the same types, in twice the processor time. */
const typeErrors = () =>
  outputOf('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'types.json', '--pretty', 'false', '--checkers', '1')
const cardTest = () => outputOf('node_modules/vitest/vitest.mjs', 'run', '--reporter=tap-flat', CARD_TEST)

const PRINT_DECISIONS = `
  const { COLUMN_DECISIONS } = await import('./src/server/platform/database/schema/column-decisions.ts')
  console.log(JSON.stringify(COLUMN_DECISIONS))`

/** What `test/schema.test.ts` compares: the migrated database, its types, and what is decided about every column. */
async function schemaFaults(): Promise<string[]> {
  const decisions = JSON.parse(await outputOf('--input-type=module', '--eval', PRINT_DECISIONS))
  const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`
  const stored = await allColumns(database.db)
  const decided = new Set(decidedColumns(decisions).map(named))
  return [
    ...(await differencesFromTypes(stored, folder)),
    ...stored.map(named).filter((column) => !decided.has(column)),
  ]
}

async function migrate(): Promise<() => Promise<unknown>> {
  const file = HOME_TOWN.find(({ file: name }) => name.startsWith('migrations/'))
  await sql.raw(file?.write ?? '').execute(database.db)
  return () => sql`alter table loved_ones drop column home_town`.execute(database.db)
}

test('a field of a loved one, from the database to the card, is written in nine files at most', () => {
  expect(fileNames.length).toBeLessThanOrEqual(9)
})

test('CONTRIBUTING shows every place of the example', async () => {
  const page = (await readFile('CONTRIBUTING.md', 'utf8')).replaceAll('\\|', '|')
  const lacking = HOME_TOWN.filter(({ file, write }) => !page.includes(shownPath(file)) || !page.includes(write.trim()))
  expect(lacking).toEqual([])
})

const shownPath = (file: string) => file.replace('9999', 'NNNN')

describe('written whole', () => {
  test('the example has no type error', async () => {
    await apply([])
    expect(await typeErrors()).toBe('')
  })

  test('the example fits the migrated database', async () => {
    const undo = await migrate()
    expect(await schemaFaults()).toEqual([])
    await undo()
  })

  test('the form saves the new field, and the card shows it', async () => {
    const verdicts = await cardTest()
    expect(verdicts).toMatch(/^ok .*read by the card/m)
    expect(verdicts).toMatch(/^ok .*can be filled in/m)
  })
})

describe('what is forgotten is noticed:', () => {
  const noticedBy = (wanted: Place['noticedBy']) => HOME_TOWN.filter((place) => place.noticedBy === wanted)

  /** These only fill in what other files promise, so they may be forgotten together: where each is noticed, none of the others is. */
  const NOTICED_IN: Readonly<Record<string, string>> = {
    'src/server/features/loved-ones/save-loved-one.ts': 'src/server/features/loved-ones/save-loved-one.ts(',
    'src/server/features/loved-ones/loved-one-view.ts': 'src/server/features/loved-ones/loved-one-view.ts(',
    'src/web/features/loved-ones/form/loved-one-fields.tsx': 'src/web/',
  }

  test('each place that fills in what another file promises is a type error', async () => {
    const places = noticedBy('types').filter(({ file }) => file in NOTICED_IN)
    expect(places.map(({ file }) => file)).toEqual(Object.keys(NOTICED_IN))
    await apply(places)
    // What explains an error further is indented.
    const errors = (await typeErrors()).split(/\n(?=\S)/).filter((error) => error.includes('homeTown'))
    for (const where of Object.values(NOTICED_IN)) {
      expect(errors.filter((error) => error.startsWith(where))).not.toEqual([])
    }
  })

  test.each(noticedBy('types').filter(({ file }) => !(file in NOTICED_IN)))(
    '$file is a type error: $write',
    async (place) => {
      await apply([place])
      expect(await typeErrors()).toContain('homeTown')
    },
  )

  test('the migration, and what is decided about the column', async () => {
    await apply([])
    expect(await schemaFaults()).toEqual(['lovedOnes: its type has homeTown, which is not in the database'])
    await apply(noticedBy('schema'))
    const undo = await migrate()
    expect(await schemaFaults()).toEqual(['lovedOnes.homeTown'])
    await undo()
  })

  test('the field of the form, and the card', async () => {
    await apply(noticedBy('card'))
    const verdicts = await cardTest()
    expect(verdicts).toMatch(/^not ok .*read by the card/m)
    expect(verdicts).toMatch(/^not ok .*can be filled in/m)
  })
})
