import { readdir, statfs } from 'node:fs/promises'
import { sql } from 'kysely'
import nodemailer from 'nodemailer'
import { isOwnFallback, numberUrls } from '#server/adapters/telephony/twilio/callbacks/callback-urls.ts'
import { systemClock } from '#server/platform/clock/clock.ts'
import { type Db, openDatabase } from '#server/platform/database/database.ts'
import { findSystemPostgres, MAJOR } from '#server/platform/database/embedded-postgres/system-binaries.ts'
import { TIMELINE } from '#server/platform/database/timeline.ts'
import type { Env } from '#server/platform/environment/env.ts'
import { envWarnings } from '#server/platform/environment/env-warnings.ts'
import { PLAN_PARTS } from './adapters/payments/stripe/plan-parts.ts'
import { priceCatalogue } from './adapters/payments/stripe/price-catalogue.ts'
import { stripeClient } from './adapters/payments/stripe/stripe-client.ts'
import { s3SoundObjects } from './adapters/sounds/s3/s3-sound-objects.ts'
import type { OwnNumber } from './adapters/telephony/own-number.ts'
import { twilioOwnNumbers } from './adapters/telephony/twilio/twilio-own-number.ts'
import { twilioTime } from './adapters/telephony/twilio/twilio-time.ts'
import { recordingStoreAccount } from './composition/recording-store.ts'
import { readCapacity } from './features/calls/public.ts'
import { readHeartbeat } from './features/care/public.ts'
import { hasSoundsInStore, STORE_MISSING } from './features/recordings/public.ts'
import { otherwiseSealed } from './platform/sealing/reseal.ts'
import { SEALED_COLUMNS, type SealedColumnName } from './platform/sealing/sealed-columns.ts'
import { createSealing } from './platform/sealing/sealing.ts'
import { ownNumbersOf, realPhones } from './real-phones.ts'

/** What was checked and what was found: `advice` works, but could be better; `wrong` keeps somebody from being reached. */
export interface Finding {
  about: string
  verdict: 'ok' | 'advice' | 'wrong'
  /** One sentence: how it is, or what to do. */
  words: string
}

const CLOCK_MAY_DIFFER_MS = 2_000
const ENOUGH_DISK_BYTES = 1_000_000_000
const ANSWER_WITHIN_MS = 10_000

interface Patient {
  env: Env
  /** Null where it is the embedded database and Cooee is not running. */
  databaseUrl: string | null
  dataDir: string
  migrationsDirectory: string
}

/** Checks everything that a running Cooee depends on. Changes nothing, rings nobody, and words every failure. */
export async function examine(patient: Patient): Promise<Finding[]> {
  const { env } = patient
  const findings = await Promise.all([
    examineDatabase(patient),
    found('disk', () => examineDisk(patient)),
    found('public address', () => examineAddress(env)),
    found('mail', () => examineMail(env)),
    found('phones', () => examinePhones(env)),
    // The sandbox has the clock of this machine, and is never away.
    ...(env.TWILIO_ACCOUNT_SID === undefined
      ? []
      : [found('clock of the phones', () => examineProviderTime(env)), found('fallback', () => examineFallback(env))]),
    found('cards', () => examineCards(env)),
  ])
  return [
    ...findings.flat(),
    ...envWarnings(env).map((words) => ({ about: 'settings', verdict: 'advice' as const, words })),
  ]
}

type Verdict = Omit<Finding, 'about'>
const ok = (words: string): Verdict => ({ verdict: 'ok', words })
const advice = (words: string): Verdict => ({ verdict: 'advice', words })
const wrong = (words: string): Verdict => ({ verdict: 'wrong', words })

async function found(about: string, judge: () => Promise<Verdict>): Promise<Finding[]> {
  try {
    return [{ about, ...(await judge()) }]
  } catch (error) {
    return [{ about, ...wrong(error instanceof Error ? error.message : String(error)) }]
  }
}

async function examineDatabase({ env, databaseUrl, migrationsDirectory }: Patient): Promise<Finding[]> {
  if (databaseUrl === null) {
    const words = 'Cooee is not running here, so its own database was not looked at. Start it and ask again.'
    return [{ about: 'database', ...advice(words) }]
  }
  const db = openDatabase(databaseUrl, { poolSize: 2, applicationName: 'cooee doctor' })
  try {
    const reached = await found('database', () => examineMigrations(db, migrationsDirectory))
    if (reached.some(({ verdict }) => verdict === 'wrong')) return reached
    return [
      ...reached,
      ...(env.DATABASE_URL === undefined
        ? await found('libraries', () => examineLibraries(db))
        : await found('fail-over', () => examineTimeline(db))),
      ...(await found('clock', () => examineClock(db))),
      ...(await found('calls', () => examineCalls(db))),
      ...(await found('line', () => examineLine(db, env))),
      ...(await found('encryption', () => examineKeys(db, env))),
      ...(await found('recordings', () => examineRecordings(db, env))),
    ]
  } finally {
    await db.destroy()
  }
}

/** Whose PostgreSQL runs. The packages `@embedded-postgres/*` hold libcrypto.so.1.1 (no updates since September 2023) and ICU 60. */
async function examineLibraries(db: Db): Promise<Verdict> {
  const { rows } = await sql<{ folder: string }>`select setting as folder from pg_config where name = 'BINDIR'`.execute(
    db,
  )
  const folder = rows[0]?.folder ?? ''
  if (!/@embedded-postgres|postgres-programs-/.test(folder))
    return ok(`The database runs with the PostgreSQL of this system (${folder}).`)
  const toDo = (await findSystemPostgres(undefined))
    ? `PostgreSQL ${MAJOR} of this system is installed: restart Cooee, and it is taken.`
    : `Install PostgreSQL ${MAJOR} of this system (Debian and Ubuntu: postgresql-${MAJOR}) and restart Cooee, or set DATABASE_URL.`
  return advice(
    `Warning: the database runs with the PostgreSQL that came with Cooee. Its OpenSSL 1.1 and ICU 60 get no security updates. ${toDo}`,
  )
}

/** Whether a promotion would be noticed: not every service offers the functions for it. */
async function examineTimeline(db: Db): Promise<Verdict> {
  const { rows } = await sql<{ timeline: string | null }>`select ${TIMELINE} as timeline`.execute(db)
  if (rows[0]?.timeline) return ok('A fail-over of the database would be noticed.')
  return advice(
    'The database does not say its timeline (pg_current_wal_lsn, pg_walfile_name): a fail-over that loses something is not noticed, and phones may ring twice.',
  )
}

async function examineMigrations(db: Db, directory: string): Promise<Verdict> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db)
  const applied = new Set(rows.map(({ name }) => name))
  const missing = (await readdir(directory)).filter((name) => name.endsWith('.sql') && !applied.has(name))
  if (missing.length > 0) return wrong(`${missing.length} migrations are not applied: npm start applies them.`)
  return ok('It answers and is up to date.')
}

async function examineClock(db: Db): Promise<Verdict> {
  const before = Date.now()
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const between = (before + Date.now()) / 2
  const apartMs = Math.abs((rows[0]?.now.getTime() ?? 0) - between)
  const seconds = (apartMs / 1000).toFixed(1)
  return apartMs <= CLOCK_MAY_DIFFER_MS
    ? ok(`This machine and the database agree to ${seconds} seconds.`)
    : wrong(`This machine and the database are ${seconds} seconds apart: set both clocks by NTP.`)
}

async function examineCalls(db: Db): Promise<Verdict> {
  const { trouble } = await readHeartbeat({ db, clock: systemClock })
  return trouble === null ? ok('Workers are looking for due calls.') : wrong(trouble)
}

async function examineLine(db: Db, env: Env): Promise<Verdict> {
  const { CALLS_PER_SECOND: callsPerSecond } = env
  const line = { callsPerSecond, ownNumbers: ownNumbersOf(env) }
  const { short, lateCalls, fullest, callsPerQuarter } = await readCapacity({ db, clock: systemClock, ...line })
  const [first] = short
  if (!first) {
    const isMore = fullest !== null && fullest.due > callsPerQuarter
    const most = isMore
      ? ` In the fullest 15 minutes ${fullest.due} calls are due and ${callsPerQuarter} leave; the others leave after them, each within its grace period.`
      : ''
    return ok(`It is fast enough for every call booked in the next 24 hours.${most}`)
  }
  return wrong(
    `${lateCalls} calls of the next 24 hours cannot be placed in time at ${callsPerSecond} a second, the first around ${first.startsAt.toISOString()}: ask the phone provider for more, and set CALLS_PER_SECOND.`,
  )
}

async function examineKeys(db: Db, { ENCRYPTION_KEY: current, ENCRYPTION_KEYS_OLD: old }: Env): Promise<Verdict> {
  const sealing = createSealing({ current, old }, { error: () => {} })
  const known = [sealing.keyId, ...sealing.oldKeyIds]
  const names = Object.keys(SEALED_COLUMNS) as SealedColumnName[]
  const used = (await Promise.all(names.map((name) => otherwiseSealed({ db, sealing }, name)))).flat()
  const missing = [...new Set(used)].filter((keyId) => keyId !== null && !known.includes(keyId))
  if (missing.length > 0) {
    return wrong(
      `Some of what is stored is encrypted with a key that is not here (${missing.join(', ')}): put it into ENCRYPTION_KEYS_OLD.`,
    )
  }
  if (sealing.keyId === null) {
    return advice('Warning: nothing is encrypted. Set ENCRYPTION_KEY, and workers encrypt what is there.')
  }
  return used.length > 0
    ? ok('Everything can be read; workers are still bringing it under ENCRYPTION_KEY.')
    : ok('Everything is encrypted with ENCRYPTION_KEY.')
}

/** Asks the store for an object that it does not have, and deletes it: nothing is changed there. */
async function examineRecordings(db: Db, env: Env): Promise<Verdict> {
  const account = recordingStoreAccount(env)
  if (account === null)
    return (await hasSoundsInStore(db)) ? wrong(STORE_MISSING) : ok('They are stored in the database.')
  const store = s3SoundObjects(account, { clock: systemClock, answerWithinMs: ANSWER_WITHIN_MS })
  const given = await store.get('doctor')
  if (given.kind === 'unavailable')
    return wrong(
      `The store of recordings gives none: ${given.reason}. Look at RECORDINGS_S3_URL, the region and the key.`,
    )
  const deleted = await store.delete('doctor')
  return deleted.kind === 'unavailable'
    ? wrong(`The store of recordings deletes none: ${deleted.reason}. The key has to be allowed s3:DeleteObject.`)
    : ok('The store of recordings accepts the key.')
}

async function examineDisk({ env, dataDir }: Patient): Promise<Verdict> {
  if (env.DATABASE_URL !== undefined) return ok('The database is elsewhere: watch the disk there.')
  const { bavail, bsize } = await statfs(dataDir)
  const free = `${((bavail * bsize) / 1e9).toFixed(1)} GB free in ${dataDir}.`
  return bavail * bsize < ENOUGH_DISK_BYTES ? wrong(`Only ${free}`) : ok(free)
}

/** Asks the server itself before anything between it and the world is blamed. */
async function examineAddress({ PUBLIC_URL: address, PORT }: Env): Promise<Verdict> {
  const answer = await askHealth(address)
  if (answer === null) {
    return (await askHealth(`http://127.0.0.1:${PORT}`))
      ? wrong(`${address} cannot be reached from here: look at the proxy, the name and the firewall.`)
      : wrong(
          `Cooee is not running here: nothing answers on port ${PORT}. Start it, then ask again whether ${address} can be reached.`,
        )
  }
  return answer.ok ? ok(`${address} answers.`) : wrong(`${address} answers with ${answer.status} instead of Cooee.`)
}

const askHealth = (address: string): Promise<Response | null> =>
  fetch(`${address}/api/health`, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)

async function examineMail({
  SMTP_URL: url,
  SMTP_REQUIRE_TLS,
  TWILIO_ACCOUNT_SID,
  EMAIL_VERIFICATION,
}: Env): Promise<Verdict> {
  const isSandbox = TWILIO_ACCOUNT_SID === undefined
  if (url === undefined) {
    return isSandbox
      ? ok('Mails are kept in the outbox: set SMTP_URL to send them.')
      : wrong(
          `There is no mail server: who has no number for texts hears of nothing, and no password can be reset${
            EMAIL_VERIFICATION
              ? ', and no phone rings for those who register, since they cannot confirm their email'
              : ''
          }. Set SMTP_URL.`,
        )
  }
  const transport = nodemailer.createTransport({
    url,
    requireTLS: SMTP_REQUIRE_TLS,
    connectionTimeout: ANSWER_WITHIN_MS,
    greetingTimeout: ANSWER_WITHIN_MS,
  })
  try {
    await transport.verify()
    return ok('The mail server lets Cooee in.')
  } catch (error) {
    return wrong(`The mail server does not let Cooee in: ${error instanceof Error ? error.message : String(error)}`)
  } finally {
    transport.close()
  }
}

async function examinePhones(env: Env): Promise<Verdict> {
  if (env.TWILIO_ACCOUNT_SID === undefined) return ok('The phones are the built-in sandbox.')
  const { twilio: voice, messaging } = realPhones(env)
  const { each } = twilioOwnNumbers({ voice, messaging })
  const verdicts = await Promise.all(
    each.map(async ({ number, own }) => ({ number, verdict: await judgeNumber(own, env.PUBLIC_URL) })),
  )
  const worst =
    verdicts.find(({ verdict }) => verdict.verdict === 'wrong') ??
    verdicts.find(({ verdict }) => verdict.verdict !== 'ok')
  if (!worst)
    return verdicts.length === 1 || !verdicts[0]
      ? (verdicts[0]?.verdict ?? ok(''))
      : ok(`All ${verdicts.length} numbers: ${verdicts[0].verdict.words}`)
  return verdicts.length === 1 ? worst.verdict : { ...worst.verdict, words: `${worst.number}: ${worst.verdict.words}` }
}

/** The provider gives the time in whole seconds. */
const PROVIDER_MAY_DIFFER_MS = CLOCK_MAY_DIFFER_MS + 1_000

async function examineProviderTime(env: Env): Promise<Verdict> {
  const askedMs = Date.now()
  const at = await twilioTime(realPhones(env).twilio)()
  const apartMs = Math.max(0, askedMs - at.getTime(), at.getTime() - Date.now())
  const seconds = (apartMs / 1000).toFixed(0)
  return apartMs <= PROVIDER_MAY_DIFFER_MS
    ? ok('This machine and the phone provider agree about the time.')
    : wrong(`This machine and the phone provider are ${seconds} seconds apart: set the clock by NTP.`)
}

/** Where the provider asks what to say while Cooee is down. A script elsewhere is asked without a call: it need not know. */
async function examineFallback({ FALLBACK_URL: base, PUBLIC_URL: publicUrl }: Env): Promise<Verdict> {
  if (base === publicUrl) return ok('Cooee itself asks for patience: that helps only while it can be reached.')
  const isOwn = isOwnFallback({ publicUrl, base })
  const address = isOwn ? `${base}/api/health` : base
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) }).catch(() => null)
  if (answer === null) return wrong(`FALLBACK_URL (${base}) cannot be reached: who picks up meanwhile hears an error.`)
  // A TwiML Bin refuses all requests but the provider's.
  if (!isOwn) return ok(`${new URL(base).host} answers.`)
  return answer.ok ? ok(`${base} answers.`) : wrong(`${base} answers with ${answer.status} instead of Cooee.`)
}

async function judgeNumber(number: OwnNumber, publicUrl: string): Promise<Verdict> {
  const reading = await number.read()
  if (reading.kind === 'unavailable')
    return wrong(`The phone provider does not answer for this account: ${reading.reason}`)
  if (reading.kind === 'not_ours')
    return wrong('The number that calls or texts come from is not a number of its account.')
  if (!reading.canCall || !reading.canText)
    return wrong('The number cannot call, or its fellow cannot text: take another number.')
  if (reading.isTrial) return wrong('It is a trial account: it reaches verified numbers only.')
  const wanted = numberUrls(publicUrl)
  const isPointed = reading.addresses.voice === wanted.voice && reading.addresses.sms === wanted.sms
  return isPointed
    ? ok('The account and the number are right, and who rings or writes to it reaches Cooee.')
    : advice('Calls work, but who rings or writes to the number does not reach Cooee: set its addresses under /admin.')
}

async function examineCards({
  BILLING,
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_API_BASE_URL: baseUrl,
}: Env): Promise<Verdict> {
  if (!BILLING) return ok('Nobody is charged.')
  if (secretKey === undefined) return ok('The cards are the built-in sandbox.')
  const prices = await priceCatalogue(stripeClient({ secretKey, baseUrl })).idsOf(PLAN_PARTS)
  if (prices.kind === 'found') return ok('The card provider accepts the key and has the prices.')
  return wrong(`The card provider has no price for ${prices.missing.join(', ')}: run npm run setup-billing.`)
}
