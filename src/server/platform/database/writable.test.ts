import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openDatabase } from './database.ts'
import { writableCheck } from './writable.ts'

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
  now += 5_000
  const waiting = [check(), check(), check()]
  const settled: boolean[] = []
  for (const each of waiting) void each.then(() => settled.push(true))
  const asking = () =>
    sql`select from pg_stat_activity where wait_event = 'SyncRep' and datname = ${name}`
      .execute(db)
      .then((r) => r.rows.length)
  await expect.poll(asking).toBe(1)
  expect((await sql`select 1`.execute(other)).rows).toHaveLength(1)
  expect(settled).toEqual([])
  await standby('')
  await Promise.all(waiting)
  now += 4_999
  await check()
})
