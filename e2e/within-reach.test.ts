import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Account, registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { choose, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

/** What a finger needs. */
const TARGET_PX = 44

async function boxOf(part: Locator) {
  const box = await part.boundingBox()
  if (!box) throw new Error(`${part} is not drawn`)
  return box
}

/** Whether a part lies wholly on the screen, where it can be seen and pressed. */
async function isOnScreen(page: Page, part: Locator): Promise<boolean> {
  await part.scrollIntoViewIfNeeded()
  const { x, y, width, height } = await boxOf(part)
  const screen = page.viewportSize() ?? PHONE
  // A place scrolled to may be a part of a pixel off.
  return x >= -1 && y >= -1 && x + width <= screen.width + 1 && y + height <= screen.height + 1
}

journey.for([
  { where: 'at 200 % zoom', viewport: { width: 720, height: 500 } },
  { where: 'on a small phone', viewport: { width: 320, height: 640 } },
  { where: 'on a phone', viewport: PHONE },
  { where: 'on a small laptop', viewport: { width: 1366, height: 650 } },
  { where: 'at a desk', viewport: DESKTOP },
] as const)('every day and time can be reached $where', async ({ viewport }, { product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne()
  const { page } = await open({ viewport })
  await signIn(page, account)
  await page.goto('/calls?schedule=true')
  for (const recurrence of ['Custom', 'One Time']) {
    await page.getByRole('tab', { name: 'Call Details' }).click()
    await choose(page, 'Recurrence', recurrence)
    await page.getByRole('tab', { name: 'Call Details' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^Date/ }).click()
    const next = page.getByRole('button', { name: /next month/i })
    expect(await isOnScreen(page, next), 'the next month').toBe(true)
    await next.click()
    const days = page.getByRole('grid').getByRole('button')
    for (const day of [days.first(), days.last()]) {
      expect(await isOnScreen(page, day), 'the first and the last day').toBe(true)
      const { width, height } = await boxOf(day)
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET_PX)
    }
    await days.last().click()
  }
  await page.getByRole('dialog').getByRole('button', { name: /^Time/ }).click()
  expect(await isOnScreen(page, page.getByRole('combobox', { name: 'Find a time' }))).toBe(true)
  expect(await isOnScreen(page, page.getByRole('option', { name: '11:55 PM' }))).toBe(true)
})

journey.for([
  { where: 'on a phone with text twice as large', viewport: PHONE, text: '200%' },
  { where: 'on a phone held sideways', viewport: { width: 667, height: 375 }, text: '100%' },
] as const)(
  'the end of the menu and a whole form can be reached $where',
  async ({ viewport, text }, { product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne()
    const { page } = await open({ viewport, bypassCSP: true })
    await signIn(page, account)
    await page.addStyleTag({ content: `html { font-size: ${text}; }` })
    await page.getByRole('button', { name: 'Menu' }).click()
    expect(await isOnScreen(page, page.getByRole('button', { name: 'Sign out' }))).toBe(true)
    await page.goto('/calls?schedule=true')
    await page.addStyleTag({ content: `html { font-size: ${text}; }` })
    const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
    for (const part of [
      dialog.getByRole('button', { name: /^Time/ }),
      dialog.getByRole('button', { name: 'Cancel' }),
    ]) {
      expect(await isOnScreen(page, part)).toBe(true)
    }
    // The buttons go with the form: fixed, they and the heading would leave it a slit.
    await dialog.getByRole('heading').scrollIntoViewIfNeeded()
    expect((await boxOf(dialog.getByRole('button', { name: 'Cancel' }))).y).toBeGreaterThan(viewport.height)
  },
)

async function withOneCallOver(url: string, name: string): Promise<Account> {
  const account = await registerAccount(url)
  const lovedOneId = await account.addLovedOne({ name })
  await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
  await waitUntil('the call is over', async () => (await account.history()).length === 1)
  return account
}

journey.for([
  { on: 'a desk', viewport: DESKTOP },
  { on: 'a phone', viewport: PHONE },
] as const)(
  'the details of a call with somebody of a short name can be hit on $on',
  async ({ viewport }, { product, open }) => {
    const account = await withOneCallOver(product.url, 'Al')
    const { page } = await open({ viewport })
    await signIn(page, account)
    await page.goto('/calls?tab=history')
    const link = page.getByRole('link', { name: /^Al View Details/ })
    await link.getByText('View Details').waitFor()
    const cell = page.getByRole('cell').filter({ has: link })
    const { x, y, width, height } = await boxOf(cell)
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(TARGET_PX)
    await page.mouse.click(x + width - 4, y + height - 4)
    await page.waitForURL('**/calls/details/**')
  },
)

journey.for([
  { on: 'a desk', viewport: DESKTOP },
  { on: 'a tablet', viewport: { width: 900, height: 900 } },
  { on: 'a phone', viewport: PHONE },
] as const)('a toast leaves the buttons of a dialog free on $on', async ({ viewport }, { product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne()
  const { page } = await open({ viewport })
  await signIn(page, account)
  await page.goto('/calls?schedule=true')
  await choose(page, 'Recurrence', 'Custom')
  await page.getByRole('button', { name: 'Remove Monday 9:00 AM' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
  await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
  const toast = page.locator('.toast')
  await toast.waitFor()
  const news = await boxOf(toast)
  expect(news.y).toBeGreaterThan(viewport.height / 2)
  const buttons = [
    dialog.getByRole('button', { name: 'Close', exact: true }),
    dialog.getByRole('button', { name: 'Cancel', exact: true }),
    dialog.getByRole('button', { name: 'Schedule Call', exact: true }),
  ]
  for (const button of buttons) {
    const box = await boxOf(button)
    const isApart =
      news.x >= box.x + box.width ||
      news.x + news.width <= box.x ||
      news.y >= box.y + box.height ||
      news.y + news.height <= box.y
    expect(isApart, `the toast lies over ${button}`).toBe(true)
  }
})

journey('a toast that makes way for what has the focus is closed with the mouse', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, expectInConsole } = await open({ viewport: PHONE })
  expectInConsole(/status of 500/)
  await signIn(page, account)
  await page.goto('/settings')
  const signOut = page.getByRole('main').getByRole('button', { name: 'Sign out' })
  await signOut.waitFor()
  await page.route(/\/api\/logout/, (route) => route.fulfill({ status: 500, json: { message: 'Try again' } }))
  await signOut.click()
  const toast = page.locator('.toast')
  await toast.waitFor()
  // The button that has the focus is scrolled under the toast.
  const { y } = await boxOf(toast)
  const button = await boxOf(signOut)
  await page.evaluate((by) => window.scrollBy(0, by), button.y - y - 20)
  const region = page.locator('.toast-region')
  const lift = () => region.evaluate(({ style }) => style.translate)
  await waitUntil('the toast makes way', async () => (await lift()) !== '')
  const lifted = await lift()
  const close = await boxOf(toast.getByRole('button', { name: 'Close' }))
  await page.mouse.move(close.x + close.width / 2, close.y + close.height / 2)
  await page.mouse.down()
  expect(await lift()).toBe(lifted)
  await page.mouse.up()
  await toast.waitFor({ state: 'detached' })
})
