import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { testDatabase } from './database.ts'

const { db, close } = await testDatabase()
afterAll(close)

test('rows that go with another row are found by an index, however many of them there are', async () => {
  const { rows } = await sql`
    select conrelid::regclass::text as table_name, attname as column_name
    from pg_constraint
    join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and connamespace = 'public'::regnamespace and not exists (
      select from pg_index where indrelid = conrelid and indkey[0] = conkey[1])`.execute(db)
  expect(rows).toEqual([])
})
