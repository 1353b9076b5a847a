import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, FROM, startSimulation, startSimulator } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const BERYL = '+61491570157'

test('a text to a phone that is out of reach is accepted, and then reported as undelivered; calls to it are not affected', async () => {
  const { simulator, client, customer } = await startSimulation()
  simulator.setTextBehaviour(BERYL, 'undelivered')
  const send = () =>
    client.messages.create({ to: BERYL, from: FROM, body: 'Please ring', statusCallback: `${customer.url}/sms` })
  const { sid } = await send()
  await until('the end is reported', () => customer.at('/sms').length === 2)
  expect(customer.at('/sms').map(({ params }) => [params.MessageStatus, params.ErrorCode])).toEqual([
    ['sent', undefined],
    ['undelivered', '30003'],
  ])
  expect(await client.messages.list()).toMatchObject([{ sid, status: 'undelivered', errorCode: 30003 }])

  const call = await client.calls.create({ to: BERYL, from: FROM, url: `${customer.url}/voice/start` })
  await until('the key is pressed', () => customer.at('/voice/key').length === 1)
  await until('the call is over', () => simulator.call(call.sid)?.status === 'completed')

  simulator.setTextBehaviour(BERYL, null)
  await send()
  await until('the second one is reported', () => customer.at('/sms').length === 4)
  expect(customer.at('/sms').at(-1)?.params.MessageStatus).toBe('delivered')
})

test('texts to a number can be refused, or let through where calls are refused', async () => {
  const { simulator, client } = await startSimulation()
  const text = (to: string) => client.messages.create({ to, from: FROM, body: 'Please ring' })
  simulator.setTextBehaviour(BERYL, 'refused')
  await expect(text(BERYL)).rejects.toMatchObject({ code: 21211 })
  const refused = '+61491570105'
  await expect(text(refused)).rejects.toMatchObject({ code: 21211 })
  simulator.setTextBehaviour(refused, 'delivered')
  await text(refused)
  await until('it arrives', () => simulator.messages()[0]?.status === 'delivered')
})

test('the behaviour chosen for phones is listed, survives a restart, and can be removed', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const journalPath = join(folder, 'journal.jsonl')
  const first = await startSimulator({ journalPath })
  first.setBehaviour(BERYL, { kind: 'busy' })
  first.setTextBehaviour(BERYL, 'undelivered')
  first.setBehaviour('+61491570158', { kind: 'silent' })
  first.setBehaviour('+61491570158', null)
  await first.close()

  const second = await startSimulator({ journalPath })
  expect(second.behaviours()).toEqual([{ number: BERYL, calls: { kind: 'busy' }, texts: 'undelivered' }])
  expect(second.behaviourOf('+61491570158')).toEqual({ calls: { kind: 'presses', keys: '1' }, texts: 'delivered' })
  const { sid } = await clientOf(second).calls.create({ to: BERYL, from: FROM, twiml: '<Response/>' })
  await until('it is busy', () => second.call(sid)?.status === 'busy')
  second.setBehaviour(BERYL, null)
  expect(second.behaviours()).toEqual([{ number: BERYL, calls: null, texts: 'undelivered' }])
})
