import type { Page } from 'playwright-core'

/**
 * What readers who force their own colours (Windows' contrast themes) would not see: a control without an edge, or a
 * choice that only a background shows, since backgrounds and shadows are removed.
 */
export async function unseenInForcedColours(page: Page): Promise<string[]> {
  await page.emulateMedia({ forcedColors: 'active' })
  const found = await page.evaluate(() => {
    const isShown = (element: Element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true })
    const hasEdge = (element: Element) => {
      const { borderTopStyle, borderTopWidth, borderBottomWidth, outlineStyle, outlineWidth } =
        getComputedStyle(element)
      const border = Math.max(Number.parseFloat(borderTopWidth), Number.parseFloat(borderBottomWidth))
      return (
        (borderTopStyle !== 'none' && border > 0) || (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0)
      )
    }
    const nameOf = (element: Element) =>
      `${element.tagName}.${element.getAttribute('class')} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().slice(0, 40)}"`
    const controls = '.btn, .input, [role=combobox], textarea, .switch__track'
    const chosen =
      '[role=tab][aria-selected=true], [role=option][data-active], [role=menuitem][data-highlighted], nav [aria-current], [aria-pressed=true], [role=gridcell][aria-selected=true] > button'
    const lost = (selector: string, problem: string) =>
      [...document.querySelectorAll(selector)]
        .filter((element) => isShown(element) && !element.closest('[inert]') && !hasEdge(element))
        .map((element) => `forced colours: ${nameOf(element)} ${problem}`)
    const touching = [...document.querySelectorAll('.back__link')].flatMap((link) => {
      const heading = document.querySelector('h1')
      const gap = heading ? heading.getBoundingClientRect().top - link.getBoundingClientRect().bottom : Infinity
      return gap < 4 ? [`forced colours: ${nameOf(link)} touches the heading, ${gap} px above it`] : []
    })
    return [...lost(controls, 'has no edge'), ...lost(chosen, 'does not show that it is chosen'), ...touching]
  })
  await page.emulateMedia({ forcedColors: 'none' })
  return found
}

/** What goes on moving although the reader asked for no motion. Anything shorter than a twentieth of a second does not count. */
export function movingAnyway(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    document.getAnimations().flatMap((animation) => {
      const { duration = 0, iterations = 1 } = animation.effect?.getComputedTiming() ?? {}
      if (Number(duration) * iterations < 50 || animation.playState === 'finished') return []
      const target = animation.effect instanceof KeyframeEffect ? animation.effect.target : null
      return [`moves in spite of reduced motion: ${target?.tagName}.${target?.getAttribute('class')}`]
    }),
  )
}
