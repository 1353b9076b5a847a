import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import { NOT_NEEDED } from '#server/features/messages/public.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { seededRandom } from '#simulators/twilio/hostility.ts'
import type { TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'
import { insertAccount } from './insert-account.ts'
import { killSeeds, noteJudgedKills } from './kill-rounds.ts'
import { type KillableServer, startKillableServer } from './killable-server.ts'
import { expectNotifiedOnce } from './notified-once.ts'
import { scriptedJobs } from './scripted-jobs.ts'

/** All pauses, at a fraction of their length. */
const TIMINGS = {
  dialTiming: {
    reconcileAfterMs: 2_000,
    askAfterBusyMs: 100,
    askAfterSilenceMs: 500,
    firstPollMs: 1_000,
    quietMs: 1_500,
    askAgainMs: 200,
    spokenWordMs: 7,
  },
  deliveryTimeouts: {
    claimMs: { email: 2_000, sms: 2_000 },
    withoutJobAfterMs: { email: 500, sms: 500 },
  },
} as const

/** The pause after the last round is longer than the test. */
const escalationOf = (rounds: number) => ({
  ...ESCALATION_TIMING,
  afterTextMs: 300,
  callTimeoutMs: 30_000,
  pausesMs: [...Array.from({ length: rounds - 1 }, () => 500), 3_600_000],
})

interface Emergency {
  db: Db
  simulator: TwilioSimulator
  servers: readonly KillableServer[]
}

interface Scene {
  contacts: readonly string[]
  holderPhone?: string
  workers?: number
  /** A kill may take the key of the only person who answers: where the test asks who owns it, more than there are kills. */
  rounds: number
}

/** A loved one's phone is busy, there is no further try, and her contacts are notified. */
async function anEmergency(scene: Scene, during: (emergency: Emergency) => Promise<void>): Promise<void> {
  const database = await testDatabase()
  const phones = await startPhones({ ringSeconds: 0.3 })
  const servers: KillableServer[] = []
  try {
    for (let worker = 0; worker < (scene.workers ?? 1); worker++) {
      servers.push(
        await startKillableServer({
          port: await aFreePort(),
          databaseUrl: database.url,
          twilio: {
            accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
            authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
            from: phones.env.TWILIO_PHONE_NUMBER ?? '',
            baseUrl: phones.env.TWILIO_API_BASE_URL,
          },
          ...TIMINGS,
          escalation: escalationOf(scene.rounds),
        }),
      )
    }
    await aDueCall(database.db, scene)
    await during({ db: database.db, simulator: phones.simulator, servers })
  } finally {
    for (const server of servers) await server.kill9()
    await phones.close()
    await database.close()
  }
}

async function aDueCall(
  db: Db,
  { contacts, holderPhone = null }: { contacts: readonly string[]; holderPhone?: string | null },
) {
  const { id: accountId } = await insertAccount(db, {
    username: 'robyn',
    email: 'robyn@example.com',
    verifiedEmail: 'robyn@example.com',
    passwordHash: 'none',
    firstName: 'Robyn',
    phoneNumber: holderPhone,
  })
  const { id: lovedOneId } = await db
    .insertInto('lovedOnes')
    .values({
      accountId,
      name: 'Margaret Hartley',
      phoneNumber: '+61491570102',
      timezone: 'Australia/Sydney',
      retryAttempts: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [index, phoneNumber] of contacts.entries()) {
    const contact = {
      name: `Contact ${index + 1}`,
      phoneNumber,
      contactType: 'family',
      isEmergencyContact: true,
    } as const
    await db
      .insertInto('contacts')
      .values({ accountId, lovedOneId, position: index + 1, ...contact })
      .execute()
  }
  await scheduleCall(
    {
      db,
      jobs: scriptedJobs(),
      clock: systemClock,
      plans: noCallLimits,
      callsPerSecond: 1000,
      ownNumbers: ['+61255501234'],
      limits: NO_LIMITS,
    },
    { id: accountId },
    {
      lovedOneId,
      callType: 'daily_check_in',
      scheduledTime: new Date().toISOString(),
      recurrencePattern: 'once',
      schedulePatterns: [],
      confirmNight: true,
    },
  )
}

/** Kills one of the servers, again and again: each time once something further has reached a phone, or nothing does. */
async function killAtEveryStep({ simulator, servers }: Emergency, times: number, random: () => number): Promise<void> {
  const reached = () => simulator.calls().length + simulator.messages().length
  for (let kill = 0; kill < times; kill++) {
    const before = reached()
    const deadline = performance.now() + 6_000
    while (reached() === before && performance.now() < deadline) await pause(5)
    await pause(random() * 900)
    const server = servers[Math.floor(random() * servers.length)]
    await server?.kill9()
    await server?.restart()
  }
}

const untilItEnds = ({ db }: Emergency) =>
  waitUntil(
    'the incident is taken on or in a long pause, and everybody has been notified',
    async () => {
      const { open } = await db
        .selectFrom('incidents')
        .select((eb) =>
          eb.fn.countAll<number>().filterWhere('nextAt', '<', sql<Date>`now() + interval '1 minute'`).as('open'),
        )
        .executeTakeFirstOrThrow()
      const incident = await db.selectFrom('incidents').selectAll().executeTakeFirst()
      // A text of a round that is late is dropped once the next round says the same.
      const unsent = await db
        .selectFrom('messages')
        .select('id')
        .where('sentAt', 'is', null)
        .where((eb) => eb.or([eb('error', 'is', null), eb('error', '<>', NOT_NEEDED)]))
        .execute()
      const ringing = await db.selectFrom('alertCalls').select('alertId').where('state', '<>', 'ended').execute()
      return open === 0 && unsent.length === 0 && ringing.length === 0 && incident
    },
    { seconds: 120, everyMs: 200 },
  )

async function alertsOf({ db }: Emergency, name: string): Promise<string[]> {
  const alerts = await db
    .selectFrom('alerts')
    .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
    .select(['purpose', 'channel', 'round'])
    .where('name', '=', name)
    .orderBy('alerts.id')
    .execute()
  return alerts.map(({ purpose, channel, round }) => `${purpose} ${channel} ${round}`)
}

/** Which alerts by message of the last round were dropped. */
const droppedInLastRound = ({ db }: Emergency) =>
  db
    .selectFrom('alerts')
    .innerJoin('messages', 'messages.id', 'alerts.messageId')
    .select(['alerts.purpose', 'alerts.channel', 'messages.recipient'])
    .where('messages.failedAt', 'is not', null)
    .where((eb) => eb.or([eb('alerts.purpose', '<>', 'alert'), eb('alerts.round', '=', 3)]))
    .execute()

const eventsOf = async ({ db }: Emergency, event: string) =>
  (await db.selectFrom('events').select('id').where('event', '=', event).execute()).length

describe.concurrent.each(killSeeds())(
  'an escalation is under way and the server is killed (seed %i)',
  {
    timeout: 240_000,
  },
  (seed) => {
    test('an escalation continues after a kill at every step, notifies nobody twice, and ends acknowledged', async () => {
      const scene = { contacts: ['+61491570201', '+61491570202', '+61491570210'], rounds: 6 }
      await anEmergency(scene, async (emergency) => {
        await killAtEveryStep(emergency, 5, seededRandom(seed))
        const incident = await untilItEnds(emergency)
        await expectNotifiedOnce(emergency)
        expect(incident).toMatchObject({ status: 'owned', intent: 'calling' })
        expect((await alertsOf(emergency, 'Contact 1')).slice(0, 2)).toEqual(['alert sms 1', 'alert call 1'])
        expect(await eventsOf(emergency, 'call.escalated')).toBe(1)
        expect(await eventsOf(emergency, 'call.acknowledged')).toBe(1)
        expect(await eventsOf(emergency, 'call.missed')).toBe(1)
        noteJudgedKills(5)
      })
    })

    test('an escalation that nobody acknowledges continues in rounds after a kill at every step, and the members are notified of that once', async () => {
      const scene = { contacts: ['+61491570301', '+61491570302'], holderPhone: '+61491570306', rounds: 3 }
      await anEmergency(scene, async (emergency) => {
        await killAtEveryStep(emergency, 6, seededRandom(seed + 1))
        const incident = await untilItEnds(emergency)
        await expectNotifiedOnce(emergency)
        expect(incident).toMatchObject({ status: 'unresolved', endedAt: null })
        const rounds = [1, 2, 3].flatMap((round) => [`alert sms ${round}`, `alert call ${round}`])
        for (const name of ['Contact 1', 'Contact 2']) expect(await alertsOf(emergency, name)).toEqual(rounds)
        expect(await droppedInLastRound(emergency), 'what no later round says').toEqual([])
        const holder = await alertsOf(emergency, 'Robyn')
        const own = [1, 2, 3].flatMap((round) => ['email', 'sms', 'call'].map((channel) => `alert ${channel} ${round}`))
        expect(holder.filter((alert) => alert.startsWith('alert')).sort()).toEqual(own.sort())
        expect(holder.filter((alert) => !alert.startsWith('alert'))).toEqual(['unresolved email 1', 'unresolved sms 1'])
        noteJudgedKills(6)
      })
    })

    test('when one of two servers is killed again and again, the other works on, and nobody is notified by both', async () => {
      const scene = { contacts: ['+61491570401', '+61491570408', '+61491570410'], workers: 2, rounds: 5 }
      await anEmergency(scene, async (emergency) => {
        await killAtEveryStep(emergency, 4, seededRandom(seed + 2))
        const incident = await untilItEnds(emergency)
        await expectNotifiedOnce(emergency)
        expect(incident).toMatchObject({ status: 'owned' })
        noteJudgedKills(4)
      })
    })
  },
)
