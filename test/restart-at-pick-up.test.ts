import { expect, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import type { Act, TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { aRestartableServer, MARGARET, saidIn, theCall, untilSaid } from './restartable-server.ts'

/** One ring, one attempt, one end: a person who is well; and nobody heard an error. */
async function expectWellOnce(db: Db, simulator: TwilioSimulator): Promise<string[]> {
  await waitUntil('the call has ended as completed', async () => {
    const call = await db.selectFrom('calls').select('status').executeTakeFirstOrThrow()
    return call.status === 'completed'
  })
  const calls = simulator.callsTo(MARGARET)
  expect(calls).toHaveLength(1)
  expect(await db.selectFrom('attempts').select(['outcome', 'keys']).execute()).toMatchObject([
    { outcome: 'acknowledged', keys: expect.stringMatching(/1$/) },
  ])
  expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
  const documents = calls.flatMap(({ requests }) => requests).filter(({ purpose }) => purpose === 'document')
  const fallbacks = documents.filter(({ url }) => url.includes('/twiml/EH1'))
  expect(fallbacks.length).toBeGreaterThan(0)
  // Every failed request was followed by the fallback, which never failed: nobody heard the provider's own error.
  expect(documents.filter(({ statusCode }) => statusCode !== 200)).toHaveLength(fallbacks.length)
  expect(fallbacks.every(({ statusCode }) => statusCode === 200)).toBe(true)
  return calls.flatMap(saidIn)
}

const PRESSES_WHENEVER_ASKED: Act[] = [
  { does: 'says', words: 'Hello?' },
  {
    does: 'repeats',
    acts: [
      { does: 'waits', until: { kind: 'asked' } },
      { does: 'presses', keys: '1' },
    ],
  },
]

test('the server is killed between the ring and the pick-up: one moment, then the question', async () => {
  const { db, simulator, server } = await aRestartableServer(PRESSES_WHENEVER_ASKED)
  await waitUntil('the phone rings', () => theCall(simulator)?.status === 'ringing')
  await server.kill9()
  await untilSaid(simulator, 'One moment please')
  await server.restart()
  const said = await expectWellOnce(db, simulator)
  expect(said.find((text) => text !== 'One moment please.')).toMatch(/Margaret, it's Cooee/)
  expect(said.at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
})

test('the server is killed between the question and its answer: one moment, and the question again', async () => {
  const { db, simulator, server } = await aRestartableServer(PRESSES_WHENEVER_ASKED)
  await untilSaid(simulator, 'press 1')
  await server.kill9()
  await untilSaid(simulator, 'One moment please')
  await server.restart()
  const said = await expectWellOnce(db, simulator)
  expect(said.filter((text) => text.includes('press 1'))).toHaveLength(2)
  expect(said.at(-1)).toBe('You pressed 1. Thank you. Goodbye.')
})
