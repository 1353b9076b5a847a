import { expect } from 'vitest'
import {
  axeFindings,
  lostInLargeText,
  sidewaysAtTwiceTheText,
  silentStates,
  smallTargets,
} from './accessibility-checks.ts'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { chooseTime, signIn, ZONE } from './screens.ts'

const NAME = 'June Murray'
const DAY_MS = 86_400_000

/** 9:00 in Sydney on the day that is so many days ahead, ISO 8601. */
function nineIn(days: number): string {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: ZONE }).format(new Date(Date.now() + days * DAY_MS))
  return new Date(Temporal.PlainDateTime.from(`${day}T09:00`).toZonedDateTime(ZONE).epochMilliseconds).toISOString()
}

journey(
  'a week shows what will ring; one call is moved, another skipped and taken back, with the keyboard',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: NAME })
    await account.schedule({ lovedOneId, scheduledTime: nineIn(1), recurrencePattern: 'daily' })
    const { page, picture } = await open()
    await signIn(page, account)
    await page.goto('/calls?tab=week')
    const days = page.locator('.weekday')
    await days.nth(3).getByText('9:00 AM').waitFor()
    expect(await days.count()).toBe(7)
    const chooseFor = async (day: number, action: string) => {
      await days
        .nth(day)
        .getByRole('button', { name: /^Actions for June Murray/ })
        .press('Enter')
      await page.getByRole('menuitem', { name: action }).press('Enter')
    }
    await chooseFor(2, 'Move this call')
    const dialog = page.getByRole('dialog', { name: 'Move this call' })
    await chooseTime(page, '10:30 AM')
    if (process.env.PICTURES) await picture('move call desktop')
    expect(await axeFindings(page)).toEqual([])
    await dialog.getByRole('button', { name: 'Move call' }).press('Enter')
    await dialog.waitFor({ state: 'detached' })
    await days.nth(2).getByText('10:30 AM').waitFor()
    await days
      .nth(2)
      .getByText(/^Moved from .* 9:00\sAM/)
      .waitFor()
    await chooseFor(3, 'Skip this call')
    await days.nth(3).getByText('Skipped').waitFor()
    if (process.env.PICTURES) await picture('week desktop')
    await chooseFor(3, 'Undo the skip')
    await days.nth(3).getByText('Skipped').waitFor({ state: 'detached' })
    await chooseFor(2, 'Back to its usual time')
    await days.nth(2).getByText('9:00 AM').waitFor()
    await page.getByRole('button', { name: 'Week after' }).press('Enter')
    await days.nth(0).getByText('9:00 AM').waitFor()
  },
)

journey(
  'a week without calls says so, and a week on a phone is read without scrolling sideways',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const { page, picture } = await open({ viewport: PHONE, bypassCSP: true })
    await signIn(page, account)
    await page.goto('/calls?tab=week')
    await page.getByText('No calls in this week').waitFor()
    const lovedOneId = await account.addLovedOne({ name: NAME })
    await account.addLovedOne({ name: 'Con Papadakis', timezone: 'Australia/Perth' })
    await account.schedule({ lovedOneId, scheduledTime: nineIn(1), recurrencePattern: 'weekdays' })
    await page.goto('/calls?tab=week')
    await page.locator('.weekcall').first().waitFor()
    if (process.env.PICTURES) await picture('week phone')
    const fits = () => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)
    expect(await fits()).toBe(true)
    await page.setViewportSize({ width: 320, height: 640 })
    if (process.env.PICTURES) await picture('week narrow phone')
    for (const check of [axeFindings, smallTargets, lostInLargeText, sidewaysAtTwiceTheText, silentStates]) {
      expect(await check(page)).toEqual([])
    }
    expect(await fits()).toBe(true)
  },
)
