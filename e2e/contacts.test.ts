import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

const CONTACTS = ['Pete Hartley', 'Dawn Kelly', 'Sunita Rao']

/** Drags a row by its handle, as mouse, pen and finger do it, to where another one stands. */
async function drag(page: Page, name: string, onto: string): Promise<void> {
  const handle = page.getByRole('listitem').filter({ hasText: name }).locator('.order__handle')
  const target = page.getByRole('listitem').filter({ hasText: onto })
  const [from, to] = await Promise.all([handle.boundingBox(), target.boundingBox()])
  if (!from || !to) throw new Error(`${name} or ${onto} cannot be seen`)
  const x = from.x + from.width / 2
  await page.mouse.move(x, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(x, to.y + to.height / 2, { steps: 8 })
  await page.mouse.up()
}

journey.for([
  { at: 'a desk', viewport: DESKTOP },
  { at: 'a phone', viewport: PHONE },
])('contacts are added, changed, put in order and deleted, at $at', async ({ viewport }, { product, open }) => {
  const account = await registerAccount(product.url)
  const margaret = await account.addLovedOne({ name: 'Margaret Hartley' })
  for (const name of CONTACTS.slice(1)) await account.addContact(margaret, { name })
  const inOrder = (...names: string[]) =>
    waitUntil(`the order is ${names.join(', ')}`, async () => {
      return (await account.contactNames(margaret)).join() === names.join()
    })
  const { page } = await open({ viewport })
  await signIn(page, account)
  await page.goto('/loved-ones')
  await page.getByRole('link', { name: 'Contacts for Margaret Hartley' }).click()
  await seeHeading(page, 'Contacts')

  await page.getByRole('button', { name: 'Add Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel('Name').fill('Pete Hartley')
  await dialog.getByLabel('Phone Number').fill('0491 571 266')
  await dialog.getByText('Emergency contact').click()
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await page.getByRole('link', { name: '+61 491 571 266' }).waitFor()
  await page.getByText('Emergency contact', { exact: true }).waitFor()

  await page.getByRole('button', { name: 'Change Order' }).click()
  // By keyboard alone: the focus stays on the button while its row moves.
  await page.getByRole('button', { name: 'Move Pete Hartley up' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Pete Hartley is now 2 of 3').waitFor({ state: 'attached' })
  await page.keyboard.press('Enter')
  await page.getByText('Pete Hartley is now 1 of 3').waitFor({ state: 'attached' })
  await inOrder('Pete Hartley', 'Dawn Kelly', 'Sunita Rao')

  await drag(page, 'Pete Hartley', 'Sunita Rao')
  await inOrder('Dawn Kelly', 'Sunita Rao', 'Pete Hartley')
  await drag(page, 'Pete Hartley', 'Dawn Kelly')
  await inOrder('Pete Hartley', 'Dawn Kelly', 'Sunita Rao')
  await page.getByRole('button', { name: 'Done' }).click()
  await page.reload()
  await page.getByRole('heading', { name: 'Pete Hartley' }).waitFor()
  expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual(CONTACTS)

  await page.getByRole('button', { name: 'Delete Dawn Kelly' }).click()
  const confirm = page.getByRole('alertdialog', { name: 'Delete Dawn Kelly?' })
  await confirm.getByText('You can’t undo this.').waitFor()
  await confirm.getByRole('button', { name: 'Delete contact' }).click()
  await page.getByText('Dawn Kelly has been deleted').waitFor()
  await inOrder('Pete Hartley', 'Sunita Rao')
})

journey('without a loved one the contacts lead back to the loved ones', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page } = await open()
  await signIn(page, account)
  await page.goto('/contacts')
  await page.waitForURL('**/loved-ones')
})
