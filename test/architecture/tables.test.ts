import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { isCode, isTest, root, type SourceFile, sources } from './sources.ts'
import { TABLE_OWNERS } from './table-owners.ts'
import { type Write, writesOf } from './writers.ts'

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const OWNERS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(TABLE_OWNERS).map(([table, owner]) => [snake(table), owner] as const),
  // Not in the schema: no feature reads it.
  ['schema_migrations', 'platform/database'],
])

/** Files that write what is not theirs, and why. */
const EXCEPTIONS: Record<string, string> = {
  'src/server/platform/backup/restore-backup.ts': 'empties and fills every table',
  'src/server/platform/sealing/reseal.ts': 're-encrypts every sealed column of every owner',
  'src/server/platform/due-work/due-rows.ts': 'claims and puts off rows of the table that its caller, the owner, names',
  'src/server/features/account-data/delete-old-words.ts':
    'deletes by one rule, and what it notes of a message must be in the statement that deletes it',
}

const ownerOf = (path: string) => /^src\/server\/((?:features|platform)\/[^/]+)\//.exec(path)?.[1] ?? path
const shipped = (file: SourceFile) => isCode(file) && !isTest(file.path)
const writes = sources.filter(shipped).flatMap(writesOf)
const server = writes.filter(({ path }) => path.startsWith('src/server/'))

/** Those that are not the owner's. */
function foreignWrites(found: readonly Write[]): string[] {
  return found
    .filter(({ path, table }) => table === null || (OWNERS.has(table) && OWNERS.get(table) !== ownerOf(path)))
    .map(({ path, table }) => `${path} writes ${table ?? 'a table whose name cannot be read'}`)
}

const planted = (code: string, path = 'src/server/features/billing/plan.ts') =>
  foreignWrites(writesOf({ path, text: code }))

describe('a table is written by its owner alone', () => {
  test('every owner is a folder', () => {
    expect([...OWNERS.values()].filter((owner) => !existsSync(join(root, 'src/server', owner)))).toEqual([])
  })

  test('nobody else writes it, in a query or in a fragment of SQL', () => {
    expect(foreignWrites(server.filter(({ path }) => !Object.hasOwn(EXCEPTIONS, path)))).toEqual([])
  })

  test('what is written in words is a table, or what the same statement names', () => {
    const unknown = server.filter(({ table }) => table !== null && !OWNERS.has(table))
    expect(unknown).toEqual([])
  })

  test('an exception is one still', () => {
    const foreign = new Set(server.filter((write) => foreignWrites([write]).length > 0).map(({ path }) => path))
    expect(Object.keys(EXCEPTIONS).filter((path) => !foreign.has(path))).toEqual([])
  })

  test('every table that is written by a query is found with its owner', () => {
    const byTrigger = ['removed_call_counts']
    const found = new Set(server.map(({ table }) => table))
    expect([...OWNERS.keys()].filter((table) => !found.has(table) && !byTrigger.includes(table))).toEqual([])
  })

  test('only the server writes', () => {
    expect(writes.filter(({ path }) => !path.startsWith('src/server/'))).toEqual([])
  })
})

describe('the scanner finds a planted write', () => {
  test.each([
    "trx.insertInto('calls').values({})",
    "db\n    .updateTable('calls as own')\n    .set({})",
    "db.deleteFrom(['calls', 'subscriptions'])",
    "db.replaceInto('calls')",
    "db.mergeInto('calls as c')",
    "db.with('gone', (cte) => cte.deleteFrom('calls').returning('id')).selectFrom('gone')",
    'sql`insert into calls (id) values (1)`',
    "sql`with due as (select 1), claimed as (\n  update calls set status = 'missed' from due)\nselect 1`",
    'sql`update calls as c set id = 1`',
    'sql`delete from only calls using subscriptions`',
    'sql`truncate table subscriptions, calls`',
    'sql`merge into calls using due on true`',
    'sql`copy calls (id) from stdin`',
    "const CALLS = { table: 'calls', key: 'id' } as const",
    'sql`UPDATE public."calls" SET id = 1`',
    `sql\`delete from \${sql.table('calls')} where true\``,
    `sql\`update \${sql.ref('public.calls')} set id = 1\``,
  ])('%s', (code) => {
    expect(planted(code)).toEqual(['src/server/features/billing/plan.ts writes calls'])
  })

  test.each(['db.updateTable(name)', `sql\`delete from \${sql.table(name)}\``, `sql\`truncate \${names}\``])(
    'a table that is not named is nobody’s: %s',
    (code) => {
      expect(planted(code)).toEqual(['src/server/features/billing/plan.ts writes a table whose name cannot be read'])
    },
  )

  test.each([
    'sql`select id from calls for update of calls skip locked`',
    'sql`insert into subscriptions (id) values (1) on conflict (id) do update set id = 2`',
    "db.selectFrom('calls').forUpdate()",
    '// trx.insertInto("calls")',
    "trx.insertInto('subscriptions')",
  ])('the scanner takes no other text for a write: %s', (code) => {
    expect(planted(code)).toEqual([])
  })
})
