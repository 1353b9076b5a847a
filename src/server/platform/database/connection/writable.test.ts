import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openDatabase } from '../database.ts'
import { writableCheck } from './writable.ts'

test('a database that only reads is not writable', async () => {
  const { db, url, close } = await testDatabase()
  const name = new URL(url).pathname.slice(1)
  const check = writableCheck(db)
  await check()
  await sql`alter database ${sql.ref(name)} set default_transaction_read_only = on`.execute(db)
  const other = openDatabase(url, { poolSize: 1 })
  onTestFinished(async () => {
    await other.destroy()
    await close()
  })
  await expect(writableCheck(other)()).rejects.toThrow('read-only')
})

test('a database whose synchronous standby is gone answers reads and is not writable, until the standby is back', async () => {
  const { db, url, close } = await testDatabase()
  const name = new URL(url).pathname.slice(1)
  await sql`alter database ${sql.ref(name)} set synchronous_commit = on`.execute(db)
  const { db: other, close: closeOther } = { db: openDatabase(url, { poolSize: 3 }), close: () => other.destroy() }
  const standby = async (names: string) => {
    await sql`alter system set synchronous_standby_names = ${sql.lit(names)}`.execute(db)
    await sql`select pg_reload_conf()`.execute(db)
  }
  onTestFinished(async () => {
    await standby('')
    await closeOther()
    await close()
  })
  let now = 0
  const check = writableCheck(other, () => now)
  await check()
  await standby('nobody')
  await expect
    .poll(async () => (await sql<{ s: string }>`show synchronous_standby_names`.execute(db)).rows)
    .toEqual([{ synchronousStandbyNames: 'nobody' }])
  const waiting: Promise<void>[] = []
  const asking = () =>
    sql`select from pg_stat_activity where wait_event = 'SyncRep' and datname = ${name}`
      .execute(db)
      .then((r) => r.rows.length)
  // Commits wait from the moment on in which the server has noticed.
  await expect
    .poll(async () => {
      now += 5_000
      waiting.push(check())
      return asking()
    })
    .toBe(1)
  const settled: boolean[] = []
  const further = [check(), check()]
  for (const each of further) void each.then(() => settled.push(true))
  expect(await asking()).toBe(1)
  expect((await sql`select 1`.execute(other)).rows).toHaveLength(1)
  expect(settled).toEqual([])
  await standby('')
  await Promise.all([...waiting, ...further])
  now += 4_999
  await check()
})
