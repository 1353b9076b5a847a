import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { Hostility } from '#simulators/twilio/hostility.ts'
import { until } from '#test/phone-simulator/until.ts'
import {
  API_KEY,
  clientOf,
  createPrices,
  openCheckout,
  PAYS,
  PAYS_FIRST,
  startSimulation,
  startSimulator,
  submitCard,
  subscribe,
  WEBHOOK_SECRET,
} from '#test/stripe-simulator/start-simulation.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'card-sandbox-'))
  folders.push(folder)
  return join(folder, 'deeper', 'journal.jsonl')
}

test('after a restart everything is as it was, though the journal’s last line was cut short', async () => {
  const path = journalPath()
  const first = await startSimulation({ journalPath: path })
  const { customer, subscription, addOn } = await subscribe(first.stripe, PAYS_FIRST)
  await first.stripe.subscriptions.update(subscription.id, { items: [{ price: addOn.id, quantity: 1 }] })
  const before = await first.stripe.subscriptions.retrieve(subscription.id)
  await until('all is reported', () => first.simulator.events().every((event) => event.pending_webhooks === 0))
  const events = first.simulator.events()
  await first.simulator.close()
  appendFileSync(path, '[{"kind":"removed","id":"')

  const second = await startSimulator({ journalPath: path })
  const stripe = clientOf(second)
  const { lastResponse: _before, ...was } = before
  const { lastResponse: _after, ...is } = await stripe.subscriptions.retrieve(subscription.id)
  expect(is).toEqual(was)
  expect(second.events()).toEqual(events)
  // The card still fails on renewal, and the proration still waits for it.
  expect(second.advance(customer.id)).toBe('payment-failed')
  const [invoice] = (await stripe.invoices.list({ customer: customer.id })).data
  expect(invoice?.lines.data).toHaveLength(3)
})

test('an open checkout can still be paid after a restart, at the same address', async () => {
  const path = journalPath()
  const first = await startSimulator({ journalPath: path })
  const { basic } = await createPrices(clientOf(first))
  const customer = await clientOf(first).customers.create({})
  const session = await openCheckout(clientOf(first), customer.id, basic.id)
  const { port } = new URL(first.url)
  await first.close()
  const second = await startSimulator({ journalPath: path, port: Number(port) })
  expect((await submitCard(session.url ?? '', PAYS)).status).toBe(303)
  expect(second.subscriptions()).toMatchObject([{ status: 'active', customer: customer.id }])
})

test('a request that was answered before the kill is not carried out again after it', async () => {
  const path = journalPath()
  const options = JSON.stringify({
    apiKey: API_KEY,
    webhookSecret: WEBHOOK_SECRET,
    businessName: 'Cooee',
    journalPath: path,
  })
  const program = `
    const { startStripeSimulator } = await import(${JSON.stringify(new URL('../stripe-simulator.ts', import.meta.url))})
    console.log((await startStripeSimulator(${options})).url)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [firstLine] = (await once(child.stdout, 'data')) as [Buffer]
    const url = firstLine.toString().trim()
    const create = (at: { url: string }) => clientOf(at).customers.create({ name: 'Ann' }, { idempotencyKey: 'once' })
    const { id } = await create({ url })
    child.kill('SIGKILL')
    await once(child, 'exit')

    const second = await startSimulator({ journalPath: path })
    expect((await create(second)).id).toBe(id)
    expect(second.customers()).toHaveLength(1)
  } finally {
    child.kill('SIGKILL')
  }
})

test('an event that was held back when the power failed is sent at the next start', async () => {
  const path = journalPath()
  const { receiver, simulator } = await startSimulation({
    journalPath: path,
    hostile: { seed: seedThatHoldsBack(), share: SHARE, maxDelaySeconds: 600 },
  })
  await clientOf(simulator).customers.create({ name: 'Ann' })
  await simulator.close()
  expect(receiver.received).toEqual([])
  await startSimulator({ journalPath: path, webhookUrl: receiver.url })
  await until('the event is reported', () => receiver.received.length === 1)
  expect(receiver.types()).toEqual(['customer.created'])
})

const SHARE = 0.5

/** A seed that spares the first request and holds the first event back for minutes. */
function seedThatHoldsBack(): number {
  for (let seed = 0; seed < 100_000; seed += 1) {
    const hostility = new Hostility({ seed, share: SHARE, maxDelaySeconds: 600 })
    const fault = hostility.callbackFault(0, 0)
    if (hostility.nextApiFault() === null && fault?.kind === 'late' && fault.milliseconds > 300_000) return seed
  }
  throw new Error('No seed holds the first event back')
}

test('what fell due while it was off happens at the next start', async () => {
  const path = journalPath()
  const first = await startSimulator({ journalPath: path })
  const { subscription } = await subscribe(clientOf(first))
  const start = (await clientOf(first).subscriptions.retrieve(subscription.id)).billing_cycle_anchor
  await first.close()
  const DAY = 86_400_000
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 70 * DAY })
  try {
    const second = await startSimulator({ journalPath: path })
    const [renewed] = second.subscriptions()
    expect(second.invoices().map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
    expect(renewed).toMatchObject({ status: 'active', billing_cycle_anchor: start })
    expect(renewed?.items.data[0]?.current_period_end).toBeGreaterThan(Date.now() / 1000)
  } finally {
    vi.useRealTimers()
  }
})
