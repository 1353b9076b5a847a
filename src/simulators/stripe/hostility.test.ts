import { expect, test } from 'vitest'
import { type ApiFault, Hostility } from '#simulators/twilio/hostility.ts'
import { until } from '#test/phone-simulator/until.ts'
import { API_KEY, clientOf, startSimulation, startSimulator } from '#test/stripe-simulator/start-simulation.ts'

/** A seed whose first requests meet exactly these faults. */
function seedFor(faults: (ApiFault | null)[], share: number): number {
  for (let seed = 0; seed < 100_000; seed += 1) {
    const hostility = new Hostility({ seed, share })
    if (faults.every((fault) => hostility.nextApiFault() === fault)) return seed
  }
  throw new Error(`No seed begins with ${faults}`)
}

test.each([
  ['error-500', 500, 'StripeAPIError'],
  ['error-503', 503, 'StripeAPIError'],
  ['error-429', 429, 'StripeRateLimitError'],
] as const)('%s: the request fails and nothing is done', async (fault, statusCode, type) => {
  const simulator = await startSimulator({ hostile: { seed: seedFor([fault], 1), share: 1 } })
  await expect(clientOf(simulator).customers.create({})).rejects.toMatchObject({ statusCode, type })
  expect(simulator.customers()).toEqual([])
})

test('a request that hangs ends with a cut connection, and nothing is done', async () => {
  const simulator = await startSimulator({ hostile: { seed: seedFor(['hang'], 1), share: 1, hangSeconds: 0.05 } })
  await expect(clientOf(simulator).customers.create({})).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(simulator.customers()).toEqual([])
})

test('a request whose answer was lost still took effect, and repeating it with the same key has no second effect', async () => {
  // Twice: the official package itself asks again after a first cut connection.
  const seed = seedFor(['lost-answer', 'lost-answer', null], 0.5)
  const simulator = await startSimulator({ hostile: { seed, share: 0.5 } })
  const create = () => clientOf(simulator).customers.create({ name: 'Ann' }, { idempotencyKey: 'account-7' })
  await expect(create()).rejects.toMatchObject({ type: 'StripeConnectionError' })
  expect(simulator.customers()).toHaveLength(1)
  expect((await create()).id).toBe(simulator.customers()[0]?.id)
  expect(simulator.customers()).toHaveLength(1)
})

test('events go missing, come twice and overtake one another', async () => {
  const hostile = { seed: 11, share: 0.4, hangSeconds: 0.02, maxDelaySeconds: 0.3 }
  const { simulator, receiver } = await startSimulation({ hostile })
  for (let index = 0; index < 40; index += 1) {
    const headers = { authorization: `Bearer ${API_KEY}` }
    // The API is hostile too; what it refuses does not matter here.
    await fetch(`${simulator.url}/v1/customers`, { method: 'POST', headers, body: `name=${index}` }).catch(() => null)
  }
  await until('everything was sent', () => simulator.events().every((event) => event.pending_webhooks === 0))

  // The generator is asked again what each event met: lost ones must be missing, doubled ones must come twice.
  const oracle = new Hostility(hostile)
  const expected = simulator.events().flatMap((event, ordinal) => {
    const fault = oracle.callbackFault(ordinal, 0)?.kind
    return fault === 'lost' ? [] : fault === 'twice' ? [event.id, event.id] : [event.id]
  })
  await until('all that comes has come', () => receiver.received.length >= expected.length)
  const arrived = receiver.received.map((event) => event.id)
  expect(arrived.toSorted()).toEqual(expected.toSorted())
  expect(arrived).not.toEqual(expected)
  expect(new Set(expected).size).toBeLessThan(simulator.events().length)
  expect(new Set(expected).size).toBeLessThan(expected.length)
  expect(receiver.refused).toEqual([])
})
