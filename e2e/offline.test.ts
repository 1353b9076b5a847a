import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { goTo, seeHeading, signIn } from './screens.ts'

// The browser also looks for a newer service worker when a page is loaded.
const CUT = /net::ERR_|Failed to fetch dynamically imported module|An unknown error occurred when fetching the script/
const NAME = 'June Murray'

/** Prefetching would hide what this tests: how a part that does not load is reported. */
const nothingAhead = (page: Page) =>
  page.addInitScript(() => {
    window.requestIdleCallback = () => 0
  })

/** Marks the page that is loaded; a reload would take the mark away. */
const mark = (page: Page) => page.evaluate(() => Object.assign(globalThis, { isTheSamePage: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isTheSamePage' in globalThis)

journey(
  'a screen that was never opened says on a slow line that it comes, and without a connection that it cannot',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne({ name: NAME })
    const { page, context, expectInConsole } = await open()
    expectInConsole(CUT)
    await nothingAhead(page)
    await signIn(page, account)
    await page.getByText(NAME).first().waitFor()
    await mark(page)
    await context.setOffline(true)
    await goTo(page, 'Loved Ones')
    await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor()
    // All around it is still there, and so is what was loaded before.
    await goTo(page, 'Dashboard')
    await page.getByText(NAME).first().waitFor()
    await goTo(page, 'Loved Ones')
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('heading', { name: 'We couldn’t show this page' }).waitFor()
    await context.setOffline(false)
    await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
    // On a slow line the old screen stays, and says at once that the next one is coming.
    const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>()
    await page.route(/settings-/, async (route) => {
      await arrives
      await route.continue()
    })
    await goTo(page, 'Settings')
    await page.getByRole('status').getByText('The next page is on its way.').waitFor({ state: 'attached' })
    await page.getByRole('heading', { name: NAME, level: 2 }).waitFor()
    arrive()
    await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor()
    expect(await isMarked(page)).toBe(true)
  },
)

journey(
  'a dialog that does not arrive leaves the list where it is, and can be tried again',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne({ name: NAME })
    await account.schedule({ lovedOneId, scheduledTime: new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString() })
    const { page, expectInConsole } = await open()
    expectInConsole(CUT)
    await nothingAhead(page)
    await signIn(page, account)
    await page.goto('/calls')
    await page.getByRole('button', { name: `Actions for ${NAME}` }).waitFor()
    await mark(page)
    await page.route(/schedule-call/, (route) => route.abort('connectionreset'))
    await page.getByRole('button', { name: 'Schedule New Call' }).click()
    const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
    await dialog.getByText('We couldn’t load this form').waitFor()
    expect(await page.getByRole('button', { name: `Actions for ${NAME}`, includeHidden: true }).count()).toBe(1)
    await page.unrouteAll()
    await dialog.getByRole('button', { name: 'Try again' }).click()
    await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).waitFor()
    expect(await isMarked(page)).toBe(true)
  },
)

journey('some seconds after the first screen, the others open without a connection', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: NAME })
  const { page, context, expectInConsole } = await open()
  expectInConsole(CUT)
  await signIn(page, account)
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => /assets\/not-found/.test(name)),
  )
  await context.setOffline(true)
  for (const [link, heading] of [
    ['Calls', 'Calls Management'],
    ['Loved Ones', 'Loved Ones'],
    ['Settings', 'Settings'],
    ['Subscription', 'Subscription'],
  ] as const) {
    await goTo(page, link)
    await seeHeading(page, heading)
  }
  await goTo(page, 'Calls')
  await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
  await page.getByRole('dialog', { name: 'Schedule New Call' }).getByRole('button', { name: 'Schedule Call' }).waitFor()
})
