import { expect } from 'vitest'
import { axeFindings, sidewaysAt } from './accessibility-checks.ts'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { signIn } from './screens.ts'

// Browsers bind passkeys to a host name: an address of numbers has none.
journey.override({ settings: { SANDBOX_RING_SECONDS: '1', PUBLIC_URL: 'http://localhost' } })

journey.for([
  { on: 'a desk', viewport: DESKTOP, colorScheme: 'light' },
  { on: 'a phone', viewport: PHONE, colorScheme: 'dark' },
] as const)(
  'a passkey is added, signs in without a password, is renamed and removed on $on',
  async ({ viewport, colorScheme }, { product, open }) => {
    const account = await registerAccount(product.url)
    const { page, context, expectInConsole, picture } = await open({ viewport, colorScheme, bypassCSP: true })
    expectInConsole(/status of 401 .*\/api\/login\/passkey/)
    const device = await context.newCDPSession(page)
    await device.send('WebAuthn.enable')
    await device.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true },
        ...{ isUserVerified: true, automaticPresenceSimulation: true },
      },
    })
    await signIn(page, account)
    await page.goto('/settings?tab=security')
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const form = page.getByRole('dialog', { name: 'Add a passkey' })
    await form.getByLabel('Name').fill('My phone')
    await form.getByLabel('Password', { exact: true }).fill(account.password)
    await picture(`passkeys adding ${viewport.width}`)
    await form.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('You’ve added a passkey').waitFor()
    await page.goto('/settings?tab=security') // and past the toast, which lies over the menu on phones
    await page.getByText('never used.').waitFor()

    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
    await page.waitForURL('**/login*')
    expect(await axeFindings(page)).toEqual([])
    await picture(`passkeys login ${viewport.width}`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL('**/dashboard')

    await page.goto('/settings?tab=security')
    await page
      .getByText(/last used/)
      .first()
      .waitFor()
    await page.getByRole('button', { name: 'Rename My phone' }).click()
    await page.getByRole('dialog').getByLabel('Name').fill('Old phone')
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: 'Remove Old phone' }).waitFor()
    await picture(`passkeys list ${viewport.width}`)
    expect(await axeFindings(page)).toEqual([])
    expect(await sidewaysAt(page, viewport === PHONE ? 320 : 720)).toEqual([])
    await page.getByRole('button', { name: 'Remove Old phone' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
    await page.getByText('We’ve removed Old phone.').waitFor()

    await page.goto('/settings?tab=security')
    await page.getByRole('heading', { name: 'Passkeys' }).waitFor()
    await page.getByRole('button', { name: 'Sign out', exact: true }).last().click()
    await page.waitForURL('**/login*')
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.getByText(/We couldn't sign you in with that passkey/).waitFor()
    await picture(`passkeys refused ${viewport.width}`)
  },
)
