// npm run setup-billing [-- --replace]: creates the plan's products and prices at the card provider.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stripePayments } from '#server/adapters/payments/stripe/stripe-payments.ts'
import { readEnv } from '#server/platform/environment/env.ts'
import { projectRoot } from '#server/platform/environment/project-root.ts'

const settings = join(projectRoot(), '.env')
if (existsSync(settings)) process.loadEnvFile(settings)

async function run(): Promise<string> {
  const { values } = parseArgs({ options: { replace: { type: 'boolean', default: false } } })
  if (!process.env.STRIPE_SECRET_KEY) {
    throw new Error('Set STRIPE_SECRET_KEY. Without it the card sandbox runs, and creates its prices itself.')
  }
  // The webhook's secret comes later than the prices; nothing is verified here.
  const env = readEnv({ STRIPE_WEBHOOK_SECRET: 'not needed', ...process.env })
  const payments = stripePayments({
    secretKey: env.STRIPE_SECRET_KEY ?? '',
    webhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    baseUrl: env.STRIPE_API_BASE_URL,
  })
  const outcome = await payments.setUpPrices({ replaces: values.replace })
  if (outcome.kind !== 'done') throw new Error(`${outcome.why}. What was created stays; run this again.`)
  const { created, differing } = outcome
  if (differing.length > 0) process.exitCode = 1
  return [
    created.length > 0 ? `Created: ${created.join(', ')}.` : 'Everything is there already.',
    ...differing.map(({ lookupKey, there, wanted }) => `${lookupKey} is ${there}, not ${wanted}, and was left.`),
    ...(differing.length > 0
      ? ['Run this with -- --replace to sell at the new price; existing subscribers keep paying the old one.']
      : []),
    `Events are to be sent to ${env.PUBLIC_URL}/api/stripe/webhook.`,
  ].join('\n')
}

try {
  console.log(await run())
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
