import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { DeliveryResult } from '#server/adapters/delivery.ts'
import type { ProviderInboundEvents, ProviderTextEvents } from '#server/adapters/telephony/telephony.ts'
import { isTextOfTryNeeded, noteTextUndelivered } from '#server/features/care/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/calls/inbound-provider-events.ts'
import { type DeliveryDeps, deliverMessage } from '#server/features/messages/deliver/deliver-message.ts'
import { DELIVERY_TIMEOUTS } from '#server/features/messages/deliver/delivery-timeouts.ts'
import { textProviderEvents } from '#server/features/messages/deliver/text-provider-events.ts'
import { enqueueMessage } from '#server/features/messages/enqueue-message.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { aNumber } from './factories.ts'

export const MINUTE = 60_000
export const MARGARET = '+61491570156'
export const SUSAN = '+61491570157'
export const STRANGER = '+61491571234'

/** Of the test that runs. */
export let care: CareFixture
export let inbound: ProviderInboundEvents
export let account: { id: number; personId: number }
export let lovedOneId: number
export let sent: { to: string; text: string; messageId: number | null }[]
/** How the provider answers a text; a test may change it at any time. */
export const provider: { outcome: () => DeliveryResult | Promise<DeliveryResult> } = { outcome: accept }
let delivery: DeliveryDeps
let reports: ProviderTextEvents

function accept(): DeliveryResult {
  return { kind: 'accepted', providerId: `SM-out-${aNumber()}` }
}

/** Begins each test of the file that calls it a minute before nine: Margaret, who cannot hear, and her contact Susan. */
export function setUpTextCheckIns(): void {
  beforeAll(async () => {
    const enqueueNotice: CareFixture['deps']['enqueueNotice'] = (trx, notice) => {
      care.notified.push(notice)
      return enqueueMessage(care.jobs, trx, { ...notice, createdAt: care.clock.now() })
    }
    care = await careFixture({ enqueueNotice })
    const onUndelivered: DeliveryDeps['onUndelivered'] = (trx, id) => noteTextUndelivered(trx, id, care.clock.now())
    inbound = inboundProviderEvents(care.deps)
    reports = textProviderEvents({ ...care.deps, onUndelivered })
    delivery = {
      ...care.deps,
      mail: { close: () => {}, send: async () => ({ kind: 'kept' }) },
      texts: {
        send: async (text) => {
          const outcome = await provider.outcome()
          if (outcome.kind === 'accepted') sent.push(text)
          return outcome
        },
        find: async () => ({ kind: 'absent' }),
      },
      push: scriptedPush(),
      timeouts: DELIVERY_TIMEOUTS,
      onFallback: async () => {},
      onUndelivered,
      isStillNeeded: (id) => isTextOfTryNeeded(care.db, id),
    }
  })
  afterAll(() => care.close())
  beforeEach(async () => {
    for (const table of ['accounts', 'events', 'inboundTexts', 'messages', 'quotaUses', 'phoneRefusals'] as const) {
      await care.db.deleteFrom(table).execute()
    }
    await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
    sent = []
    provider.outcome = accept
    account = await care.anAccount()
    lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
    const fields = { contactType: 'family', isEmergencyContact: true, position: 1 } as const
    await care.db
      .insertInto('contacts')
      .values({ accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: SUSAN, ...fields })
      .execute()
  })
}

/** Books a call at nine that asks by text, and moves the clock there. */
export async function aTextAtNine(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await care.aCall(account, { lovedOneId, asksBy: 'text', ...fields })
  care.clock.set(NINE_IN_SYDNEY)
  await work()
  return callId
}

/** Everything that is due at the clock's time: dispatch, outbox, reconciler. */
export async function work() {
  await care.dispatch()
  await deliver()
  care.clock.advance(2_000)
  await care.settle()
  await care.dispatch()
  await deliver()
}

/** Moves the clock and works. */
export async function pass(ms: number) {
  care.clock.advance(ms)
  await care.settle()
  await work()
}

/** Sends the texts that wait in the outbox. */
export async function deliver() {
  const open = await care.db
    .selectFrom('messages')
    .select('id')
    .where('channel', '=', 'sms')
    .where('dedupeKey', 'like', 'check-in:%')
    .where('sentAt', 'is', null)
    .where('failedAt', 'is', null)
    .orderBy('id')
    .execute()
  for (const { id } of open) await deliverMessage(delivery, id)
}

/** The network says that it could not deliver a text. */
export const bounce = (messageId = sent.at(-1)?.messageId ?? 0) =>
  reports.progressed(messageId, 'failed', 'Unreachable', `SM-b-${aNumber()}`)

/** A person writes a text message; returns the reply. */
export const write = (text: string, from = MARGARET, providerMessageId = `SM-in-${aNumber()}`) =>
  inbound.texted({ from, text, providerMessageId })

export const questions = () => sent.filter(({ to }) => to === MARGARET).map(({ text }) => text)
export const callOf = (callId: number) => care.call(account, callId)
export const incidents = () =>
  care.db.selectFrom('incidents').select(['cause', 'status', 'headline', 'detail']).orderBy('id').execute()
