// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasRight, type MemberRole, type Right, ROUTE_RIGHTS, WHO_MAY } from '#contract/accounts/rights.ts'
import { contactSchema } from '#contract/people/contacts.ts'
import { aUser } from '#test/web/a-user.ts'
import {
  aCall,
  aLovedOne,
  anAttempt,
  aSubscription,
  callDetails,
  dashboardStats,
  STANDINGS,
} from '#test/web/answers.ts'
import { fakeServer } from '#test/web/fake-server.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'

const margaret = aLovedOne({ activeServices: ['daily_check_in'] })
const contact = contactSchema.parse({
  ...{ id: 4, lovedOneId: 1, name: 'June Murray', phoneNumber: '+61491570156', contactType: 'family' },
  ...{ isEmergencyContact: true, relationship: null, notes: null },
})
const heard = callDetails({
  ...{ id: 9, status: 'completed', recording: '/api/calls/9/recording', transcript: 'Yes, all well.' },
  attempts: [anAttempt()],
})
const ANSWERS = {
  'GET /api/loved-ones': () => [margaret],
  'GET /api/loved-ones/1': () => margaret,
  'GET /api/contacts': () => [contact],
  'GET /api/calls/upcoming': () => [aCall({ scheduledTime: '2099-03-10T00:00:00.000Z' })],
  'GET /api/calls/recurring': () => [aCall({ recurrencePattern: 'daily', scheduledTime: '2099-03-10T00:00:00.000Z' })],
  'GET /api/calls/history': () => [heard],
  'GET /api/calls/9': () => heard,
  'GET /api/activity': () => [],
  'GET /api/incidents': () => [],
  'GET /api/dashboard/stats': () => dashboardStats(),
  'GET /api/subscription': () => aSubscription(STANDINGS.pastDue),
  'GET /api/sessions': () => [],
  'GET /api/members': () => [],
}

function signInAs(role: MemberRole, mayHearCalls = role !== 'viewer') {
  const circle = { id: 1, name: 'Jane’s family', role, mayHearCalls }
  signIn({ user: aUser({ circle, circles: [{ id: 1, name: circle.name, role }] }), token: 'secret' })
  return circle
}

/** What each screen offers to those who may; the same names are looked for on the screens of those who may not. */
const OFFERS: readonly [
  address: string,
  ready: string | RegExp,
  right: Exclude<Right, 'own' | 'read' | 'admin'>,
  offers: RegExp,
][] = [
  ['/loved-ones', 'Margaret Hartley', 'care', /^(Add New|Edit Details|Away )/],
  ['/calls', /View all|Margaret Hartley/, 'care', /^(Schedule New Call|Actions for)/],
  ['/calls?tab=recurring', 'Margaret Hartley', 'care', /^(Schedule New Call|Actions for)/],
  ['/contacts?lovedOneId=1', 'June Murray', 'care', /^(Add Contact|Edit June|Delete June)/],
  ['/calls?tab=history', 'Margaret Hartley', 'hear', /^(Play recording|View transcript)/],
  ['/calls/details/9', 'Timeline', 'hear', /^(Download recording)/],
  ['/subscription', 'Your last payment failed', 'manage', /^(Pay now|Change card|Cancel)/],
  ['/settings?tab=security', 'Where you’re signed in', 'manage', /^(Download my data|Delete my account)/],
]

const offered = (names: RegExp) =>
  [...screen.queryAllByRole('button', { name: names }), ...screen.queryAllByRole('link', { name: names })].length

describe('screens are drawn from the table of rights', () => {
  beforeEach(() => forgetSession('never'))

  test.each(OFFERS.flatMap((offer) => (['owner', 'carer', 'viewer'] as const).map((role) => ({ offer, role }))))(
    '$offer.0 offers a $role what they may do, and else says who may',
    async ({ offer: [address, ready, right, names], role }) => {
      const circle = signInAs(role)
      fakeServer(ANSWERS)
      renderAt(address)
      expect((await screen.findAllByText(ready)).length).toBeGreaterThan(0)
      if (hasRight(circle, right)) {
        await screen.findAllByText((_, element) => element !== null && offered(names) > 0)
        expect(screen.queryByText(WHO_MAY[right])).toBeNull()
      } else {
        await screen.findByText(WHO_MAY[right])
        expect(offered(names)).toBe(0)
      }
    },
  )

  test('a viewer whom the owner allows hears calls, and still changes nothing', async () => {
    signInAs('viewer', true)
    fakeServer(ANSWERS)
    renderAt('/calls/details/9')
    expect(await screen.findByText('Yes, all well.')).toBeDefined()
    expect(screen.queryByText(WHO_MAY.hear)).toBeNull()
  })

  test.each([
    ['/loved-ones?add=true', 'care'],
    ['/loved-ones?edit=1', 'care'],
    ['/loved-ones?away=1', 'care'],
    ['/loved-ones/1/try', 'care'],
    ['/calls?schedule=true', 'care'],
    ['/calls/edit/9', 'care'],
    ['/contacts?lovedOneId=1&add=true', 'care'],
  ] as const)('the address of a form shows who may instead of the form: %s', async (address, right) => {
    signInAs('viewer')
    fakeServer(ANSWERS)
    renderAt(address)
    expect(await screen.findByText(WHO_MAY[right])).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  test.each([
    ...OFFERS.map(([address, ready]) => [address, ready] as const),
    ['/dashboard', 'Recent Activity'],
    ['/settings?tab=family', 'Only the owner can do this.'],
  ] as const)('%s asks nothing for a viewer that the server would refuse', async (address, ready) => {
    signInAs('viewer')
    const { requests } = fakeServer(ANSWERS)
    renderAt(address)
    await screen.findAllByText(ready)
    const refused = requests.filter(({ method, path }) => {
      const route = `${method} ${path.replace(/\/\d+/g, '/:id')}`
      const right: Right | undefined = Object.entries(ROUTE_RIGHTS).find(([known]) => known === route)?.[1]
      return right !== undefined && !hasRight({ role: 'viewer', mayHearCalls: false }, right)
    })
    expect(refused.map(({ path }) => path)).toEqual([])
  })
})
