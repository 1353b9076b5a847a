import { afterAll, beforeAll, expect, test } from 'vitest'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { COOEES_NUMBER, type LiveServer, startLiveServer } from './live-server.ts'

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

test('after a start, calls and texts to the number of the sandbox reach this server', () => {
  const { address } = live.server
  expect(live.simulator.numbers()).toMatchObject([
    {
      phoneNumber: COOEES_NUMBER,
      voice: { url: `${address}/api/twilio/inbound/voice` },
      sms: { url: `${address}/api/twilio/inbound/text` },
      statusCallback: { url: `${address}/api/twilio/inbound/status` },
    },
  ])
})

test('the outbox shows which texts arrived, which the network lost, and which nobody took', async () => {
  const phones = { delivered: '+61491570156', undelivered: '+61491570157', refused: '+61491570158' } as const
  const { db, jobs, localAddress } = live.server
  for (const behaviour of ['delivered', 'undelivered', 'refused'] as const) {
    const recipient = phones[behaviour]
    live.simulator.setTextBehaviour(recipient, behaviour)
    await db
      .transaction()
      .execute((trx) => enqueueMessage(jobs, trx, { channel: 'sms', recipient, text: 'Please ring Margaret' }))
  }
  const outbox = async () => {
    const entries = await (await fetch(`${localAddress}/api/sandbox/outbox`)).json()
    return Object.fromEntries(
      entries.map(({ to, delivery, reason }: Record<string, string>) => [to, [delivery, reason]]),
    )
  }
  await expect.poll(outbox, { timeout: 10_000 }).toEqual({
    [phones.delivered]: ['delivered', null],
    [phones.undelivered]: ['failed', 'Twilio error 30003'],
    [phones.refused]: ['failed', expect.stringContaining('not a valid phone number')],
  })
})
