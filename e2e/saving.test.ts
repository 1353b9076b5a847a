import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { addLovedOne, choose, seeHeading, signIn } from './screens.ts'

const NAME = 'June Murray'
const CUT = /Failed to load resource: net::ERR_/

/** Lets the next request of this kind reach the server and cuts the line before its answer comes back. */
async function loseAnswerOf(page: Page, method: string, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      if (route.request().method() !== method) return route.fallback()
      await route.fetch()
      await page.unroute((url) => url.pathname === path)
      await route.abort('connectionreset')
    },
  )
}

journey('a call whose answer is lost keeps the form, and trying again schedules it once', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: NAME })
  const { page, expectInConsole } = await open()
  expectInConsole(CUT)
  await signIn(page, account)
  await page.goto('/calls?schedule=true')
  await choose(page, 'Call Type', 'Wellness Check')
  await choose(page, 'Recurrence', 'Daily')
  const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
  await loseAnswerOf(page, 'POST', '/api/calls')
  await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
  await dialog.getByText('Failed to schedule call: There was a problem connecting to the server').waitFor()
  await dialog.getByText('You can safely try again: we won’t save it twice.').waitFor()
  await dialog.getByText('Wellness Check').waitFor()
  expect(await account.upcoming()).toHaveLength(1)

  await page.unrouteAll()
  await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
  await page.getByText('Call has been scheduled successfully').waitFor()
  const [call, ...others] = await account.upcoming()
  expect(call).toMatchObject({ callType: 'wellness_check', recurrencePattern: 'daily' })
  expect(others).toEqual([])
})

journey('pressed twice in a row, Schedule Call schedules one call', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: NAME })
  const { page } = await open()
  await signIn(page, account)
  await page.goto('/calls?schedule=true')
  const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST') sent.push(new URL(request.url()).pathname)
  })
  await choose(page, 'Recurrence', 'Daily')
  await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).dblclick()
  await page.getByText('Call has been scheduled successfully').waitFor()
  await dialog.waitFor({ state: 'detached' })
  expect(sent).toEqual(['/api/calls'])
  expect(await account.upcoming()).toHaveLength(1)
})

journey(
  'without a connection nothing typed is lost, and the person is added once it is back',
  async ({ product, open }) => {
    const account = await registerAccount(product.url)
    const { page, context, expectInConsole } = await open()
    expectInConsole(CUT)
    await signIn(page, account)
    await page.goto('/loved-ones')
    await page.getByText('No loved ones added yet').waitFor()
    await page.getByRole('button', { name: 'Add New' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add New Loved One' })
    await dialog.getByLabel('Name', { exact: true }).fill(NAME)
    await dialog.getByLabel('Phone Number').fill('0491 570 110')
    await context.setOffline(true)
    await dialog.getByRole('button', { name: 'Add Loved One' }).click()
    await dialog.getByText('What you typed is still here.').waitFor()
    expect(await dialog.getByLabel('Name', { exact: true }).inputValue()).toBe(NAME)
    await context.setOffline(false)
    await dialog.getByRole('button', { name: 'Add Loved One' }).click()
    await seeHeading(page, 'Try it together')
    expect(await account.lovedOneNames()).toEqual([NAME])
  },
)

journey('the browser’s Back asks before typed changes are lost', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page } = await open()
  await signIn(page, account)
  await page.goto('/loved-ones')
  await addLovedOne(page, { name: NAME, phoneNumber: '0491 570 110' })
  await page.getByRole('link', { name: `Manage Calls for ${NAME}` }).click()
  await seeHeading(page, 'Calls Management')
  await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
  await choose(page, 'Recurrence', 'Daily')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Keep editing' }).click()
  const dialog = page.getByRole('dialog', { name: 'Schedule New Call' })
  await dialog.getByText('The calls after that').waitFor()
  expect(new URL(page.url()).searchParams.get('schedule')).toBe('true')
  await page.goBack()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(`Showing calls for ${NAME}`).waitFor()
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.waitForURL((url) => !url.searchParams.has('lovedOneId'))
})

journey('a second account sees nothing of the first, whatever address it opens', async ({ product, open }) => {
  const first = await registerAccount(product.url)
  const lovedOneId = await first.addLovedOne({ name: 'Margaret Hartley' })
  await first.addContact(lovedOneId, { name: 'Pete Hartley' })
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const call = await first.schedule({ lovedOneId, scheduledTime: tomorrow })
  const second = await registerAccount(product.url)
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 404/)
  await signIn(page, second)
  for (const [address, words] of [
    ['/loved-ones', 'No loved ones added yet'],
    [`/calls?lovedOneId=${lovedOneId}`, 'We couldn’t find this loved one'],
    [`/calls?tab=recurring&lovedOneId=${lovedOneId}`, 'We couldn’t find this loved one'],
    [`/calls/details/${call.id}`, 'Failed to get call details'],
    [`/calls/edit/${call.id}`, 'Failed to get call details'],
    [`/contacts?lovedOneId=${lovedOneId}`, 'Failed to fetch contacts'],
  ] as const) {
    await page.goto(address)
    await page.getByText(words).first().waitFor()
    expect(await page.getByText(/Margaret|Pete/).count()).toBe(0)
  }
})
