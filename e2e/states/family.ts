import { z } from 'zod'
import type { FakeAnswer, FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, h1, press, question, submit, text } from './steps.ts'

const FAMILY = '/settings?tab=family'
const listed = (page: Parameters<ScreenState['ready']>[0]) =>
  page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()

const member = (id: number, name: string, more: object) => ({
  ...{ id, name, email: `${name.split(' ')[0]?.toLowerCase()}@example.com`, role: 'carer', mayHearCalls: true },
  ...{ joinedAt: '2026-03-01T22:00:00.000Z', isYou: false, away: null },
  ...more,
})
const LONG = 'Wilhelmina Featherstonehaugh-Cholmondeley'
const FOUR = [
  member(1, 'Jane Hartley', { role: 'owner', isYou: true }),
  member(2, 'Tom Hartley', {
    away: { from: '2026-12-04', until: '2026-12-07', coveredBy: 1, isNow: false, nobodyLeft: false },
  }),
  member(3, LONG, { role: 'viewer' }),
  member(4, 'Rao', { role: 'viewer', mayHearCalls: false }),
]
const INVITED = [
  {
    ...{ id: 5, email: `${LONG.replace(' ', '.').toLowerCase()}@example.com`, role: 'viewer', isExpired: false },
    ...{ createdAt: '2026-03-10T00:00:00.000Z', expiresAt: '2026-03-17T00:00:00.000Z' },
  },
]
const family = (members: readonly unknown[] = FOUR, invitations: readonly unknown[] = INVITED): FakeAnswers => ({
  'GET /api/members': { status: 200, body: members },
  'GET /api/invitations': { status: 200, body: invitations },
})
/** Somebody who is no owner of the family that is shown, and has one of their own. Its id stays: the server asks for it. */
const asMember =
  (role: 'carer' | 'viewer'): FakeAnswer =>
  (answered) => {
    const user = z.looseObject({ circle: z.object({ id: z.number() }) }).parse(answered)
    const janes = { id: user.circle.id, name: 'Jane’s family', role }
    const own = { id: user.circle.id + 1, name: 'Wilhelmina’s family', role: 'owner' }
    return { ...user, circle: { ...janes, mayHearCalls: role === 'carer' }, circles: [own, janes] }
  }

const ask = (item: string, of = 'Tom Hartley'): NonNullable<ScreenState['act']> =>
  async function choose(page) {
    await press(page, `Actions for ${of}`)
    await page.getByRole('menuitem', { name: item }).click()
  }

/** The Family tab, and what a member sees who may not do everything. */
export const FAMILY_STATES: readonly ScreenState[] = [
  { name: 'family of one', path: FAMILY, ready: text('You look after everything yourself') },
  { name: 'family of four', path: FAMILY, answers: family(), ready: listed },
  {
    name: 'family, actions of a member',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await press(page, 'Actions for Rao')
      await page.getByRole('menuitem', { name: 'Allow hearing calls' }).waitFor()
    },
  },
  {
    name: 'family, removing a member',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await ask('Remove')(page)
      await question(page)
    },
  },
  {
    name: 'family, another owner',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await ask('Make owner')(page)
      await submit(page, 'Make owner')
      await text('Password is required')(page)
    },
  },
  {
    name: 'family, the owner cannot leave',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await ask('Leave the family', 'Jane Hartley')(page)
      await dialog(page)
    },
  },
  {
    name: 'family, time away without a last day',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await ask('Set time away', 'Jane Hartley')(page)
      await submit(page, 'Save')
      await text('Please choose the last day')(page)
    },
  },
  {
    name: 'family, invitation with mistakes',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await page.getByLabel('Their email').fill('susan@')
      await submit(page, 'Send invitation')
      await text('Invalid email address')(page)
    },
  },
  {
    name: 'family, invitation not sent',
    path: FAMILY,
    answers: { ...family(), 'POST /api/invitations': 'failed' },
    ready: listed,
    act: async (page) => {
      await page.getByLabel('Their email').fill('susan@example.com')
      await submit(page, 'Send invitation')
      await page.getByRole('alert').getByText('Something went wrong').first().waitFor()
    },
  },
  {
    name: 'family, withdrawing an invitation',
    path: FAMILY,
    answers: family(),
    ready: listed,
    act: async (page) => {
      await page
        .getByRole('button', { name: /^Withdraw/ })
        .first()
        .click()
      await question(page)
    },
  },
  {
    name: 'family, loading',
    path: FAMILY,
    answers: all('waiting', 'members'),
    ready: announced('Loading who belongs'),
  },
  {
    name: 'family, failed',
    path: FAMILY,
    answers: all('failed', 'members'),
    ready: text('We couldn’t load the family'),
  },
  {
    name: 'family, as a carer',
    path: FAMILY,
    answers: {
      ...family(FOUR.map((each) => ({ ...each, email: null, isYou: each.id === 2 }))),
      'GET /api/me': asMember('carer'),
    },
    ready: text('Only the owner can do this'),
  },
  {
    name: 'loved ones, as a viewer',
    path: '/loved-ones',
    answers: { 'GET /api/me': asMember('viewer') },
    ready: text('Only the owner and carers can change this'),
  },
  {
    name: 'call history, as a viewer',
    path: '/calls?tab=history',
    answers: { 'GET /api/me': asMember('viewer') },
    ready: text('Only the owner and carers hear what was said'),
  },
  {
    name: 'plan, as a viewer',
    path: '/subscription',
    answers: { 'GET /api/me': asMember('viewer') },
    ready: text('Only the owner can do this'),
  },
  {
    name: 'several families, the switch',
    path: '/settings',
    answers: { 'GET /api/me': asMember('viewer') },
    ready: h1('Settings'),
    only: 'desktop',
    act: async (page) => {
      await press(page, /switch family/)
      await page.getByRole('menuitem', { name: /Wilhelmina/ }).waitFor()
    },
  },
  {
    name: 'several families, the switch on a phone',
    path: '/settings',
    answers: { 'GET /api/me': asMember('viewer') },
    ready: h1('Settings'),
    only: 'phone',
    act: async (page) => {
      await press(page, 'Menu')
      await press(page, /switch family/)
      await page.getByRole('menuitem', { name: /Wilhelmina/ }).waitFor()
    },
  },
]

const INVITATION = { circle: 'Jane’s family', invitedBy: 'Jane', role: 'viewer' }
const READ = 'GET /api/invitations/by-token/*'
const OVER = "You can't join with this invitation. It may have expired or been used already. Please ask for a new one."

/** What the link of an invitation opens, for somebody who is not signed in. */
export const JOIN_STATES: readonly ScreenState[] = [
  {
    name: 'join, somebody new',
    path: '/join?token=abc',
    answers: { [READ]: { status: 200, body: INVITATION } },
    ready: h1('Join Jane’s family'),
  },
  {
    name: 'join, nothing typed',
    path: '/join?token=abc',
    answers: { [READ]: { status: 200, body: INVITATION } },
    ready: h1('Join Jane’s family'),
    act: async (page) => {
      await submit(page, 'Join Jane’s family')
      await text('Username must be at least 3 characters')(page)
    },
  },
  {
    name: 'join, loading',
    path: '/join?token=abc',
    answers: { [READ]: 'waiting' },
    ready: announced('Opening the invitation'),
  },
  { name: 'join, failed', path: '/join?token=abc', answers: { [READ]: 'failed' }, ready: text('Something went wrong') },
  {
    name: 'join, too late',
    path: '/join?token=abc',
    answers: { [READ]: { status: 404, body: { message: OVER } } },
    ready: text("You can't join with this invitation"),
  },
  { name: 'join, no token', path: '/join', ready: text('This link is incomplete') },
]
