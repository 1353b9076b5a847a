import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { waitUntil } from './wait-until.ts'

/** Presses Tab until the focus is on `target`, as somebody without a mouse does. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 40; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`Tab never reaches ${target}`)
}

journey('somebody without a mouse signs in and schedules a call', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: 'June Murray' })
  const { page } = await open()
  const { keyboard } = page
  await page.goto('/login')
  await tabTo(page, page.getByLabel('Username'))
  await keyboard.type(account.username)
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await keyboard.type(account.password)
  await keyboard.press('Enter')
  await page.waitForURL('**/dashboard')

  await tabTo(page, page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Calls', exact: true }))
  await keyboard.press('Enter')
  const schedule = page.getByRole('button', { name: 'Schedule New Call' }).first()
  await tabTo(page, schedule)
  await keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
  await dialog.getByLabel('Call Type').waitFor()
  await tabTo(page, dialog.getByRole('combobox', { name: 'Call Type' }))
  await keyboard.press('ArrowDown')
  await keyboard.type('Wel')
  await keyboard.press('Enter')
  await dialog.getByText('Wellness Check').waitFor()
  await tabTo(page, dialog.getByRole('combobox', { name: 'Recurrence' }))
  await keyboard.press('Enter')
  await keyboard.type('Dai')
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: /^Date/ }))
  await keyboard.press('Enter')
  await page.getByRole('grid').waitFor()
  const focusedDay = async () => {
    const name = (await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))) ?? ''
    return /, \d+ [A-Z][a-z]+ \d{4}$/.test(name) ? name : null
  }
  const first = await waitUntil('a day has the focus', focusedDay)
  await keyboard.press('ArrowDown')
  await waitUntil('the focus is a week on', async () => {
    const name = await focusedDay()
    return name !== null && name !== first
  })
  await keyboard.press('Enter')
  await page.getByRole('grid').waitFor({ state: 'detached' })
  await tabTo(page, dialog.getByRole('button', { name: /^Time/ }))
  await keyboard.press('Enter')
  await page.getByRole('combobox', { name: 'Find a time' }).waitFor()
  await keyboard.type('905')
  await keyboard.press('Enter')
  await tabTo(page, dialog.getByRole('button', { name: 'Schedule Call', exact: true }))
  await keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })

  const [call] = await account.upcoming()
  expect(call).toMatchObject({ callType: 'wellness_check', recurrencePattern: 'daily', status: 'scheduled' })
  // The focus is back on what opened the dialog.
  await page.waitForFunction(() => document.activeElement?.textContent === 'Schedule New Call')

  await tabTo(page, page.getByRole('button', { name: 'Actions for June Murray' }))
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Call Now' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for June Murray' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Call Now' }).and(page.locator(':focus')).waitFor()
  await keyboard.type('Edit')
  await page.getByRole('menuitem', { name: 'Edit call' }).and(page.locator(':focus')).waitFor()
  await keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Edit Call' }).getByRole('combobox', { name: 'Call Type' }).waitFor()
})
