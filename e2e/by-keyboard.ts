import type { Locator, Page } from 'playwright-core'
import { waitUntil } from './wait-until.ts'

const MAX_PRESSES = 60

/**
 * Presses Tab (or Shift+Tab) until the focus is on `target`, as somebody without a mouse does. On the way every control
 * that gets the focus must show it and must not lie under anything.
 */
export async function tabTo(page: Page, target: Locator, { backwards = false } = {}): Promise<void> {
  await target.waitFor({ state: 'attached' })
  for (let presses = 0; presses < MAX_PRESSES; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(backwards ? 'Shift+Tab' : 'Tab')
    await waitUntil(
      'what has the focus is seen to have it',
      async () => {
        const problem = await focusProblem(page)
        if (problem) throw new Error(problem)
        return true
      },
      { seconds: 2 },
    )
  }
  throw new Error(`Tab never reaches ${target}`)
}

/** Goes to `target` by Tab and presses Enter. */
export async function pressOn(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

/** A menu forgets what was typed a second ago; on a slow machine two letters may be as far apart. */
const FORGOTTEN_AFTER_MS = 1_200

/** Opens the menu of `button` and chooses the entry by typing its first word, once more where letters came too slowly. */
export async function chooseTyping(page: Page, button: Locator, entry: string): Promise<void> {
  await pressOn(page, button)
  await hasFocus(page.getByRole('menuitem').first())
  const [firstWord = entry] = entry.split(' ')
  const wanted = page.getByRole('menuitem', { name: entry })
  await waitUntil(
    `typing "${firstWord}" finds ${entry}`,
    async () => {
      await page.keyboard.type(firstWord)
      return wanted.evaluate((element) => element === document.activeElement)
    },
    { everyMs: FORGOTTEN_AFTER_MS },
  )
  await page.keyboard.press('Enter')
}

/** Waits until the focus is on `target`. */
export async function hasFocus(target: Locator): Promise<void> {
  await waitUntil(`${target} has the focus`, () => target.evaluate((element) => element === document.activeElement))
}

/** What keeps somebody from seeing where the focus is; null when nothing does. */
function focusProblem(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (!focused || focused === document.body) return null
    // A checkbox lies unseen over its drawing, which shows the focus for it.
    const isDrawn = focused.matches('input[type=checkbox]') && getComputedStyle(focused).opacity === '0'
    const shown = (isDrawn && focused.nextElementSibling) || focused
    const name = `${focused.tagName} "${(focused.getAttribute('aria-label') ?? focused.textContent ?? '').slice(0, 40)}"`
    const { boxShadow, outlineStyle, outlineWidth } = getComputedStyle(shown)
    const hasOutline = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    if (boxShadow === 'none' && !hasOutline) return `${name} does not show that it has the focus`
    const { left, right, top, bottom } = shown.getBoundingClientRect()
    const within = (value: number, most: number) => Math.min(Math.max(value, 1), most - 1)
    const across = within((left + right) / 2, innerWidth)
    if (bottom <= 0 || top >= innerHeight) return `${name} has the focus outside the window`
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) =>
      document.elementFromPoint(across, within(y, innerHeight)),
    )
    const isSeen = points.some((hit) => hit && (hit === focused || shown.contains(hit) || hit.contains(shown)))
    return isSeen ? null : `${name} has the focus under ${points[1]?.tagName}.${points[1]?.getAttribute('class')}`
  })
}
