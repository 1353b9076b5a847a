// @vitest-environment jsdom
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { renderScreen } from '#test/web/render-screen.tsx'
import { getSession, signIn } from '#web/lib/session/session.ts'
import { Settings } from './settings.tsx'

const aPhone = {
  number: '+61491570100',
  display: '+61 491 570 100',
  vcardUrl: 'https://cooee.example.org/cooee.vcf',
}
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  sessionStorage.clear()
  server = fakeServer({
    'PATCH /api/profile': ({ body }) => ({ ...aUser(), ...(body as object) }),
    'GET /api/notification-settings': () => DEFAULT_NOTIFICATION_SETTINGS,
    'PUT /api/notification-settings': ({ body }) => body,
    'GET /api/phone': () => aPhone,
  })
})

afterEach(cleanup)

const open = (at = '/settings') => renderScreen(Settings, { at, route: '/settings' })
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const save = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Save Changes' })

test('the tabs are in step with the address, and the title says which it is', async () => {
  const { user, address } = open('/settings?tab=notifications')
  await screen.findByRole('heading', { name: 'Notifications' })
  expect(document.title).toBe('Notifications settings - Cooee')
  await user.click(screen.getByRole('tab', { name: 'Profile' }))
  expect(address()).toBe('/settings?tab=profile')
  await screen.findByRole('heading', { name: 'Profile' })
  expect(document.title).toBe('Settings - Cooee')
})

test.each(['carer', 'viewer'] as const)(
  'a %s may switch off every mail, and reads nothing of billing',
  async (role) => {
    const circle = { id: 1, name: 'Jane’s family', role, mayHearCalls: role === 'carer' }
    const { user } = renderScreen(Settings, {
      ...{ at: '/settings?tab=notifications', route: '/settings', user: { circle } },
    })
    const missed = within(await screen.findByRole('group', { name: 'Missed calls and calls for help' }))
    await user.click(missed.getByRole('switch', { name: 'Email' }))
    await screen.findByText('Your notification settings have been saved')
    expect(server.sentTo('PUT /api/notification-settings')[0]?.body).toMatchObject({ missedCalls: { email: false } })
    expect(screen.queryByText(/We always email you/)).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Plan and billing' })).toBeNull()
  },
)

describe('the profile', () => {
  test('a profile is saved, and every screen shows the saved one', async () => {
    const { user } = open()
    const firstName = await field('First Name')
    await user.clear(firstName)
    await user.type(firstName, 'Roberta')
    await user.click(save())
    await screen.findByText('Your profile has been saved')
    expect(server.sentTo('PATCH /api/profile')[0]?.body).toMatchObject({ firstName: 'Roberta' })
    const session = getSession()
    expect(session.status === 'signed-in' && session.user.firstName).toBe('Roberta')
  })

  test.each([
    ['First Name', '', 'First name is required'],
    ['Last Name', '', 'Last name is required'],
    [/^Email/, 'robyn@', 'Invalid email address'],
    [/^Phone Number/, '12345', 'Phone number must be at least 10 digits'],
    [/^Phone Number/, 'ring 0491 570 156', 'Please enter a valid phone number'],
  ])('%s "%s" is refused before it is sent', async (label, typed, message) => {
    const { user } = open()
    const input = await field(label)
    await user.clear(input)
    if (typed) await user.type(input, typed)
    await user.click(save())
    await screen.findByText(message)
    expect(server.sentTo('PATCH /api/profile')).toEqual([])
  })

  test('an email that somebody else has is said beside its field, and what was typed stays', async () => {
    const message = 'This email address is already registered'
    server.routes['PATCH /api/profile'] = () => reply(409, { message, errors: [{ path: 'email', message }] })
    const { user } = open()
    const email = await field(/^Email/)
    await user.clear(email)
    await user.type(email, 'taken@example.com')
    await user.click(save())
    await screen.findByText(`Failed to update profile: ${message}`)
    screen.getByText(message)
    expect(email.getAttribute('aria-invalid')).toBe('true')
    expect(email.value).toBe('taken@example.com')
  })

  test.each([
    [{ phoneVerified: true }, /^Confirmed: our texts reach you on \+61 491 570 110/],
    [{ phoneVerified: false }, /^We haven’t checked that our texts reach you on \+61 491 570 110/],
    [{ phoneNumber: '+61255500143' }, /^A landline can’t get texts/],
  ])('the number says whether our texts reach it: %j', async (fields, sentence) => {
    signIn({ user: aUser({ phoneNumber: '+61491570110', ...fields }), token: 'a-token' })
    const { user } = renderAt('/settings')
    await screen.findByText(sentence)
    // Of another number that is not saved yet nothing is said.
    await user.type(await field(/^Phone Number/), '9')
    expect(screen.queryByText(sentence)).toBeNull()
  })

  test('the password is asked for when we are to reach the account holder elsewhere, and sent with it', async () => {
    const { user } = open()
    const email = await field(/^Email/)
    expect(screen.queryByLabelText(/^Your password/)).toBeNull()
    await user.clear(email)
    await user.type(email, 'elsewhere@example.com')
    await user.type(await field(/^Your password/), 'Paperbark1')
    await user.click(save())
    await screen.findByText('Your profile has been saved')
    expect(server.sentTo('PATCH /api/profile')[0]?.body).toMatchObject({
      email: 'elsewhere@example.com',
      currentPassword: 'Paperbark1',
    })
  })

  test('a wrong password is said beside its field', async () => {
    const message = "That's not your password"
    server.routes['PATCH /api/profile'] = () => reply(400, { message, errors: [{ path: 'currentPassword', message }] })
    const { user } = open()
    await user.type(await field(/^Email/), '.au')
    const password = await field(/^Your password/)
    await user.type(password, 'Guess-1')
    await user.click(save())
    await screen.findByText(message)
    expect(password.getAttribute('aria-invalid')).toBe('true')
  })

  test('a connection that breaks is said above the form, which can be sent again', async () => {
    server.routes['PATCH /api/profile'] = () => 'lost'
    const { user } = open()
    await user.type(await field('First Name'), 'x')
    await user.click(save())
    await screen.findByText(/What you typed is still here/)
    expect(save().disabled).toBe(false)
  })

  test('a time zone anywhere in the world is found by its city', async () => {
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Timezone/ }))
    await user.type(await screen.findByRole('combobox'), 'new york')
    await user.click(await screen.findByRole('option', { name: 'New York' }))
    await user.click(save())
    await screen.findByText('Your profile has been saved')
    expect(server.sentTo('PATCH /api/profile')[0]?.body).toMatchObject({ timezone: 'America/New_York' })
  })

  test('what was typed is still there after a visit to another tab', async () => {
    const { user } = open()
    await user.type(await field('First Name'), 'ta')
    await user.click(screen.getByRole('tab', { name: 'Notifications' }))
    await screen.findByRole('heading', { name: 'Notifications' })
    await user.click(screen.getByRole('tab', { name: 'Profile' }))
    expect((await field('First Name')).value).toMatch(/ta$/)
  })
})

test('the menu asks before it leaves a profile that was changed, and not when it was saved', async () => {
  signIn({ user: aUser(), token: 'a-token' })
  const { user } = renderAt('/settings')
  await user.type(await field('First Name'), 'ta')
  await user.click(screen.getByRole('link', { name: 'Subscription' }))
  await user.click(await screen.findByRole('button', { name: 'Keep editing' }))
  expect((await field('First Name')).value).toMatch(/ta$/)
  await user.click(save())
  await screen.findByText('Your profile has been saved')
  await user.click(screen.getByRole('link', { name: 'Subscription' }))
  await screen.findByRole('heading', { name: 'Subscription' })
  expect(screen.queryByText('Discard your changes?')).toBeNull()
})

describe('the notifications', () => {
  const group = (name: string) => screen.findByRole('group', { name })
  const inGroup = async (name: string, label: string) =>
    within(await group(name)).getByRole<HTMLInputElement>('switch', { name: label })

  test('a missed call by email cannot be switched off, and it is said why', async () => {
    open('/settings?tab=notifications')
    const email = await inGroup('Missed calls and calls for help', 'Email')
    expect([email.checked, email.disabled]).toEqual([true, true])
    screen.getByText(/We always email you about a missed call/)
  })

  test('a choice is sent at once, with everything else as it was', async () => {
    const { user } = open('/settings?tab=notifications')
    await user.click(await inGroup('Answered calls', 'Email'))
    await screen.findByText('Your notification settings have been saved')
    expect((await inGroup('Answered calls', 'Email')).checked).toBe(true)
    expect(server.sentTo('PUT /api/notification-settings')[0]?.body).toEqual({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      answeredCalls: { email: true, sms: false },
    })
  })

  test('being notified at the first try is a separate choice', async () => {
    const { user } = open('/settings?tab=notifications')
    const atFirstTry = await screen.findByRole<HTMLInputElement>('switch', { name: 'Tell me at the first try' })
    expect(atFirstTry.checked).toBe(false)
    await user.click(atFirstTry)
    await screen.findByText('Your notification settings have been saved')
    expect(server.sentTo('PUT /api/notification-settings')[0]?.body).toEqual({
      ...DEFAULT_NOTIFICATION_SETTINGS,
      notifyAtFirstTry: true,
    })
  })

  test('ringing the account holder first needs a number', async () => {
    open('/settings?tab=notifications')
    const ringMe = await screen.findByRole<HTMLInputElement>('switch', { name: 'Ring me first' })
    expect([ringMe.checked, ringMe.getAttribute('aria-disabled') ?? ringMe.disabled]).toEqual([false, true])
    screen.getByText(/You need a mobile in your profile/)
  })

  test('ringing the account holder first is on with a number, and can be switched off', async () => {
    signIn({ user: aUser({ phoneNumber: '+61491570110' }), token: 'a-token' })
    const { user } = renderAt('/settings?tab=notifications')
    const ringMe = await screen.findByRole<HTMLInputElement>('switch', { name: 'Ring me first' })
    expect(ringMe.checked).toBe(true)
    await user.click(ringMe)
    await screen.findByText('Your notification settings have been saved')
    expect(server.sentTo('PUT /api/notification-settings')[0]?.body).toMatchObject({ ringMeFirst: false })
  })

  test('the number that rings is shown, to be saved or copied', async () => {
    open('/settings?tab=notifications')
    const number = within(await screen.findByRole('region', { name: 'Cooee’s number' }))
    expect(await number.findByText('+61 491 570 100')).toBeTruthy()
    expect(number.getByRole('link', { name: 'Save this number' }).getAttribute('href')).toBe('/cooee.vcf')
    expect(number.getByRole('button', { name: 'Copy Cooee’s number' })).toBeTruthy()
  })

  test('a number that cannot be loaded is said, and asked for again', async () => {
    server.routes['GET /api/phone'] = () => reply(400, { message: 'No' })
    const { user } = open('/settings?tab=notifications')
    await screen.findByText('We couldn’t load the number we ring from.', {}, { timeout: 5_000 })
    server.routes['GET /api/phone'] = () => aPhone
    await user.click(screen.getByRole('button', { name: 'Try Again' }))
    await screen.findByText('+61 491 570 100')
  })

  test('a choice that could not be saved goes back to what is so', async () => {
    server.routes['PUT /api/notification-settings'] = () => reply(503, { message: 'Not now' })
    const { user } = open('/settings?tab=notifications')
    await user.click(await inGroup('Answered calls', 'Email'))
    await screen.findByText('Failed to save notification settings: Not now')
    await expect.poll(async () => (await inGroup('Answered calls', 'Email')).checked).toBe(false)
  })

  test('a daily summary is asked for, at an hour of one’s own clock', async () => {
    const { user } = open('/settings?tab=notifications')
    await user.click(await screen.findByRole('combobox', { name: /How often/ }))
    await user.click(await screen.findByRole('option', { name: 'Every day' }))
    await user.click(await screen.findByRole('combobox', { name: /At \(/ }))
    await user.click(await screen.findByRole('option', { name: '7:00 AM' }))
    await expect
      .poll(() => server.sentTo('PUT /api/notification-settings').at(-1)?.body)
      .toMatchObject({ summary: { frequency: 'daily', hour: 7 } })
  })
})
