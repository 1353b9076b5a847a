import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import { type DeliveryDeps, deliverMessage } from '#server/features/messages/deliver/deliver-message.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/deliver/delivery-timeouts.ts'
import { askBeforeSending, enqueueMessage } from '#server/features/messages/public.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { laggingStandby } from '#test/lagging-standby.ts'
import { markDueCallsUnknown } from '../dispatch/mark-due-calls-unknown.ts'

const MINUTE = 60_000
const MARGARET = '+61491570156'
/** Half an hour after the check-in was due, and within its grace period. */
const RESTORED_AT = new Date(NINE_IN_SYDNEY.getTime() + 30 * MINUTE)

let care: CareFixture
let account: { id: number }
let lovedOneId: number
/** What the provider has, no matter who sent it. */
let atProvider: { to: string; text: string; providerId: string; at: Date }[]
let delivery: DeliveryDeps

beforeAll(async () => {
  const enqueueNotice: CareFixture['deps']['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(care.jobs, trx, { createdAt: care.clock.now(), ...notice })
  care = await careFixture({ enqueueNotice, restoredAt: RESTORED_AT })
  delivery = {
    ...care.deps,
    mail: { close: () => {}, send: async () => ({ kind: 'kept' }) },
    texts: {
      send: async ({ to, text }) => {
        const providerId = `SM-${atProvider.length}`
        atProvider.push({ to, text, providerId, at: care.clock.now() })
        return { kind: 'accepted', providerId }
      },
      find: async ({ to, text, since }) => {
        const found = atProvider.filter((one) => one.to === to && one.text === text && one.at >= since)
        return found.length > 0
          ? { kind: 'found', found: found.map(({ providerId }) => providerId) }
          : { kind: 'absent' }
      },
    },
    push: scriptedPush(),
    timeouts: DELIVERY_TIMEOUTS,
    onFallback: async () => {},
    onUndelivered: async () => {},
    isStillNeeded: async () => true,
  }
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.db.deleteFrom('messages').execute()
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  atProvider = []
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
})

async function work(): Promise<void> {
  await care.settle()
  await care.dispatch()
  const open = await care.db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'sms')
    .where('recipient', '=', MARGARET)
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .execute()
  for (const { id } of open) await deliverMessage(delivery, id)
}

async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute++) {
    care.clock.advance(MINUTE)
    await work()
  }
}

/** The text left after the backup was taken: the database of the backup does not know of it. */
async function leavesAfterTheBackup(): Promise<void> {
  const backup = await care.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  care.clock.set(NINE_IN_SYDNEY)
  await work()
  expect(atProvider).toHaveLength(1)
  await care.db.deleteFrom('messages').execute()
  await care.db.deleteFrom('attempts').where('callId', '=', backup.id).execute()
  const { id, createdAt: _, ...as } = backup
  await care.db.updateTable('calls').set(as).where('id', '=', id).execute()
}

async function restored(at = RESTORED_AT): Promise<void> {
  care.clock.set(at)
  await care.db.transaction().execute(async (trx) => {
    await markDueCallsUnknown(trx, care.jobs, at)
    await askBeforeSending(trx, { onSpoilt: (_row, error) => expect.fail(String(error)) })
  })
}

const aCheckIn = () => care.aCall(account, { lovedOneId, asksBy: 'text' })

test('a check-in by text that was sent after the backup is not sent again', async () => {
  const callId = await aCheckIn()
  await leavesAfterTheBackup()
  await restored()
  await pass(3)
  expect(atProvider).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
})

test('a check-in by text that was due at a restore and was not sent is sent once, in its grace period', async () => {
  await aCheckIn()
  await restored()
  await pass(5)
  expect(atProvider).toHaveLength(1)
})

test('a ring of ours to that phone is not taken for a check-in by text', async () => {
  const callId = await aCheckIn()
  await care.telephony.dial({ to: MARGARET, attemptId: 999_999 })
  await restored()
  await pass(3)
  expect(atProvider).toHaveLength(1)
  expect(await care.call(account, callId)).toMatchObject({ status: 'in_progress' })
})

test('a check-in by text whose grace period was over at the restore says what nobody knows', async () => {
  const callId = await aCheckIn()
  await restored(new Date(NINE_IN_SYDNEY.getTime() + 3 * 60 * MINUTE))
  await care.settle()
  expect(await care.call(account, callId)).toMatchObject({
    status: 'missed',
    reason: "We restored Cooee from a backup, and don't know if we texted in time.",
  })
})

test('a check-in by text whose claim was lost in a fail-over is not sent again, and one that was not sent is sent once', async () => {
  care.deps.restoredAt = null
  const sent = await aCheckIn()
  care.clock.set(NINE_IN_SYDNEY)
  const standby = await laggingStandby(care.databaseUrl)
  await work()
  expect(atProvider).toHaveLength(1)
  await standby.promote()
  await pass(3)
  expect(atProvider).toHaveLength(1)
  expect(await care.call(account, sent)).toMatchObject({ status: 'in_progress', reason: null })
  await care.db.deleteFrom('calls').execute()
  atProvider = []
  await care.aCall(account, { lovedOneId, asksBy: 'text', at: new Date(care.clock.now().getTime() + MINUTE) })
  care.clock.advance(MINUTE)
  await (await laggingStandby(care.databaseUrl)).promote()
  await pass(3)
  expect(atProvider).toHaveLength(1)
  care.deps.restoredAt = RESTORED_AT
})

test('a text whose claim was lost in a fail-over is not asked about while it may still be on its way', async () => {
  const message = {
    channel: 'sms',
    recipient: MARGARET,
    text: 'Please ring Margaret',
    createdAt: care.clock.now(),
  } as const
  const id = await care.db.transaction().execute((trx) => enqueueMessage(care.jobs, trx, message))
  if (id === null) throw new Error('The text had been written before')
  const standby = await laggingStandby(care.databaseUrl)
  const onItsWay = Promise.withResolvers<DeliveryResult>()
  const isSending = Promise.withResolvers<void>()
  const send = () => {
    isSending.resolve()
    return onItsWay.promise
  }
  const first = deliverMessage({ ...delivery, texts: { ...delivery.texts, send } }, id)
  await isSending.promise
  await standby.promote()
  care.jobs.sent.length = 0
  await work()
  expect(atProvider).toEqual([])
  const { sms: claimMs } = DELIVERY_TIMEOUTS.claimMs
  const claimEndsAt = new Date(care.clock.now().getTime() + claimMs)
  expect(care.jobs.sent).toContainEqual(
    expect.objectContaining({ payload: { messageId: id }, startAfter: claimEndsAt }),
  )
  atProvider.push({ ...message, to: MARGARET, providerId: 'SM-late', at: care.clock.now() })
  care.clock.advance(claimMs)
  await work()
  expect(atProvider).toHaveLength(1)
  const stored = await care.db.selectFrom('messages').select('providerId').where('id', '=', id).executeTakeFirst()
  expect(stored).toEqual({ providerId: 'SM-late' })
  onItsWay.resolve({ kind: 'unreachable', reason: 'The connection is gone' })
  await first
})

test('a text that waits in the backup and was sent since is not sent again', async () => {
  const waiting = { channel: 'sms', recipient: MARGARET, text: 'It waited' } as const
  const at = care.clock.now()
  await care.db.transaction().execute((trx) => enqueueMessage(care.jobs, trx, { ...waiting, createdAt: at }))
  atProvider.push({ to: MARGARET, text: 'It waited', providerId: 'SM-before', at: new Date(at.getTime() + MINUTE) })
  await restored()
  await pass(2)
  expect(atProvider).toHaveLength(1)
})
