import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { POLL_MS } from '#web/lib/http/query-client.ts'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { seeHeading, signIn } from './screens.ts'

journey.override({ settings: { SANDBOX_RING_SECONDS: '2', RETRY_ATTEMPTS: '1', RETRY_DELAY_SECONDS: '3' } })

/** From here on the page polls nothing: it updates only from the stream of changes. */
async function withoutPolling(page: Page): Promise<void> {
  await page.addInitScript((pollMs) => {
    const setReal = window.setInterval.bind(window)
    const withoutPolls = (handler: TimerHandler, ms?: number, ...rest: unknown[]) =>
      ms === pollMs ? 0 : setReal(handler, ms, ...rest)
    Object.assign(window, { setInterval: withoutPolls })
  }, POLL_MS)
}

journey('a call’s progress is on every screen as it happens, without asking for it', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  // Phones that end in 07 ring out once and are answered the second time.
  const lovedOneId = await account.addLovedOne({ phoneNumber: '+61491570107' })
  const windows = await Promise.all([open(), open(), open()])
  for (const { page } of windows) {
    await withoutPolling(page)
    await signIn(page, account)
  }
  const [calls, details, dashboard] = windows.map(({ page }) => page) as [Page, Page, Page]
  await calls.goto('/calls')
  await calls.getByText('No upcoming calls scheduled').waitFor()
  await dashboard.getByText('Next, choose when Cooee should ring Margaret.').waitFor()

  const { id } = await account.schedule({ lovedOneId, scheduledTime: new Date().toISOString() })
  await details.goto(`/calls/details/${id}`)
  await seeHeading(details, 'Call Details')
  const timeline = details.getByRole('region', { name: 'Timeline' })
  const entry = (hasText: string | RegExp) => timeline.getByRole('listitem').filter({ hasText }).waitFor()
  await calls
    .getByRole('row', { name: /Margaret Hartley/ })
    .getByText('In progress')
    .waitFor()
  await dashboard.getByText('No results yet today, 1 happening now').waitFor()
  await timeline.getByText('Live').waitFor()
  await entry(/^We'll ring again at/)
  await entry('Rang +61 491 570 107, try 2')
  await entry(/Pressed 1/)
  await entry('Margaret Hartley answered')
  await timeline.getByText('Live').waitFor({ state: 'detached' })
  await calls.getByText('No upcoming calls scheduled').waitFor()
  await dashboard.getByText('Today’s call has a result').waitFor()
  await dashboard.getByText('Margaret has answered today.').waitFor()
})

journey(
  'what changes in one window is seen in the other; a form that is open stays as it is',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const lovedOneId = await account.addLovedOne()
    const inAnHour = new Date(Date.now() + 3_600_000).toISOString()
    const { id } = await account.schedule({ lovedOneId, scheduledTime: inAnHour })
    const { page } = await open()
    await withoutPolling(page)
    await signIn(page, account)
    await page.goto('/loved-ones')
    await page.getByText('If Margaret doesn’t answer, there’s nobody else we can tell.').waitFor()
    await account.addContact(lovedOneId, { isEmergencyContact: true })
    await page.getByText('If Margaret doesn’t answer, there’s nobody else we can tell.').waitFor({ state: 'detached' })

    await page.goto(`/calls/edit/${id}`)
    await page.getByRole('dialog').getByRole('combobox', { name: 'Call Type' }).click()
    await page.getByRole('option', { name: 'Wake-up Call' }).click()
    await account.edit(id, { callType: 'wellness_check' })
    await page
      .getByRole('row', { name: /Margaret Hartley/, includeHidden: true })
      .getByText('Wellness Check')
      .waitFor()
    expect(await page.getByRole('dialog').getByRole('combobox', { name: 'Call Type' }).textContent()).toContain(
      'Wake-up Call',
    )
  },
)
