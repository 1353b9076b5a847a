import type { Locator, Page } from 'playwright-core'
import { choose, seeHeading } from '../screens.ts'

const FAMILY = '/settings?tab=family'
export const PASSWORD = 'Sunny-Morning-7'

export async function invite(page: Page, email: string, role: 'Carer' | 'Viewer'): Promise<void> {
  await page.goto(FAMILY)
  await page.getByLabel('Their email').fill(email)
  await page.getByRole('combobox', { name: 'What they may do' }).click()
  await page.getByRole('option', { name: role, exact: true }).click()
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await page.getByText(`We’ve emailed ${email}.`).waitFor()
}

/** Registers on the page of the invitation. */
export async function joinAs(
  page: Page,
  link: string,
  { username, firstName }: { username: string; firstName: string },
) {
  await page.goto(link)
  await seeHeading(page, 'Join Jane’s family')
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Email').fill(`${username}@example.com`)
  await page.getByLabel('First Name').fill(firstName)
  await page.getByLabel('Last Name').fill('Hartley')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join Jane’s family' }).click()
  await page.waitForURL('**/dashboard')
}

/** Days on a calendar: the first and the last one. */
export interface Days {
  from?: Temporal.PlainDate
  until: Temporal.PlainDate
}

/** Sets or changes Margaret's time away from her card. */
export async function setAway(page: Page, days: Days, reason: string): Promise<void> {
  await page.goto('/loved-ones')
  await page.getByRole('button', { name: 'Away for Margaret Hartley' }).click()
  await saveDays(page, page.getByRole('dialog'), days, () => choose(page, 'Reason', reason))
}

/** The owner hands over: away on these days, and who looks after things. */
export async function handOver(page: Page, days: Days, cover: string): Promise<void> {
  await page.goto(FAMILY)
  await chooseFor(page, 'Jane Hartley', 'Set time away')
  const dialog = page.getByRole('dialog', { name: 'When you’re away' })
  await saveDays(page, dialog, days, () => choose(page, 'Who looks after things', cover))
}

export async function remove(page: Page, name: string): Promise<void> {
  await page.goto(FAMILY)
  await chooseFor(page, name, 'Remove')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Remove/ })
    .click()
  await page.getByText(/no longer belongs to the family/).waitFor()
}

/** On an alert's page: everybody is asked no more. */
export async function sayAllIsWell(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `${name} is OK`, exact: true }).click()
  await page.getByRole('button', { name: `Yes, ${name} is OK` }).click()
  await page.getByRole('heading', { name: 'All clear' }).waitFor()
}

async function chooseFor(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

async function saveDays(page: Page, dialog: Locator, { from, until }: Days, more: () => Promise<void>): Promise<void> {
  if (from) await chooseDay(page, dialog, 'First day away', from)
  await chooseDay(page, dialog, 'Last day away', until)
  await more()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function chooseDay(page: Page, dialog: Locator, label: string, day: Temporal.PlainDate): Promise<void> {
  await dialog.getByLabel(label).click()
  const wanted = page.locator('.cal').getByRole('button', { name: inWords(day) })
  const month = new Intl.DateTimeFormat('en', { month: 'long', year: 'numeric' }).format(new Date(`${day}T12:00:00`))
  await page.locator('.cal__head').waitFor()
  if ((await page.locator('.cal__head').getByText(month).count()) === 0)
    await page.getByRole('button', { name: /next month/i }).click()
  await wanted.click()
}

/** "Sunday, 4 April 2027", as the calendar names its days. */
function inWords(day: Temporal.PlainDate): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: 'UTC', ...options }).format(new Date(`${day}T12:00:00Z`))
  return `${part({ weekday: 'long' })}, ${day.day} ${part({ month: 'long' })} ${day.year}`
}
