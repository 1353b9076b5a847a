import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { sdkClient } from '#test/phone-simulator/sdk-client.ts'
import {
  ACCOUNT_SID,
  AUTH_TOKEN,
  clientOf,
  FROM,
  startSimulation,
  startSimulator,
} from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})

function journalPath(): string {
  const folder = mkdtempSync(join(tmpdir(), 'phone-sandbox-'))
  folders.push(folder)
  return join(folder, 'deeper', 'journal.jsonl')
}

test('what was over stays known after a restart, though the journal’s last line was cut short', async () => {
  const path = journalPath()
  const first = await startSimulation({}, { journalPath: path })
  const { sid } = await first.client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${first.customer.url}/voice/start`,
  })
  const message = await first.client.messages.create({ to: '+61412345610', from: FROM, body: 'Hello' })
  await until('the call is over', () => first.simulator.call(sid)?.status === 'completed')
  await until('the text is there', () => first.simulator.messages()[0]?.status === 'delivered')
  const before = first.simulator.call(sid)
  await first.simulator.close()
  appendFileSync(path, '{"kind":"call-changed","sid":"CA')

  const second = await startSimulator({ journalPath: path })
  expect(second.call(sid)).toMatchObject({
    status: 'completed',
    startTime: before?.startTime,
    endTime: before?.endTime,
  })
  expect(second.call(sid)?.turns).toEqual(before?.turns)
  expect(await clientOf(second).messages.list()).toMatchObject([{ sid: message.sid, status: 'delivered' }])
})

test('a phone that rang when the power went goes on ringing and is answered', async () => {
  const path = journalPath()
  const first = await startSimulation({}, { journalPath: path, ringSeconds: 60 })
  const { customer } = first
  const { sid } = await first.client.calls.create({
    to: '+61412345604',
    from: FROM,
    url: `${customer.url}/voice/start`,
    statusCallback: `${customer.url}/status`,
  })
  await until('it rings', () => first.simulator.call(sid)?.status === 'ringing')
  await first.simulator.close()
  expect(customer.received).toEqual([])

  await startSimulator({ journalPath: path })
  await until('the end is reported', () => customer.at('/status').length === 1)
  expect(customer.at('/voice/key')[0]?.params).toMatchObject({ CallSid: sid, Digits: '2' })
})

test('an answered call that a power cut interrupted is over, and its end is reported', async () => {
  const path = journalPath()
  const first = await startSimulation(
    { '/endless': { body: '<Response><Pause length="6000"/></Response>' } },
    { journalPath: path },
  )
  const { customer } = first
  const { sid } = await first.client.calls.create({
    to: '+61412345610',
    from: FROM,
    url: `${customer.url}/endless`,
    statusCallback: `${customer.url}/status`,
  })
  await until('they talk', () => customer.at('/endless').length === 1)
  await first.simulator.close()

  const second = await startSimulator({ journalPath: path })
  expect(second.call(sid)?.status).toBe('completed')
  await until('the end is reported', () => customer.at('/status').length === 1)
})

test('a number that answers the second time still does after a restart in between', async () => {
  const path = journalPath()
  const first = await startSimulation({}, { journalPath: path })
  const params = { to: '+61412345607', from: FROM, twiml: '<Response/>' }
  await first.client.calls.create(params)
  await until('it rang out', () => first.simulator.calls()[0]?.status === 'no-answer')
  await first.simulator.close()

  const second = await startSimulator({ journalPath: path })
  const { sid } = await clientOf(second).calls.create(params)
  await until('it is answered', () => second.call(sid)?.status === 'completed')
  expect(second.call(sid)?.attemptNumber).toBe(2)
})

test('a call that was accepted is known although the process is killed the moment it answered', async () => {
  const path = journalPath()
  const options = JSON.stringify({ accountSid: ACCOUNT_SID, authToken: AUTH_TOKEN, ringSeconds: 60, journalPath: path })
  const program = `
    const { startTwilioSimulator } = await import(${JSON.stringify(new URL('./twilio-simulator.ts', import.meta.url))})
    console.log((await startTwilioSimulator(${options})).url)`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const [firstLine] = (await once(child.stdout, 'data')) as [Buffer]
    const client = sdkClient(firstLine.toString().trim(), ACCOUNT_SID, AUTH_TOKEN)
    const { sid } = await client.calls.create({
      to: '+61412345610',
      from: FROM,
      twiml: '<Response><Say>Hello</Say></Response>',
    })
    child.kill('SIGKILL')
    await once(child, 'exit')

    const second = await startSimulator({ journalPath: path })
    await until('the call is answered and over', () => second.call(sid)?.status === 'completed')
    expect(second.call(sid)?.turns.map((turn) => turn.text)).toEqual(['Hello'])
    expect(second.calls()).toHaveLength(1)
  } finally {
    child.kill('SIGKILL')
  }
})
