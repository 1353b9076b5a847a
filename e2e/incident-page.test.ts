import { expect } from 'vitest'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

journey.override({ settings: { SANDBOX_RING_SECONDS: '1', RETRY_ATTEMPTS: '0', LOG_LEVEL: 'debug' } })

const SUSAN = '+61491570157'

journey(
  'a missed call is acknowledged through the link in a text message, and "Margaret is OK" notifies everybody',
  async ({ product, open }) => {
    const account = await registerAccount(product.url, { firstName: 'Robyn', lastName: 'Hartley' })
    // The sandbox's phones that end in 01 ring out.
    const lovedOneId = await account.addLovedOne({ name: 'Margaret Hartley', phoneNumber: '+61491570101' })
    await account.addContact(lovedOneId, { name: 'Susan Hartley', phoneNumber: SUSAN, isEmergencyContact: true })
    const { id } = await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
    const sent = async (to: string, words: RegExp) => {
      const entries = outboxEntrySchema
        .array()
        .parse(await (await fetch(`${product.localUrl}/api/sandbox/outbox`)).json())
      return entries.find((entry) => entry.to === to && words.test(`${entry.subject ?? ''} ${entry.text}`))
    }
    const { text } = await waitUntil('Susan is written to', () => sent(SUSAN, /didn't answer/))
    const [link = 'no link'] = /http\S+\/incident\/\S+/.exec(text) ?? []

    const { page: susan } = await open({ viewport: PHONE })
    await susan.goto(link)
    await seeHeading(susan, 'Margaret Hartley')
    expect(await susan.title()).toBe('Check on Margaret - Cooee')
    expect(await susan.locator('meta[name=robots]').getAttribute('content')).toContain('noindex')
    await susan.getByRole('link', { name: 'Ring Margaret: +61 491 570 101' }).waitFor()
    await susan.getByRole('heading', { name: 'Nobody is checking on Margaret yet' }).waitFor()
    await susan.getByRole('button', { name: "I'm on my way" }).click()
    await susan.getByRole('button', { name: '20 minutes' }).click()
    await susan.getByRole('heading', { name: 'You’re checking on Margaret' }).waitFor()

    const { page: robyn } = await open({ viewport: PHONE })
    await signIn(robyn, account)
    await robyn.goto(`/calls/details/${id}`)
    await robyn.getByRole('link', { name: 'Open the incident', exact: true }).click()
    await robyn.getByRole('heading', { name: 'Susan Hartley is checking on Margaret' }).waitFor()
    await robyn.getByText('On the way, about 20 minutes.', { exact: true }).waitFor()
    await waitUntil('Robyn is notified who acknowledged', () => sent(account.email, /Susan Hartley is checking on/))

    await robyn.getByRole('button', { name: 'Margaret is OK' }).click()
    await robyn.getByRole('button', { name: 'Yes, Margaret is OK' }).click()
    await robyn.getByRole('heading', { name: 'All clear' }).waitFor()
    await waitUntil('Susan gets the all-clear', () => sent(SUSAN, /all clear/))
    // On the page that she left open, too.
    await susan.getByRole('heading', { name: 'All clear' }).waitFor()
    await susan.getByText("Robyn Hartley says all's well.", { exact: true }).waitFor()
    await robyn.getByRole('link', { name: 'Call details' }).click()
    await seeHeading(robyn, 'Call Details')
    // A reader of the log must not be able to act in Susan's name.
    expect(product.output()).toContain('/api/incidents/…')
    expect(product.output()).not.toContain(new URL(link).pathname.replace('/incident/', ''))
  },
)

journey('an invalid link says so, and where help is', async ({ open }) => {
  const { page, expectInConsole } = await open({ viewport: PHONE })
  expectInConsole(/status of 404 .*\/api\/incidents\//)
  const answer = await page.goto('/incident/2s.1kz.not-a-signature')
  expect(answer?.headers()).toMatchObject({
    'x-robots-tag': 'noindex, nofollow, noarchive',
    'referrer-policy': 'no-referrer',
  })
  await seeHeading(page, 'This link no longer works.')
  await page.getByRole('link', { name: 'In danger? Call 000' }).waitFor()
})
