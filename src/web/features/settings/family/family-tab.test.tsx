// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type CircleMember, type Invitation, invitationSchema, memberSchema } from '#contract/accounts/members.ts'
import type { MemberRole } from '#contract/accounts/rights.ts'
import { aUser } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { getSession } from '#web/lib/session/session.ts'
import { Settings } from '../settings.tsx'
// Its calendar is slow to load the first time.
import './away-of-member.tsx'

function aMember(changes: Partial<CircleMember> = {}) {
  return memberSchema.parse({
    ...{ id: 1, name: 'Jane Hartley', email: 'jane@example.com', role: 'owner', mayHearCalls: true },
    ...{ joinedAt: '2026-03-01T22:00:00.000Z', isYou: true, away: null },
    ...changes,
  })
}
const tom = (changes: Partial<CircleMember> = {}) =>
  aMember({ id: 2, name: 'Tom Hartley', email: 'tom@example.com', role: 'carer', isYou: false, ...changes })
const anInvitation = (changes: Partial<Invitation> = {}) =>
  invitationSchema.parse({
    ...{ id: 5, email: 'susan@example.com', role: 'viewer', createdAt: '2026-03-10T00:00:00.000Z' },
    ...{ expiresAt: '2026-03-17T00:00:00.000Z', isExpired: false },
    ...changes,
  })

const AWAY = { from: '2026-12-04', until: '2026-12-07', coveredBy: 2, isNow: false, nobodyLeft: false }

let members: ReturnType<typeof aMember>[]
let invitations: Invitation[]
let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  members = [aMember(), tom()]
  invitations = []
  server = fakeServer({
    'GET /api/members': () => members,
    'GET /api/invitations': () => invitations,
    'PATCH /api/members/:id': () => members,
    'DELETE /api/members/:id': () => reply(204),
    'PUT /api/members/:id/away': () => members,
    'DELETE /api/members/:id/away': () => reply(204),
    'POST /api/members/:id/make-owner': () => reply(204),
    'POST /api/invitations': () => reply(201, invitations),
    'POST /api/invitations/:id/resend': () => reply(204),
    'DELETE /api/invitations/:id': () => reply(204),
    'GET /api/me': () => aUser(),
  })
})
afterEach(cleanup)

function open(role: MemberRole = 'owner') {
  const circle = { id: 1, name: 'Jane’s family', role, mayHearCalls: role !== 'viewer' }
  return renderScreen(Settings, {
    ...{ at: '/settings?tab=family', route: '/settings' },
    user: { circle, circles: [{ id: 1, name: circle.name, role }] },
  })
}
type User = ReturnType<typeof open>['user']

async function choose(user: User, name: string, action: string) {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await user.click(await screen.findByRole('menuitem', { name: action }))
}

describe('who belongs to the family', () => {
  test('everybody is listed with what they are and since when, and the reader is marked', async () => {
    members = [aMember(), tom(), tom({ id: 3, name: 'Rao', email: null, role: 'viewer', mayHearCalls: true })]
    open()
    const list = within(await screen.findByRole('region', { name: 'Jane’s family' }))
    const rows = (await list.findAllByRole('listitem')).map(({ textContent }) => textContent)
    expect(rows[0]).toContain('Jane Hartley (you)Owner, since Mar 2, 2026jane@example.com')
    expect(rows[1]).toContain('Tom HartleyCarer, since Mar 2, 2026')
    expect(rows[2]).toContain('RaoViewer who hears calls, since')
  })

  test('the owner changes what a member may do', async () => {
    members = [aMember(), tom(), tom({ id: 3, name: 'Rao', role: 'viewer', mayHearCalls: false })]
    const { user } = open()
    await choose(user, 'Rao', 'Allow hearing calls')
    await screen.findByText('We’ve changed what Rao may do.')
    await choose(user, 'Tom Hartley', 'Make viewer')
    await waitFor(() => expect(server.sentTo('PATCH /api/members/:id')).toHaveLength(2))
    expect(server.sentTo('PATCH /api/members/:id').map(({ path, body }) => [path, body])).toEqual([
      ['/api/members/3', { mayHearCalls: true }],
      ['/api/members/2', { role: 'viewer', mayHearCalls: false }],
    ])
  })

  test('a member is removed after a question that says what they lose', async () => {
    const { user } = open()
    await choose(user, 'Tom Hartley', 'Remove')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Remove Tom Hartley?' }))
    expect(dialog.getByText(/no longer sees your loved ones and their calls, and gets no alerts/)).toBeDefined()
    expect(server.sentTo('DELETE /api/members/:id')).toHaveLength(0)
    members = [aMember()]
    await user.click(dialog.getByRole('button', { name: 'Remove Tom' }))
    await screen.findByText('Tom Hartley no longer belongs to the family.')
    await screen.findByText('You look after everything yourself')
    expect(server.sentTo('DELETE /api/members/:id')[0]?.path).toBe('/api/members/2')
  })

  test('the family is handed over with the password, and a wrong one stands beside its field', async () => {
    const answers = [
      reply(400, { message: 'Wrong password', errors: [{ path: 'password', message: 'Wrong password' }] }),
    ]
    server.routes['POST /api/members/:id/make-owner'] = () => answers.shift() ?? reply(204)
    const circle = { id: 1, name: 'Tom’s family', role: 'carer', mayHearCalls: true } as const
    server.routes['GET /api/me'] = () => aUser({ circle })
    const { user } = open()
    await choose(user, 'Tom Hartley', 'Make owner')
    const password = await screen.findByLabelText('Your password')
    await user.type(password, 'wrong-one')
    await user.click(screen.getByRole('button', { name: 'Make owner' }))
    await screen.findByText('Wrong password')
    await user.clear(password)
    await user.type(password, 'right-one')
    await user.click(screen.getByRole('button', { name: 'Make owner' }))
    await screen.findByText('Tom Hartley is the owner now. You’re a carer.')
    await waitFor(() => expect(getSession()).toMatchObject({ user: { circle: { role: 'carer' } } }))
    expect(server.sentTo('POST /api/members/:id/make-owner')[1]?.body).toEqual({ password: 'right-one' })
  })

  test('the owner reads why they cannot leave, and nothing is sent', async () => {
    const { user } = open()
    await choose(user, 'Jane Hartley', 'Leave the family')
    const dialog = within(await screen.findByRole('dialog', { name: 'You can’t leave yet' }))
    expect(dialog.getByText(/Make someone else the owner first/)).toBeDefined()
    expect(server.sentTo('DELETE /api/members/:id')).toHaveLength(0)
  })

  test('a member sees who may change the others, and may leave', async () => {
    members = [
      tom({ id: 1, name: 'Jane Hartley', role: 'owner', email: null }),
      aMember({ id: 2, name: 'Tom Hartley', role: 'carer' }),
    ]
    server.routes['GET /api/me'] = () =>
      aUser({ circle: { id: 9, name: 'Tom’s family', role: 'owner', mayHearCalls: true } })
    const { user } = open('carer')
    expect(await screen.findByText('Only the owner can do this.')).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Actions for Jane Hartley' })).toBeNull()
    expect(screen.queryByRole('heading', { name: 'Invite someone' })).toBeNull()
    await choose(user, 'Tom Hartley', 'Leave the family')
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Leave Jane’s family?' }))
    expect(dialog.getByText(/You belong to no other family, so we’ll sign you out/)).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Leave' }))
    await waitFor(() => expect(getSession()).toMatchObject({ user: { circle: { id: 9 } } }))
    expect(server.sentTo('DELETE /api/members/:id')[0]?.path).toBe('/api/members/2')
  })

  test('a family that cannot be loaded says so, and is asked for again', async () => {
    server.routes['GET /api/members'] = () => reply(500, { message: 'Something broke' })
    const { user } = open()
    await screen.findByText('We couldn’t load the family')
    server.routes['GET /api/members'] = () => members
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByText('Tom Hartley')
  })
})

describe('time away of a member', () => {
  test('it says who is away, when, and who looks after things', async () => {
    members = [aMember({ away: AWAY }), tom()]
    open()
    await screen.findByText('You’re away from Fri 4 Dec to Mon 7 Dec. Tom looks after things.')
    cleanup()
    members = [aMember(), tom({ away: { ...AWAY, coveredBy: null, isNow: true } })]
    open()
    await screen.findByText('Tom is away until Mon 7 Dec.')
    cleanup()
    members = [aMember({ away: { ...AWAY, coveredBy: null, nobodyLeft: true } }), tom({ away: AWAY })]
    open()
    await screen.findByText(/Nobody else is there then, so alerts still come to you\./)
  })

  test('a time away is changed, with who looks after things', async () => {
    members = [aMember({ away: AWAY }), tom()]
    const { user } = open()
    await choose(user, 'Jane Hartley', 'Change time away')
    await user.click(await screen.findByText('Save'))
    await screen.findByText('Enjoy your time away.')
    const { isNow: _, nobodyLeft: __, ...sent } = AWAY
    expect(server.sentTo('PUT /api/members/:id/away').map(({ path, body }) => [path, body])).toEqual([
      ['/api/members/1/away', sent],
    ])
  })

  test('a time away is taken back', async () => {
    members = [aMember({ away: AWAY }), tom()]
    const { user } = open()
    await choose(user, 'Jane Hartley', 'Change time away')
    await user.click(await screen.findByText('Remove this time away'))
    await screen.findByText('Alerts come to you again.')
    expect(server.sentTo('DELETE /api/members/:id/away').map(({ path }) => path)).toEqual(['/api/members/1/away'])
  })

  test('the owner sets the time away of another, which needs a last day', async () => {
    const { user } = open()
    await choose(user, 'Tom Hartley', 'Set time away')
    await user.click(await screen.findByText('Save'))
    await screen.findByText('Please choose the last day')
    expect(server.sentTo('PUT /api/members/:id/away')).toHaveLength(0)
  })

  test('a family of one is told before that alerts still come to them', async () => {
    members = [aMember()]
    const { user } = open()
    await choose(user, 'Jane Hartley', 'Set time away')
    await screen.findByText('Nobody else is there then, so alerts still come to you.')
    expect(screen.queryByLabelText('Who looks after things')).toBeNull()
  })
})

describe('invitations', () => {
  test('somebody is invited by email, as a carer unless said otherwise, and the form is empty again', async () => {
    const { user } = open()
    const email = await screen.findByLabelText<HTMLInputElement>('Their email')
    await user.type(email, 'susan@example.com')
    await user.type(screen.getByLabelText(/A few words from you/), 'Come and help')
    invitations = [anInvitation({ role: 'carer' })]
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    await screen.findByText('We’ve emailed susan@example.com. The link works for seven days.')
    expect(server.sentTo('POST /api/invitations')[0]?.body).toEqual({
      ...{ email: 'susan@example.com', role: 'carer', note: 'Come and help' },
    })
    expect(email.value).toBe('')
    await screen.findByText('Carer. The link works until Mar 17, 2026.')
  })

  test('what is wrong stands beside its field', async () => {
    server.routes['POST /api/invitations'] = () =>
      reply(409, {
        message: 'They already belong',
        errors: [{ path: 'email', message: 'They already belong to this family.' }],
      })
    const { user } = open()
    await user.type(await screen.findByLabelText(/A few words from you/), 'See https://example.com')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    await screen.findByText('Please leave out links')
    await screen.findByText('Invalid email address')
    await user.clear(screen.getByLabelText(/A few words from you/))
    await user.type(screen.getByLabelText('Their email'), 'tom@example.com')
    await user.click(screen.getByRole('button', { name: 'Send invitation' }))
    await screen.findByText('They already belong to this family.')
  })

  test('an open invitation is sent again, and withdrawn after a question', async () => {
    invitations = [anInvitation({ isExpired: true })]
    const { user } = open()
    await screen.findByText('Viewer. The link stopped working on Mar 17, 2026.')
    await user.click(screen.getByRole('button', { name: 'Send again to susan@example.com' }))
    await screen.findByText('We’ve emailed susan@example.com again, with a new link.')
    await user.click(screen.getByRole('button', { name: 'Withdraw susan@example.com' }))
    const dialog = within(await screen.findByRole('alertdialog'))
    invitations = []
    await user.click(dialog.getByRole('button', { name: 'Withdraw' }))
    await screen.findByText('The invitation for susan@example.com no longer works.')
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Invitations' })).toBeNull())
  })

  test('a family of ten, open invitations included, invites nobody else', async () => {
    members = [aMember(), ...Array.from({ length: 8 }, (_, index) => tom({ id: index + 2, name: `Tom ${index}` }))]
    invitations = [anInvitation()]
    open()
    await screen.findByText(/A family has at most 10 people, open invitations included/)
    expect(screen.queryByRole('button', { name: 'Send invitation' })).toBeNull()
  })
})
