import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const EVERYTHING: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] },
}
const COLOUR_RULES = ['color-contrast', 'link-in-text-block']
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: COLOUR_RULES } }
const ALL_BUT_COLOURS: RunOptions = {
  ...EVERYTHING,
  rules: Object.fromEntries(COLOUR_RULES.map((rule) => [rule, { enabled: false }])),
}

/** What axe finds: "rule: what it is (where)". With `colours`, in those of the day and of the night; without, nothing about colours. */
export async function axeFindings(page: Page, { colours = true } = {}): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis)
  // The source of every element that is judged, which nobody reads here, would be kept.
  if (!isThere) await page.evaluate(`${axeSource}; axe.configure({ noHtml: true })`)
  if (!colours) return runAxe(page, ALL_BUT_COLOURS)
  const byDay = await runAxe(page, EVERYTHING)
  await page.emulateMedia({ colorScheme: 'dark' })
  const byNight = await runAxe(page, COLOURS)
  await page.emulateMedia({ colorScheme: 'light' })
  return [...byDay, ...byNight.map((finding) => `by night: ${finding}`)]
}

/** To describe every element takes axe longer than most rules: what is found is described by a second run. */
async function runAxe(page: Page, options: RunOptions): Promise<string[]> {
  const found = await runAxeOnce(page, { ...options, selectors: false })
  if (found.length === 0) return []
  const described = await runAxeOnce(page, options)
  return described.length === 0 ? found : described
}

function runAxeOnce(page: Page, options: RunOptions): Promise<string[]> {
  return page.evaluate(async (how) => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const { violations } = await axe.run(document, { ...how, resultTypes: ['violations'], preload: false })
    return violations.map(
      ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => (node.target ?? []).join(' ')).join(', ')})`,
    )
  }, options)
}

/** Whether the page has to be scrolled sideways at this width, which it keeps. 720 px is a desk of 1440 px at 200 %. */
export async function sidewaysAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: page.viewportSize()?.height ?? 800 })
  const needed = await page.evaluate(() => document.documentElement.scrollWidth)
  return needed > width ? [`needs ${needed} px where the window has ${width}`] : []
}

/** Whether a desk of 1280 px, which the page keeps, has to be scrolled sideways by a reader whose browser has text twice as large. */
export async function sidewaysAtTwiceTheText(page: Page): Promise<string[]> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Page.enable')
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  const found = await sidewaysAt(page, 1280)
  const rem = await page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  if (rem !== '32px') throw new Error(`The browser kept text of ${rem}`)
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  await browser.detach()
  return found.map((finding) => `${finding} with text of 32 px`)
}

/** The text spacing that readers may choose (WCAG 1.4.12). */
const WIDE_TEXT =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; } p { margin-bottom: 2em !important; }'

/** What no longer fits when a reader spaces the text out: a page too wide, or a label that is cut off. */
export function lostInWideText(page: Page): Promise<string[]> {
  return lostWith(page, WIDE_TEXT, 'with wide text')
}

/** What no longer fits when a reader doubles the text and nothing else (WCAG 1.4.4). */
export function lostInLargeText(page: Page): Promise<string[]> {
  return lostWith(page, 'html { font-size: 200% !important; }', 'at 200 % text')
}

/** In one go: between a style and its end the browser would paint the page twice. */
async function lostWith(page: Page, css: string, when: string): Promise<string[]> {
  const width = page.viewportSize()?.width ?? 0
  const { needed, lost } = await page.evaluate((text) => {
    const tag = document.head.appendChild(document.createElement('style'))
    tag.textContent = text
    const found: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, a, label, h1, h2, h3, p, td, th, dt, dd, span',
    )) {
      const style = getComputedStyle(element)
      const clips = style.overflowX !== 'visible' || style.overflowY !== 'visible'
      const hidden = element.closest('.sr-only, [aria-hidden=true]') || element.clientWidth <= 1
      // An address ends where the product says, 200 px in; the link's name has all of it.
      const endsThere = element.closest('.wh-url')
      if (!clips || hidden || endsThere || style.display === 'inline') continue
      const isCut = element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 1
      const scrolls = /auto|scroll/.test(style.overflowX + style.overflowY)
      if (isCut && !scrolls) found.push(`cut off: "${element.textContent?.trim().slice(0, 40)}"`)
    }
    // Not clientWidth: a phone's browser widens its window for a page that is too wide.
    const across = document.documentElement.scrollWidth
    tag.remove()
    return { needed: across, lost: found }
  }, css)
  if (needed > width) lost.push(`needs ${needed} px of ${width}`)
  return lost.map((finding) => `${finding} ${when}`)
}

/** Controls that are smaller than a finger: less than 44 px in either direction. Links inside a sentence may be. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const controls = document.querySelectorAll<HTMLElement>(
      'button, input, select, textarea, a, summary, [role=option], [role=menuitem], [role=tab]',
    )
    return [...controls].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return []
      if (control.closest('[inert], [aria-hidden=true]') || control.matches('.skip')) return []
      const inSentence = control.tagName === 'A' && getComputedStyle(control).display === 'inline'
      if (inSentence) return []
      const label = control.matches('input[type=checkbox], input[type=radio]') ? control.closest('label') : null
      const { width, height } = (label ?? control).getBoundingClientRect()
      if (width >= 44 && height >= 44) return []
      const name = control.getAttribute('aria-label') ?? control.textContent?.trim() ?? ''
      return [`a target of ${Math.round(width)} x ${Math.round(height)} px: ${control.tagName} "${name.slice(0, 40)}"`]
    })
  })
}

/** A loading screen that says nothing to those who cannot see it, and failures that are not announced at once. */
export function silentStates(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const isSaid = [...document.querySelectorAll('[role=status]')].some((region) => region.textContent?.trim())
    const loads = document.querySelector('.skel') !== null
    return loads && !isSaid ? ['something loads and no live region says so'] : []
  })
}
