// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { SecondFactor } from '#contract/accounts/sign-in/second-factor.ts'
import type { SignedInSession } from '#contract/accounts/sign-in/security.ts'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { getSession } from '#web/lib/session/session.ts'
import { SecurityTab } from './security-tab.tsx'

const aSession = (fields: Partial<SignedInSession>): SignedInSession => ({
  id: 1,
  device: 'Firefox on Linux',
  address: '203.0.113.7',
  signedInAt: '2026-03-08T00:00:00.000Z',
  lastUsedAt: '2026-03-10T00:00:00.000Z',
  isCurrent: false,
  ...fields,
})

let server: ReturnType<typeof fakeServer>
let sessions: SignedInSession[]
let secondFactor: SecondFactor
beforeEach(() => {
  secondFactor = { isOn: false, recoveryCodesLeft: 0, isRequired: false }
  sessions = [
    aSession({ id: 3, device: 'Chrome on Windows', isCurrent: true }),
    aSession({ id: 4, device: 'Safari on iPhone' }),
    aSession({ id: 5, address: null }),
  ]
  server = fakeServer({
    'GET /api/sessions': () => sessions,
    'GET /api/second-factor': () => secondFactor,
    'GET /api/access-tokens': () => [],
    'GET /api/passkeys': () => ({ address: null, passkeys: [] }),
    'POST /api/password/change': () => ({ token: 'a-new-token' }),
    'POST /api/sessions/end-others': () => {
      sessions = sessions.filter(({ isCurrent }) => isCurrent)
      return { ended: 2, revokedTokens: 0 }
    },
    'DELETE /api/sessions/4': () => {
      sessions = sessions.filter(({ id }) => id !== 4)
      return reply(204)
    },
  })
})

afterEach(cleanup)

const open = () => renderScreen(SecurityTab, { at: '/settings', route: '/settings' })

describe('changing the password', () => {
  async function fill(typed: { current?: string; next?: string; again?: string } = {}) {
    const { user } = open()
    const { current = 'Sunny-Morning-7', next = 'Quiet-Evening-8', again = next } = typed
    await user.type(await screen.findByLabelText('Current Password'), current)
    await user.type(screen.getByLabelText('New Password'), next)
    await user.type(screen.getByLabelText('Confirm New Password'), again)
    await user.click(screen.getByRole('button', { name: 'Change Password' }))
    return user
  }

  test('changing the password keeps this browser signed in, with its new session, and empties the form', async () => {
    await fill()
    await screen.findByText('You’ve changed your password')
    expect(server.sentTo('POST /api/password/change')[0]?.body).toEqual({
      currentPassword: 'Sunny-Morning-7',
      newPassword: 'Quiet-Evening-8',
    })
    expect(getSession()).toMatchObject({ status: 'signed-in', token: 'a-new-token' })
    expect(screen.getByLabelText<HTMLInputElement>('Current Password').value).toBe('')
  })

  test('what does not fit is said in place, before anything is sent', async () => {
    await fill({ next: 'short', again: 'other' })
    await screen.findByText('Password must be at least 8 characters')
    await screen.findByText('Passwords do not match')
    expect(server.sentTo('POST /api/password/change')).toEqual([])
  })

  test('a wrong present password is said beside it, and it has the focus', async () => {
    const message = "That's not your password"
    server.routes['POST /api/password/change'] = () =>
      reply(400, { message, errors: [{ path: 'currentPassword', message }] })
    await fill()
    await screen.findByText(message)
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Current Password')))
    expect(screen.getByLabelText('Current Password').getAttribute('aria-invalid')).toBe('true')
  })

  test('too many guesses are said above the form', async () => {
    const message = 'Too many wrong passwords. Please try again in 8 seconds.'
    server.routes['POST /api/password/change'] = () => reply(429, { message })
    await fill()
    const words = await screen.findByText(message)
    expect(words.closest('form')).not.toBeNull()
  })
})

describe('where you are signed in', () => {
  test('every device is named, this one without a way to end it here', async () => {
    open()
    const [own, phone, unnamed] = await screen.findAllByRole('listitem')
    expect(own?.textContent).toContain('Chrome on Windows (this device)')
    expect(within(own ?? document.body).queryByRole('button')).toBeNull()
    expect(phone?.textContent).toContain('From 203.0.113.7. Signed in Mar 8, 2026, last used')
    expect(unnamed?.textContent).not.toContain('From')
  })

  test('one is signed out after a question', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /^Sign out Safari on iPhone/ }))
    const question = await screen.findByRole('alertdialog', { name: 'Sign out Safari on iPhone?' })
    expect(server.sentTo('DELETE /api/sessions/4')).toEqual([])
    await user.click(within(question).getByRole('button', { name: 'Sign out' }))
    await screen.findByText('We’ve signed out Safari on iPhone.')
    await waitFor(() => expect(screen.getAllByRole('listitem')).toHaveLength(2))
  })

  test('all others are signed out together, and nothing is left to end', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('We’ll sign out 2 other devices at once, and revoke your access tokens.')
    await user.click(within(question).getByRole('button', { name: 'Sign out everywhere else' }))
    await screen.findByText('You’re not signed in anywhere else.')
    expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull()
  })

  test('a list that cannot be loaded says so, and can be asked for again', async () => {
    server.routes['GET /api/sessions'] = () => reply(500, { message: 'Something went wrong on our side.' })
    const { user } = open()
    await screen.findByRole('heading', { name: 'We couldn’t load the list' })
    server.routes['GET /api/sessions'] = () => sessions
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Safari on iPhone')
  })
})

describe('one’s own data', () => {
  test('an export of one’s own data is saved under the name that the server gives it', async () => {
    const saved: string[] = []
    URL.createObjectURL = () => 'blob:export'
    URL.revokeObjectURL = () => {}
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download)
    })
    server.routes['POST /api/account/export'] = () =>
      new Response('{}', { headers: { 'content-disposition': 'attachment; filename="cooee-export-robyn.json"' } })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    await waitFor(() => expect(saved).toEqual(['cooee-export-robyn.json']))
  })

  test('an export that is requested too often says when to come back', async () => {
    const message = "You've downloaded your data five times this hour. Please try again later."
    server.routes['POST /api/account/export'] = () => reply(429, { message })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Download my data' }))
    await screen.findByText(message)
  })
})

describe('leaving', () => {
  const deleteAt = '2026-11-28T00:00:00.000Z'
  const leaving = { ...aUser({ timezone: 'Australia/Sydney' }), deleteAt }

  test('deleting the account needs the password, and says until when it can be undone', async () => {
    server.routes['POST /api/account/deletion'] = () => ({ deleteAt })
    server.routes['GET /api/me'] = () => leaving
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
    const dialog = await screen.findByRole('dialog', { name: 'Delete your account?' })
    expect(dialog.textContent).toContain('We’ll make your scheduled calls until then, unless you stop them now.')
    await user.click(within(dialog).getByRole('button', { name: 'Delete in 7 days' }))
    await within(dialog).findByText('Please enter your password')
    await user.type(within(dialog).getByLabelText('Password'), 'Sunny-Morning-7')
    await user.click(within(dialog).getByRole('checkbox', { name: /^Stop all calls now/ }))
    await user.click(within(dialog).getByRole('button', { name: 'Delete in 7 days' }))
    expect(await screen.findAllByText(/^We’ll delete this account on Nov 28, 2026\./)).not.toEqual([])
    expect(server.sentTo('POST /api/account/deletion')[0]?.body).toEqual({
      password: 'Sunny-Morning-7',
      stopCalls: true,
    })
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Delete my account' })).toBeNull())
  })

  test('a wrong password keeps the question open', async () => {
    const message = "That's not your password"
    server.routes['POST /api/account/deletion'] = () => reply(400, { message, errors: [{ path: 'password', message }] })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Delete my account' }))
    const dialog = await screen.findByRole('dialog')
    await user.type(within(dialog).getByLabelText('Password'), 'wrong')
    await user.click(within(dialog).getByRole('button', { name: 'Delete in 7 days' }))
    await within(dialog).findByText(message)
  })
})

describe('the authenticator app', () => {
  const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
  const CODES = ['abcd-efgh-jkmn-pqrs-tuvw-xyz2', 'bcde-fghj-kmnp-qrst-uvwx-yz23']
  const refused = (path: string, message: string) => reply(400, { message, errors: [{ path, message }] })

  test('the authenticator app is switched on with the password and a code; the recovery codes are shown once', async () => {
    server.routes['POST /api/second-factor'] = () => ({ secret: SECRET, address: `otpauth://totp/x?secret=${SECRET}` })
    server.routes['POST /api/second-factor/confirm'] = () => {
      secondFactor = { ...secondFactor, isOn: true, recoveryCodesLeft: 2 }
      return { recoveryCodes: CODES }
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    const first = await screen.findByRole('dialog', { name: 'Switch on an authenticator app' })
    await user.type(within(first).getByLabelText('Password'), 'Sunny-Morning-7')
    await user.click(within(first).getByRole('button', { name: 'Continue' }))
    const second = await screen.findByRole('dialog', { name: 'Add Cooee to your app' })
    within(second).getByRole('img', { name: 'QR code for your authenticator app' })
    within(second).getByText('GEZD GNBV GY3T QOJQ GEZD GNBV GY3T QOJQ')
    await user.click(within(second).getByRole('button', { name: 'Switch on' }))
    await within(second).findByText('Please enter the code')
    await user.type(within(second).getByLabelText('Code'), '123456')
    await user.click(within(second).getByRole('button', { name: 'Switch on' }))
    const third = await screen.findByRole('dialog', { name: 'Keep your recovery codes' })
    expect(
      within(third)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(CODES)
    await user.click(within(third).getByRole('button', { name: 'I’ve kept them' }))
    await screen.findByText(/You have 2 recovery codes left\./)
    expect(server.sentTo('POST /api/second-factor')[0]?.body).toEqual({ password: 'Sunny-Morning-7' })
    expect(server.sentTo('POST /api/second-factor/confirm')[0]?.body).toEqual({ code: '123456' })
  })

  test('a wrong code keeps the question open', async () => {
    server.routes['POST /api/second-factor'] = () => ({ secret: SECRET, address: `otpauth://totp/x?secret=${SECRET}` })
    server.routes['POST /api/second-factor/confirm'] = () => refused('code', 'This code is not right')
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Switch on' }))
    await user.type(await screen.findByLabelText('Password'), 'Sunny-Morning-7')
    await user.click(screen.getByRole('button', { name: 'Continue' }))
    await user.type(await screen.findByLabelText('Code'), '000000')
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Switch on' }))
    await screen.findByText('This code is not right')
  })

  test('the authenticator app is switched off with the password and a code', async () => {
    secondFactor = { ...secondFactor, isOn: true, recoveryCodesLeft: 9 }
    server.routes['POST /api/second-factor/off'] = () => {
      secondFactor = { ...secondFactor, isOn: false }
      return reply(204)
    }
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Switch off' }))
    const dialog = await screen.findByRole('dialog', { name: 'Switch off the authenticator app?' })
    await user.type(within(dialog).getByLabelText('Password'), 'Sunny-Morning-7')
    await user.type(within(dialog).getByLabelText('Code'), '123456')
    await user.click(within(dialog).getByRole('button', { name: 'Switch off' }))
    await screen.findByRole('button', { name: 'Switch on' })
    expect(server.sentTo('POST /api/second-factor/off')[0]?.body).toEqual({
      password: 'Sunny-Morning-7',
      code: '123456',
    })
  })

  test('an admin who needs a second factor reads so', async () => {
    secondFactor = { ...secondFactor, isRequired: true }
    open()
    await screen.findByText('The admin area opens to you once the authenticator app is switched on.')
  })
})
