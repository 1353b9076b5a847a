import { expect } from 'vitest'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { goTo, seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

journey.override({ settings: { SANDBOX_RING_SECONDS: '1', RETRY_ATTEMPTS: '1', RETRY_DELAY_SECONDS: '1' } })

journey(
  'a call that nobody answers is retried, shown as missed, and reported to the account holder and the first contact',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    // The sandbox's phones that end in 01 ring out.
    const lovedOneId = await account.addLovedOne({ name: 'June Murray', phoneNumber: '+61491570101' })
    await account.addContact(lovedOneId, {
      name: 'Susan Murray',
      phoneNumber: '+61491570110',
      isEmergencyContact: true,
    })
    const { id } = await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
    const { page } = await open()
    await signIn(page, account)
    await goTo(page, 'Calls')
    await page.getByText('No upcoming calls scheduled').waitFor()
    await page.getByRole('tab', { name: 'History' }).click()
    await page
      .getByRole('row', { name: /June Murray/ })
      .getByText('Missed', { exact: true })
      .waitFor()
    await page.getByRole('link', { name: /^June Murray View Details/ }).click()
    await seeHeading(page, 'Call Details')
    await page.getByText('The phone rang out.').first().waitFor()
    expect((await account.call(id)).attempts.map(({ outcome }) => outcome)).toEqual(['no_answer', 'no_answer'])

    // A contact is asked to agree by text as well; that is not the message about the missed call.
    const told = (whom: string, about: string) =>
      waitUntil(`${whom} is notified`, async () => {
        const entries = outboxEntrySchema
          .array()
          .parse(await (await fetch(`${product.localUrl}/api/sandbox/outbox`)).json())
        return entries.find(({ to, text }) => to === whom && text.includes(about))
      })
    const mail = await told(account.email, 'The phone rang out.')
    expect(mail.text).toContain("We're asking Susan Murray too.")
    const text = await told('+61491570110', 'Please check on June')
    expect(text.text).toContain('Please check on June: +61 491 570 101.')
    expect(text.text).toContain(`${product.url}/incident/`)
  },
)
