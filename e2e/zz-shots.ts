import { startProduct } from '/work/trees/subweb/e2e/product.ts'
import { startBrowser, visit, DESKTOP, PHONE } from '/work/trees/subweb/e2e/browser.ts'
import { fakeAnswers, realAnswers } from '/work/trees/subweb/e2e/fake-answers.ts'
import { aFullAccount } from '/work/trees/subweb/e2e/full-account.ts'
import { signIn } from '/work/trees/subweb/e2e/screens.ts'
import { SUBSCRIPTION_STATES } from '/work/trees/subweb/e2e/states/subscription.ts'
import { ACCOUNT_STATES } from '/work/trees/subweb/e2e/states/account.ts'
import { axeFindings, lostInWideText, sidewaysAt, silentStates, smallTargets } from '/work/trees/subweb/e2e/accessibility-checks.ts'
import { movingAnyway, unseenInForcedColours } from '/work/trees/subweb/e2e/reader-preferences.ts'
const [only, modes = 'dl,pl,dd,pd', check] = process.argv.slice(2)
const product = await startProduct({ SANDBOX_RING_SECONDS: '1', ...(process.env.BILLING ? { BILLING: process.env.BILLING } : {}) })
const browser = await startBrowser('/usr/bin/chromium')
try {
  const account = await aFullAccount(product.url)
  for (const mode of modes.split(',')) {
    const phone = mode[0] === 'p', dark = mode[1] === 'd'
    const { page } = await visit(browser, { baseURL: product.url, viewport: phone ? PHONE : DESKTOP, colorScheme: dark ? 'dark' : 'light', bypassCSP: true })
    await signIn(page, account)
    for (const s of [...SUBSCRIPTION_STATES, ...ACCOUNT_STATES]) {
      if (only && only !== 'all' && !new RegExp(only).test(s.name)) continue
      await fakeAnswers(page, s.answers ?? {})
      try {
        await page.goto(s.path, { waitUntil: 'commit' })
        await s.ready(page)
        await s.act?.(page)
        await page.waitForTimeout(300)
        await page.screenshot({ path: `/tmp/subweb/${s.name.replace(/[^a-z0-9]+/gi, '-')}-${mode}.png`, fullPage: true })
        if (check) {
          const found = [...(await axeFindings(page)), ...(await silentStates(page)), ...(await unseenInForcedColours(page)), ...(await movingAnyway(page)), ...(phone ? await smallTargets(page) : []), ...(phone ? await lostInWideText(page) : []), ...(await sidewaysAt(page, phone ? 320 : 720))]
          for (const f of found) console.log(mode, s.name, f)
        }
      } catch (e) { console.log(mode, s.name, 'FAILED', String(e).slice(0, 300)); await page.screenshot({ path: `/tmp/subweb/FAILED-${s.name.replace(/[^a-z0-9]+/gi, '-')}-${mode}.png`, fullPage: true }) }
      await realAnswers(page)
    }
    await page.context().close()
  }
} finally { await browser.close(); await product.stop() }
process.exit(0)
