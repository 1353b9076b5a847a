import { expect } from 'vitest'
import { SIGNED_IN_COOKIE } from '#contract/accounts/sign-in/signed-in-cookie.ts'
import { outboxEntrySchema } from '#contract/admin/sandbox.ts'
import { axeFindings, sidewaysAt } from './accessibility-checks.ts'
import { registerAccount } from './account.ts'
import { DESKTOP, PHONE } from './browser.ts'
import { journey } from './journey.ts'
import { fillSignIn, register, seeHeading, signIn } from './screens.ts'
import { waitUntil } from './wait-until.ts'

// The front page names prices only where somebody is charged.
journey.override({ settings: { BILLING: 'on' } })

journey.for([
  { on: 'a desk', viewport: DESKTOP },
  { on: 'a phone', viewport: PHONE },
] as const)(
  'somebody without an account reads everything on $on, without JavaScript',
  async ({ viewport }, { open }) => {
    const { page } = await open({ viewport, javaScriptEnabled: false })
    await page.goto('/')
    await seeHeading(page, 'Within cooee of the people you love')
    for (const name of ['Automated Calls', 'Flexible Scheduling', 'Personalized Care', 'Basic Plan']) {
      await page.getByRole('heading', { name }).waitFor()
    }
    await page.getByText('$19.99').waitFor()
    expect(await page.getByText('JavaScript').count()).toBe(0)
    const start = page.getByRole('link', { name: 'Start Free Trial' }).first()
    expect(await start.evaluate((link) => getComputedStyle(link).backgroundColor)).not.toMatch(/transparent|, 0\)$/)
    for (const name of ['Terms', 'Privacy', 'Contact', 'About']) {
      await page.getByRole('navigation', { name: 'Footer' }).getByRole('link', { name }).click()
      await seeHeading(page, name)
    }
  },
)

journey.for([
  { on: 'a desk', viewport: DESKTOP },
  { on: 'a phone', viewport: PHONE },
] as const)('the front page with its prices can be used by anybody on $on', async ({ viewport }, { open }) => {
  const { page } = await open({ viewport, colorScheme: 'light', bypassCSP: true })
  await page.goto('/')
  await page.getByText('$19.99').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await sidewaysAt(page, viewport === PHONE ? 320 : 720)).toEqual([])
})

journey('a signed-in visitor of the front page is sent to the dashboard, and never back', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, context } = await open()
  await page.goto('/')
  await page.getByRole('link', { name: 'Sign In' }).click()
  await fillSignIn(page, account)
  await page.waitForURL('**/dashboard')
  // The button that was pressed is gone: who hears the screen starts at the heading of the new one.
  await page.locator('main h1:focus').waitFor()
  const answer = await page.goto('/')
  expect(await answer?.text()).not.toContain('Start Free Trial')
  await page.waitForURL('**/dashboard')
  // Without the cookie that scripts and the server may read, the browser itself still knows.
  await context.clearCookies({ name: SIGNED_IN_COOKIE })
  await page.goto('/', { waitUntil: 'commit' })
  await page.waitForURL('**/dashboard')
})

journey('a wrong password is refused in plain words, the right one opens the dashboard', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 401 .*\/api\/login/)
  await page.goto('/login')
  await fillSignIn(page, { username: account.username, password: 'not-my-password' })
  await page.getByText('Invalid username or password').waitFor()
  await fillSignIn(page, { username: account.email.toUpperCase(), password: account.password })
  await page.waitForURL('**/dashboard')
})

journey('a visitor of a protected page signs in and arrives at that page', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page } = await open()
  await page.goto('/calls?tab=history')
  await page.waitForURL('**/login?*')
  await fillSignIn(page, account)
  await seeHeading(page, 'Calls Management')
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe('/calls?tab=history')
  await page.reload()
  await page.getByText('No call history yet').waitFor()
})

journey('signing out ends the session here and on the server, for every window', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, context, expectInConsole } = await open()
  // What the dashboard was still asking for is refused from that moment on.
  expectInConsole(/status of 401/)
  await signIn(page, account)
  const cookies = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
  const me = () => fetch(`${product.url}/api/me`, { headers: { cookie: cookies } })
  expect((await me()).status).toBe(200)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL('**/login')
  expect((await me()).status).toBe(401)
  await page.goto('/dashboard')
  await page.waitForURL('**/login?*')
})

journey('a taken name and a weak password are shown at their fields', async ({ product, open }) => {
  const account = await registerAccount(product.url)
  const { page, expectInConsole } = await open()
  expectInConsole(/status of 409 .*\/api\/register/)
  await page.goto('/register')
  await page.getByLabel('Username').fill(account.username)
  await page.getByLabel('Email').fill('somebody-else@example.com')
  await page.getByLabel('Password', { exact: true }).fill('short')
  await page.getByLabel('Confirm Password', { exact: true }).fill('shorter')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByText('Password must be at least 8 characters').waitFor()
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByText("Passwords don't match").waitFor()
  await page.getByLabel('Confirm Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await page.getByRole('textbox', { name: 'Username' }).and(page.locator('[aria-invalid=true]')).waitFor()
})

journey(
  'a forgotten password is replaced through the link in the mail, and the old one no longer works',
  async ({ product, open }) => {
    const { page, expectInConsole } = await open()
    const person = { username: 'forgetful', email: 'forgetful@example.com', password: 'Sunny-Morning-7' }
    // What the dashboard asks for again at that very moment is refused.
    expectInConsole(/status of 401/)
    await register(page, person)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Forgot password?' }).click()
    await page.getByLabel('Email').fill(person.email)
    await page.getByRole('button', { name: 'Send Reset Link' }).click()
    await page
      .getByText("If an account with this email exists, you'll receive a password reset link shortly.")
      .waitFor()

    const link = await waitUntil('the mail is stored in the outbox', async () => {
      const response = await fetch(`${product.localUrl}/api/sandbox/outbox`)
      const mails = outboxEntrySchema.array().parse(await response.json())
      return mails.find(({ to }) => to === person.email)?.text.match(/http\S+\/reset-password\?token=\S+/)?.[0]
    })
    await page.goto(link)
    await page.getByLabel('New Password', { exact: true }).fill('weak')
    await page.getByLabel('Confirm New Password', { exact: true }).fill('weak')
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByText('Password must be at least 8 characters').waitFor()
    const password = 'Rainy-Evening-8'
    await page.getByLabel('New Password', { exact: true }).fill(password)
    await page.getByLabel('Confirm New Password', { exact: true }).fill(password)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    await page.getByText('You’ve changed your password').waitFor()
    await page.waitForURL('**/login')

    expectInConsole(/status of 401 .*\/api\/login/)
    await fillSignIn(page, person)
    await page.getByText('Invalid username or password').waitFor()
    await fillSignIn(page, { ...person, password })
    await page.waitForURL('**/dashboard')
  },
)
