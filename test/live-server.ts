import { setTimeout as pause } from 'node:timers/promises'
import { pino } from 'pino'
import { type CallType, FINAL_STATUSES } from '#core/calls/call-vocabulary.ts'
import type { ServerConfig } from '#server/composition/server-config.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import type { DialTiming } from '#server/features/dialling/public.ts'
import { type Server, startServer } from '#server/main.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { sandboxPhones } from '#server/sandbox-phones.ts'
import {
  startTwilioSimulator,
  type TwilioSimulator,
  type TwilioSimulatorOptions,
} from '#simulators/twilio/twilio-simulator.ts'
import { testDatabase } from './database.ts'
import { aNumber } from './factories.ts'
import { aFreePort } from './free-port.ts'
import { insertAccount } from './insert-account.ts'

const TWILIO = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
/** The number that calls come from, and that people ring and write to. */
export const COOEES_NUMBER = '+61255501234'

/** All pauses, at a fraction of their length. */
const BRISK: Omit<DialTiming, 'spokenWordMs' | 'quietMs' | 'askAgainMs'> = {
  reconcileAfterMs: 5_000,
  askAfterBusyMs: 100,
  askAfterSilenceMs: 500,
  firstPollMs: 500,
}
/** What belongs to talks, in seconds of the sandbox's lines. */
const WORD_SECONDS = 0.35
const QUIET_SECONDS = 50
const ASK_AGAIN_SECONDS = 10
const USUAL_SECOND_MS = 20
const RETRY_DELAY_SECONDS = 0.2

export interface LiveServer {
  server: Server
  databaseUrl: string
  simulator: TwilioSimulator
  /** A carer with a loved one at that number. */
  aLovedOneAt(phoneNumber: string): Promise<{ accountId: number; lovedOneId: number }>
  /** A call that is due at that instant, a daily check-in unless something else is given. */
  aCall(whom: { accountId: number; lovedOneId: number }, dueAt: Date, callType?: CallType): Promise<number>
  /** Waits until every call has ended; fails with those that have not. */
  everyCallEnded(deadlineMs: number): Promise<void>
  close(): Promise<void>
}

/** The whole product as it runs, listening and with its real job engine, and the phone sandbox as its provider. */
export async function startLiveServer(
  phones: Partial<TwilioSimulatorOptions> = {},
  {
    reachedBy = (url) => url,
    phonesReachedBy = (url) => url,
    ...config
  }: Partial<
    Pick<
      ServerConfig,
      'escalation' | 'deliveryTimeouts' | 'payments' | 'clock' | 'mail' | 'webDirectory' | 'log' | 'talkModel'
    >
  > & {
    /** The way to the database. */
    reachedBy?: (databaseUrl: string) => string | Promise<string>
    /** The way to the phone provider. */
    phonesReachedBy?: (url: string) => string | Promise<string>
  } = {},
  environment: Record<string, string> = {},
): Promise<LiveServer> {
  const database = await testDatabase()
  const [from = COOEES_NUMBER, ...others] = phones.numbers ?? []
  const numbers = [from, ...others] as const
  const simulator = await startTwilioSimulator({ ...TWILIO, ringSeconds: 0.05, ...phones, numbers: [...numbers] })
  const secondMs = phones.pace?.secondMilliseconds ?? USUAL_SECOND_MS
  const port = await aFreePort()
  const phonesToPlayOn = sandboxPhones(simulator, from)
  const server = await startServer({
    env: {
      ...readEnv({
        PORT: String(port),
        LOCAL_PORT: '0',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        // A registered account is verified, unless a test is about that.
        EMAIL_VERIFICATION: 'off',
        CONSENT: 'attested',
        ...environment,
      }),
      RETRY_DELAY_SECONDS,
    },
    role: 'all',
    databaseUrl: await reachedBy(database.url),
    twilio: { ...TWILIO, from, numbers, baseUrl: await phonesReachedBy(simulator.url) },
    payments: null,
    isSandbox: true,
    sandboxPhones: phonesToPlayOn,
    dialTiming: {
      ...BRISK,
      spokenWordMs: WORD_SECONDS * secondMs,
      quietMs: QUIET_SECONDS * secondMs,
      askAgainMs: ASK_AGAIN_SECONDS * secondMs,
    },
    log: pino({ level: 'silent' }),
    ...config,
  })
  const { db, jobs } = server
  return {
    server,
    databaseUrl: database.url,
    simulator,
    async aLovedOneAt(phoneNumber) {
      const name = `carer${aNumber()}`
      const account = await insertAccount(db, {
        username: name,
        email: `${name}@example.com`,
        verifiedEmail: `${name}@example.com`,
        passwordHash: 'none',
        firstName: 'Robyn',
      })
      const lovedOne = await db
        .insertInto('lovedOnes')
        .values({ accountId: account.id, name: 'Margaret Hartley', phoneNumber, timezone: 'Australia/Sydney' })
        .returning('id')
        .executeTakeFirstOrThrow()
      return { accountId: account.id, lovedOneId: lovedOne.id }
    },
    aCall: ({ accountId, lovedOneId }, dueAt, callType = 'daily_check_in') =>
      scheduleCall(
        {
          db,
          jobs,
          clock: systemClock,
          plans: noCallLimits,
          callsPerSecond: 1000,
          ownNumbers: numbers,
          limits: NO_LIMITS,
        },
        { id: accountId },
        {
          lovedOneId,
          callType,
          scheduledTime: dueAt.toISOString(),
          recurrencePattern: 'once',
          schedulePatterns: [],
          confirmNight: true,
        },
      ),
    async everyCallEnded(deadlineMs) {
      const deadline = performance.now() + deadlineMs
      for (;;) {
        const open = await db
          .selectFrom('calls')
          .leftJoin('attempts', 'attempts.callId', 'calls.id')
          .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
          .select([
            'calls.id',
            'lovedOnes.phoneNumber',
            'calls.status',
            'attempts.id as attempt',
            'state',
            'nextAt',
            'dialAt',
          ])
          .where('calls.status', 'not in', [...FINAL_STATUSES])
          .execute()
        if (open.length === 0) return
        if (performance.now() > deadline) throw new Error(`Calls that did not end: ${JSON.stringify(open)}`)
        await pause(100)
      }
    },
    async close() {
      await server.stop()
      phonesToPlayOn.stop()
      await simulator.close()
      await database.close()
    },
  }
}
