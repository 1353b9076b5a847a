import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { DESKTOP, PHONE } from './browser.ts'
import { aFullAccount } from './full-account.ts'
import { journey } from './journey.ts'
import { signIn } from './screens.ts'

/** Google calls 0.1 good; what an unsteady hand is about to press must move less than that. */
const MOST_SHIFT = 0.02

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
    const shifts = await page.evaluate(() => (globalThis as unknown as { layoutShifts: string[] }).layoutShifts)
    const sum = shifts.reduce((total, shift) => total + Number.parseFloat(shift), 0)
    if (sum > MOST_SHIFT) tooMuch.push(`${path} moves by ${sum.toFixed(3)}: ${shifts.join('; ')}`)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  }
  expect(tooMuch).toEqual([])
})
