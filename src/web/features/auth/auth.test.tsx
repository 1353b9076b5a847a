// @vitest-environment jsdom
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authSchema } from '#contract/accounts/accounts.ts'
import { aUser } from '#test/web/a-user.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession } from '#web/lib/session/session.ts'

beforeEach(() => forgetSession('left'))

const welcome = () => json(200, authSchema.parse({ user: aUser(), token: 'secret' }))

async function typeLogin({ user }: ReturnType<typeof renderAt>) {
  await user.type(await screen.findByLabelText('Username'), 'robyn.hartley')
  await user.type(screen.getByLabelText('Password'), 'paperbark')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
}

test('signing in leads back to the screen one came from', async () => {
  const seen = fakeFetch({ 'POST /api/login': welcome })
  const app = renderAt('/login?redirect=/settings')
  await typeLogin(app)
  await waitFor(() => expect(app.address()).toBe('/settings'))
  expect(seen[0]?.body).toEqual({ username: 'robyn.hartley', password: 'paperbark' })
})

test.each(['https://evil.example/', '//evil.example', '/\\evil.example'])(
  'signing in never leads to another site: %s',
  async (target) => {
    fakeFetch({ 'POST /api/login': welcome })
    const app = renderAt(`/login?redirect=${encodeURIComponent(target)}`)
    await typeLogin(app)
    await waitFor(() => expect(app.address()).toBe('/dashboard'))
  },
)

test('a refused login says why in a box that is read out, and keeps what was typed', async () => {
  fakeFetch({ 'POST /api/login': () => json(401, { message: 'Invalid username or password' }) })
  const app = renderAt('/login')
  await typeLogin(app)
  expect((await screen.findByText('Invalid username or password')).closest('[role="alert"]')).not.toBeNull()
  expect(screen.getByLabelText('Username')).toHaveProperty('value', 'robyn.hartley')
})

describe('an account with an authenticator app', () => {
  const asked = (message: string) => json(401, { message, errors: [{ path: 'code', message }] })

  test('an account with an authenticator app is asked for a code after the password, and for another when it was wrong', async () => {
    const answers = [asked('Enter the code from your authenticator app'), asked('This code is not right'), welcome()]
    const seen = fakeFetch({ 'POST /api/login': () => answers.shift() ?? welcome() })
    const app = renderAt('/login?redirect=/settings')
    await typeLogin(app)
    const box = await screen.findByLabelText('Code')
    await waitFor(() => expect(document.activeElement).toBe(box))
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Enter your code')
    await app.user.type(box, '000000')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('This code is not right')
    await app.user.clear(box)
    await app.user.type(box, '123456')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await waitFor(() => expect(app.address()).toBe('/settings'))
    expect(seen[2]?.body).toEqual({ username: 'robyn.hartley', password: 'paperbark', code: '123456' })
  })

  test('an account with an authenticator app may use a recovery code, or start again', async () => {
    fakeFetch({ 'POST /api/login': () => asked('Enter the code from your authenticator app') })
    const app = renderAt('/login')
    await typeLogin(app)
    await app.user.type(await screen.findByLabelText('Code'), '123')
    await app.user.click(screen.getByRole('button', { name: 'Use a recovery code' }))
    const box = screen.getByLabelText('Recovery code')
    expect(box).toHaveProperty('value', '')
    expect(document.activeElement).toBe(box)
    await app.user.click(screen.getByRole('button', { name: 'Start again' }))
    expect(await screen.findByLabelText('Username')).toHaveProperty('value', 'robyn.hartley')
  })

  test('an account with an authenticator app whose password has become wrong is back at the first step', async () => {
    const answers = [asked('Enter the code from your authenticator app')]
    fakeFetch({
      'POST /api/login': () => answers.shift() ?? json(401, { message: 'Invalid username or password' }),
    })
    const app = renderAt('/login')
    await typeLogin(app)
    await app.user.type(await screen.findByLabelText('Code'), '123456')
    await app.user.click(screen.getByRole('button', { name: 'Sign In' }))
    await screen.findByText('Invalid username or password')
    screen.getByLabelText('Password')
  })
})

test('an empty login names both fields and moves the focus to the first', async () => {
  const app = renderAt('/login')
  await app.user.click(await screen.findByRole('button', { name: 'Sign In' }))
  expect(await screen.findByText('Username is required')).toBeDefined()
  expect(screen.getByText('Password is required')).toBeDefined()
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test('a forgotten password is answered alike for every address', async () => {
  const seen = fakeFetch({ 'POST /api/password/request-reset': () => json(200, { message: 'sent' }) })
  const app = renderAt('/login')
  await app.user.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await app.user.type(await screen.findByLabelText('Email'), 'nobody@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  expect(
    await screen.findByText("If an account with this email exists, you'll receive a password reset link shortly."),
  ).toBeDefined()
  expect(seen[0]?.body).toEqual({ email: 'nobody@example.com' })
})

test('a protected screen without a session goes to the sign-in screen and remembers where it was', async () => {
  forgetSession('never')
  const app = renderAt('/calls/details/5?tab=history')
  await waitFor(() => expect(app.address()).toBe('/login?redirect=%2Fcalls%2Fdetails%2F5%3Ftab%3Dhistory'))
})

test('registering with a taken name marks that field, and says it once', async () => {
  const message = 'That username is taken'
  fakeFetch({ 'POST /api/register': () => json(409, { message, errors: [{ path: 'username', message }] }) })
  const app = renderAt('/register')
  await app.user.type(await screen.findByLabelText('Username'), 'robyn')
  await app.user.type(screen.getByLabelText('Email'), 'robyn@example.com')
  await app.user.type(screen.getByLabelText('Password'), 'paperbark')
  await app.user.type(screen.getByLabelText('Confirm Password'), 'paperbark')
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true'))
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
  expect(screen.getAllByText(message)).toHaveLength(1)
})

test('the register form names what is wrong in the specified words', async () => {
  const app = renderAt('/register')
  await app.user.type(await screen.findByLabelText('Username'), 'ro')
  await app.user.type(screen.getByLabelText('Email'), 'robyn@')
  await app.user.type(screen.getByLabelText('Password'), 'short')
  await app.user.type(screen.getByLabelText('Confirm Password'), 'different')
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }))
  for (const text of [
    'Username must be at least 3 characters',
    'Invalid email address',
    'Password must be at least 8 characters',
  ]) {
    expect(await screen.findByText(text)).toBeDefined()
  }
})

test('two passwords that differ are named on both forms', async () => {
  const app = renderAt('/register')
  await app.user.type(await screen.findByLabelText('Password'), 'paperbark')
  await app.user.type(screen.getByLabelText('Confirm Password'), 'bottlebrush')
  await app.user.click(screen.getByRole('button', { name: 'Create Account' }))
  expect(await screen.findByText("Passwords don't match")).toBeDefined()
  cleanup()
  const reset = renderAt('/reset-password?token=abc')
  await reset.user.type(await screen.findByLabelText('New Password'), 'Paperbark1')
  await reset.user.type(screen.getByLabelText('Confirm New Password'), 'Paperbark2')
  await reset.user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Passwords do not match')).toBeDefined()
})

test('a typed password can be shown', async () => {
  const app = renderAt('/login')
  const password = await screen.findByLabelText('Password')
  expect(password.getAttribute('type')).toBe('password')
  await app.user.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password.getAttribute('type')).toBe('text')
  await app.user.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password.getAttribute('type')).toBe('password')
})

test('a password can be pasted, of a thousand letters too', async () => {
  const long = 'Long-Morning-7'.repeat(72)
  const app = renderAt('/login')
  for (const path of ['/login', '/register']) {
    if (path === '/register') {
      cleanup()
      renderAt(path)
    }
    const password = await screen.findByLabelText<HTMLInputElement>('Password')
    await app.user.click(password)
    await app.user.paste(long)
    expect(password.value).toBe(long)
  }
})

test('password managers can identify each field', async () => {
  renderAt('/login')
  expect((await screen.findByLabelText('Username')).getAttribute('autocomplete')).toBe('username')
  expect(screen.getByLabelText('Password').getAttribute('autocomplete')).toBe('current-password')
  cleanup()
  renderAt('/register')
  expect((await screen.findByLabelText('Password')).getAttribute('autocomplete')).toBe('new-password')
  expect(screen.getByLabelText('Confirm Password').getAttribute('autocomplete')).toBe('new-password')
})

test('failures without words of the server have their own', async () => {
  fakeFetch({ 'POST /api/password/request-reset': () => json(500, {}) })
  const app = renderAt('/login')
  await app.user.click(await screen.findByRole('button', { name: 'Forgot password?' }))
  await app.user.type(await screen.findByLabelText('Email'), 'nobody')
  await app.user.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  expect(await screen.findByText('Please enter a valid email address')).toBeDefined()
  await app.user.type(screen.getByLabelText('Email'), '@example.com')
  await app.user.click(screen.getByRole('button', { name: 'Send Reset Link' }))
  expect(await screen.findByText('Something went wrong')).toBeDefined()
  expect(screen.getByText('Please try again later.')).toBeDefined()
})

test('a refused reset says why, in the form and as a toast', async () => {
  const message = 'Failed to reset password. The token may be invalid or expired.'
  fakeFetch({ 'POST /api/password/reset': () => json(400, { message }) })
  const app = renderAt('/reset-password?token=old')
  await app.user.type(await screen.findByLabelText('New Password'), 'Paperbark1')
  await app.user.type(screen.getByLabelText('Confirm New Password'), 'Paperbark1')
  await app.user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findAllByText(message)).toHaveLength(2)
  expect(screen.getByText('Password reset failed')).toBeDefined()
})

test('a change is undone at a press, not by opening the link', async () => {
  const seen = fakeFetch({ 'POST /api/profile/undo': () => json(200, { message: 'done' }) })
  const app = renderAt('/undo-change?token=abc')
  const undo = await screen.findByRole('button', { name: 'Undo the change' })
  expect(seen).toHaveLength(0)
  await app.user.click(undo)
  await screen.findByText('We’ve undone the change')
  expect(screen.getByRole('link', { name: 'Set a new password' })).toBeDefined()
})

test('a link that came too late says so', async () => {
  const message = 'This link has expired or has already been used.'
  fakeFetch({ 'POST /api/profile/undo': () => json(400, { message }) })
  const app = renderAt('/undo-change?token=old')
  await app.user.click(await screen.findByRole('button', { name: 'Undo the change' }))
  await screen.findByText(message)
})

test('an email is confirmed at a press, and the token leaves the address', async () => {
  const seen = fakeFetch({ 'POST /api/email/verify': () => json(200, { message: 'done' }) })
  const app = renderAt('/verify-email?token=abc')
  const confirm = await screen.findByRole('button', { name: 'Confirm my email' })
  expect(location.search).toBe('')
  await app.user.click(confirm)
  await screen.findByText('Your email is confirmed')
  expect(seen.filter(({ path }) => path === '/api/email/verify')).toMatchObject([{ body: { token: 'abc' } }])
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined()
})

test('a link that does not confirm any more says what to do', async () => {
  const message = 'This link has expired or has already been used.'
  fakeFetch({ 'POST /api/email/verify': () => json(400, { message }) })
  const app = renderAt('/verify-email?token=old')
  await app.user.click(await screen.findByRole('button', { name: 'Confirm my email' }))
  await screen.findByText(message)
  expect(screen.getByText(/If not, sign in and we’ll send you another link/)).toBeDefined()
})

test('without a connection the email is not confirmed, and the link still works', async () => {
  fakeFetch({ 'POST /api/email/verify': () => Promise.reject(new TypeError('Failed to fetch')) })
  const app = renderAt('/verify-email?token=abc')
  await app.user.click(await screen.findByRole('button', { name: 'Confirm my email' }))
  await screen.findByText(/We couldn’t reach Cooee/)
  expect(screen.getByRole('button', { name: 'Confirm my email' })).toBeDefined()
})

test('a reset link without a token is an error at once', async () => {
  renderAt('/reset-password')
  expect(await screen.findByText('No reset token found. Please request a new password reset link.')).toBeDefined()
})

test('a new password must fit its rules and is sent with the token', async () => {
  const seen = fakeFetch({ 'POST /api/password/reset': () => json(200, { message: 'done' }) })
  const app = renderAt('/reset-password?token=abc')
  await app.user.type(await screen.findByLabelText('New Password'), 'paperbark')
  await app.user.type(screen.getByLabelText('Confirm New Password'), 'Paperbark1')
  await app.user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('Password must contain at least one uppercase letter')).toBeDefined()
  await app.user.clear(screen.getByLabelText('New Password'))
  await app.user.type(screen.getByLabelText('New Password'), 'Paperbark1')
  await app.user.click(screen.getByRole('button', { name: 'Reset Password' }))
  expect(await screen.findByText('You’ve changed your password')).toBeDefined()
  expect(seen[0]?.body).toEqual({ token: 'abc', password: 'Paperbark1' })
  // Three seconds later.
  await waitFor(() => expect(app.address()).toBe('/login'))
})

test.each([
  ['/reset-password?token=abc', 'Reset Password', 'You’ve changed your password'],
  ['/undo-change?token=abc', 'Undo the change', 'We’ve undone the change'],
])(
  '%s ends the notifications of nobody who uses this browser: they may be somebody else’s',
  async (at, button, done) => {
    const posted: unknown[] = []
    const active = { postMessage: (message: unknown) => posted.push(message) }
    vi.stubGlobal(
      'navigator',
      Object.create(navigator, {
        serviceWorker: { value: { addEventListener() {}, getRegistration: async () => ({ active }) } },
      }),
    )
    fakeFetch({
      'POST /api/password/reset': () => json(200, { message: 'done' }),
      'POST /api/profile/undo': () => json(200, { message: 'done' }),
    })
    const app = renderAt(at)
    for (const field of screen.queryAllByLabelText(/New Password$/)) await app.user.type(field, 'Paperbark1')
    await app.user.click(await screen.findByRole('button', { name: button }))
    expect(await screen.findByText(done)).toBeDefined()
    expect(posted).toEqual([])
  },
)

test('an address that is no screen says so', async () => {
  renderAt('/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeDefined()
})

describe('signing in with a passkey', () => {
  const BYTES = new Uint8Array([97, 98, 99]).buffer
  const get = vi.fn()
  beforeEach(() => {
    vi.stubGlobal('PublicKeyCredential', class {})
    vi.stubGlobal('isSecureContext', true)
    get.mockReset()
    Object.defineProperty(navigator, 'credentials', { value: { get }, configurable: true })
  })
  afterEach(() => vi.unstubAllGlobals())

  const options = () =>
    json(200, { challenge: 'YWJj', rpId: 'localhost', timeout: 300_000, userVerification: 'required' })
  const press = async ({ user }: ReturnType<typeof renderAt>) =>
    user.click(await screen.findByRole('button', { name: 'Sign in with a passkey' }))

  test('what the passkey signed signs in, without a name and a password', async () => {
    get.mockResolvedValue({
      ...{ id: 'YWJj', rawId: BYTES, type: 'public-key', getClientExtensionResults: () => ({}) },
      response: { clientDataJSON: BYTES, authenticatorData: BYTES, signature: BYTES, userHandle: BYTES },
    })
    const seen = fakeFetch({ 'POST /api/login/passkey/options': options, 'POST /api/login/passkey': welcome })
    const app = renderAt('/login?redirect=/settings')
    await press(app)
    await waitFor(() => expect(app.address()).toBe('/settings'))
    expect(seen[1]?.body).toEqual({
      credential: {
        ...{ id: 'YWJj', rawId: 'YWJj', type: 'public-key' },
        response: { clientDataJSON: 'YWJj', authenticatorData: 'YWJj', signature: 'YWJj', userHandle: 'YWJj' },
      },
    })
  })

  test('a browser without one, and a passkey that is refused, say so above the form', async () => {
    get.mockRejectedValue(new DOMException('No', 'NotAllowedError'))
    fakeFetch({ 'POST /api/login/passkey/options': options })
    const app = renderAt('/login')
    await press(app)
    await screen.findByText('We didn’t get a passkey from this device. Please try again.')
    fakeFetch({ 'POST /api/login/passkey/options': () => json(409, { message: 'Not at this address' }) })
    await press(app)
    await screen.findByText('Not at this address')
  })

  test('a browser that has no passkeys, or a page at a plain address, shows no button', async () => {
    vi.stubGlobal('isSecureContext', false)
    renderAt('/login')
    await screen.findByLabelText('Username')
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull()
  })
})
