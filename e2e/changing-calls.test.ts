import { expect } from 'vitest'
import { registerAccount } from './account.ts'
import { journey } from './journey.ts'
import { choose, chooseAction, chooseTime, seeHeading, signIn } from './screens.ts'

const NAME = 'June Murray'

journey('a custom schedule is made, changed, skipped once and cancelled', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  await account.addLovedOne({ name: NAME })
  const { page } = await open()
  await signIn(page, account)
  await page.goto('/calls')
  await page.getByRole('button', { name: 'Schedule New Call' }).first().click()
  await choose(page, 'Call Type', 'Medication Reminder')
  await choose(page, 'Recurrence', 'Custom')
  // Choosing custom leads to the patterns: Monday at 9:00 AM is there already.
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Remove Monday 9:00 AM' }).waitFor()
  await dialog.getByRole('button', { name: 'Add another day' }).click()
  await dialog.getByRole('button', { name: 'Remove Tuesday 9:00 AM' }).waitFor()
  await dialog.getByRole('button', { name: 'Schedule Call', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })

  await page.getByRole('tab', { name: 'Recurring' }).click()
  const row = page.getByRole('row', { name: new RegExp(NAME) })
  await row.getByText('9:00 AM', { exact: true }).waitFor()
  for (const text of ['Custom', 'Mon', 'Tue']) await row.getByText(text, { exact: true }).waitFor()

  await chooseAction(page, NAME, 'Edit call')
  await dialog.getByRole('tab', { name: 'Schedule Patterns' }).click()
  await dialog.getByRole('button', { name: 'Remove Tuesday 9:00 AM' }).click()
  await chooseTime(page, '10:35 AM')
  await dialog.getByRole('button', { name: 'Save Changes' }).click()
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('10:35 AM', { exact: true }).waitFor()
  await row.getByText('Tue', { exact: true }).waitFor({ state: 'detached' })
  const [before] = await account.upcoming()
  expect(before).toMatchObject({
    recurrencePattern: 'custom',
    schedulePatterns: [{ weekDay: 'monday', timeOfDay: '10:35' }],
  })

  await chooseAction(page, NAME, 'Skip next')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Skip call' }).click()
  await page.getByText('The next call has been skipped').waitFor()
  const [after, ...others] = await account.upcoming()
  const WEEK_MS = 7 * 24 * 60 * 60 * 1000
  // An hour of play for a week in which the clocks change.
  const apart = Date.parse(after?.scheduledTime ?? '') - Date.parse(before?.scheduledTime ?? '')
  expect(Math.abs(apart - WEEK_MS)).toBeLessThanOrEqual(60 * 60 * 1000)
  expect(others).toEqual([])

  await chooseAction(page, NAME, 'Cancel recurring call')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel recurring call' }).click()
  await page.getByText('The recurring call has been cancelled successfully.').waitFor()
  await page.getByText('No recurring calls scheduled').waitFor()
  expect(await account.upcoming()).toEqual([])
})

journey('Call Now in the menu rings at once, and the call is not rung again at its time', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const lovedOneId = await account.addLovedOne({ name: NAME })
  const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString()
  const { id } = await account.schedule({ lovedOneId, scheduledTime: tomorrow })
  const { page } = await open()
  await signIn(page, account)
  await page.goto('/calls')
  await chooseAction(page, NAME, 'Call Now')
  await page.getByText('Call has been initiated. The telephony provider will connect the call shortly.').waitFor()
  await page.getByText('No upcoming calls scheduled').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('link', { name: new RegExp(`^${NAME} View Details`) }).click()
  await seeHeading(page, 'Call Details')
  await page.getByText('Completed', { exact: true }).first().waitFor()
  expect((await account.call(id)).attempts).toHaveLength(1)
  expect(await account.history()).toHaveLength(1)
})
