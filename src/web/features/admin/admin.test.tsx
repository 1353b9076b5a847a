// @vitest-environment jsdom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  accountsByUse,
  anAuditEntry,
  aRefusedNumber,
  aSystemReport,
  someStats,
  someTalks,
} from '#test/web/admin-answers.ts'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { renderScreen } from '#test/web/render-screen.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { AdminPanel } from './admin.tsx'

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  toast.dismiss()
  server = fakeServer({
    'GET /api/admin/stats': () => someStats,
    'GET /api/admin/test-calls': () => [],
    'GET /api/admin/webhooks': () => [],
    'GET /api/admin/system': () => aSystemReport(),
    'GET /api/admin/audit': () => [],
    'GET /api/admin/languages': () => [],
    'GET /api/admin/talks': () => someTalks(),
    'GET /api/admin/accounts': () => accountsByUse(),
    'GET /api/admin/refused-numbers': () => [aRefusedNumber()],
  })
})
afterEach(cleanup)

const open = (at = '/admin') => renderScreen(AdminPanel, { at, route: '/admin' })
const card = (name: string) => {
  const found = screen.getByRole('heading', { name, level: 2 }).closest('article')
  if (!found) throw new Error(`There is no card "${name}"`)
  return found
}

test('four figures show how many there are, and the monthly revenue as money', async () => {
  open()
  await screen.findByText('$24,871.60')
  expect(card('Users').textContent).toBe('Users1,284Total')
  expect(card('Loved Ones').textContent).toBe('Loved Ones2,106Total')
  expect(card('Calls').textContent).toBe('Calls38,492Completed')
  expect(card('Revenue').textContent).toBe('Revenue$24,871.60Monthly')
})

test('while the figures are on their way their cards stand there already, without a number', async () => {
  server.routes['GET /api/admin/stats'] = () => new Promise(() => {})
  open()
  await screen.findByText('Loading statistics')
  expect(card('Users').textContent).toBe('UsersTotal')
  expect(card('Revenue').textContent).toBe('RevenueMonthly')
})

test('figures that cannot be loaded say so, the rest of the panel stays, and trying again brings them', async () => {
  server.routes['GET /api/admin/stats'] = () => reply(500, { message: 'Something went wrong' })
  const { user } = open()
  const error = await screen.findByText('Failed to load admin statistics. Please try again.')
  expect(error.closest('[role=alert]')).not.toBeNull()
  await screen.findByRole('heading', { name: 'Right now' })
  server.routes['GET /api/admin/stats'] = () => someStats
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('$24,871.60')
})

test('the figures are asked for once, whatever tab is open', async () => {
  const { user } = open()
  await screen.findByText('$24,871.60')
  await user.click(screen.getByRole('tab', { name: 'Twilio Testing' }))
  await screen.findByRole('heading', { name: 'Make a test call' })
  await user.click(screen.getByRole('tab', { name: 'System' }))
  await screen.findByRole('heading', { name: 'Right now' })
  expect(server.sentTo('GET /api/admin/stats')).toHaveLength(1)
})

test('the tabs are in step with the address, the system first', async () => {
  const { user, address } = open()
  const tabs = await screen.findByRole('tablist', { name: 'Admin' })
  expect(
    within(tabs)
      .getAllByRole('tab')
      .map((tab) => tab.textContent),
  ).toEqual(['System', 'Accounts', 'Webhooks', 'Twilio Testing'])
  expect(screen.getByRole('tab', { name: 'System', selected: true })).toBeDefined()
  await user.click(within(tabs).getByRole('tab', { name: 'Webhooks' }))
  expect(address()).toBe('/admin?tab=webhooks')
  expect(document.title).toBe('Admin Panel, Webhooks - Cooee')
  await user.click(screen.getByRole('tab', { name: 'System' }))
  expect(address()).toBe('/admin')
  await user.click(screen.getByRole('tab', { name: 'Twilio Testing' }))
  expect(address()).toBe('/admin?tab=twilio-testing')
  await user.click(await screen.findByRole('tab', { name: 'TwiML Bins' }))
  expect(address()).toBe('/admin?test=twiml')
})

test('an address with a tab opens it', async () => {
  open('/admin?tab=accounts')
  await screen.findByRole('tab', { name: 'Accounts', selected: true })
})

test('an address with a test opens the testing centre', async () => {
  open('/admin?test=sms')
  await screen.findByRole('tab', { name: 'Twilio Testing', selected: true })
})

test('what an admin has just done in another tab is in the log when they come back', async () => {
  const { user } = open()
  await screen.findByText('No entries yet.')
  await user.click(screen.getByRole('tab', { name: 'Twilio Testing' }))
  await screen.findByRole('heading', { name: 'Make a test call' })
  server.routes['GET /api/admin/audit'] = () => [anAuditEntry({ action: 'test_text.sent' })]
  await user.click(screen.getByRole('tab', { name: 'System' }))
  await screen.findByText(/test text sent/)
})

test('Back to Dashboard leads to /', async () => {
  open()
  expect((await screen.findByRole('link', { name: 'Back to Dashboard' })).getAttribute('href')).toBe('/')
})

test('an admin whose role was taken away meanwhile sees a message and is sent home', async () => {
  server.routes['GET /api/admin/stats'] = () => reply(403, { message: 'Only for admins' })
  server.routes['GET /api/me'] = () => aUser()
  forgetSession('never')
  signIn({ user: aUser({ role: 'admin' }), token: 'secret' })
  const app = renderAt('/admin')
  await screen.findByText('You do not have permission to access the admin area.')
  await waitFor(() => expect(app.address()).toBe('/dashboard'))
  expect(screen.queryByRole('heading', { name: 'Admin Panel' })).toBeNull()
})

test('one Back leaves a tab that was pressed', async () => {
  signIn({ user: aUser({ role: 'admin' }), token: 'secret' })
  const { user, address, back } = renderAt('/admin')
  await user.click(await screen.findByRole('tab', { name: 'Webhooks' }))
  await waitFor(() => expect(address()).toBe('/admin?tab=webhooks'))
  back()
  await waitFor(() => expect(address()).toBe('/admin'))
})

test('an admin without the authenticator app that the operator asks for is led to where it is switched on', async () => {
  const message = 'Admins of this Cooee sign in with an authenticator app as well.'
  server.routes['GET /api/admin/stats'] = () => reply(403, { message, errors: [{ path: 'secondFactor', message }] })
  open()
  await screen.findByText('Your account needs an authenticator app')
  const link = screen.getByRole('link', { name: 'Go to the security settings' })
  expect(link.getAttribute('href')).toBe('/settings?tab=security')
  expect(screen.queryByRole('tab')).toBeNull()
})

test('an account is suspended after a question that names it and says what happens', async () => {
  server.routes['POST /api/admin/accounts/1/suspend'] = () => ({ suspendedAt: '2026-03-10T00:00:00.000Z' })
  open('/admin?tab=accounts')
  fireEvent.click(await screen.findByRole('button', { name: 'Suspend Robyn Hartley' }))
  const dialog = await screen.findByRole('alertdialog', { name: 'Suspend Robyn Hartley (robyn)?' })
  expect(dialog.textContent).toContain('signed out everywhere')
  fireEvent.click(within(dialog).getByRole('button', { name: 'Suspend account' }))
  await screen.findByText('Account suspended')
})

test('a number is refused with a reason, and a number that cannot be refused shows the error beside the field', async () => {
  server.routes['POST /api/admin/refused-numbers'] = () =>
    reply(400, {
      message: 'Please enter a valid phone number',
      errors: [{ path: 'phoneNumber', message: 'Please enter a valid phone number' }],
    })
  open('/admin?tab=accounts')
  fireEvent.change(await screen.findByLabelText('Phone number'), { target: { value: '12' } })
  fireEvent.change(screen.getByLabelText('Reason'), { target: { value: 'Prank calls' } })
  fireEvent.click(screen.getByRole('button', { name: 'Refuse number' }))
  await screen.findByText('Please enter a valid phone number')
})
