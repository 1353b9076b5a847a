import type { Locator } from 'playwright-core'

/** Counts what a hand does: each press, and each field it has to be put into. Keys that are typed do not count. */
export function countedTaps() {
  let taps = 0
  return {
    taps: () => taps,
    async tap(target: Locator): Promise<void> {
      taps += 1
      await target.click()
    },
    /** A field that has the focus already needs no tap. */
    async type(field: Locator, text: string): Promise<void> {
      await field.waitFor()
      if (!(await field.evaluate((element) => element === document.activeElement))) taps += 1
      await field.fill(text)
    },
  }
}
