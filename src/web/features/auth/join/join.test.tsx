// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '#test/web/a-user.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, getSession, signIn } from '#web/lib/session/session.ts'

const TOKEN = 'T'.repeat(43)
const LINK = `/join?token=${TOKEN}`
const OVER = "You can't join with this invitation. It may have expired or been used already. Please ask for a new one."
const INVITATION = { circle: 'Jane’s family', invitedBy: 'Jane', role: 'carer' }
const janes = { id: 2, name: 'Jane’s family', role: 'carer' } as const
const joined = aUser({ circle: { ...janes, mayHearCalls: true }, circles: [janes] })

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  forgetSession('left')
  server = fakeServer({
    [`GET /api/invitations/by-token/${TOKEN}`]: () => INVITATION,
    [`POST /api/invitations/by-token/${TOKEN}/accept`]: () => ({ user: joined }),
    'POST /api/login': () => ({ user: aUser(), token: 'secret' }),
    'GET /api/dashboard/stats': () => ({}),
  })
})
const accepted = () => server.sentTo(`POST /api/invitations/by-token/${TOKEN}/accept`)

test('an invitation says who invites to whose family and as what, and its token leaves the address', async () => {
  const { address } = renderAt(LINK)
  await screen.findByRole('heading', { name: 'Join Jane’s family', level: 1 })
  expect(
    screen.getByText('Jane invites you as a carer. You can see and change loved ones, calls and contacts.'),
  ).toBeDefined()
  expect(address()).toBe('/join')
  // Nobody signed in here before: nobody is asked who is.
  expect(server.requests.map(({ path }) => path)).not.toContain('/api/me')
})

test('somebody who is signed in joins with one press, and is in that family', async () => {
  signIn({ user: aUser(), token: 'secret' })
  const { user, address } = renderAt(LINK)
  await user.click(await screen.findByRole('button', { name: 'Join Jane’s family' }))
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(getSession()).toMatchObject({ user: { circle: { id: 2, role: 'carer' } } })
  expect(accepted().map(({ headers, body }) => [headers.get('x-circle'), body])).toEqual([[null, {}]])
})

test('somebody new registers on the spot, without a family of their own', async () => {
  server.routes[`POST /api/invitations/by-token/${TOKEN}/accept`] = () => reply(201, { user: joined, token: 'new' })
  const { user, address } = renderAt(LINK)
  await user.type(await screen.findByLabelText('Username'), 'tom.hartley')
  await user.type(screen.getByLabelText('Email'), 'tom@example.com')
  await user.type(screen.getByLabelText(/^First Name/), 'Tom')
  await user.type(screen.getByLabelText('Password'), 'paperbark-7')
  await user.type(screen.getByLabelText('Confirm Password'), 'paperbark-8')
  await user.click(screen.getByRole('button', { name: 'Join Jane’s family' }))
  await screen.findByText("Passwords don't match")
  expect(accepted()).toHaveLength(0)
  await user.clear(screen.getByLabelText('Confirm Password'))
  await user.type(screen.getByLabelText('Confirm Password'), 'paperbark-7')
  await user.click(screen.getByRole('button', { name: 'Join Jane’s family' }))
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(accepted()[0]?.body).toMatchObject({ username: 'tom.hartley', firstName: 'Tom', email: 'tom@example.com' })
  expect(getSession()).toMatchObject({ token: 'new', user: { circle: { id: 2 } } })
})

test('somebody with a login signs in and comes back to the invitation', async () => {
  const { user } = renderAt(LINK)
  await user.click(await screen.findByRole('link', { name: 'Sign in' }))
  await screen.findByRole('heading', { name: 'Sign in' })
  await user.type(await screen.findByLabelText('Username'), 'robyn.hartley')
  await user.type(screen.getByLabelText('Password'), 'paperbark')
  await user.click(screen.getByRole('button', { name: 'Sign In' }))
  await screen.findByRole('button', { name: 'Join Jane’s family' })
  expect(screen.getByText(/You’re signed in as Robyn Hartley\. Not you\?/)).toBeDefined()
})

test('a link that is used, expired or incomplete says so and leads on', async () => {
  server.routes[`GET /api/invitations/by-token/${TOKEN}`] = () => reply(404, { message: OVER })
  renderAt(LINK)
  await screen.findByText(OVER)
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/login')
})

test('a link without its token asks to open it again', async () => {
  renderAt('/join')
  await screen.findByText('This link is incomplete. Please open it again from the email.')
  expect(server.requests).toEqual([])
})

test('without a connection the invitation is asked for again, and still works', async () => {
  server.routes[`GET /api/invitations/by-token/${TOKEN}`] = () => 'lost'
  const { user } = renderAt(LINK)
  await screen.findByText(/We couldn’t reach Cooee\. Please check your connection/)
  server.routes[`GET /api/invitations/by-token/${TOKEN}`] = () => INVITATION
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'Join Jane’s family' })
})

test('somebody who belongs to the family already is told so and led on', async () => {
  signIn({ user: aUser(), token: 'secret' })
  server.routes[`POST /api/invitations/by-token/${TOKEN}/accept`] = () =>
    reply(409, { message: 'You already belong to this family.' })
  const { user } = renderAt(LINK)
  await user.click(await screen.findByRole('button', { name: 'Join Jane’s family' }))
  await screen.findByText('You already belong to this family.')
  expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toBeDefined()
})
