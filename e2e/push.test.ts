import { afterAll, beforeAll, expect } from 'vitest'
import { type PushService, startPushService } from '#simulators/push/push-service.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { notifiedBrowser, withNotedBadge } from './notified-browser.ts'
import { goTo, signIn } from './screens.ts'

journey.override({ settings: { SANDBOX_RING_SECONDS: '1', RETRY_ATTEMPTS: '0', WEBHOOK_ALLOW_PRIVATE: '1' } })

let service: PushService
beforeAll(async () => {
  service = await startPushService()
})
afterAll(() => service.close())

/** Shown of a push that cannot be read. */
const PLAIN = { title: 'Cooee', body: 'Open Cooee to see what happened.', tag: 'unreadable' }

journey(
  'a missed call is shown on a locked phone without what it was for, leads to its page, and is gone after signing out',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    // The sandbox's phones that end in 01 ring out.
    const lovedOneId = await account.addLovedOne({ name: 'June Murray', phoneNumber: '+61491570101' })
    const { page, context } = await open({ viewport: PHONE })
    await withNotedBadge(context)
    await signIn(page, account)
    const phone = await notifiedBrowser(context, page, product.url)

    const badge = async () => (await phone.badges()).at(-1)
    // Asked by the page, so that it is this browser's device; it has no push service, and takes ours.
    const askDevices = (method: string, body?: unknown): Promise<{ publicKey: string; devices: unknown[] }> =>
      page.evaluate(
        async (asked) => {
          const headers = { 'content-type': 'application/json' }
          const init = asked.body === undefined ? {} : { body: JSON.stringify(asked.body), headers }
          return (await fetch('/api/push-devices', { method: asked.method, ...init })).json()
        },
        { method, body },
      )
    const subscription = service.subscribe((await askDevices('GET')).publicKey)
    expect((await askDevices('POST', subscription)).devices).toMatchObject([{ isThisDevice: true }])
    await goTo(page, 'Loved Ones')

    await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString(), callType: 'medication_reminder' })
    await expect.poll(() => service.received.length, { timeout: 30_000 }).toBeGreaterThan(0)
    const payload = service.received[0]?.payload ?? ''
    await phone.deliver(payload)
    await expect
      .poll(phone.shown)
      .toMatchObject([{ title: expect.stringMatching(/^June Murray didn't answer the .+ call$/) }])
    expect(JSON.stringify(await phone.shown())).not.toMatch(/medication/i)
    await expect.poll(badge).toBe(1)

    // The same news again takes the place of the one before.
    await phone.deliver(payload)
    await phone.deliver('not json')
    await phone.deliver(JSON.stringify({ web_push: 8030, notification: null }))
    await expect.poll(phone.shown).toMatchObject([{ tag: expect.stringMatching(/^incident-/) }, PLAIN])

    await phone.follow(JSON.parse(payload).notification.navigate)
    await page.waitForURL('**/incident/**')
    await page
      .getByText(/June Murray didn't answer/)
      .first()
      .waitFor()
    expect(await badge()).toBe(1)
    await page.goto('/dashboard')
    await expect.poll(badge).toBe(0)

    // On the dashboard that is open the news is seen: no badge stays.
    const before = (await phone.badges()).length
    await phone.deliver(payload)
    await expect.poll(async () => (await phone.badges()).slice(before).join(' ')).toMatch(/\b1( 0)+$/)

    const isFollowed = page.waitForResponse(/\/api\/changes/)
    await page.goto('/settings')
    await phone.deliver(payload)
    await expect.poll(badge).toBe(1)
    // The browser would note that a stream which is still being opened is refused.
    await isFollowed
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(phone.shown).toEqual([])
    await expect.poll(badge).toBe(0)
  },
)
