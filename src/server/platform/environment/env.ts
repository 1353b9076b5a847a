import { createSecretKey } from 'node:crypto'
import { isIP } from 'node:net'
import { isSupportedCountry } from 'libphonenumber-js/max'
import { z } from 'zod'
import { CONSENT_MODES } from '#core/consent/consent.ts'
import { parseDatabaseUrl } from '../database/connection/database-url.ts'

/** Where data is stored when nobody says otherwise, relative to the folder the server starts in. */
export const DEFAULT_DATA_DIR = './data'

const webAddress = z.url({ protocol: /^https?$/, error: 'must be an http or https address' })
const ownAddress = webAddress.transform((address) => address.replace(/\/+$/, '')).optional()
const bucketAddress = webAddress.refine(
  isBucketAddress,
  'must be an address with the bucket in its path, like https://s3.ap-southeast-2.amazonaws.com/cooee-recordings',
)
const wholeNumber = (from: number, to: number) =>
  z
    .string()
    .regex(/^\d+$/, `must be a whole number from ${from} to ${to}`)
    .transform(Number)
    .refine((value) => value >= from && value <= to, `must be a whole number from ${from} to ${to}`)
const addressList = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim()))
  .refine((entries) => entries.every(isAddressOrNetwork), 'must be addresses or networks, like loopback,10.0.0.0/8')
/** 32 bytes as 64 hexadecimal digits or in base64; a key object shows nothing of them in logs. */
const encryptionKey = z
  .string()
  .regex(
    /^([0-9a-f]{64}|[A-Z0-9+/_-]{43}=?)$/i,
    'must be 32 random bytes in base64 or hexadecimal, as openssl rand -base64 32 makes them',
  )
  .transform((text) => createSecretKey(Buffer.from(text, text.length === 64 ? 'hex' : 'base64')))
const internationalNumber = z
  .string()
  .regex(/^\+[1-9]\d{6,14}$/, 'must be a number in international form, like +61280000000')
const countryList = z
  .string()
  .transform((list) => list.split(',').map((entry) => entry.trim().toUpperCase()))
  .refine(
    (entries) => entries.every((entry) => isSupportedCountry(entry)),
    'must be countries of two letters, like AU,NZ',
  )
const limit = (most: number, description: string) =>
  wholeNumber(0, 100_000).prefault(String(most)).describe(description)
const cents = (price: number, description: string) =>
  wholeNumber(0, 10_000).prefault(String(price)).describe(description)
const text = (description: string) => z.string().optional().describe(description)
const address = (description: string) => webAddress.optional().describe(description)
const databaseAddress = z
  .string()
  .refine(
    (text) => parseDatabaseUrl(text) !== null,
    'must be an address like postgres://user:password@host:5432/cooee, or of several hosts: host:5432,other:5432',
  )
  .optional()
const onOrOff = z.stringbool({ error: 'must be on or off' })

/** Every variable the server reads. The description is its line in `.env.example`, the default its example. */
const envSchema = z.object({
  PORT: wholeNumber(0, 65535).prefault('3000').describe('The port the server listens on.'),
  HOST: z.string().default('127.0.0.1').describe('The address it listens on; 0.0.0.0 for every network.'),
  LOCAL_PORT: wholeNumber(0, 65535)
    .optional()
    .describe('For this machine alone: /metrics and the sandbox. Default: 1000 above PORT, of a worker HEALTH_PORT.'),
  HEALTH_PORT: wholeNumber(0, 65535)
    .optional()
    .describe('A worker (--role=worker) tells on this port how it is: /api/health and /api/ready.'),
  PUBLIC_URL: ownAddress.describe('What providers call back and links point to. Default: http://localhost:PORT.'),
  FALLBACK_URL: ownAddress.describe(
    'Where the phone provider asks for patience while Cooee restarts: another Cooee, or the address of a TwiML Bin. Default: PUBLIC_URL.',
  ),
  TRUST_PROXY: addressList
    .prefault('loopback')
    .describe('Proxies whose X-Forwarded-For is believed: addresses or networks (10.0.0.0/8), separated by commas.'),
  NODE_ENV: z
    .enum(['development', 'test', 'production'], { error: 'must be development, test or production' })
    .default('development')
    .describe('production never creates demo accounts.'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info')
    .describe('How much the server says: fatal, error, warn, info, debug, trace or silent.'),

  DATA_DIR: z
    .string()
    .default(DEFAULT_DATA_DIR)
    .describe('The embedded database, the recordings and the outbox of the sandbox live here.'),
  DATABASE_URL: databaseAddress.describe(
    'A PostgreSQL 14 or newer of your own; then any number of server and worker processes may run. Several hosts, separated by commas: the one that takes writes is used. Without it: the embedded one.',
  ),
  DATABASE_DIRECT_URL: databaseAddress.describe(
    'Set it where DATABASE_URL leads to a pooler in transaction mode: the same database without the pooler, for migrations, jobs, LISTEN, backups and the doctor.',
  ),
  DATABASE_READ_URL: databaseAddress.describe(
    'A standby of the same database: lists, the dashboard and the admin figures are read there while it is at most about a second behind.',
  ),
  DATABASE_POOL_SIZE: wholeNumber(4, 500)
    .prefault('16')
    .describe('Connections for requests and poll loops, in each process; it opens up to 6 more, a worker up to 13.'),
  DATABASE_STATEMENT_TIMEOUT_SECONDS: wholeNumber(1, 3600)
    .prefault('30')
    .describe('A statement that takes longer fails, in seconds; also where the database is out of reach.'),

  ENCRYPTION_KEY: encryptionKey
    .optional()
    .describe(
      'Encrypts recordings, transcripts, notes and stored secrets: openssl rand -base64 32. Without it: not encrypted.',
    ),
  ENCRYPTION_KEYS_OLD: z
    .string()
    .transform((list) => list.split(',').flatMap((entry) => entry.trim() || []))
    .pipe(z.array(encryptionKey))
    .optional()
    .describe('Keys used before, separated by commas: what they encrypted is read, and encrypted again with the key.'),

  RECORDINGS_S3_URL: bucketAddress
    .optional()
    .describe(
      'An S3-compatible store for the sound of recordings, with the bucket in the path: set all four, and ENCRYPTION_KEY. Without them: in the database.',
    ),
  RECORDINGS_S3_REGION: text('Its region, like ap-southeast-2; where a store has none, often us-east-1 or auto.'),
  RECORDINGS_S3_KEY_ID: text('A key that may read, write, delete and list in this bucket alone.'),
  RECORDINGS_S3_SECRET: text('The secret of that key.'),

  TWILIO_ACCOUNT_SID: text('The real phone provider: set all three. Without them: the built-in phone sandbox.'),
  TWILIO_AUTH_TOKEN: text('Also checks that a callback really comes from the provider.'),
  TWILIO_PHONE_NUMBER: internationalNumber
    .optional()
    .describe('The number calls come from, in international form (+61...); of several the main one.'),
  TWILIO_PHONE_NUMBERS: z
    .string()
    .transform((list) => [...new Set(list.split(',').flatMap((entry) => entry.trim() || []))])
    .pipe(z.array(internationalNumber).min(1))
    .optional()
    .describe(
      'All numbers that calls and texts come from, separated by commas, each with a rate of its own. Without TWILIO_PHONE_NUMBER the first is the main one.',
    ),
  TWILIO_API_BASE_URL: address('Another address for the same protocol.'),
  TWILIO_VOICE_ACCOUNT_SID: text('The account for calls alone. Default: TWILIO_ACCOUNT_SID.'),
  TWILIO_VOICE_AUTH_TOKEN: text(
    'Its token, also for the callbacks of calls; a region has one of its own. Default: TWILIO_AUTH_TOKEN.',
  ),
  TWILIO_VOICE_API_BASE_URL: address(
    'For calls alone, like https://api.sydney.au1.twilio.com. Default: TWILIO_API_BASE_URL.',
  ),
  TWILIO_MESSAGING_ACCOUNT_SID: text('The account for text messages alone. Default: TWILIO_ACCOUNT_SID.'),
  TWILIO_MESSAGING_AUTH_TOKEN: text('Its token, also for the callbacks of texts. Default: TWILIO_AUTH_TOKEN.'),
  TWILIO_MESSAGING_API_BASE_URL: address('For text messages alone. Default: TWILIO_API_BASE_URL.'),
  TWILIO_MESSAGING_PHONE_NUMBER: internationalNumber
    .optional()
    .describe('The one number text messages come from. Default: those that calls come from.'),
  PHONE_COUNTRIES: countryList
    .prefault('AU,NZ')
    .describe('Where the phones are that Cooee rings and writes to, by their two letters.'),
  CALLS_PER_SECOND: wholeNumber(1, 1000)
    .optional()
    .describe(
      "How fast calls leave from each number: your provider's limit for one. Default: 1, and 50 in the sandbox.",
    ),
  RETRY_ATTEMPTS: wholeNumber(0, 10)
    .prefault('2')
    .describe('How often an unanswered call is tried again before people are notified.'),
  RETRY_DELAY_SECONDS: wholeNumber(1, 86_400).prefault('600').describe('The pause before trying again, in seconds.'),
  LIMIT_CALLS_PER_PERSON_DAY: limit(20, 'Scheduled calls for one loved one on one day; 0: no limit.'),
  LIMIT_DIALS_PER_NUMBER_DAY: limit(40, 'Dials of one number in 24 hours, by all accounts; as many again for help.'),
  LIMIT_CONTACTS: limit(10, 'Contacts of one loved one; 0: no limit.'),
  LIMIT_TEXTS_DAY: limit(100, 'Text messages of one account in 24 hours; as many again for help. 0: no limit.'),
  LIMIT_TEXTS_PER_NUMBER_DAY: limit(
    60,
    'Text messages to one number in 24 hours, by all accounts; as many again for help.',
  ),
  LIMIT_ALERT_CALLS_DAY: limit(60, 'Alerts by phone of one account in 24 hours; as many again for help. 0: no limit.'),
  LIMIT_INCIDENTS: limit(10, 'Incidents of one account that run before contacts get one text about several.'),
  LIMIT_CONNECTIONS: limit(200, 'Connections of one address, and requests under way of one address or account.'),
  LIMIT_REQUESTS_ADDRESS: limit(1200, 'Requests without a session from one address in a minute; 0: no limit.'),
  LIMIT_REQUESTS_ACCOUNT: limit(1200, 'Requests of one account in a minute; 0: no limit.'),
  DAILY_SPEND_LIMIT: wholeNumber(0, 100_000_000)
    .prefault('0')
    .describe(
      'Cents that dials and texts may cost in a day (UTC) by the prices below; trials stop first. 0: no limit.',
    ),
  PRICE_CARE_CALL_CENTS: cents(10, 'What one dial of a care call or a test costs with its first minute, in cents.'),
  PRICE_ALERT_CALL_CENTS: cents(15, 'What one dial of an alert by phone costs with its first minute, in cents.'),
  PRICE_MINUTE_CENTS: cents(5, 'What each further minute of a call costs, in cents.'),
  PRICE_TEXT_CENTS: cents(
    8,
    'What one part of a text message costs, in cents: 160 signs, or 70 with signs such as ’ in it.',
  ),
  PRICE_INBOUND_TEXT_CENTS: cents(1, 'What one text message that comes in costs, in cents.'),
  SANDBOX_RING_SECONDS: wholeNumber(0, 60).prefault('3').describe('How long a phone of the sandbox rings, in seconds.'),

  RETENTION_MONTHS: wholeNumber(1, 600)
    .prefault('24')
    .describe('How long transcripts, messages, heard words and the activity log are kept, in months.'),
  KEEP_CALLS_MONTHS: wholeNumber(1, 120)
    .prefault('24')
    .describe('How long calls that have ended are kept, with all that belongs to them, in months.'),

  BILLING: onOrOff.prefault('on').describe('off: nobody is charged and no plan limits anything.'),
  STRIPE_SECRET_KEY: text('The real card provider: set both. Without them: the built-in card sandbox.'),
  STRIPE_WEBHOOK_SECRET: text('Checks that an event really comes from the card provider.'),
  STRIPE_API_BASE_URL: address('Another address for the same protocol.'),

  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must be an address like smtp://user:password@mail.example:587' })
    .optional()
    .describe('A mail server. Without it mails are stored in the outbox that the sandbox page shows.'),
  SMTP_REQUIRE_TLS: onOrOff
    .prefault('on')
    .describe('off: mails leave also over a connection that is not encrypted, to a relay on this machine.'),
  MAIL_FROM: text(
    'The sender of every mail, like Cooee <care@example.com.au>. Default: Cooee at the host of PUBLIC_URL.',
  ),
  CONTACT_EMAIL: z
    .email('must be an email address')
    .optional()
    .describe('Where account holders and the people who are rung can write to: shown on the public pages.'),

  CONVERSATION_BASE_URL: address(
    'A server that speaks the chat completions of OpenAI, like http://localhost:11434/v1: then check-ins may be short talks. Set CONVERSATION_MODEL too.',
  ),
  CONVERSATION_MODEL: text('The model there. Without both: every call asks its question with keys and a few words.'),
  CONVERSATION_API_KEY: text('The key of that server, where it asks for one.'),
  CONVERSATION_MINUTES: wholeNumber(0, 10_000)
    .prefault('120')
    .describe('Minutes of talk with one person in a month; then calls ask their question. 0: no talks.'),

  FORECAST_URL: address(
    'A server of Open-Meteo, your own or the paid host: then families are offered one more call on a very hot day. The free host is not for a business.',
  ),
  FORECAST_API_KEY: text('The key of that server, where it asks for one.'),

  EMAIL_VERIFICATION: onOrOff
    .prefault('on')
    .describe('off: phones ring and texts leave also for accounts whose email nobody has confirmed.'),
  CONSENT: z
    .enum(CONSENT_MODES)
    .prefault('asked')
    .describe(
      'attested: everybody has agreed on paper, and nobody is asked in their first call. Key 9 and STOP work all the same.',
    ),
  WEBHOOK_ALLOW_PRIVATE: onOrOff
    .prefault('off')
    .describe('1 allows webhook receivers on private and loopback addresses (local development).'),
  DEMO_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .optional()
    .describe(
      'The password of the demo accounts that an empty embedded database gets. Default: a random one, printed.',
    ),
  ADMIN_SECOND_FACTOR: z
    .enum(['required', 'optional'], { error: 'must be required or optional' })
    .default('optional')
    .describe(
      'required: the admin area opens only to admins with an authenticator app, as it always does with real phones.',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16, 'must have at least 16 characters')
    .optional()
    .describe('Lets GET /metrics be read on PORT with this Bearer token. Without it: on LOCAL_PORT only.'),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(
    'Where traces are sent by OTLP over HTTP, like http://localhost:4318. Without it: none are made.',
  ),
})

/** Keys have variables of their own: an address may be shown. */
function isBucketAddress(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { pathname, username, password, search, hash } = new URL(address)
  return pathname.length > 1 && username + password + search + hash === ''
}

/** `loopback`, an address, or an address with the length of its network's prefix; never every address there is. */
function isAddressOrNetwork(entry: string): boolean {
  if (entry === 'loopback') return true
  const [address = '', length, ...more] = entry.split('/')
  const bits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
  if (bits === 0 || more.length > 0) return false
  return length === undefined || (/^\d{1,3}$/.test(length) && Number(length) >= 1 && Number(length) <= bits)
}

/** Variables that only make sense together: one without the others is a mistake, not a choice. */
const TOGETHER = [
  ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'TWILIO_PHONE_NUMBER'],
  ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET'],
  ['CONVERSATION_BASE_URL', 'CONVERSATION_MODEL'],
  ['RECORDINGS_S3_URL', 'RECORDINGS_S3_REGION', 'RECORDINGS_S3_KEY_ID', 'RECORDINGS_S3_SECRET'],
] as const

/** Variables that change one part of others: without those they mean nothing. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  // What leaves the database is encrypted first.
  RECORDINGS_S3_URL: ['ENCRYPTION_KEY'],
  CONVERSATION_API_KEY: ['CONVERSATION_BASE_URL'],
  FORECAST_API_KEY: ['FORECAST_URL'],
  TWILIO_VOICE_ACCOUNT_SID: ['TWILIO_ACCOUNT_SID', 'TWILIO_VOICE_AUTH_TOKEN'],
  TWILIO_VOICE_AUTH_TOKEN: ['TWILIO_ACCOUNT_SID'],
  TWILIO_VOICE_API_BASE_URL: ['TWILIO_ACCOUNT_SID'],
  TWILIO_MESSAGING_ACCOUNT_SID: ['TWILIO_ACCOUNT_SID', 'TWILIO_MESSAGING_AUTH_TOKEN'],
  TWILIO_MESSAGING_AUTH_TOKEN: ['TWILIO_ACCOUNT_SID'],
  TWILIO_MESSAGING_API_BASE_URL: ['TWILIO_ACCOUNT_SID'],
  TWILIO_MESSAGING_PHONE_NUMBER: ['TWILIO_ACCOUNT_SID'],
  TWILIO_PHONE_NUMBERS: ['TWILIO_ACCOUNT_SID'],
}

type ParsedEnv = z.infer<typeof envSchema>
export type Env = Readonly<
  ParsedEnv & { PUBLIC_URL: string; FALLBACK_URL: string; CALLS_PER_SECOND: number; MAIL_FROM: string }
>

/**
 * The environment as one frozen value: parsed, with defaults. An empty string counts as unset.
 * Throws one error that names every unusable variable, one a line; values are never repeated, they may be secrets.
 */
export function readEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(
    Object.entries(source)
      .map(([name, value]) => [name, value?.trim()] as const)
      .filter(([, value]) => value !== undefined && value !== ''),
  )
  const [first] = given.TWILIO_PHONE_NUMBERS?.split(',').map((entry) => entry.trim()) ?? []
  if (first) given.TWILIO_PHONE_NUMBER ??= first
  const result = envSchema.safeParse(given)
  const problems = [
    ...(result.error?.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) ?? []),
    ...missingCompanions(given),
    ...mainNumberProblems(result.data),
  ]
  if (!result.success || problems.length > 0) {
    throw new Error(`The environment is not usable:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
  const env = result.data
  const publicUrl = env.PUBLIC_URL ?? `http://localhost:${env.PORT}`
  return Object.freeze({
    ...env,
    PUBLIC_URL: publicUrl,
    FALLBACK_URL: env.FALLBACK_URL ?? publicUrl,
    MAIL_FROM: env.MAIL_FROM ?? `Cooee <no-reply@${new URL(publicUrl).hostname}>`,
    CALLS_PER_SECOND: env.CALLS_PER_SECOND ?? (env.TWILIO_ACCOUNT_SID ? 1 : 50),
  })
}

/** Who has no number noted is rung from the main one: left out by mistake, it would change for everybody. */
function mainNumberProblems(env: ParsedEnv | undefined): string[] {
  const { TWILIO_PHONE_NUMBER: main, TWILIO_PHONE_NUMBERS: all } = env ?? {}
  return all === undefined || main === undefined || all.includes(main)
    ? []
    : ['TWILIO_PHONE_NUMBERS: must include the number of TWILIO_PHONE_NUMBER']
}

function missingCompanions(given: Record<string, string | undefined>): string[] {
  const alone = Object.entries(NEEDS).flatMap(([name, needed]) =>
    needed.filter((other) => given[name] && !given[other]).map((other) => `${other}: missing, although ${name} is set`),
  )
  const halves = TOGETHER.flatMap((names) => {
    const present = names.filter((name) => given[name])
    if (present.length === 0) return []
    return names
      .filter((name) => !given[name])
      .map(
        (name) =>
          `${name}: missing, although ${present.join(' and ')} ${present.length > 1 ? 'are' : 'is'} set; set all of them or none`,
      )
  })
  return [...halves, ...alone]
}

/** The text of `.env.example`: every variable, commented out, with what it means and its default. */
export function envExample(): string {
  const lines = Object.entries(envSchema.shape).flatMap(([name, schema]) => [
    `# ${schema.description}`,
    `#${name}=${exampleValue(schema)}`,
    '',
  ])
  return [
    '# Everything has a default: Cooee starts without this file. Copy it to .env and take away a # to change a value.',
    '# Written by `node scripts/env-example.ts` from src/server/platform/environment/env.ts.',
    '',
    ...lines,
  ]
    .join('\n')
    .replace(/\n+$/, '\n')
}

function exampleValue(schema: z.ZodType): string {
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault) return String(schema.def.defaultValue)
  return ''
}
