import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { startServer } from '#server/main.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import type { KillableServerSettings } from './killable-server.ts'

// Started by killable-server.ts: a server with timings that no environment variable gives.
const settings: KillableServerSettings = JSON.parse(process.argv[2] ?? '{}')
const { port, databaseUrl, twilio, dialTiming, escalation, deliveryTimeouts, talkModel, environment } = settings
// An orphan must not go on ringing the phones of a test that is gone.
process.once('disconnect', () => process.exit(1))
await startServer({
  env: readEnv({
    PORT: String(port),
    LOCAL_PORT: '0',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    RETRY_DELAY_SECONDS: '1',
    CONSENT: 'attested',
    ...environment,
  }),
  role: 'all',
  databaseUrl,
  twilio,
  payments: null,
  isSandbox: true,
  dialTiming,
  escalation,
  deliveryTimeouts,
  talkModel,
  log: pino({ level: process.env.KILL_LOG ?? 'silent' }, pino.destination(2)),
})
// A process that is killed writes nothing at its end.
flushCompileCache()
process.send?.('listening')
