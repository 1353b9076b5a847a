import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { writeBackup } from '#server/platform/backup/write-backup.ts'
import type { Db } from '#server/platform/database/database.ts'
import { migrate } from '#server/platform/database/migrate.ts'
import { restore } from '#server/restore.ts'
import { startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { aFreePort } from './free-port.ts'
import { insertAccount } from './insert-account.ts'
import { type KillableServer, startKillableServer } from './killable-server.ts'
import { type OperatorsDatabase, operatorsDatabase } from './operators-database.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const TIMINGS = {
  dialTiming: {
    reconcileAfterMs: 2_000,
    askAfterBusyMs: 100,
    askAfterSilenceMs: 500,
    firstPollMs: 500,
    quietMs: 1_000,
    askAgainMs: 200,
    spokenWordMs: 7,
  },
  escalation: ESCALATION_TIMING,
  deliveryTimeouts: {
    claimMs: { email: 2_000, sms: 2_000 },
    withoutJobAfterMs: { email: 500, sms: 500 },
  },
} as const
const MINUTE = 60_000

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cooee-restored-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A person whose phone rings out, with one call that was due so many minutes ago. */
async function aDueCall(db: Db, name: string, phoneNumber: string, minutesAgo: number): Promise<void> {
  const { id: accountId } = await insertAccount(db, {
    username: name,
    email: `${name}@example.com`,
    verifiedEmail: `${name}@example.com`,
    passwordHash: 'none',
    firstName: 'Robyn',
  })
  const { id: lovedOneId } = await db
    .insertInto('lovedOnes')
    .values({ accountId, name, phoneNumber, timezone: 'Australia/Sydney', retryAttempts: 1, retryDelayMinutes: 1 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const scheduledFor = new Date(Date.now() - minutesAgo * MINUTE)
  const dialBy = new Date(scheduledFor.getTime() + 60 * MINUTE)
  await db
    .insertInto('calls')
    .values({ accountId, lovedOneId, callType: 'daily_check_in', scheduledFor, dialAt: scheduledFor, dialBy })
    .execute()
}

/** The status and reason of everybody's call, by name; a catch-up call is another one. */
const callsOf = async (db: Db) =>
  Object.fromEntries(
    (
      await db
        .selectFrom('calls')
        .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
        .select(['name', 'status', 'reason'])
        .where('catchUpFor', 'is', null)
        .execute()
    ).map(({ name, ...call }) => [name, call]),
  )

test('calls that rang after the backup do not ring again, calls that did not ring are placed, and everybody is notified', async () => {
  const phones = await startPhones({ ringSeconds: 0.2 })
  const databases: OperatorsDatabase[] = []
  const servers: KillableServer[] = []
  const start = async ({ url }: OperatorsDatabase) => {
    const server = await startKillableServer({
      port: await aFreePort(),
      databaseUrl: url,
      twilio: {
        accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
        authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
        from: phones.env.TWILIO_PHONE_NUMBER ?? '',
        baseUrl: phones.env.TWILIO_API_BASE_URL,
      },
      ...TIMINGS,
    })
    servers.push(server)
    return server
  }
  const rings = () => ({
    rang: phones.simulator.callsTo('+61491570101').length,
    waits: phones.simulator.callsTo('+61491570111').length,
  })
  try {
    const lost = await operatorsDatabase()
    const restored = await operatorsDatabase()
    databases.push(lost, restored)
    await migrate(lost.url, { directory: MIGRATIONS })
    await lost.query(async (db) => {
      await aDueCall(db, 'rang', '+61491570101', 1)
      await aDueCall(db, 'waits', '+61491570111', 1)
      await aDueCall(db, 'late', '+61491570121', 90)
      await db
        .insertInto('messages')
        .values({ channel: 'sms', recipient: '+61491570131', text: 'It waited', createdAt: new Date() })
        .execute()
    })
    const path = join(folder, 'before.backup')
    await writeBackup(lost.url, path, { productVersion: '0.0.0-test', progress: () => {} })
    // Only one of the calls leaves before everything is lost.
    await lost.query(async (db) => {
      const others = db.selectFrom('owners').select('accountId').where('username', '<>', 'rang')
      await db.deleteFrom('accounts').where('id', 'in', others).execute()
      await db.deleteFrom('messages').execute()
    })
    const first = await start(lost)
    await waitUntil('the phone has rung', () =>
      lost.query((db) => db.selectFrom('attempts').select('id').where('state', '=', 'ended').executeTakeFirst()),
    )
    await first.kill9()
    expect(rings()).toEqual({ rang: 1, waits: 0 })

    await restore(restored.url, path, { directory: MIGRATIONS, replaces: false, progress: () => {} })
    await start(restored)
    const calls = await waitUntil(
      'everything has come to its end',
      async () => {
        const calls = await restored.query(callsOf)
        const isOver = calls.rang?.status === 'missed' && calls.late?.status === 'missed'
        return isOver && rings().waits > 0 && phones.simulator.messages().length > 0 && calls
      },
      { seconds: 150, everyMs: 200 },
    )
    expect(calls).toMatchObject({
      rang: { reason: expect.stringContaining('restored Cooee from a backup') },
      waits: { status: 'in_progress' },
      late: { reason: expect.stringContaining('too late to ring') },
    })
    const headlines = await restored.query((db) =>
      db
        .selectFrom('incidents')
        .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
        .select('lovedOnes.name')
        .orderBy('lovedOnes.name')
        .execute(),
    )
    expect(headlines).toEqual([{ name: 'late' }, { name: 'rang' }])
    expect(phones.simulator.messages().map(({ to, body }) => ({ to, body }))).toContainEqual({
      to: '+61491570131',
      body: 'It waited',
    })
    expect(rings()).toEqual({ rang: 1, waits: 1 })
    const placed = await restored.query((db) =>
      db
        .selectFrom('attempts')
        .innerJoin('calls', 'calls.id', 'attempts.callId')
        .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
        .select('attempts.id')
        .where('lovedOnes.name', '=', 'late')
        .where('calls.catchUpFor', 'is', null)
        .where('attempts.state', '<>', 'not_placed')
        .execute(),
    )
    expect(placed).toEqual([])
  } finally {
    for (const server of servers) await server.kill9()
    await phones.close()
    for (const database of databases) await database.close()
  }
}, 240_000)
