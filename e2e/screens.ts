import type { Page } from 'playwright-core'
import { isWakingHour } from '#core/calls/waking-hours.ts'
import { formatDate, formatTime } from '#core/format/dates.ts'

/** The clock of the loved ones in the journeys, and of the browser that they are shown in. */
export const ZONE = 'Australia/Sydney'

export interface Person {
  username: string
  email: string
  password: string
}

/** Waits until the screen with this heading is there. */
export async function seeHeading(page: Page, name: string): Promise<void> {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
}

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Username').fill(person.username)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('First Name').fill('Jane')
  await page.getByLabel('Last Name').fill('Hartley')
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.waitForURL('**/dashboard')
}

/** Fills the sign-in form of the page it stands on, and sends it. */
export async function fillSignIn(page: Page, { username, password }: Pick<Person, 'username' | 'password'>) {
  await page.getByLabel('Username').fill(username)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

export async function signIn(page: Page, person: Pick<Person, 'username' | 'password'>): Promise<void> {
  await page.goto('/login')
  await fillSignIn(page, person)
  await page.waitForURL('**/dashboard')
}

/** Goes to a main screen by its link: in the sidebar, or in the menu that folds down on phones. */
export async function goTo(page: Page, label: string): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: label, exact: true }).click()
}

export async function addLovedOne(page: Page, { name, phoneNumber }: { name: string; phoneNumber: string }) {
  await page.getByRole('button', { name: 'Add New' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Loved One' })
  await dialog.getByLabel('Name', { exact: true }).fill(name)
  await dialog.getByLabel('Phone Number').fill(phoneNumber)
  await dialog.getByRole('button', { name: 'Add Loved One' }).click()
  await dialog.waitFor({ state: 'detached' })
  await seeHeading(page, 'Try it together')
  await page.getByRole('link', { name: 'Back to Loved Ones' }).click()
  await page.getByRole('heading', { name, level: 2 }).waitFor()
}

/** Chooses an option of a list in the dialog that is open. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

/** Chooses the day and types the time of an instant, both on the loved one's clock. */
export async function chooseWhen(page: Page, instant: Date): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: /^Date/ }).click()
  await page.getByRole('button', { name: fullDate(instant) }).click()
  await chooseTime(page, formatTime(instant, ZONE))
}

/** Types a time such as "9:07 AM" into the time picker of the dialog that is open. */
export async function chooseTime(page: Page, time: string): Promise<void> {
  await page.getByRole('dialog').getByRole('button', { name: /^Time/ }).first().click()
  await page.getByRole('combobox', { name: 'Find a time' }).fill(time)
  await page.getByRole('option', { name: time, exact: true }).click()
}

/** "Sunday, 22 November 2026", as the calendar names its days. */
function fullDate(instant: Date): string {
  const part = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en', { timeZone: ZONE, ...options }).format(instant)
  const day = `${part({ day: 'numeric' })} ${part({ month: 'long' })} ${part({ year: 'numeric' })}`
  return `${part({ weekday: 'long' })}, ${day}`
}

/** Opens the menu of a row and chooses what it offers. */
export async function chooseAction(page: Page, lovedOne: string, action: string): Promise<void> {
  await page
    .getByRole('button', { name: `Actions for ${lovedOne}` })
    .first()
    .click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
  if (action === 'Call Now') await confirmAtNight(page, 'Call now')
}

/** Confirms a call at night in Sydney: journeys run at any hour. */
export async function confirmAtNight(page: Page, label: string, at = new Date()): Promise<void> {
  if (isWakingHour(at, 'Australia/Sydney')) return
  await page.getByRole('alertdialog').getByRole('button', { name: label, exact: true }).click()
}

/** The next whole minute that leaves enough time to fill in a form: 20 to 80 seconds from now. */
export function aMinuteAhead(): Date {
  return new Date(Math.ceil((Date.now() + 20_000) / 60_000) * 60_000)
}

/** "Nov 21, 2026 9:07 AM": how the lists show an instant. */
export function asListed(instant: Date): string {
  return `${formatDate(instant, ZONE)} ${formatTime(instant, ZONE)}`
}
