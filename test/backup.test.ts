import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { runningPostgresUrl } from '#server/platform/database/embedded-postgres.ts'
import { TIMELINE } from '#server/platform/database/timeline.ts'
import { restore } from '#server/restore.ts'
import { startProduct } from '../e2e/product.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { anAccountWithEverything } from './an-account-with-everything.ts'
import { type CallsFixture, callsFixture } from './calls-fixture.ts'
import { everything } from './database-catalogue.ts'
import { makeFolderInMemory } from './folder-in-memory.ts'
import { type OperatorsDatabase, operatorsDatabase } from './operators-database.ts'
import { type RunningScript, startScript } from './run-script.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const quiet = { productVersion: '0.0.0-test', progress: () => {} }
const asItWas = { directory: MIGRATIONS, replaces: false, afterwards: async () => {}, progress: () => {} }

let folder: string
let source: CallsFixture
/** Of an account that has everything. */
let backup: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cooee-backup-'))
  source = await callsFixture()
  await anAccountWithEverything(source)
  await source.db
    .insertInto('languageReviews')
    .values({
      language: 'it',
      corrections: '{}',
      reviewer: 'Anna',
      isComplete: false,
      importedBy: 'ops',
      importedAt: source.clock.now(),
    })
    .execute()
  await source.db
    .insertInto('townForecasts')
    .values({ town: 'mildura', day: '2026-03-11', degrees: 41, fetchedAt: source.clock.now() })
    .execute()
  backup = join(folder, 'everything.backup')
  await writeBackup(source.url, backup, quiet)
})
afterAll(async () => {
  await source?.close()
  rmSync(folder, { recursive: true, force: true })
})

async function withDatabase(work: (database: OperatorsDatabase) => Promise<void>): Promise<void> {
  const database = await operatorsDatabase()
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

describe('a backup', () => {
  test('a backup restores every row of every table, with a role that may use nothing but its own database', () =>
    withDatabase(async ({ url, query }) => {
      await restoreBackup(url, backup, asItWas)
      const restored = await query(everything)
      expect(restored).toEqual(await everything(source.db))
      expect(Object.values(restored).filter((rows) => rows.length === 0).length).toBeLessThan(5)
    }))

  test('a backup file is readable by its owner only, and never overwrites another one', async () => {
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    await expect(writeBackup(source.url, backup, quiet)).rejects.toThrow('exists already')
  })

  test('a backup is of one instant, however much is written meanwhile', () =>
    withDatabase(async ({ url, query }) => {
      let written = 0
      let isOver = false
      const accountId = (await source.db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()).id
      const writer = async () => {
        while (!isOver) {
          await source.db.transaction().execute(async (trx) => {
            const description = `pair ${written++}`
            await trx.insertInto('activity').values({ accountId, activityType: 'pair', description }).execute()
            await trx.insertInto('events').values({ event: 'pair', accountId, data: '{}' }).execute()
          })
        }
      }
      const writing = writer()
      await waitUntil('something was written', () => written > 20)
      const path = join(folder, 'meanwhile.backup')
      const before = written
      await writeBackup(source.url, path, quiet)
      await waitUntil('more was written', () => written > before)
      isOver = true
      await writing
      await restoreBackup(url, path, asItWas)
      const { pairs, events } = await query(async (db) => ({
        pairs: await db.selectFrom('activity').select('id').where('activityType', '=', 'pair').execute(),
        events: await db.selectFrom('events').select('id').where('event', '=', 'pair').execute(),
      }))
      expect(pairs.length).toBeGreaterThan(10)
      expect(events).toHaveLength(pairs.length)
      await source.db.deleteFrom('activity').where('activityType', '=', 'pair').execute()
      await source.db.deleteFrom('events').where('event', '=', 'pair').execute()
    }))

  test('a backup of an empty database is refused', () =>
    withDatabase(async ({ url }) => {
      await expect(writeBackup(url, join(folder, 'nothing.backup'), quiet)).rejects.toThrow('nothing to back up')
    }))
})

describe('a file that is not a backup', () => {
  const changed = (name: string, change: (bytes: Buffer) => Buffer): string => {
    const path = join(folder, name)
    writeFileSync(path, change(readFileSync(backup)))
    return path
  }
  const flipped = (bytes: Buffer, at: number) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1
    return bytes
  }

  test.each([
    ['cut off', (bytes: Buffer) => bytes.subarray(0, -100), 'is damaged'],
    ['cut off within its header', (bytes: Buffer) => bytes.subarray(0, 200), 'is damaged'],
    ['altered in its rows', (bytes: Buffer) => flipped(bytes, bytes.length - 500), 'is damaged'],
    ['altered in its header', (bytes: Buffer) => flipped(bytes, 40), 'is damaged'],
    ['with more behind it', (bytes: Buffer) => Buffer.concat([bytes, bytes]), 'is damaged'],
    ['of something else', () => Buffer.from('PK'), 'is no backup of Cooee'],
    ['of a newer format', (bytes: Buffer) => Buffer.concat([Buffer.from('COOEE BACKUP 2\n'), bytes]), 'newer version'],
  ])('%s is refused, and nothing changes', (what, change, reason) =>
    withDatabase(async ({ url, query }) => {
      const path = changed(`${what}.backup`, change)
      await expect(restore(url, path, asItWas)).rejects.toThrow(reason)
      expect((await query(everything)).definitions).toEqual([])
    }),
  )

  test('a backup of a newer version of Cooee is refused', () =>
    withDatabase(async ({ url }) => {
      const older = join(folder, 'older-migrations')
      await cp(MIGRATIONS, older, { recursive: true })
      const newest = readdirSync(older).sort().at(-1) ?? ''
      rmSync(join(older, newest))
      await expect(restoreBackup(url, backup, { ...asItWas, directory: older })).rejects.toThrow(
        `holds migration ${newest}, which this version of Cooee does not know`,
      )
    }))
})

describe('a database that holds something', () => {
  test('a database with rows is replaced only on demand', () =>
    withDatabase(async ({ url, query }) => {
      await restoreBackup(url, backup, asItWas)
      await query((db) => db.updateTable('lovedOnes').set({ name: 'Written since' }).execute())
      const before = await query(everything)
      await expect(restoreBackup(url, backup, asItWas)).rejects.toThrow(/not empty: 1 accounts, 2 calls.*--replace/)
      expect(await query(everything)).toEqual(before)
      await restoreBackup(url, backup, { ...asItWas, replaces: true })
      expect((await query(everything)).lovedOnes).toEqual((await everything(source.db)).lovedOnes)
    }))

  test("a restore into tables that are not Cooee's is refused", () =>
    withDatabase(async ({ url, query }) => {
      await query((db) => sql`create table invoices (id int)`.execute(db))
      await expect(restoreBackup(url, backup, { ...asItWas, replaces: true })).rejects.toThrow("not Cooee's")
      expect(Object.keys(await query(everything))).toContain('invoices')
    }))

  test('a restore is refused while Cooee runs on the database', () =>
    withDatabase(async ({ url }) => {
      await restoreBackup(url, backup, asItWas)
      const running = openDatabase(url, { poolSize: 1 })
      await running.connection().execute(async (db) => {
        await sql`select 1`.execute(db)
        await expect(restoreBackup(url, backup, { ...asItWas, replaces: true })).rejects.toThrow('in use (cooee)')
      })
      await running.destroy()
    }))
})

describe('a restore that is killed', { timeout: 240_000 }, () => {
  const since = (db: Db) => db.updateTable('lovedOnes').set({ name: 'Written since' }).execute()

  async function killedLeavesAll(
    { url, query }: OperatorsDatabase,
    path: string,
    moment: (script: RunningScript) => Promise<unknown>,
  ) {
    await query(since)
    const before = await query(everything)
    const script = startScript('restore', [path, '--replace'], { DATABASE_URL: url })
    await moment(script)
    script.child.kill('SIGKILL')
    expect(await script.ended).toMatchObject({ code: null })
    expect(await query(everything)).toEqual(before)
    const next = startScript('restore', [path, '--replace'], { DATABASE_URL: url })
    expect(await next.ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Start Cooee') })
    expect((await query(everything)).contacts).toEqual((await everything(source.db)).contacts)
  }

  test('a restore that is killed while it drops tables changes nothing, and the next one succeeds', () =>
    withDatabase(async (database) => {
      await restoreBackup(database.url, backup, asItWas)
      await database.query((other) =>
        other.transaction().execute(async (trx) => {
          // A reader holds a table at the end of the list: the restore waits for it after it has dropped the others.
          await sql`lock table webhooks in access share mode`.execute(trx)
          const waits = () =>
            sql<{ waits: boolean }>`select exists (select from pg_locks where not granted) as waits`.execute(trx)
          await database.query(since)
          const script = startScript('restore', [backup, '--replace'], { DATABASE_URL: database.url })
          await waitUntil('the restore waits', async () => (await waits()).rows[0]?.waits, { seconds: 60 })
          script.child.kill('SIGKILL')
          expect(await script.ended).toMatchObject({ code: null })
        }),
      )
      const left = await database.query(everything)
      expect(left.lovedOnes?.join()).toContain('Written since')
      expect(left.definitions).toEqual((await everything(source.db)).definitions)
    }))

  test('a restore that is killed while it fills tables changes nothing, and the next one succeeds', () =>
    withDatabase(async (database) => {
      await restoreBackup(database.url, backup, asItWas)
      await database.query((db) =>
        sql`insert into login_failures (address, identifier)
          select 'x', repeat(md5(i::text), 10) from generate_series(1, 20000) as i`.execute(db),
      )
      const large = join(folder, 'large.backup')
      await writeBackup(database.url, large, quiet)
      await killedLeavesAll(database, large, (script) =>
        waitUntil('rows were written', () => script.errors().includes('accounts: 1 rows'), { seconds: 60, everyMs: 1 }),
      )
    }))
})

describe('after a restore', () => {
  test('new rows after a restore get no id that was given out since the backup', () =>
    withDatabase(async ({ url, query }) => {
      const { id: before } = await source.db
        .insertInto('loginFailures')
        .values({ address: '198.18.0.1', identifier: 'since' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await restoreBackup(url, backup, asItWas)
      const { id: after } = await query((db) =>
        db
          .insertInto('loginFailures')
          .values({ address: '198.18.0.1', identifier: 'again' })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
      expect(after).toBeGreaterThan(before + 1_000_000)
    }))

  test('everybody must sign in again, and the audit log records it', () =>
    withDatabase(async ({ url, query }) => {
      await restore(url, backup, { ...asItWas }, source.clock.now())
      const { sessions, passwordResets, accessTokens, pushDevices, calendarFeeds, auditLog } = await query(everything)
      expect([sessions, passwordResets]).toEqual([[], []])
      // One that was revoked, removed or replaced after the backup would open something again.
      expect([accessTokens, pushDevices, calendarFeeds]).toEqual([[], [], []])
      expect(auditLog?.join()).toContain('backup.restored')
    }))

  test('a backup of another timeline is no fail-over', () =>
    withDatabase(async ({ url, query }) => {
      await source.db.updateTable('dialFence').set({ timeline: '00000007' }).execute()
      const other = join(folder, 'of-another-timeline.backup')
      await writeBackup(source.url, other, { productVersion: '0.0.0-test', progress: () => {} })
      await restore(url, other, { ...asItWas }, source.clock.now())
      const [pace] = await query((db) =>
        db
          .selectFrom('dialFence')
          .select(['timeline', TIMELINE.as('own')])
          .execute(),
      )
      expect(pace?.timeline).toBe(pace?.own)
    }))
})

test('the embedded database is restored into an empty folder, used, and backed up while it runs and while it does not', async () => {
  // A folder of its own: PostgreSQL does not run as root, and must be able to enter it.
  const dataDir = await makeFolderInMemory('cooee-backup-data-')
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const env = { DATA_DIR: dataDir }
  const empty = await startScript('backup', [join(folder, 'too-early.backup')], env).ended
  expect(empty).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database in') })
  const restored = await startScript('restore', [backup], env).ended
  expect(restored).toMatchObject({ code: 0, stdout: expect.stringContaining('Everybody must sign in again') })

  const cooee = await startProduct({ ...env, SANDBOX_RING_SECONDS: '1', RETRY_ATTEMPTS: '0' })
  const running = join(folder, 'running.backup')
  try {
    const db = openDatabase((await runningPostgresUrl(dataDir)) ?? '', { poolSize: 1 })
    const lovedOne = await db.selectFrom('lovedOnes').select(['id', 'accountId']).executeTakeFirstOrThrow()
    const { id } = await db
      .insertInto('calls')
      .values({
        accountId: lovedOne.accountId,
        lovedOneId: lovedOne.id,
        callType: 'daily_check_in',
        scheduledFor: new Date(),
        dialAt: new Date(),
        dialBy: new Date(Date.now() + 600_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await waitUntil('the call was rung', () =>
      db
        .selectFrom('attempts')
        .select('id')
        .where('callId', '=', id)
        .where('providerCallId', 'is not', null)
        .executeTakeFirst(),
    )
    await db.destroy()
    expect(await startScript('backup', [running], env).ended).toMatchObject({ code: 0 })
    const refused = await startScript('restore', [backup, '--replace'], env).ended
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('is already running on the data') })
  } finally {
    await cooee.stop()
  }

  const stopped = join(folder, 'stopped.backup')
  expect(await startScript('backup', [stopped], env).ended).toMatchObject({ code: 0 })
  expect(await startScript('restore', [running], env).ended).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('not empty'),
  })
  expect(await startScript('restore', [running, '--replace'], env).ended).toMatchObject({ code: 0 })
  expect(await runningPostgresUrl(dataDir)).toBeUndefined()
}, 240_000)
