import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openDatabase } from '../database.ts'
import { type Param, preparedStatement } from './prepared-statement.ts'

const { db, url, close } = await testDatabase()
afterAll(close)

interface Wanted {
  role: Param<string>
  atMost?: Param<number> | undefined
}
const readNames = preparedStatement((paper, { role, atMost }: Wanted) =>
  paper
    .selectFrom('people')
    .select(['firstName', 'createdAt'])
    .where('lastName', '=', 'Hartley')
    .where(sql<boolean>`role = ${role}`)
    .$if(atMost !== undefined, (query) => query.limit(atMost ?? 0))
    .orderBy('firstName'),
)

beforeEach(async () => {
  await sql`truncate people cascade`.execute(db)
  await sql`insert into people (username, email, password_hash, first_name, last_name, role) values
    ('a', 'a@example.com', 'none', 'Ann', 'Hartley', 'account_holder'),
    ('b', 'b@example.com', 'none', 'Bob', 'Hartley', 'account_holder'),
    ('c', 'c@example.com', 'none', 'Cyd', 'Hartley', 'admin'),
    ('d', 'd@example.com', 'none', 'Dot', 'Other', 'account_holder')`.execute(db)
})

const names = (rows: { firstName: string | null }[]) => rows.map(({ firstName }) => firstName)

test('each set of parameters has its own statement', async () => {
  expect(names(await readNames(db, { role: 'account_holder' }))).toEqual(['Ann', 'Bob'])
  expect(names(await readNames(db, { role: 'account_holder', atMost: 1 }))).toEqual(['Ann'])
  expect(names(await readNames(db, { role: 'admin', atMost: undefined }))).toEqual(['Cyd'])
  const [ann] = await readNames(db, { role: 'account_holder' })
  expect(ann?.createdAt).toBeInstanceOf(Date)
})

test('a connection keeps the statement, with the constants in it', async () => {
  await db.connection().execute(async (connection) => {
    await readNames(connection, { role: 'account_holder' })
    await readNames(connection, { role: 'admin' })
    const { rows } = await sql<{ statement: string; parameters: string }>`
      select statement, parameter_types::text as parameters from pg_prepared_statements`.execute(connection)
    expect(rows.filter(({ statement }) => statement.includes(`'Hartley'`) && !statement.includes('limit'))).toEqual([
      { statement: expect.stringContaining('role = $1'), parameters: '{text}' },
    ])
  })
})

test('a change is a statement, too, and answers with what it has changed', async () => {
  const rename = preparedStatement(
    (paper, { username, lastName }: { username: Param<string>; lastName: Param<string> }) =>
      paper
        .updateTable('people')
        .set({ lastName, firstName: 'Dee' })
        .where('username', '=', username)
        .returning('firstName'),
  )
  expect(names(await rename(db, { username: 'd', lastName: 'Hartley' }))).toEqual(['Dee'])
  expect(names(await rename(db, { username: 'nobody', lastName: 'Hartley' }))).toEqual([])
  expect(names(await readNames(db, { role: 'account_holder' }))).toEqual(['Ann', 'Bob', 'Dee'])
})

test('a transaction reads what it has written', async () => {
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('people').set({ lastName: 'Hartley' }).where('username', '=', 'd').execute()
    expect(names(await readNames(trx, { role: 'account_holder' }))).toEqual(['Ann', 'Bob', 'Dot'])
  })
})

test('a prepared statement still works where a migration has changed what the connection keeps', async () => {
  const one = openDatabase(url, { poolSize: 1 })
  try {
    expect(names(await readNames(one, { role: 'account_holder' }))).toEqual(['Ann', 'Bob'])
    await sql`alter table people alter column created_at type timestamptz(3)`.execute(db)
    expect(names(await readNames(one, { role: 'account_holder' }))).toEqual(['Ann', 'Bob'])
    await sql`deallocate all`.execute(one)
    expect(names(await readNames(one, { role: 'account_holder' }))).toEqual(['Ann', 'Bob'])
  } finally {
    await one.destroy()
  }
})
