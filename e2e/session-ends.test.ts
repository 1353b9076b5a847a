import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { choose, fillSignIn, seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const NAME = 'June Murray'
const KEPT = 'You had to sign in again. What you typed is still here, but not saved yet.'

/** Ends the page's session on the server, as its expiry would; the page learns it from its next request. */
async function endSession(page: Page): Promise<void> {
  const status = await page.evaluate(async () => {
    const token = localStorage.getItem('cooee-auth-token')
    const response = await fetch('/api/logout', { method: 'POST', headers: { authorization: `Bearer ${token}` } })
    return response.status
  })
  expect(status).toBe(204)
}

const typedIn = (dialog: Locator, label: string) => dialog.getByLabel(label, { exact: true }).inputValue()

journey('a session that ends while a person is added loses nothing that was typed', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 401/)
  await signIn(page, account)
  await page.goto('/loved-ones?add=true')
  const dialog = page.getByRole('dialog', { name: 'Add New Loved One' })
  await dialog.getByLabel('Name', { exact: true }).fill(NAME)
  await dialog.getByLabel('Phone Number').fill('0491 570 110')
  await choose(page, 'Relationship', 'Sibling')
  await dialog.getByLabel('Medical Conditions').fill('Asthma\nHard of hearing')
  await endSession(page)
  await dialog.getByRole('button', { name: 'Add Loved One' }).click()
  await page.waitForURL('**/login?*')
  await page.getByText('We’ll keep what you typed until you’ve signed in.').waitFor()
  // Looking for the password elsewhere may cost the page its memory.
  await page.reload()
  await fillSignIn(page, account)

  await dialog.getByText(KEPT).waitFor()
  expect(await typedIn(dialog, 'Name')).toBe(NAME)
  expect(await dialog.getByLabel('Phone Number').inputValue()).toBe('0491 570 110')
  expect(await dialog.getByLabel('Medical Conditions').inputValue()).toBe('Asthma\nHard of hearing')
  await dialog.getByText('Sibling').waitFor()
  await dialog.getByRole('button', { name: 'Add Loved One' }).click()
  await seeHeading(page, 'Try it together')
  expect(await account.lovedOneNames()).toEqual([NAME])

  await page.getByRole('link', { name: 'Back to Loved Ones' }).click()
  await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
  await page.getByRole('button', { name: 'Add New' }).click()
  await dialog.waitFor()
  expect(await typedIn(dialog, 'Name')).toBe('')
})

journey('changes to a person and to a contact are there again after signing in', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const lovedOneId = await account.addLovedOne({ name: NAME })
  await account.addContact(lovedOneId, { name: 'Tom Hartley' })
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 401/)
  await signIn(page, account)
  await page.goto('/loved-ones')
  await page.getByRole('button', { name: `Edit Details for ${NAME}` }).click()
  const person = page.getByRole('dialog', { name: 'Edit Loved One' })
  await person.getByLabel('Name', { exact: true }).fill('June Murray-Lane')
  await endSession(page)
  // Nothing is pressed: the screen's own requests show it.
  await page.waitForURL('**/login?*')
  await fillSignIn(page, account)
  await person.getByText(KEPT).waitFor()
  expect(await typedIn(person, 'Name')).toBe('June Murray-Lane')
  await person.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByRole('heading', { name: 'June Murray-Lane', level: 2 }).waitFor()

  await page.goto(`/contacts?lovedOneId=${lovedOneId}`)
  await page.getByRole('button', { name: 'Edit Tom Hartley' }).click()
  const contact = page.getByRole('dialog', { name: 'Edit Contact' })
  await contact.getByLabel('Notes').fill('Has the spare key')
  await contact.getByText('Emergency contact').click()
  await endSession(page)
  await contact.getByRole('button', { name: 'Save Changes' }).click()
  await page.waitForURL('**/login?*')
  await fillSignIn(page, account)
  await contact.getByText(KEPT).waitFor()
  expect(await contact.getByLabel('Notes').inputValue()).toBe('Has the spare key')
  expect(await contact.getByRole('switch', { name: 'Emergency contact' }).isChecked()).toBe(true)
  await contact.getByRole('button', { name: 'Save Changes' }).click()
  await page.getByText('Tom Hartley has been updated').waitFor()
})

journey(
  'a call whose answer got lost just before the session ended is scheduled once, not twice',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne({ name: NAME })
    const { page, expectInConsole } = await open()
    expectInConsole(/status of 401|net::ERR_/)
    await signIn(page, account)
    await page.goto('/calls?schedule=true')
    const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
    await choose(page, 'Recurrence', 'Daily')
    await choose(page, 'Call Type', 'Wellness Check')
    await page.route('**/api/calls?*', async (route) => {
      await route.fetch()
      await route.abort('connectionreset')
    })
    const schedule = dialog.getByRole('button', { name: 'Schedule Call', exact: true })
    await schedule.click()
    await dialog.getByText('You can safely try again: we won’t save it twice.').waitFor()
    await page.unrouteAll()
    await endSession(page)
    await page.waitForURL('**/login?*')
    await fillSignIn(page, account)
    await dialog.getByText(KEPT).waitFor()
    await dialog.getByRole('combobox', { name: 'Call Type' }).getByText('Wellness Check').waitFor()
    await schedule.click()
    await page.getByText('Call has been scheduled successfully').waitFor()
    const calls = await account.upcoming()
    expect(calls.map(({ callType, recurrencePattern }) => [callType, recurrencePattern])).toEqual([
      ['wellness_check', 'daily'],
    ])
  },
)

journey('what one account holder typed is not shown to the next', async ({ product, open }) => {
  const [first, second] = [await registerAccount(product.url), await registerAccount(product.url)]
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 401/)
  await signIn(page, first)
  await page.goto('/loved-ones?add=true')
  await page.getByRole('dialog').getByLabel('Name', { exact: true }).fill(NAME)
  await endSession(page)
  await page.waitForURL('**/login?*')
  await fillSignIn(page, second)
  const dialog = page.getByRole('dialog', { name: 'Add New Loved One' })
  await dialog.waitFor()
  expect(await typedIn(dialog, 'Name')).toBe('')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  await waitUntil('nothing typed is left in the browser', () =>
    page.evaluate((name) => !JSON.stringify({ ...sessionStorage, ...localStorage }).includes(name), NAME),
  )
})
