import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { migrate } from './migrate.ts'

let database: TestDatabase
let directory: string

beforeEach(async () => {
  database = await testDatabase()
  await sql`drop schema public cascade`.execute(database.db)
  await sql`create schema public`.execute(database.db)
  directory = mkdtempSync(join(tmpdir(), 'cooee-migrations-'))
  write('0001_pets.sql', 'create table pets (id int)')
  write('0002_pet_names.sql', 'alter table pets add name text; update pets set name = $$unnamed$$')
})

afterEach(async () => {
  await database.close()
  rmSync(directory, { recursive: true })
})

const write = (name: string, text: string) => writeFileSync(join(directory, name), text)
const run = () => migrate(database.url, { directory, timeouts: { lockMs: 50, pauseMs: 10, tries: 500 } })
const migrationWaits = async () => {
  const { rows } = await sql`select from pg_stat_activity
    where application_name = 'cooee migrations' and wait_event_type = 'Lock' and datname = current_database()`.execute(
    database.db,
  )
  return rows.length > 0
}
const columns = async () => {
  const { rows } = await sql<{ columnName: string }>`
    select column_name from information_schema.columns where table_name = 'pets' order by 1`.execute(database.db)
  return rows.map((row) => row.columnName)
}

test('migrations run in order, and each only once', async () => {
  expect(await run()).toEqual(['0001_pets.sql', '0002_pet_names.sql'])
  expect(await run()).toEqual([])
  write('0003_pet_ages.sql', 'alter table pets add age int')
  expect(await run()).toEqual(['0003_pet_ages.sql'])
  expect(await columns()).toEqual(['age', 'id', 'name'])
})

test('processes that start at once wait for each other instead of migrating twice', async () => {
  const applied = await Promise.all([run(), run(), run()])
  expect(applied.flat().toSorted()).toEqual(['0001_pets.sql', '0002_pet_names.sql'])
})

test('a migration waits for a busy table in turns: others use it meanwhile, and nobody waits behind the migration', async () => {
  await run()
  write('0003_pet_ages.sql', 'alter table pets add age int')
  const free = Promise.withResolvers<void>()
  const inUse = database.db.transaction().execute(async (trx) => {
    await sql`select from pets`.execute(trx)
    await free.promise
  })
  const applied = run()
  await expect.poll(migrationWaits).toBe(true)
  // Behind a migration that waits for good this would wait too.
  await sql`select from pets`.execute(database.db)
  await expect.poll(migrationWaits).toBe(false)
  free.resolve()
  await inUse
  expect(await applied).toEqual(['0003_pet_ages.sql'])
})

test('a table that stays in use is given up, with nothing left behind', async () => {
  await run()
  write('0003_pet_ages.sql', 'alter table pets add age int')
  await database.db.transaction().execute(async (trx) => {
    await sql`select from pets`.execute(trx)
    const timeouts = { lockMs: 20, pauseMs: 1, tries: 3 }
    await expect(migrate(database.url, { directory, timeouts })).rejects.toThrow('lock timeout')
  })
  expect(await columns()).toEqual(['id', 'name'])
})

test('a migration that the database ends as one side of a deadlock is tried again', async () => {
  await run()
  await sql`create sequence tries`.execute(database.db)
  const deadlocked = `do $$ begin if nextval('tries') < 3 then raise exception sqlstate '40P01'; end if; end $$`
  write('0003_pet_ages.sql', `alter table pets add age int; ${deadlocked}`)
  expect(await run()).toEqual(['0003_pet_ages.sql'])
  expect(await columns()).toEqual(['age', 'id', 'name'])
})

test('a migration that fails leaves nothing behind, and those before it stay', async () => {
  write('0003_broken.sql', 'alter table pets add age int; select no_such_thing')
  await expect(run()).rejects.toThrow('Migration 0003_broken.sql failed and left nothing behind')
  expect(await columns()).toEqual(['id', 'name'])
})

test('a file that was changed after it was applied is refused', async () => {
  await run()
  write('0001_pets.sql', 'create table pets (id bigint)')
  await expect(run()).rejects.toThrow('Migration 0001_pets.sql was changed after it had been applied')
})

test('other line ends are no change', async () => {
  write('0003_pet_ages.sql', 'alter table pets\nadd age int')
  await run()
  write('0003_pet_ages.sql', 'alter table pets\r\nadd age int')
  expect(await run()).toEqual([])
})

test('a database that a newer version has been at is refused', async () => {
  await run()
  rmSync(join(directory, '0002_pet_names.sql'))
  await expect(run()).rejects.toThrow('holds migration 0002_pet_names.sql, which this version of Cooee does not know')
})

test.each([
  ['0001_toys.sql', 'have the same number'],
  ['3_toys.sql', 'is not named like 0001_accounts.sql'],
])('a file named %s is refused', async (name, reason) => {
  write(name, 'select 1')
  await expect(run()).rejects.toThrow(reason)
})

test('a file that slips in before what is already applied is refused', async () => {
  write('0004_pet_ages.sql', 'alter table pets add age int')
  await run()
  write('0003_toys.sql', 'create table toys (id int)')
  await expect(run()).rejects.toThrow('Migration 0003_toys.sql comes before 0004_pet_ages.sql')
})
