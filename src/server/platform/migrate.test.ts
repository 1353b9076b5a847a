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
const run = () => migrate(database.url, { directory })
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
  expect(applied.flat()).toEqual(['0001_pets.sql', '0002_pet_names.sql'])
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
