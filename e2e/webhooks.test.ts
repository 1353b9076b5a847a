import { createServer, type IncomingMessage } from 'node:http'
import { expect, onTestFinished } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { aMinuteAhead, signIn } from './screens.ts'

journey.override({ settings: { WEBHOOK_ALLOW_PRIVATE: '1' } })

/** Another system: takes what is posted to it, with these statuses one after the other and the last for ever. */
async function aReceiver(statuses: readonly number[]) {
  const taken: { id: string; event: unknown }[] = []
  const server = createServer(async (request, response) => {
    const { event } = JSON.parse(await textOf(request)) as { event: unknown }
    response.writeHead(statuses[Math.min(taken.length, statuses.length - 1)] ?? 204).end()
    taken.push({ id: String(request.headers['webhook-id']), event })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const address = server.address()
  if (typeof address !== 'object' || !address) throw new Error('The receiver has no port')
  return { url: `http://127.0.0.1:${address.port}/hook`, taken }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) text += chunk
  return text
}

journey('an admin connects another system, which fails once and still gets the event', async ({ product, open }) => {
  // The test is taken, the first delivery is not.
  const receiver = await aReceiver([204, 500, 204])
  const admin = await registerAccount(product.url)
  await product.makeAdmin(admin.username)
  const { page } = await open()
  await signIn(page, admin)
  await page.goto('/admin?tab=webhooks')
  await page.getByText('This is sample data for demonstration only.').waitFor()

  await page.getByRole('button', { name: 'Add Webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Add Webhook' })
  await form.getByLabel('Name').fill('Care team')
  await form.getByLabel('URL').fill(receiver.url)
  await form.getByRole('checkbox', { name: 'call.scheduled' }).check()
  await form.getByRole('checkbox', { name: 'call.completed' }).uncheck()
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  await page.getByText('A new webhook "Care team" has been created.').waitFor()
  expect(await page.getByText('Invoice Paid').count()).toBe(0)

  await page.getByRole('button', { name: 'Test Care team' }).click()
  await page.getByRole('button', { name: 'Send Test Webhook' }).click()
  await page.getByText('The webhook was sent successfully at').waitFor()

  await page.getByRole('button', { name: 'Delivery log of Care team' }).click()
  const log = page.getByRole('dialog', { name: 'Delivery Log' })
  await log.getByText('No deliveries yet').waitFor()
  const lovedOneId = await admin.addLovedOne()
  await admin.schedule({ lovedOneId, scheduledTime: aMinuteAhead().toISOString() })
  // The second try comes five seconds after the first, and the log follows by itself.
  await log.getByText('Delivered').waitFor({ timeout: 30_000 })
  await log.getByText('call.scheduled').click()
  await log.getByText('The receiver answered with status 500.').waitFor()

  await log.getByRole('button', { name: /^Send again/ }).click()
  await log.getByText('by hand').waitFor({ timeout: 30_000 })
  const [test, ...tries] = receiver.taken
  expect(test?.event).toBe('test.event')
  expect(tries.map(({ event }) => event)).toEqual(['call.scheduled', 'call.scheduled', 'call.scheduled'])
  expect(new Set(tries.map(({ id }) => id)).size).toBe(1)
})
