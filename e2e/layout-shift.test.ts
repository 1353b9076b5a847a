import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { aFullAccount } from './full-account.ts'
import { journey } from './journey.ts'
import { signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

/** Google calls 0.1 good; what an unsteady hand is about to press must move less than that. */
const MAX_SHIFT = 0.02
/** A line that gets its font a moment later is wider by a fraction of a pixel: nobody sees a thousandth. */
const UNSEEN_SHIFT = 0.001

const SCREENS: readonly { path: string; ready: (page: Page) => Promise<unknown> }[] = [
  { path: '/dashboard', ready: (page) => page.locator('.act').first().waitFor() },
  { path: '/loved-ones', ready: (page) => page.getByText('Showing 3 of 3 loved ones').waitFor() },
  {
    path: '/calls',
    ready: (page) =>
      page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .waitFor(),
  },
  {
    path: '/calls?tab=history',
    ready: (page) =>
      page
        .getByRole('button', { name: /^View transcript/ })
        .first()
        .waitFor(),
  },
]

/** Remembers every layout shift of the pages to come that is not the answer to somebody's press. */
function watchShifts(): void {
  const shifts: string[] = []
  Object.assign(globalThis, { layoutShifts: shifts })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
      const moved = entry.sources.map(({ node, previousRect, currentRect }) => {
        const element = node instanceof Element ? node : node?.parentElement
        return `${element?.tagName}.${element?.getAttribute('class')} from ${Math.round(previousRect.y)} to ${Math.round(currentRect.y)}`
      })
      if (!entry.hadRecentInput) shifts.push(`${entry.value} ${moved.join(', ')}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
}
interface Shift {
  value: number
  hadRecentInput: boolean
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Two frames: what was drawn last is on the screen, and its shifts have been reported. */
const painted = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))

/** How far the page has moved since it was opened, and what moved. */
async function shiftsOf(page: Page): Promise<{ sum: number; shifts: string[] }> {
  const shifts = await page.evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts)
  return { shifts, sum: shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0) }
}

/** What the dashboard asks for, in an order in which what it is about comes last. */
const ARRIVALS = ['/api/dashboard/stats', '/api/activity', '/api/calls/upcoming', '/api/dashboard/today']

journey(
  'the first dashboard in a browser that knows nothing moves nothing, however many people there are',
  { timeout: 120_000 },
  async ({ product, open }) => {
    const tooMuch: string[] = []
    for (const count of [1, 5]) {
      const account = await registerAccount(product.url)
      const names = ['June Murray', 'Con Papadakis', 'Beryl Thompson', 'Tuan Nguyen', 'Margaret Hartley'].slice(
        0,
        count,
      )
      for (const name of names) {
        // The provider refuses a number that ends in 05: one failed call, and an alert on the panel.
        const lovedOneId = await account.addLovedOne({
          name,
          ...(name === names[0] && { phoneNumber: '+61491570105' }),
        })
        await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
      }
      await waitUntil('the calls are over', async () => (await account.history()).length === count)
      for (const viewport of [PHONE, { width: 1024, height: 768 }, DESKTOP]) {
        const { page } = await open({ viewport })
        await page.request.post('/api/login', { data: { username: account.username, password: account.password } })
        await page.addInitScript(watchShifts)
        const release = new Map(ARRIVALS.map((path) => [path, Promise.withResolvers<void>()]))
        await page.route(/\/api\/(?!me\b)/, async (route) => {
          await release.get(new URL(route.request().url()).pathname)?.promise
          await route.fallback()
        })
        await page.goto('/dashboard')
        await page.locator('.skel').first().waitFor({ state: 'attached' })
        await page.evaluate(() => document.fonts.ready)
        await painted(page)
        for (const path of ARRIVALS) {
          const arrived = page.waitForResponse((response) => new URL(response.url()).pathname === path)
          release.get(path)?.resolve()
          await arrived
          await painted(page)
        }
        await page.getByRole('link', { name: 'Ring June' }).waitFor()
        await page.locator('.act').first().waitFor()
        await painted(page)
        const { sum, shifts } = await shiftsOf(page)
        if (sum > MAX_SHIFT) {
          tooMuch.push(`${count} people at ${viewport.width}: moves by ${sum.toFixed(3)}: ${shifts.join('; ')}`)
        }
        await page.unrouteAll({ behavior: 'ignoreErrors' })
      }
    }
    expect(tooMuch).toEqual([])
  },
)

journey.for([
  { on: 'a desk', viewport: DESKTOP },
  { on: 'a phone', viewport: PHONE },
] as const)('what is on its way to $on moves nothing when it arrives', async ({ viewport }, { product, open }) => {
  const { page } = await open({ viewport })
  const account = await aFullAccount(product.url, 'Giuseppe Romano')
  await signIn(page, account)
  await page.addInitScript(watchShifts)
  const tooMuch: string[] = []
  for (const { path, ready } of SCREENS) {
    // The answers are held until the screen that waits for them has been drawn.
    let drawn = () => {}
    const waited = new Promise<void>((resolve) => {
      drawn = resolve
    })
    await page.route(/\/api\/(?!me\b)/, async (route) => {
      await waited
      await route.fallback()
    })
    await page.goto(path)
    await page.locator('.skel').first().waitFor({ state: 'attached' })
    await page.evaluate(() => document.fonts.ready)
    await painted(page)
    drawn()
    await ready(page)
    await painted(page)
    const { sum, shifts } = await shiftsOf(page)
    if (sum > MAX_SHIFT) tooMuch.push(`${path} moves by ${sum.toFixed(3)}: ${shifts.join('; ')}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(tooMuch).toEqual([])
})

journey('on the public pages nothing moves once it is there', async ({ open }) => {
  const tooMuch: string[] = []
  for (const viewport of [PHONE, DESKTOP]) {
    const { page } = await open({ viewport })
    await page.addInitScript(watchShifts)
    for (const path of ['/', '/terms']) {
      await page.goto(path)
      await page.evaluate(() => document.fonts.ready)
      await painted(page)
      const { sum, shifts } = await shiftsOf(page)
      if (sum > UNSEEN_SHIFT)
        tooMuch.push(`${path} at ${viewport.width} moves by ${sum.toFixed(3)}: ${shifts.join('; ')}`)
    }
  }
  expect(tooMuch).toEqual([])
})
