import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { signIn } from './screens.ts'

const CUT = /net::ERR_/
const NAME = 'June Murray'

/** The names of everything that the browser keeps, and what is kept under them. */
const keptIn = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const paths = await Promise.all(
      names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)),
    )
    return paths.flat()
  })

/** Waits until the offline page can stand in, and the state of the dashboard is kept. */
const untilKept = async (page: Page) => {
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => keptIn(page)).toContain('/last-state')
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
}

/**
 * Cuts the connection, or brings it back. From Chromium 150 on, a page that is loaded again without a connection believes that
 * it has one, which no browser of a person does: it is told.
 */
async function setOffline(context: BrowserContext, page: Page, isOffline: boolean): Promise<void> {
  await page.evaluate((offline) => sessionStorage.setItem('is offline', offline ? 'yes' : ''), isOffline)
  await context.setOffline(isOffline)
}

const believeToBeOffline = (context: BrowserContext) =>
  context.addInitScript(() => {
    const isCut = () => location.protocol !== 'about:' && sessionStorage.getItem('is offline') === 'yes'
    if (isCut()) Object.defineProperty(navigator, 'onLine', { get: () => !isCut() })
  })

journey(
  'without a connection the last known state is shown with its age, and nothing of it is left after signing out',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne({ name: NAME })
    const { page, context, expectInConsole } = await open({ viewport: PHONE })
    expectInConsole(CUT)
    await believeToBeOffline(context)
    await signIn(page, account)
    await page.getByText(NAME).first().waitFor()
    await untilKept(page)
    expect((await keptIn(page)).sort()).toEqual(
      ['/favicon.svg', '/last-state', '/offline.css', '/offline.html', '/offline.js'].sort(),
    )
    await setOffline(context, page, true)
    await page.reload()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    await page.getByText(/^As at \d+:\d\d (AM|PM), less than a minute ago\. You are offline\.$/).waitFor()
    await page.getByText(NAME).waitFor()
    await page.getByText('This may have changed since.').waitFor()
    await setOffline(context, page, false)
    await page.getByRole('heading', { name: /^Good / }).waitFor()
    await untilKept(page)

    await page.goto('/settings')
    await page.getByRole('main').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('heading', { name: 'Sign in' }).waitFor()
    await expect.poll(() => keptIn(page)).not.toContain('/last-state')
    await setOffline(context, page, true)
    await page.reload()
    await page.getByRole('heading', { name: 'You’re offline' }).waitFor()
    expect(await page.getByText(NAME).count()).toBe(0)
    expect(await page.getByText('As at').count()).toBe(0)
    await context.setOffline(false)
  },
)

journey('the app can be put on the home screen', async ({ product, open }) => {
  const { page, context } = await open()
  await page.goto('/')
  const cdp = await context.newCDPSession(page)
  const { errors, data } = await cdp.send('Page.getAppManifest')
  expect(errors).toEqual([])
  const manifest = JSON.parse(data ?? '{}')
  expect(manifest).toMatchObject({ name: 'Cooee', display: 'standalone', start_url: '/dashboard' })
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable')
  for (const { src } of manifest.icons) {
    const icon = await fetch(`${product.url}${src}`)
    expect([src, icon.status]).toEqual([src, 200])
  }
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual([])
})
