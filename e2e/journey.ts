import { expect, test as plainTest } from 'vitest'
import { startBrowser, type Visit, type VisitOptions, visit } from './browser.ts'
import { startProduct } from './product.ts'

/** Replace it in a file with `journey.override({ settings: … })`: the file then has a product of its own. */
const DEFAULT_SETTINGS: Record<string, string> = { SANDBOX_RING_SECONDS: '1' }

/**
 * `journey('…', async ({ product, open }) => …)`: a product with its phones, a browser, and `open()` for a window in it.
 * Files of one process share the product and the browser (`vitest.e2e.config.ts`): a journey begins with an account of its own.
 * It fails when a window had an error in its page or console, and leaves pictures.
 */
export const journey = plainTest
  .extend('settings', { scope: 'worker' }, DEFAULT_SETTINGS)
  .extend('browserPath', { scope: 'worker' }, process.env.CHROME_PATH ?? '/usr/bin/chromium')
  .extend('product', { scope: 'worker' }, async ({ settings }, { onCleanup }) => {
    const product = await startProduct(settings)
    onCleanup(() => product.stop())
    return product
  })
  .extend('browser', { scope: 'worker' }, async ({ browserPath }, { onCleanup }) => {
    const browser = await startBrowser(browserPath)
    onCleanup(() => browser.close())
    return browser
  })
  .extend('open', async ({ product, browser, task }, { onCleanup }) => {
    const visits: Visit[] = []
    onCleanup(async () => {
      for (const [index, each] of visits.entries()) {
        const failed = task.result?.state === 'fail' || each.unexpected().length > 0
        if (failed) console.log(`Picture: ${await each.picture(`${task.name} ${index + 1}`)}\n${product.output()}`)
        await each.context.close()
      }
      expect(visits.flatMap((each) => each.unexpected())).toEqual([])
    })
    return async (options: Partial<VisitOptions> = {}) => {
      const opened = await visit(browser, { baseURL: product.url, ...options })
      visits.push(opened)
      return opened
    }
  })
