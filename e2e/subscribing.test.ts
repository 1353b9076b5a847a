import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { goTo, signIn } from './screens.ts'

journey.override({ settings: { BILLING: 'on', SANDBOX_RING_SECONDS: '1' } })

const PAYS = '4242 4242 4242 4242'
const DECLINED = '4000 0000 0000 0002'
const PAYS_FIRST = '4000 0000 0000 0341'

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
const see = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

/** Fills in a card on the page of the card provider, and presses its button. */
async function payWith(page: Page, number: string): Promise<void> {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel(/^Expiry/).fill('12 / 34')
  await page.getByLabel('CVC').fill('123')
  await page.locator('button[type=submit]').click()
}
/** Ends the month of the latest subscriber, on the sandbox page. */
async function passMonth(localUrl: string, page: Page, who: RegExp): Promise<void> {
  await page.goto(`${localUrl}/sandbox`)
  await page.getByRole('tab', { name: /^Cards/ }).click()
  const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: who }) })
  await row.getByRole('button').click()
  await row.getByText(/^The card was declined|^The month is over/).waitFor()
}

journey(
  'a checkout that was left and a card that is declined change nothing; the next card subscribes',
  async ({ product, open }) => {
    const account = await registerAccount(product.url, { firstName: 'Robyn', lastName: 'Paying' })
    const { page, expectInConsole } = await open()
    // The declined card, as the browser notes it on the provider's page.
    expectInConsole(/status of 402/)
    await signIn(page, account)
    await goTo(page, 'Subscription')
    await see(page, '14 days left in your free trial')

    await button(page, 'Subscribe').click()
    await page.getByRole('link', { name: /^Cancel and go back/ }).click()
    await see(page, 'We haven’t charged you.')
    await page.waitForURL(({ search }) => search === '')

    await button(page, 'Subscribe').click()
    await payWith(page, DECLINED)
    await page
      .getByText(/declined/i)
      .first()
      .waitFor()
    await payWith(page, PAYS)
    await see(page, 'You’re subscribed to the Basic Plan')
    await page.waitForURL(({ search }) => search === '')
    await see(page, /^Renews /)
    await see(page, 'Visa ending in 4242')
    await page.getByRole('table', { name: 'Invoices' }).getByText('Paid').waitFor()
    expect(await page.getByText('$19.99').count()).toBeGreaterThan(0)

    // An add-on costs more from now on.
    await page.getByRole('switch', { name: 'Wake-up Call add-on' }).press('Space')
    await page.getByRole('alertdialog').getByRole('button', { name: 'Add to plan' }).click()
    await see(page, 'per month, with 1 add-on')
    await see(page, '$23.98')

    // Cancelled, and taken back.
    await button(page, 'Cancel subscription').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel subscription' }).click()
    await button(page, 'Resume subscription').click()
    await page.locator('.pill').getByText('Active').waitFor()

    await page.goto('/dashboard')
    await page.getByRole('region', { name: 'Summary' }).getByText('Basic Plan').waitFor()
    await goTo(page, 'Dashboard')
    await page.getByRole('link', { name: 'View all activity' }).click()
    await see(page, /Wake-up Call added/)
  },
)

journey('a failed renewal is shown on every screen until it is paid', async ({ product, open }) => {
  const account = await registerAccount(product.url, { firstName: 'Con', lastName: 'Failing' })
  const { page } = await open()
  await signIn(page, account)
  await goTo(page, 'Subscription')
  await button(page, 'Subscribe').click()
  await payWith(page, PAYS_FIRST)
  await see(page, 'You’re subscribed to the Basic Plan')

  await passMonth(product.localUrl, page, /Con Failing/)
  await page.goto('/dashboard')
  await see(page, 'Your last payment failed')
  await page.getByRole('link', { name: 'Pay or change the card' }).click()
  await see(page, 'Past due')
  await see(page, /^We’ll keep making your calls until/)

  // A new card pays nothing by itself.
  await button(page, 'Change card').first().click()
  await payWith(page, PAYS)
  await page.goto('/subscription')
  await see(page, 'Past due')
  await button(page, 'Pay now').click()
  await page.locator('.pill').getByText('Active').waitFor()
  expect(await page.getByText('Your last payment failed').count()).toBe(0)
})
