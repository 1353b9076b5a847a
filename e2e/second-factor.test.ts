import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { fillSignIn, seeHeading, signIn } from './screens.ts'

/** What the app on the phone would show now, or so many steps of 30 seconds later. */
const codeOf = (secret: string, steps = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(' ', '')) }).generate({
    timestamp: Date.now() + steps * 30_000,
  })

const inDialog = (page: Page) => page.getByRole('dialog').last()

journey.for([
  { on: 'a desk', viewport: DESKTOP, colorScheme: 'light' },
  { on: 'a phone', viewport: PHONE, colorScheme: 'dark' },
] as const)(
  'an authenticator app is switched on, asked for when signing in, and switched off on $on',
  async ({ viewport, colorScheme }, { product, open }) => {
    const account = await registerAccount(product.url)
    const { page, expectInConsole } = await open({ viewport, colorScheme })
    expectInConsole(/status of 401 .*\/api\/login/)
    await signIn(page, account)
    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'Switch on' }).click()
    await inDialog(page).getByLabel('Password', { exact: true }).fill(account.password)
    await inDialog(page).getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('img', { name: /QR code/ }).waitFor()
    const secret = (await inDialog(page).locator('code').textContent()) ?? ''
    await inDialog(page).getByLabel('Code', { exact: true }).fill(codeOf(secret))
    await inDialog(page).getByRole('button', { name: 'Switch on' }).click()
    await page.getByRole('heading', { name: 'Keep your recovery codes' }).waitFor()
    const recoveryCodes = await inDialog(page).getByRole('listitem').allTextContents()
    await page.getByRole('button', { name: 'I’ve kept them' }).click()
    await page.getByText('10 recovery codes left.').waitFor()

    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
    await page.waitForURL('**/login*')
    await fillSignIn(page, account)
    await seeHeading(page, 'Enter your code')
    await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, 1))
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await page.waitForURL('**/dashboard')

    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await inDialog(page).getByLabel('Password', { exact: true }).fill(account.password)
    await inDialog(page)
      .getByLabel('Code', { exact: true })
      .fill(recoveryCodes[0] ?? '')
    await inDialog(page).getByRole('button', { name: 'Switch off' }).click()
    await page.getByRole('button', { name: 'Switch on' }).waitFor()
  },
)
