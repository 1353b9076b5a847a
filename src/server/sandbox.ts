import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { z } from 'zod'
import type { TestCard } from '#contract/admin/sandbox.ts'
import { townOf } from '#core/hot-days/towns.ts'
import type { SandboxCards, SandboxPhones } from './features/sandbox/public.ts'
import { type CardSimulator, sandboxCards } from './sandbox-cards.ts'
import { type PhoneSimulator, sandboxPhones } from './sandbox-phones.ts'

/** The phone sandbox and how to talk to it: what a real provider's settings would be. */
export interface PhoneSandbox {
  accountSid: string
  authToken: string
  from: string
  baseUrl: string
  /** Time on its lines passes faster: how long a spoken word takes at least. */
  spokenWordMs: number
  /** The phones themselves, to be played on. */
  phones: SandboxPhones
  close(): Promise<void>
}

/** Starts phones that speak the provider's protocol on a local port. */
type StartPhones = (options: {
  accountSid: string
  authToken: string
  numbers: string[]
  ringSeconds: number
  journalPath: string
}) => Promise<PhoneSimulator & { url: string; close(): Promise<void> }>

/** As long as a word takes there: 0.35 s, of which a second passes in 20 ms. */
const SANDBOX_WORD_MS = 7
/** Set aside by the regulator for fiction: it belongs to nobody. */
const SANDBOX_NUMBER = '+61255501234'

/** Starts the built-in phones. Keys and journal are stored in the data folder: a call that rang when the machine went down is known afterwards. */
export async function startPhoneSandbox(
  startPhones: StartPhones,
  options: { dataDir: string; ringSeconds: number },
): Promise<PhoneSandbox> {
  const folder = sandboxFolder(options.dataDir)
  const keys = keptKeys(join(folder, 'keys.json'), phoneKeys, () => ({
    accountSid: `AC${randomBytes(16).toString('hex')}`,
    authToken: randomBytes(16).toString('hex'),
  }))
  const simulator = await startPhones({
    ...keys,
    numbers: [SANDBOX_NUMBER],
    ringSeconds: options.ringSeconds,
    journalPath: join(folder, 'phones.jsonl'),
  })
  const phones = sandboxPhones(simulator, SANDBOX_NUMBER)
  return {
    ...keys,
    from: SANDBOX_NUMBER,
    baseUrl: simulator.url,
    spokenWordMs: SANDBOX_WORD_MS,
    phones,
    close() {
      phones.stop()
      return simulator.close()
    },
  }
}

/** Starts a source of forecasts that speaks Open-Meteo's protocol on a local port. */
type StartForecast = (options: {
  today(): Date
  maximumAt(latitude: number, longitude: number): number
}) => Promise<{ url: string; close(): Promise<void> }>

/** Where it is always very hot, and how hot it is there and elsewhere, in degrees. */
const SANDBOX_HOT_TOWN = 'mildura'
const SANDBOX_DEGREES = { hot: 44, elsewhere: 24 }

/** Makes up a forecast, so that hot days can be tried on any day of the year: it is always very hot in Mildura. */
export function startSandboxForecast({
  startOpenMeteoSimulator,
}: {
  startOpenMeteoSimulator: StartForecast
}): Promise<{ url: string; close(): Promise<void> }> {
  const hot = townOf(SANDBOX_HOT_TOWN)
  return startOpenMeteoSimulator({
    today: () => new Date(),
    maximumAt: (latitude, longitude) =>
      latitude === hot?.latitude && longitude === hot.longitude ? SANDBOX_DEGREES.hot : SANDBOX_DEGREES.elsewhere,
  })
}

/** The card sandbox and how to talk to it: what a real provider's settings would be. */
export interface CardSandbox {
  secretKey: string
  webhookSecret: string
  baseUrl: string
  /** Its subscriptions, to be played through. */
  cards: SandboxCards
  close(): Promise<void>
}

/** Starts a card provider that speaks the real one's protocol on a local port. */
type StartCards = (options: {
  apiKey: string
  webhookSecret: string
  webhookUrl: Promise<string>
  businessName: string
  port: number
  journalPath: string
}) => Promise<CardSimulator & { url: string; close(): Promise<void> }>

/**
 * Starts the built-in card provider. Keys and journal are stored in the data folder: who subscribed still has after a restart.
 * So does its port, where it is still free, since the addresses of invoices and open checkouts name it.
 * @param options.serverAddress where the server listens, known later than this starts: events wait for it
 */
export async function startCardSandbox(
  { startStripeSimulator, TEST_CARDS }: { startStripeSimulator: StartCards; TEST_CARDS: readonly TestCard[] },
  options: { dataDir: string; serverAddress: Promise<string> },
): Promise<CardSandbox> {
  const folder = sandboxFolder(options.dataDir)
  const path = join(folder, 'card-keys.json')
  const { port, ...keys } = keptKeys(path, cardKeys, () => ({
    secretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    webhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    port: 0,
  }))
  const simulator = await startStripeSimulator({
    apiKey: keys.secretKey,
    webhookSecret: keys.webhookSecret,
    webhookUrl: options.serverAddress.then((address) => `${address}/api/stripe/webhook`),
    businessName: 'Cooee',
    port: (await isFree(port)) ? port : 0,
    journalPath: join(folder, 'cards.jsonl'),
  })
  const used = Number(new URL(simulator.url).port)
  if (used !== port) writeFileSync(path, JSON.stringify({ ...keys, port: used }), { mode: 0o600 })
  return { ...keys, baseUrl: simulator.url, cards: sandboxCards(simulator, TEST_CARDS), close: () => simulator.close() }
}

const phoneKeys = z.object({ accountSid: z.string(), authToken: z.string() })
const cardKeys = z.object({ secretKey: z.string(), webhookSecret: z.string(), port: z.number() })

function sandboxFolder(dataDir: string): string {
  const folder = join(dataDir, 'sandbox')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return folder
}

function keptKeys<Keys>(path: string, schema: z.ZodType<Keys>, make: () => Keys): Keys {
  if (existsSync(path)) return schema.parse(JSON.parse(readFileSync(path, 'utf8')))
  const keys = make()
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600 })
  return keys
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  probe.once('error', () => resolve(false))
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)))
  return promise
}
