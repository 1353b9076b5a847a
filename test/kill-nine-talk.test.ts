import { expect, onTestFinished, test } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import { type ModelSimulator, startModelSimulator } from '#simulators/model/model-simulator.ts'
import { says, waits } from '#simulators/twilio/phone/phone-script.ts'
import type { Act, TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { noteJudgedKills } from './kill-rounds.ts'
import { aRestartableServer, MARGARET, saidIn, untilSaid } from './restartable-server.ts'

const PLAIN_QUESTION = "If you're all right, press 1, or just say I'm fine."
const LAST_OF_THE_FIRST_WORDS = 'How are you today?'
const ANSWERS_THE_PLAIN_QUESTION: Act[] = [
  waits({ kind: 'words', pattern: 'press 1, or' }),
  { does: 'pauses', seconds: 1 },
  { does: 'presses', keys: '1' },
]
const replies = (words: string): Act[] => [waits({ kind: 'caller-spoke' }), says(words)]

/** A server with a model, and a talk with Margaret, who takes the phone, does as given, and answers the plain question. */
async function aTalk(acts: Act[]) {
  const model = await startModelSimulator()
  onTestFinished(() => model.close())
  const started = await aRestartableServer([says('Hello?'), ...acts, ...ANSWERS_THE_PLAIN_QUESTION], {
    talkModel: { baseUrl: model.url, model: 'scripted', apiKey: null },
  })
  await untilSaid(started.simulator, LAST_OF_THE_FIRST_WORDS)
  await waitUntil('the talk is open', () => started.db.selectFrom('talks').select('id').executeTakeFirst())
  return { ...started, model }
}

/** One dial, one outcome and one talk that ended with its line. Returns what Cooee said. */
async function expectOneCall(db: Db, simulator: TwilioSimulator): Promise<string[]> {
  await waitUntil('the call has ended as completed', async () => {
    const call = await db.selectFrom('calls').select('status').executeTakeFirstOrThrow()
    return call.status === 'completed'
  })
  const calls = simulator.callsTo(MARGARET)
  expect(calls).toHaveLength(1)
  expect(await db.selectFrom('attempts').select('outcome').execute()).toEqual([{ outcome: 'acknowledged' }])
  expect(await db.selectFrom('incidents').selectAll().execute()).toEqual([])
  expect(await db.selectFrom('talks').select('endReason').execute()).toEqual([{ endReason: 'line_lost' }])
  noteJudgedKills(1)
  return calls.flatMap(saidIn)
}

const asked = (model: ModelSimulator, times: number) =>
  waitUntil('the model is asked', () => model.requests.length >= times)

test('a server that is killed while a talk begins asks the plain question in the same call, once it is back', async () => {
  const { db, simulator, server } = await aTalk([])
  await server.kill9()
  await server.restart()
  const said = await expectOneCall(db, simulator)
  expect(said.filter((text) => text.includes(PLAIN_QUESTION))).toHaveLength(1)
  expect(said.filter((text) => text.includes(LAST_OF_THE_FIRST_WORDS))).toHaveLength(1)
})

test('a server that is killed while the model thinks asks the plain question in the same call, once it is back', async () => {
  const { db, simulator, server, model } = await aTalk(replies('The roses are out in the garden'))
  model.misbehaves = 'silence'
  await asked(model, 1)
  await server.kill9()
  await server.restart()
  const said = await expectOneCall(db, simulator)
  expect(said.filter((text) => text.includes(PLAIN_QUESTION))).toHaveLength(1)
})

test('an all-clear in a talk survives a server that is killed: they are thanked in the same call, once it is back', async () => {
  const { db, simulator, server, model } = await aTalk(replies("I'm very well thank you"))
  model.misbehaves = 'silence'
  await asked(model, 1)
  await server.kill9()
  await server.restart()
  const said = await expectOneCall(db, simulator)
  expect(said.filter((text) => text.includes(PLAIN_QUESTION))).toEqual([])
  expect(said.at(-1)).toContain('Goodbye')
})
