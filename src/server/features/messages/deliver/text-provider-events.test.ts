import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { outboxMail } from '#server/adapters/mail/outbox-mail.ts'
import type { ProviderTextEvents } from '#server/adapters/telephony/telephony.ts'
import type { TextDeliveries } from '#server/adapters/telephony/texts.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type TestDatabase, testDatabase } from '#test/database.ts'
import { type MovableClock, movableClock } from '#test/movable-clock.ts'
import { type ScriptedJobs, scriptedJobs } from '#test/scripted-jobs.ts'
import { enqueueMessage, type NewMessage } from '../enqueue-message.ts'
import { listOutbox } from '../list-outbox.ts'
import { askForDeliveries } from './ask-for-deliveries.ts'
import { type DeliveryDeps, deliverMessage } from './deliver-message.ts'
import { DELIVERY_TIMEOUTS } from './delivery-timeouts.ts'
import { textProviderEvents } from './text-provider-events.ts'

let database: TestDatabase
let clock: MovableClock
let jobs: ScriptedJobs
let undelivered: number[]
let outcome: DeliveryResult
let sent: number[]
let deps: DeliveryDeps
let facts: ProviderTextEvents

beforeAll(async () => {
  database = await testDatabase()
})
beforeEach(async () => {
  await database.db.deleteFrom('messages').execute()
  clock = movableClock(new Date('2026-03-10T00:00:00.000Z'))
  jobs = scriptedJobs()
  undelivered = []
  sent = []
  outcome = { kind: 'accepted', providerId: 'SM1' }
  deps = {
    db: database.db,
    jobs,
    clock,
    sealing: createSealing({}, { error: () => {} }),
    mail: outboxMail(),
    texts: {
      send: async ({ messageId }) => {
        if (messageId !== null) sent.push(messageId)
        return outcome
      },
      find: async () => ({ kind: 'absent' }),
    },
    log: { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} },
    push: scriptedPush(),
    timeouts: DELIVERY_TIMEOUTS,
    limits: NO_LIMITS,
    publicUrl: 'http://localhost:3000',
    isStillNeeded: async () => true,
    onFallback: async () => {},
    onUndelivered: async (_trx, messageId) => {
      undelivered.push(messageId)
    },
  }
  facts = textProviderEvents(deps)
})
afterAll(() => database.close())

async function aText(fields: Partial<NewMessage> = {}): Promise<number> {
  const message: NewMessage = { channel: 'sms', recipient: '+61491570157', text: 'Please ring Margaret', ...fields }
  const id = await database.db.transaction().execute((trx) => enqueueMessage(jobs, trx, message))
  if (id === null) throw new Error('The message had been written before')
  return id
}
async function aSentText(): Promise<number> {
  const id = await aText()
  await deliverMessage(deps, id)
  return id
}
const stored = (id: number) =>
  database.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

test('a text that arrived is noted, with when', async () => {
  const id = await aSentText()
  clock.advance(3000)
  await facts.progressed(id, 'delivered', null, 'SM1')
  expect(await stored(id)).toMatchObject({ delivery: 'delivered', deliveredAt: clock.now(), error: null })
  expect(undelivered).toEqual([])
})

test('a text that the network lost is noted with the reason, and what depends on it is notified', async () => {
  const id = await aSentText()
  await facts.progressed(id, 'failed', 'Twilio error 30003', 'SM1')
  expect(await stored(id)).toMatchObject({ delivery: 'failed', deliveredAt: null, error: 'Twilio error 30003' })
  expect(undelivered).toEqual([id])
})

test.each([
  ['failed', 'delivered'],
  ['delivered', 'failed'],
] as const)('the first final report about a text stands: %s, then %s', async (first, then) => {
  const id = await aSentText()
  await facts.progressed(id, first, null, 'SM1')
  const noted = await stored(id)
  clock.advance(1000)
  await facts.progressed(id, then, 'late', 'SM1')
  expect(await stored(id)).toEqual(noted)
  expect(undelivered).toEqual(first === 'failed' ? [id] : [])
})

test('a report about a text that comes many times at once is acted upon once', async () => {
  const id = await aSentText()
  await Promise.all(Array.from({ length: 5 }, () => facts.progressed(id, 'failed', 'Twilio error 30003', 'SM1')))
  expect(undelivered).toEqual([id])
})

test('a report about a text is noted only together with what follows from it', async () => {
  const id = await aSentText()
  const failing = textProviderEvents({
    ...deps,
    onUndelivered: async () => {
      throw new Error('the next step could not be taken')
    },
  })
  await expect(failing.progressed(id, 'failed', null, 'SM1')).rejects.toThrow('the next step could not be taken')
  expect(await stored(id)).toMatchObject({ delivery: null })
})

test('a report that overtakes the answer to our own request is kept', async () => {
  const id = await aText()
  deps.texts.send = async () => {
    await facts.progressed(id, 'failed', 'Twilio error 30003', 'SM1')
    return { kind: 'accepted', providerId: 'SM1' }
  }
  await deliverMessage(deps, id)
  expect(await stored(id)).toMatchObject({ sentAt: clock.now(), delivery: 'failed', error: 'Twilio error 30003' })
  expect(undelivered).toEqual([id])
})

test('a text that arrived although our request was not answered is not sent again', async () => {
  outcome = { kind: 'unreachable', reason: 'timeout' }
  const id = await aText()
  await deliverMessage(deps, id)
  await facts.progressed(id, 'delivered', null, 'SM1')
  await deliverMessage(deps, id)
  expect(sent).toEqual([id])
  expect(await stored(id)).toMatchObject({ sentAt: clock.now(), delivery: 'delivered', error: null })
})

test('a text that was lost, retried and then rejected is reported once, and not retried any more', async () => {
  outcome = { kind: 'unreachable', reason: 'timeout' }
  const id = await aText()
  await deliverMessage(deps, id)
  await facts.progressed(id, 'failed', 'Twilio error 30003', 'SM1')
  outcome = { kind: 'rejected', reason: 'not a valid phone number' }
  await deliverMessage(deps, id)
  await deliverMessage(deps, id)
  expect(sent).toEqual([id, id])
  expect(undelivered).toEqual([id])
})

test('a text that was rejected is reported once, whatever reports follow', async () => {
  outcome = { kind: 'rejected', reason: 'not a valid phone number' }
  const id = await aSentText()
  await facts.progressed(id, 'failed', null, 'SM1')
  expect(undelivered).toEqual([id])
})

test('a report about an unknown message or a mail changes nothing', async () => {
  const mail = await aText({ channel: 'email', recipient: 'jane@example.com' })
  await facts.progressed(mail, 'failed', null, 'SM1')
  await facts.progressed(987_654_321, 'failed', null, 'SM1')
  expect(undelivered).toEqual([])
  expect(await stored(mail)).toMatchObject({ delivery: null })
})

test('the outbox shows what is known: delivered, lost, rejected, or nothing yet', async () => {
  const at = (minute: number) => ({ createdAt: new Date(Date.UTC(2026, 2, 10, 0, minute)) })
  const [delivered, lost, rejected] = [await aText(at(1)), await aText(at(2)), await aText(at(3))]
  await aText(at(4))
  await deliverMessage(deps, delivered)
  await facts.progressed(delivered, 'delivered', null, 'SM1')
  outcome = { kind: 'accepted', providerId: 'SM2' }
  await deliverMessage(deps, lost)
  await facts.progressed(lost, 'failed', 'Twilio error 30003', 'SM2')
  outcome = { kind: 'rejected', reason: 'not a valid phone number' }
  await deliverMessage(deps, rejected)
  expect((await listOutbox(database.db)).map(({ delivery, reason }) => [delivery, reason])).toEqual([
    [null, null],
    ['failed', 'not a valid phone number'],
    ['failed', 'Twilio error 30003'],
    ['delivered', null],
  ])
})

describe('reports to other systems that a text was sent', () => {
  const notified = () => database.db.selectFrom('events').select(['event', 'data']).execute()
  beforeEach(() => database.db.deleteFrom('events').execute())

  test('a sent text is reported once, when the provider takes it: to whom and what about, not its words', async () => {
    const id = await aText({ dedupeKey: 'alert:7' })
    await deliverMessage(deps, id)
    await facts.progressed(id, 'delivered', null, 'SM1')
    const sentAt = clock.now().toISOString()
    expect(await notified()).toEqual([
      { event: 'sms.sent', data: { circleId: null, messageId: 'SM1', to: '+61491570157', kind: 'alert', sentAt } },
    ])
  })

  test('a sent text is reported once, when it arrived although our request was not answered', async () => {
    outcome = { kind: 'unreachable', reason: 'timeout' }
    const id = await aText()
    await deliverMessage(deps, id)
    expect(await notified()).toEqual([])
    for (let times = 0; times < 2; times++) await facts.progressed(id, 'delivered', null, 'SM1')
    await deliverMessage(deps, id)
    expect(await notified()).toMatchObject([{ data: { messageId: 'SM1', kind: 'notice' } }])
  })

  test('a sent text is reported once, when its delivery report overtakes the answer', async () => {
    const id = await aText()
    deps.texts.send = async () => {
      await facts.progressed(id, 'delivered', null, 'SM1')
      return outcome
    }
    await deliverMessage(deps, id)
    expect(await notified()).toHaveLength(1)
  })

  test('a rejected text is not reported as sent, and mails are not reported', async () => {
    await deliverMessage(deps, await aText({ channel: 'email', recipient: 'jane@example.com' }))
    outcome = { kind: 'rejected', reason: 'not a valid phone number' }
    await deliverMessage(deps, await aText())
    expect(await notified()).toEqual([])
  })
})

describe('a text whose report never came', () => {
  let asked: string[]
  let answer: Awaited<ReturnType<TextDeliveries['deliveryOf']>>
  beforeEach(() => {
    asked = []
    answer = { kind: 'found', found: { delivery: 'failed', reason: 'Twilio error 30003' } }
  })
  const ask = () =>
    askForDeliveries({
      ...deps,
      facts,
      texts: {
        async deliveryOf(providerMessageId) {
          asked.push(providerMessageId)
          return answer
        },
      },
    })
  /** As its job does: once a minute. */
  async function minutesPass(minutes: number) {
    for (let minute = 0; minute < minutes; minute++) {
      clock.advance(60_000)
      await ask()
    }
  }

  test('is asked about two minutes after it was sent, and what the provider says counts as its report', async () => {
    const id = await aSentText()
    await minutesPass(1)
    expect(asked).toEqual([])
    await minutesPass(1)
    expect(await stored(id)).toMatchObject({ delivery: 'failed', error: 'Twilio error 30003' })
    expect(undelivered).toEqual([id])
    await minutesPass(20)
    expect([asked, undelivered]).toEqual([['SM1'], [id]])
  })

  test('is asked about each minute, then each hour of a day, where the network reports nothing', async () => {
    answer = { kind: 'found', found: { delivery: null, reason: null } }
    const id = await aSentText()
    await minutesPass(20)
    const times = asked.length
    expect(times).toBeGreaterThan(1)
    await minutesPass(39)
    expect(asked).toHaveLength(times)
    await minutesPass(1)
    expect(asked).toHaveLength(times + 1)
    clock.advance(24 * 3_600_000)
    await minutesPass(120)
    expect(asked).toHaveLength(times + 1)
    expect(await stored(id)).toMatchObject({ delivery: null })
  })

  test('is asked about within an hour after an outage of three', async () => {
    const id = await aSentText()
    clock.advance(185 * 60_000)
    await minutesPass(60)
    expect(await stored(id)).toMatchObject({ delivery: 'failed' })
  })

  test('is asked about later where the provider could not be asked, and one that was reported is not', async () => {
    answer = { kind: 'unavailable', reason: '503' }
    const id = await aSentText()
    await minutesPass(4)
    expect(await stored(id)).toMatchObject({ delivery: null })
    answer = { kind: 'found', found: { delivery: 'delivered', reason: null } }
    await minutesPass(3)
    expect(await stored(id)).toMatchObject({ delivery: 'delivered' })
    outcome = { kind: 'accepted', providerId: 'SM2' }
    await facts.progressed(await aSentText(), 'delivered', null, 'SM2')
    await minutesPass(20)
    expect(asked).not.toContain('SM2')
  })
})
