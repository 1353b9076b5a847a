import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type StripeSimulator, startStripeSimulator } from '#simulators/stripe/stripe-simulator.ts'
import { clientOf } from '#test/stripe-simulator/start-simulation.ts'

const SECRET_KEY = 'sk_test_of_the_tests_1234'
let provider: StripeSimulator
beforeAll(async () => {
  provider = await startStripeSimulator({ apiKey: SECRET_KEY, webhookSecret: 'whsec_none', businessName: 'Cooee' })
})
afterAll(() => provider.close())

function setUpBilling(args: string[] = [], env: Record<string, string> = {}) {
  const script = join(import.meta.dirname, '../scripts/setup-billing.ts')
  const settings = {
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_BASE_URL: provider.url,
    PUBLIC_URL: 'https://cooee.example',
  }
  return new Promise<{ exitCode: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [script, ...args], { env: { ...settings, ...env } }, (error, out, err) =>
      resolve({ exitCode: error ? Number(error.code) : 0, out, err }),
    )
  })
}

test('the setup command creates the prices, once, and says where events are to be sent', async () => {
  expect(await setUpBilling()).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Created: cooee_basic, .*\n.*https:\/\/cooee\.example\/api\/stripe\/webhook/),
  })
  expect(await setUpBilling()).toMatchObject({
    exitCode: 0,
    out: expect.stringMatching(/^Everything is there already/),
  })
  expect((await clientOf(provider).prices.list()).data).toHaveLength(4)
})

test('a price that differs is kept and reported, until a new one is asked for', async () => {
  const price = { currency: 'usd', unit_amount: 100, product: 'cooee_basic', recurring: { interval: 'month' } } as const
  await clientOf(provider).prices.create({ ...price, lookup_key: 'cooee_basic_monthly', transfer_lookup_key: true })
  const notified = await setUpBilling()
  expect(notified).toMatchObject({ exitCode: 1, out: expect.stringContaining('100 usd cents a month, not 1999') })
  expect(await setUpBilling(['--replace'])).toMatchObject({ exitCode: 0, out: expect.stringContaining('Created') })
  expect((await setUpBilling()).exitCode).toBe(0)
})

test('without a key, or with a wrong one, it says so and never repeats the key', async () => {
  expect(await setUpBilling([], { STRIPE_SECRET_KEY: '' })).toMatchObject({
    exitCode: 1,
    err: expect.stringContaining('Set STRIPE_SECRET_KEY'),
  })
  const wrong = await setUpBilling([], { STRIPE_SECRET_KEY: 'sk_test_somebody_9876' })
  expect(wrong).toMatchObject({ exitCode: 1, err: expect.stringContaining('does not accept STRIPE_SECRET_KEY') })
  expect(wrong.err + wrong.out).not.toContain('9876')
})
