import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type DatabasePair, startDatabasePair } from '#test/database-pair.ts'
import { type Db, openDatabase } from '../database.ts'
import { migrate } from '../migrate.ts'
import { type ReadReplica, readReplica } from './read-replica.ts'

let pair: DatabasePair
let primary: Db
let standby: Db
let stranger: TestDatabase
beforeAll(async () => {
  stranger = await testDatabase()
  pair = await startDatabasePair(migrated)
  primary = openDatabase(pair.primary.url, { poolSize: 2 })
  standby = openDatabase(pair.standby.url, { poolSize: 2 })
})
afterAll(async () => {
  await Promise.all([primary.destroy(), standby.destroy(), stranger.close()])
  await pair.stop()
})

let running: ReadReplica | null = null
afterEach(() => running?.stop())

const lines: string[] = []
function aReplica({ of = primary, at = standby } = {}): ReadReplica {
  lines.length = 0
  running = readReplica({ primary: of, replica: at, log: { warn: (words) => void lines.push(words) } })
  return running
}

const NOT_READ = 'Read replica is behind or not reachable; screens read from the primary'
const migrated = (url: string) => migrate(url, { directory: 'migrations' })
const JANE = { accountId: 1, hasJustWritten: false }
const SAM = { accountId: 2, hasJustWritten: false }

/** Which of the two answers. */
const whichAnswers = (replica: ReadReplica, reader: Parameters<ReadReplica['reads']>[0] = JANE) =>
  replica.reads(reader, async (db) => {
    const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db)
    return rows[0]?.isStandby ? 'standby' : 'primary'
  })
const usesStandby = (replica: ReadReplica) => expect.poll(() => whichAnswers(replica)).toBe('standby')

test('a screen is read from the standby that has kept up', async () => {
  const replica = aReplica()
  expect(await whichAnswers(replica)).toBe('primary')
  await usesStandby(replica)
})

test('a family whose calls have just changed reads the primary, and other families the standby', async () => {
  const replica = aReplica()
  await usesStandby(replica)
  replica.noteChanges([1])
  expect(await whichAnswers(replica, JANE)).toBe('primary')
  expect(await whichAnswers(replica, SAM)).toBe('standby')
  await usesStandby(replica)
  replica.noteAllChanged()
  expect(await whichAnswers(replica, SAM)).toBe('primary')
})

test('a person who has just changed something reads the primary', async () => {
  const replica = aReplica()
  await usesStandby(replica)
  expect(await whichAnswers(replica, { ...JANE, hasJustWritten: true })).toBe('primary')
})

test('what the standby cannot answer is read from the primary', async () => {
  const replica = aReplica()
  await usesStandby(replica)
  const askedOf: boolean[] = []
  const answer = await replica.reads(JANE, async (db) => {
    const { rows } = await sql<{ isStandby: boolean }>`select pg_is_in_recovery() as is_standby`.execute(db)
    askedOf.push(rows[0]?.isStandby === true)
    if (rows[0]?.isStandby) throw new Error('canceling statement due to conflict with recovery')
    return 'answered'
  })
  expect({ answer, askedOf }).toEqual({ answer: 'answered', askedOf: [true, false] })
})

test('a database of another cluster is never read', async () => {
  const replica = aReplica({ of: stranger.db })
  await expect.poll(() => lines).toHaveLength(1)
  expect(await whichAnswers(replica)).toBe('primary')
})

test('a standby that falls behind is not read until it has caught up, and each is logged once', async () => {
  const replica = aReplica()
  await usesStandby(replica)
  await sql`select pg_wal_replay_pause()`.execute(standby)
  await expect
    .poll(async () => {
      await sql`create table if not exists notes (words text)`.execute(primary)
      await sql`insert into notes values ('written')`.execute(primary)
      return whichAnswers(replica)
    })
    .toBe('primary')
  await sql`select pg_wal_replay_resume()`.execute(standby)
  await usesStandby(replica)
  expect(lines).toEqual([NOT_READ, 'Read replica has caught up; screens read from it'])
})

test('a standby that says too late that it has kept up is not read', async () => {
  const slow = openDatabase(pair.standby.url, { poolSize: 1 })
  try {
    const replica = aReplica({ at: slow })
    await usesStandby(replica)
    // The next comparison waits for the only connection; what it compares was written before.
    await sql`select pg_sleep(2.5)`.execute(slow)
    await sql`select 'after the comparison'`.execute(slow)
    expect(await whichAnswers(replica)).toBe('primary')
    await usesStandby(replica)
    await running?.stop()
  } finally {
    await slow.destroy()
  }
})

test('a standby that is gone costs nobody a screen', async () => {
  const replica = aReplica()
  await usesStandby(replica)
  await pair.standby.kill()
  expect(await whichAnswers(replica)).toBe('primary')
  await expect.poll(() => lines).toHaveLength(1)
})

test('a former primary that is back after a fail-over is never read, however much it has written', async () => {
  const others = await startDatabasePair(migrated)
  const [former, promoted] = [others.primary, others.standby].map(({ url }) => openDatabase(url, { poolSize: 2 }))
  if (!former || !promoted) throw new Error('No pair')
  try {
    await others.caughtUp()
    await others.standby.promote()
    await sql`create table written_after_all as select generate_series(1, 100000)`.execute(former)
    const replica = aReplica({ of: promoted, at: former })
    const which = () =>
      replica.reads(JANE, async (db) => {
        const { rows } = await sql<{ isThere: boolean }>`
          select to_regclass('written_after_all') is not null as is_there`.execute(db)
        return rows[0]?.isThere ? 'former' : 'promoted'
      })
    await expect.poll(() => lines).toEqual([NOT_READ])
    expect(await which()).toBe('promoted')
    await running?.stop()
  } finally {
    await Promise.all([former.destroy(), promoted.destroy()])
    await others.stop()
  }
})
