import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import { text as bodyOf } from 'node:stream/consumers'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { ESCALATION_TIMING } from '#core/escalation/ladder/escalation-timing.ts'
import { DIAL_TIMING } from '#server/features/dialling/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/public.ts'
import { startPhones } from '../e2e/phones.ts'
import { waitUntil } from '../e2e/wait-until.ts'
import { testDatabase } from './database.ts'
import { aFreePort } from './free-port.ts'
import { noteJudgedKills } from './kill-rounds.ts'
import { startKillableServer } from './killable-server.ts'

test('a server that is killed while a receiver answers sends the same again, under the same id', async () => {
  const taken: { id: unknown; body: string; answer: ServerResponse }[] = []
  const receiver = createServer(async (request, answer) => {
    taken.push({ id: request.headers['webhook-id'], body: await bodyOf(request), answer })
    if (taken.length > 1) answer.end()
  })
  receiver.listen(0, '127.0.0.1')
  await once(receiver, 'listening')
  const address = receiver.address()
  if (address === null || typeof address === 'string') throw new Error('No port')
  const database = await testDatabase()
  const phones = await startPhones()
  const server = await startKillableServer({
    port: await aFreePort(),
    databaseUrl: database.url,
    twilio: {
      accountSid: phones.env.TWILIO_ACCOUNT_SID ?? '',
      authToken: phones.env.TWILIO_AUTH_TOKEN ?? '',
      from: phones.env.TWILIO_PHONE_NUMBER ?? '',
      baseUrl: phones.env.TWILIO_API_BASE_URL,
    },
    dialTiming: DIAL_TIMING,
    escalation: ESCALATION_TIMING,
    deliveryTimeouts: DELIVERY_TIMEOUTS,
    environment: { WEBHOOK_ALLOW_PRIVATE: '1' },
  })
  const { db } = database
  try {
    const url = `http://127.0.0.1:${address.port}/hook`
    await db
      .insertInto('webhooks')
      .values({ name: 'Receiver', url, events: ['call.missed'] })
      .execute()
    await db
      .transaction()
      .execute((trx) => recordEvent(trx, { event: 'call.missed', accountId: null, data: { callId: 7 } }))
    await waitUntil('the receiver is asked', () => taken.length === 1)
    await server.kill9()
    // After the lease of the dead server.
    await sql`update webhook_deliveries set claimed_until = claimed_until - interval '30 seconds'`.execute(db)
    await server.restart()
    const delivery = await waitUntil('it is delivered', () =>
      db.selectFrom('webhookDeliveries').selectAll().where('state', '=', 'delivered').executeTakeFirst(),
    )
    expect(taken.map(({ id, body }) => [id, body])).toEqual(Array(2).fill([delivery.messageId, delivery.body]))
    expect(delivery).toMatchObject({ tries: 1 })
    noteJudgedKills(1)
  } finally {
    await server.kill9()
    await phones.close()
    receiver.closeAllConnections()
    receiver.close()
    await database.close()
  }
})
