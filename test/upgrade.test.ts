import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/public.ts'
import { openBackupFile } from '#server/platform/backup/backup-file.ts'
import type { BackupHeader } from '#server/platform/backup/backup-header.ts'
import { restoreBackup } from '#server/platform/backup/restore-backup.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { migrate, readMigrations } from '#server/platform/database/migrate.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { restore } from '#server/restore.ts'
import { startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { testDatabase } from './database.ts'
import { everything } from './database-catalogue.ts'
import { A_PASSWORD } from './factories.ts'
import { aFreePort } from './free-port.ts'
import { killMigrationAt } from './kill-migration.ts'
import { startKillableServer } from './killable-server.ts'
import { type OperatorsDatabase, operatorsDatabase } from './operators-database.ts'
import { scriptedJobs } from './scripted-jobs.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
/**
 * Backups of an account with everything, written with the code of earlier releases and named after their newest migration.
 * Each release adds one: `writeBackup` on the database of `callsFixture()` after `anAccountWithEverything()`, with
 * passwords hashed in earnest. They are never rewritten.
 */
const RELEASES = ['0017', '0028'] as const
type Release = (typeof RELEASES)[number]
const backupOf = (release: Release) => join(import.meta.dirname, `fixtures/release-${release}.backup`)

let folder: string
let definitions: string[] | undefined

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cooee-upgrade-'))
  const fresh = await testDatabase()
  definitions = (await everything(fresh.db)).definitions
  await fresh.close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function headerOf(release: Release): Promise<BackupHeader> {
  const file = await openBackupFile(backupOf(release))
  await file.close()
  return file.header
}

/** A database as that release left it: its own migrations, its own rows. */
async function databaseOf(release: Release): Promise<OperatorsDatabase> {
  const directory = join(folder, release)
  const { migrations } = await headerOf(release)
  for (const { name } of migrations) cpSync(join(MIGRATIONS, name), join(directory, name))
  const database = await operatorsDatabase()
  const options = { directory, replaces: false, afterwards: async () => {}, progress: () => {} }
  await restoreBackup(database.url, backupOf(release), options)
  return database
}

async function withDatabaseOf(release: Release, work: (database: OperatorsDatabase) => Promise<void>): Promise<void> {
  const database = await databaseOf(release)
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

/** Somebody of that release signs in with their password and reads their lists, and a call of theirs is placed. */
async function isUsed({ url, query }: Pick<OperatorsDatabase, 'url' | 'query'>): Promise<void> {
  const phones = await startPhones({ ringSeconds: 0.2 })
  const port = await aFreePort()
  const server = await startKillableServer({
    port,
    databaseUrl: url,
    twilio: {
      accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
      authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
      from: phones.env.TWILIO_PHONE_NUMBER ?? '',
      baseUrl: phones.env.TWILIO_API_BASE_URL,
    },
    dialTiming: DIAL_TIMING,
    escalation: ESCALATION_TIMING,
    deliveryTimeouts: DELIVERY_TIMEOUTS,
    environment: { BILLING: 'off' },
  })
  try {
    const signedIn = await fetch(`http://127.0.0.1:${port}/api/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'philippa.quillfeather', password: A_PASSWORD }),
    })
    expect(signedIn.status).toBe(200)
    const cookie = signedIn.headers
      .getSetCookie()
      .map((each) => each.split(';')[0])
      .join('; ')
    const read = async (path: string) => {
      const answer = await fetch(`http://127.0.0.1:${port}/api/${path}`, { headers: { cookie } })
      const text = await answer.text()
      expect({ path, status: answer.status, text }).toMatchObject({ path, status: 200 })
      return text
    }
    const lovedOne = await query((db) =>
      db.selectFrom('lovedOnes').select(['id', 'accountId', 'name']).executeTakeFirstOrThrow(),
    )
    expect(await read('loved-ones')).toContain(lovedOne.name)
    expect(await read(`contacts?lovedOneId=${lovedOne.id}`)).toContain('Bartholomew Ash')
    for (const path of ['calls/upcoming', 'calls/history', 'activity', 'me']) await read(path)

    const callId = await query((db) =>
      scheduleCall(
        {
          db,
          jobs: scriptedJobs(),
          clock: systemClock,
          plans: noCallLimits,
          callsPerSecond: 1000,
          ownNumbers: ['+61255501234'],
          limits: NO_LIMITS,
        },
        { id: lovedOne.accountId },
        {
          lovedOneId: lovedOne.id,
          callType: 'daily_check_in',
          scheduledTime: new Date().toISOString(),
          recurrencePattern: 'once',
          schedulePatterns: [],
          confirmNight: true,
        },
      ),
    )
    const placed = (db: Db) =>
      db
        .selectFrom('attempts')
        .select('id')
        .where('callId', '=', callId)
        .where('providerCallId', 'is not', null)
        .executeTakeFirst()
    await waitUntil('the call was placed', () => query(placed), { seconds: 120, everyMs: 200 })
  } finally {
    await server.kill9()
    await phones.close()
  }
}

/** Tables that one table has taken in (0098). */
const NOW_DIALS = ['attempts', 'alertCalls', 'testCalls']

/** Tables that have another name since (0102, 0103). */
const RENAMED: Record<string, string> = {
  // Its one row is the lock of all; rates have a row for each number, written with the first permit.
  dialPace: 'dialFence',
  dispatcherLooks: 'dispatcherHeartbeats',
  inboundTextLooks: 'inboundTextPolls',
  departures: 'accountDispatches',
}

const countsOf = (tables: Record<string, string[]>) =>
  Object.entries(tables).flatMap(([table, rows]) => (table === 'definitions' ? [] : [{ table, rows: rows.length }]))

describe.each(RELEASES)('the database of release %s', { timeout: 240_000 }, (release) => {
  test('the migrations of the release have not changed since', async () => {
    const present = (await readMigrations(MIGRATIONS)).map(({ name, checksum }) => ({ name, checksum }))
    for (const { name, checksum } of (await headerOf(release)).migrations) {
      expect(present).toContainEqual({ name, checksum })
    }
  })

  test('the database is migrated, keeps its rows, and is used', () =>
    withDatabaseOf(release, async ({ url, query }) => {
      const before = countsOf(await query(everything))
      await migrate(url, { directory: MIGRATIONS })
      const after = await query(everything)
      expect(after.definitions).toEqual(definitions)
      const dials = before.filter(({ table }) => NOW_DIALS.includes(table))
      expect(after.dials).toHaveLength(dials.reduce((sum, { rows }) => sum + rows, 0))
      for (const { table, rows } of before) {
        if (table !== 'schemaMigrations' && !NOW_DIALS.includes(table))
          expect({ table, rows: after[RENAMED[table] ?? table]?.length }).toEqual({ table, rows })
      }
      await isUsed({ url, query })
    }))

  test('the backup is restored and migrated to the present', async () => {
    const database = await operatorsDatabase()
    try {
      await restore(database.url, backupOf(release), { directory: MIGRATIONS, replaces: false, progress: () => {} })
      const { definitions: restored, lovedOnes } = await database.query(everything)
      expect(restored).toEqual(definitions)
      expect(lovedOnes).toHaveLength(1)
      expect(await migrate(database.url, { directory: MIGRATIONS })).toEqual([])
    } finally {
      await database.close()
    }
  })
})

test(
  'the next start finishes a migration in which a start was killed',
  () =>
    withDatabaseOf('0017', async ({ url, query }) => {
      // Migration 0022 makes tables, and then waits for a reader of this one.
      await killMigrationAt('events', { url, query })
      const between = await query(everything)
      expect(Object.keys(between)).not.toContain('webhooks')
      expect(between.schemaMigrations?.join()).toContain('0021_checkout_started_at.sql')
      expect(await migrate(url, { directory: MIGRATIONS })).toEqual(
        expect.arrayContaining(['0022_webhooks.sql', '0028_admin_counts.sql']),
      )
      expect((await query(everything)).definitions).toEqual(definitions)
    }),
  240_000,
)
