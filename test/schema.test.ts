import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { LANGUAGES } from '#core/languages/language.ts'
import { COLUMN_DECISIONS } from '#server/platform/database/schema/column-decisions.ts'
import { decidedColumns } from '#server/platform/database/schema/decided-columns.ts'
import { createLogger } from '#server/platform/health/logger.ts'
import { SEALED_COLUMNS } from '#server/platform/sealing/sealed-columns.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { allColumns, camelCase, type StoredColumn, tablesDeletedWithAccounts } from './database-catalogue.ts'
import { differencesFromTypes } from './schema-check.ts'

let database: TestDatabase
let stored: StoredColumn[]
beforeAll(async () => {
  database = await testDatabase()
  stored = await allColumns(database.db)
})
afterAll(() => database.close())

const decided = decidedColumns()
const named = ({ table, column }: { table: string; column: string }) => `${table}.${column}`

test('the types of the tables say what the database says: names, types, what may be null and what has a default', async () => {
  expect(await differencesFromTypes(stored)).toEqual([])
})

test('a column that is new, gone, of another type or null where its type says otherwise is named', async () => {
  const changed = stored.flatMap((each): StoredColumn[] => {
    switch (named(each)) {
      case 'calls.reason':
        return [{ ...each, isNullable: false }]
      case 'calls.status':
        return [
          { ...each, hasDefault: false },
          { ...each, column: 'mood' },
        ]
      case 'lovedOnes.name':
        return [{ ...each, isNullable: true }]
      case 'turns.at':
        return [{ ...each, type: 'text' }]
      case 'turns.step':
        return []
      default:
        return [each]
    }
  })
  expect((await differencesFromTypes(changed)).sort()).toEqual([
    'calls.mood: is in the database and not in its type',
    'calls.reason: is never null in the database, and may be null in its type',
    'calls.status: has no default in the database, and is generated in its type',
    'lovedOnes.name: may be null in the database, and is never null in its type',
    'turns.at: has another type in the database',
    'turns: its type has step, which is not in the database',
  ])
})

test.each([
  ['loved_ones', 'loved_ones_language_check'],
  ['dials', 'dials_language_check'],
])('%s take the languages that we speak, and no other', async (table, name) => {
  const { rows } = await sql<{ rule: string }>`
    select pg_get_constraintdef(oid) as rule from pg_constraint
    where conrelid = ${table}::regclass and conname = ${name}`.execute(database.db)
  const taken = rows.flatMap(({ rule }) => [...rule.matchAll(/'([^']+)'/g)].map(([, language]) => language))
  expect(taken.sort()).toEqual([...LANGUAGES].sort())
})

describe('every column', () => {
  test('every column is decided once for sealing, logs, export and deletion', () => {
    expect(decided.map(named).sort()).toEqual(stored.map(named).sort())
  })

  test('a column that is null at first may be null and has no default', () => {
    const canBeLeftOut = stored.filter(({ isNullable, hasDefault }) => isNullable && !hasDefault).map(named)
    const nullAtFirst = decided.filter(({ isNullAtFirst }) => isNullAtFirst).map(named)
    expect(nullAtFirst.filter((column) => !canBeLeftOut.includes(column))).toEqual([])
  })

  test('a column is sealed exactly where the decisions say so', () => {
    const sealed = Object.values(SEALED_COLUMNS).map(({ table, column }) =>
      named({ table: camelCase(table), column: camelCase(column) }),
    )
    expect(sealed.sort()).toEqual(
      decided
        .filter(({ decision }) => decision.isSealed)
        .map(named)
        .sort(),
    )
  })

  test('a column that logs hide or shorten is hidden wherever it occurs', () => {
    const hidden = decided.filter(({ decision }) => decision.inLogs !== 'as it is')
    const shown = hidden.filter(({ column }) =>
      /margaret|61491570/.test(logged(column, 'margaret@example.org') + logged(column, '+61491570156')),
    )
    expect(shown.map(named)).toEqual([])
  })
})

test('the rows of a table go with the account exactly where the decisions say so', async () => {
  const tables = Object.entries(COLUMN_DECISIONS).flatMap(([table, { deleted }]) =>
    /^with the (account|person)/.test(deleted) ? table : [],
  )
  expect(tables.sort()).toEqual(await tablesDeletedWithAccounts(database.db))
})

function logged(key: string, value: string): string {
  const lines: string[] = []
  const log = createLogger({ level: 'info', destination: { write: (line) => lines.push(line) } })
  log.info({ [key]: value, row: { [key]: value } }, 'A row')
  return lines.join('')
}
