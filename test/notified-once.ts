import { expect } from 'vitest'
import type { Db } from '#server/platform/database/database.ts'
import type { TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'

/**
 * Everything that was written down reached its person, once, as the provider's own books have it: text messages, alerts
 * by phone and attempts, each under the id that we hold.
 */
export async function expectNotifiedOnce({ db, simulator }: { db: Db; simulator: TwilioSimulator }): Promise<void> {
  const texts = await db
    .selectFrom('messages')
    .select(['recipient', 'text', 'providerId'])
    .where('channel', '=', 'sms')
    .where('failedAt', 'is', null)
    .execute()
  const sent = simulator.messages().map(({ sid, to, body }) => ({ recipient: to, text: body, providerId: sid }))
  const inOrder = (list: typeof texts) => list.toSorted((a, b) => `${a.providerId}`.localeCompare(`${b.providerId}`))
  expect(inOrder(sent)).toEqual(inOrder(texts))

  const alerts = await db
    .selectFrom('alertCalls')
    .select(['alertId as id', 'providerCallId'])
    .where('outcome', 'not in', ['not_needed', 'rejected'])
    .orderBy('alertId')
    .execute()
  expect(ringsOf(simulator, 'alert-status')).toEqual(alerts)

  const attempts = await db
    .selectFrom('attempts')
    .select(['id', 'providerCallId'])
    .where('state', '=', 'ended')
    .where('outcome', '<>', 'rejected')
    .orderBy('id')
    .execute()
  expect(ringsOf(simulator, 'status')).toEqual(attempts)
}

/** The provider's calls, by the id that was given with the request. */
function ringsOf(simulator: TwilioSimulator, kind: 'status' | 'alert-status') {
  const rings = simulator.calls().flatMap(({ sid, form }) => {
    const [, id] = new RegExp(`/twilio/${kind}/(\\d+)$`).exec(String(form.StatusCallback)) ?? []
    return id ? [{ id: Number(id), providerCallId: sid }] : []
  })
  return rings.toSorted((a, b) => a.id - b.id)
}
