import { expect, test } from 'vitest'
import { ALL_EVENTS, clientOf, FROM, startSimulation, startSimulator } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'
import { type ApiFault, Hostility } from './hostility.ts'

const DRAWS = 2000
const HOSTILE = { seed: 11, share: 0.4, hangSeconds: 0.02, maxDelaySeconds: 0.3 }

function faultsOf(seed: number): (ApiFault | null)[] {
  const hostility = new Hostility({ seed })
  return Array.from({ length: DRAWS }, () => hostility.nextApiFault())
}

/** A seed whose first API request meets that fault. */
function seedFor(fault: ApiFault): number {
  for (let seed = 0; seed < 10_000; seed += 1) {
    if (new Hostility({ seed, share: 1 }).nextApiFault() === fault) return seed
  }
  throw new Error(`No seed begins with ${fault}`)
}

test('the same seed draws the same faults, another seed others', () => {
  expect(faultsOf(1)).toEqual(faultsOf(1))
  expect(faultsOf(1)).not.toEqual(faultsOf(2))
})

test('one request in twenty is struck, by every kind of fault', () => {
  const struck = faultsOf(42).filter((fault) => fault !== null)
  expect(struck.length / DRAWS).toBeGreaterThan(0.03)
  expect(struck.length / DRAWS).toBeLessThan(0.07)
  expect(new Set(struck)).toEqual(new Set(['error-500', 'error-503', 'error-429', 'hang', 'lost-answer']))
})

test('a callback’s fate depends on what it is about, not on when it is sent', () => {
  const forwards = new Hostility({ seed: 3, share: 0.5 })
  const backwards = new Hostility({ seed: 3, share: 0.5 })
  const places = Array.from({ length: 100 }, (_, index) => index)
  const fates = places.map((index) => forwards.callbackFault(index, 2))
  expect(places.toReversed().map((index) => backwards.callbackFault(index, 2))).toEqual(fates.toReversed())
  expect(new Set(fates.map((fate) => fate?.kind))).toEqual(new Set([undefined, 'lost', 'twice', 'late', 'overtaken']))
})

test.each([
  ['error-500', 500, 0],
  ['error-503', 503, 0],
  ['error-429', 429, 0],
] as const)('%s: the request fails and no phone rings', async (fault, status, calls) => {
  const simulator = await startSimulator({ hostile: { seed: seedFor(fault), share: 1 } })
  const placing = clientOf(simulator).calls.create({ to: '+61412345610', from: FROM, twiml: '<Response/>' })
  await expect(placing).rejects.toMatchObject({ status })
  expect(simulator.calls()).toHaveLength(calls)
})

test('a request that hangs ends with a cut connection, and no phone rings', async () => {
  const simulator = await startSimulator({ hostile: { seed: seedFor('hang'), share: 1, hangSeconds: 0.05 } })
  const placing = clientOf(simulator).calls.create({ to: '+61412345610', from: FROM, twiml: '<Response/>' })
  await expect(placing).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(simulator.calls()).toEqual([])
})

test('when an answer is lost the connection is cut, and the phone still rings', async () => {
  const simulator = await startSimulator({ hostile: { seed: seedFor('lost-answer'), share: 1 } })
  const placing = clientOf(simulator).calls.create({ to: '+61412345610', from: FROM, twiml: '<Response/>' })
  await expect(placing).rejects.toMatchObject({ code: 'ECONNRESET' })
  expect(simulator.calls()).toHaveLength(1)
  await until('it is answered', () => simulator.calls()[0]?.status === 'completed')
})

test('callbacks go missing, come twice and overtake one another, and the calls end well regardless', async () => {
  const { simulator, customer, client } = await startSimulation(
    {},
    {
      hostile: HOSTILE,
    },
  )
  for (let index = 0; index < 40; index += 1) {
    const to = `+614123457${String(index + 10)}`
    await client.calls
      .create({
        to,
        from: FROM,
        twiml: '<Response/>',
        statusCallback: `${customer.url}/${to}`,
        statusCallbackEvent: ALL_EVENTS,
      })
      .catch(() => undefined) // the API is hostile too; what it refuses does not matter here
  }
  const ended = () => simulator.calls().every((call) => !['queued', 'ringing', 'in-progress'].includes(call.status))
  await until('all are over', ended)
  // The generator is asked again what each callback met: lost ones must be missing, doubled ones must come twice.
  const oracle = new Hostility(HOSTILE)
  const expected = simulator.calls().map((_call, ordinal) =>
    ALL_EVENTS.flatMap((_event, index) => {
      const fate = oracle.callbackFault(ordinal, index)?.kind
      return fate === 'lost' ? [] : fate === 'twice' ? [index, index] : [index]
    }),
  )
  expect(expected.some((numbers) => numbers.length < 4)).toBe(true)
  const arrived = () =>
    simulator.calls().map((call) => customer.at(`/${call.to}`).map(({ params }) => Number(params.SequenceNumber)))
  await until('every callback that comes at all has come', () => arrived().flat().length >= expected.flat().length)
  expect(arrived().map((numbers) => numbers.toSorted())).toEqual(expected)
  expect(arrived()).not.toEqual(expected)
})

test('with callbacks cut off, documents are still fetched and the result can be polled', async () => {
  const { simulator, customer, client } = await startSimulation({}, { deliverCallbacks: false })
  const { sid } = await client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/voice/start`,
    statusCallback: `${customer.url}/status`,
  })
  await until('the call is over', () => simulator.call(sid)?.status === 'completed')
  expect(customer.received.map((request) => request.path)).toEqual(['/voice/start', '/voice/key'])
  expect((await client.calls(sid).fetch()).status).toBe('completed')
})
