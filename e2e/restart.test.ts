import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

journey(
  'a call survives a power cut before its time: after the restart it rings, once, and the page recovers',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne()
    const { page, expectInConsole } = await open()
    await signIn(page, account)
    await page.goto('/calls')
    const scheduledTime = new Date(Date.now() + 10_000).toISOString()
    const { id } = await account.schedule({ lovedOneId, scheduledTime })
    await page.getByRole('row', { name: /Margaret Hartley/ }).waitFor()

    expectInConsole(/ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED_ENCODING)/)
    await product.kill9()
    await page.getByText('We couldn’t check for changes right now.').waitFor()
    await product.restart()
    const call = await waitUntil('the call has ended', async () => {
      const found = await account.call(id)
      return found.status !== 'scheduled' && found.status !== 'in_progress' && found
    })
    expect(call).toMatchObject({ status: 'completed', attempts: [{ outcome: 'acknowledged' }] })
    expect(call.attempts).toHaveLength(1)
    await page.getByText('No upcoming calls scheduled').waitFor()
  },
)

journey(
  'a page that is opened while the server is away comes by itself once the server is back',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    await account.addLovedOne()
    const { page, expectInConsole } = await open()
    await signIn(page, account)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

    expectInConsole(/net::ERR_/)
    await product.kill9()
    await page.reload()
    await page.getByRole('heading', { name: 'We can’t reach Cooee from here' }).waitFor()
    await product.restart()
    await page.getByRole('heading', { name: /^Good / }).waitFor()
  },
)
