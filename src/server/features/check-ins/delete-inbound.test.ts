import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteOldEvents } from '#server/features/events/public.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { inboundProviderEvents } from './calls/inbound-provider-events.ts'
import { deleteOldInbound } from './delete-inbound.ts'

const MARGARET = '+61491570156'
const DAY = 86_400_000

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

async function kept(): Promise<string> {
  const rows = [
    ...(await care.db.selectFrom('events').selectAll().execute()),
    ...(await care.db.selectFrom('inboundTexts').selectAll().execute()),
  ]
  return JSON.stringify(rows)
}

describe('inbound texts and deletion', () => {
  test('a text message from a loved one is deleted with the account, wherever it was written down', async () => {
    const account = await care.anAccount()
    await care.aLovedOne(account, { phoneNumber: MARGARET })
    await inboundProviderEvents(care.deps).texted({ from: MARGARET, text: 'I am fine', providerMessageId: 'SM1' })
    expect(await kept()).toContain('I am fine')
    await deleteEverybody(care.db)
    expect(await kept()).not.toMatch(/I am fine|61491570156/)
  })

  test('a text message from a loved one is kept for 30 days', async () => {
    const account = await care.anAccount()
    await care.aLovedOne(account, { phoneNumber: MARGARET })
    care.clock.set(new Date())
    await inboundProviderEvents(care.deps).texted({ from: MARGARET, text: 'All good here', providerMessageId: 'SM2' })
    // A worker has processed the event.
    await care.db.updateTable('events').set({ fannedOutAt: new Date() }).execute()
    const tidy = async (days: number) => {
      const at = new Date(Date.now() + days * DAY)
      await Promise.all([deleteOldInbound(care.db, at), deleteOldEvents(care.db, at)])
    }
    await tidy(29)
    expect(await kept()).toContain('All good here')
    await tidy(31)
    expect(await kept()).not.toContain('All good here')
  })
})
