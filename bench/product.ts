import { createServer } from 'node:net'
import { pino } from 'pino'
import type { ServerConfig } from '#server/composition/server-config.ts'
import { type Server, startServer } from '#server/main.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import type { Phones } from './phone-process.ts'

/**
 * The whole server (web side, workers, rounds) as `npm start` composes it, with the provider it is given. The rate is
 * not bounded to what the environment accepts, so that the server itself can be the limit.
 */
export async function startProduct(options: {
  databaseUrl: string
  phones: Pick<Phones, 'accountSid' | 'authToken' | 'from' | 'baseUrl'>
  callsPerSecond: number
  /** Off, no plan limits how many calls are booked. */
  isBillingOn?: boolean
  /** Left out, no call is a talk. */
  talkModel?: ServerConfig['talkModel']
}): Promise<Server & { url: string }> {
  const port = await freePort()
  const env = readEnv({
    PORT: String(port),
    LOCAL_PORT: '0',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    LOG_LEVEL: 'error',
    // All load comes from one address, and often from one account.
    CONSENT: 'attested',
    BILLING: options.isBillingOn === false ? 'off' : 'on',
    LIMIT_CONNECTIONS: '0',
    LIMIT_CALLS_PER_PERSON_DAY: '0',
    LIMIT_REQUESTS_ADDRESS: '0',
    LIMIT_REQUESTS_ACCOUNT: '0',
    // A million calls are written with one statement.
    DATABASE_STATEMENT_TIMEOUT_SECONDS: '600',
  })
  const server = await startServer({
    env: { ...env, CALLS_PER_SECOND: options.callsPerSecond },
    role: 'all',
    databaseUrl: options.databaseUrl,
    twilio: options.phones,
    payments: null,
    talkModel: options.talkModel,
    isSandbox: true,
    log: pino({ level: 'error' }),
  })
  return { ...server, url: env.PUBLIC_URL }
}

/** Callbacks carry the server's address, so it must be known before the server listens. */
export async function freePort(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const address = probe.address()
    probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
  })
  return promise
}
