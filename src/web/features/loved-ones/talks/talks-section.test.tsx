// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { TalkSettings, Topic } from '#contract/calls/talks.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { aLovedOne, consents } from '#test/web/answers.ts'
import { type FakeRequest, fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { LovedOnes } from '../loved-ones.tsx'

const AT = '2026-03-01T22:00:00.000Z'
const settings = (changes: Partial<TalkSettings> = {}): TalkSettings => ({
  isOn: true,
  unavailable: null,
  minutesUsed: 12,
  minutesPerMonth: 60,
  ...changes,
})
const decided = (state: 'not_asked' | 'agreed' | 'declined'): LovedOne['consents'] => ({
  ...consents(),
  conversation: { state, since: state === 'not_asked' ? null : AT, how: state === 'not_asked' ? null : 'key' },
})
const topic = (id: number, words: string): Topic => ({ id, words, createdAt: AT, updatedAt: AT })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

interface Shown {
  talks?: TalkSettings
  topics?: Topic[]
  state?: 'not_asked' | 'agreed' | 'declined'
  role?: 'owner' | 'carer' | 'viewer'
  more?: Parameters<typeof fakeServer>[0]
}
function open({ talks = settings(), topics = [], state = 'agreed', role = 'owner', more = {} }: Shown = {}) {
  const margaret = aLovedOne({ consents: decided(state) })
  const fake = fakeServer({
    'GET /api/loved-ones': () => [margaret],
    'GET /api/loved-ones/:id': () => margaret,
    'GET /api/loved-ones/:id/talks': () => talks,
    'GET /api/loved-ones/:id/topics': () => topics,
    ...more,
  })
  const circle = { id: 1, name: 'Jane’s family', role, mayHearCalls: true }
  return { ...fake, ...renderScreen(LovedOnes, { at: '/loved-ones?edit=1', route: '/loved-ones', user: { circle } }) }
}
const section = async () => within(await screen.findByRole('group', { name: 'Short chats' }))
const chats = async () => (await section()).findByRole<HTMLInputElement>('switch', { name: /^Chat with Margaret/ })

test('chats are switched on at once, and the switch says what they wait for', async () => {
  let isOn = false
  const { user, sentTo } = open({
    state: 'not_asked',
    more: {
      'GET /api/loved-ones/:id/talks': () => settings({ isOn }),
      'PATCH /api/loved-ones/:id/talks': ({ body }: FakeRequest) => {
        isOn = (body as { isOn: boolean }).isOn
        return settings({ isOn })
      },
    },
  })
  expect((await chats()).checked).toBe(false)
  await user.click(await chats())
  await waitFor(async () => expect((await chats()).checked).toBe(true))
  expect(sentTo('PATCH /api/loved-ones/:id/talks')).toMatchObject([{ body: { isOn: true } }])
  expect((await section()).getByText('We’ll ask Margaret at the end of the next good call.')).toBeTruthy()
})

test('a switch that is not saved goes back, and says so', async () => {
  const { user } = open({ more: { 'PATCH /api/loved-ones/:id/talks': () => reply(500, { message: 'Broken' }) } })
  await user.click(await chats())
  expect(await screen.findByText('We couldn’t change that. Please try again.')).toBeTruthy()
  await waitFor(async () => expect((await chats()).checked).toBe(true))
})

test.each([
  ['who said no', { state: 'declined' }, 'Margaret said no to chats, so we don’t chat.'],
  [
    'whose minutes are used up',
    { talks: settings({ minutesUsed: 60 }) },
    'This month’s minutes are used up. We chat again next month.',
  ],
  [
    'of an account that an admin has switched off',
    { talks: settings({ unavailable: 'blocked' }) },
    'We don’t chat on calls just now. We ask our question and say goodbye.',
  ],
] as const)('somebody %s has no chats, and the family reads why', async (_who, shown, sentence) => {
  open(shown)
  expect(await (await section()).findByText(sentence)).toBeTruthy()
})

test('the minutes of the month are shown', async () => {
  open()
  expect(await (await section()).findByText('12 of 60 minutes used this month')).toBeTruthy()
})

test('where no model is set up, nothing about chats is offered', async () => {
  const { sentTo } = open({ talks: settings({ isOn: false, unavailable: 'not_set_up' }) })
  await waitFor(() => expect(sentTo('GET /api/loved-ones/:id/talks')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('group', { name: 'Short chats' })).toBeNull())
})

test('a carer changes what is remembered, and does not switch chats on', async () => {
  open({ role: 'carer', topics: [topic(7, 'Her roses')] })
  expect((await chats()).disabled).toBe(true)
  expect((await section()).getByText('Only the owner can do this.')).toBeTruthy()
  expect(await (await section()).findByRole('button', { name: 'Change “Her roses”' })).toBeTruthy()
})

test('what is remembered is changed in its line; an empty line is not saved', async () => {
  const { user, sentTo } = open({
    topics: [topic(7, 'Her roses')],
    more: { 'PATCH /api/topics/:id': ({ body }: FakeRequest) => topic(7, (body as { words: string }).words) },
  })
  const part = await section()
  await user.click(await part.findByRole('button', { name: 'Change “Her roses”' }))
  const field = part.getByLabelText('What to remember')
  await user.clear(field)
  await user.click(part.getByRole('button', { name: 'Save' }))
  expect(await part.findByText('Please write what to remember')).toBeTruthy()
  await user.type(field, 'Her red roses{Enter}')
  expect(await part.findByText('Her red roses')).toBeTruthy()
  expect(sentTo('PATCH /api/topics/:id')).toMatchObject([{ path: '/api/topics/7', body: { words: 'Her red roses' } }])
})

test('one thing is forgotten, and everything after a question', async () => {
  let topics = [topic(8, 'The cat'), topic(7, 'Her roses')]
  const { user } = open({
    more: {
      'GET /api/loved-ones/:id/topics': () => topics,
      'DELETE /api/topics/:id': () => {
        topics = topics.slice(1)
        return reply(204)
      },
      'DELETE /api/loved-ones/:id/topics': () => {
        topics = []
        return reply(204)
      },
    },
  })
  const part = await section()
  await user.click(await part.findByRole('button', { name: 'Forget “The cat”' }))
  await waitFor(() => expect(part.queryByText('The cat')).toBeNull())
  await user.click(part.getByRole('button', { name: 'Forget everything' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Forget everything about Margaret?' }))
  await user.click(question.getByRole('button', { name: 'Forget everything' }))
  expect(await part.findByText(/^Nothing yet\./)).toBeTruthy()
})
