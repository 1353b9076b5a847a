// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { TalkOnWire } from '#contract/calls/talks.ts'
import { anAttempt, callDetails } from '#test/web/answers.ts'
import { margaret, open, server, setUpCallsScreen } from '#test/web/calls-screen.tsx'
import { reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { Calls } from '../../calls.tsx'

setUpCallsScreen()

// 9:02 AM in Sydney.
const AT = '2026-03-09T22:02:00.000Z'
const answered = callDetails({ of: margaret, status: 'completed', attempts: [anAttempt({ answeredAt: AT })] })
const aTalk = (changes: Partial<TalkOnWire> = {}): TalkOnWire => ({
  id: 3,
  openedAt: AT,
  endedAt: AT,
  endReason: 'finished',
  seconds: 90,
  summaryState: 'written',
  summary: [{ turnId: 12, text: 'She slept badly.' }],
  concerns: [],
  notes: [{ turnId: 12, topic: 'Garden', words: 'the roses are out' }],
  turns: [
    { id: 11, by: 'cooee', text: 'How are you today?', at: AT },
    { id: 12, by: 'person', text: 'I hardly slept, but the roses are out', at: AT },
  ],
  ...changes,
})
function show(talks: readonly TalkOnWire[], call = answered) {
  const fake = server({ 'GET /api/calls/:id': () => call, 'GET /api/calls/:id/talks': () => talks })
  return { ...fake, ...open(`/calls/details/${call.id}`) }
}
const chat = async () => within(await screen.findByRole('region', { name: 'Short chat' }))

test('a chat is shown in short, each sentence with the words it rests on and their time', async () => {
  show([aTalk()])
  const inShort = within(await (await chat()).findByRole('list', { name: 'In short' }))
  const [sentence] = inShort.getAllByRole('listitem')
  expect(sentence?.textContent).toMatch(/^She slept badly\.I hardly slept, but the roses are out 9:02\sAM$/)
  expect((await chat()).getByText('Heard and written down by a computer. It may be wrong.')).toBeTruthy()
  expect((await chat()).getByText('the roses are out').closest('li')?.textContent).toBe('Garden: the roses are out')
})

test('a concern comes first, in the person’s own words', async () => {
  const concern = { turnId: 12, text: 'Margaret may have had a fall.', words: 'I went over in the bathroom', at: AT }
  show([aTalk({ concerns: [concern] })])
  const region = await chat()
  const callout = region.getByText('You may want to ask Margaret about this').parentElement as HTMLElement
  expect(callout.textContent).toMatch(/Margaret may have had a fall\.I went over in the bathroom 9:02\sAM/)
})

test('a concern in nothing but the person’s own words says them once', async () => {
  const words = 'I went over in the bathroom'
  show([aTalk({ concerns: [{ turnId: 12, text: words, words, at: AT }] })])
  const callout = (await chat()).getByText('You may want to ask Margaret about this').parentElement as HTMLElement
  expect(callout.textContent?.split(words)).toHaveLength(2)
})

test('a sentence of ours that the person cut short ends in dots', async () => {
  const { user } = show([aTalk({ turns: [{ id: 11, by: 'cooee', text: 'What would you like', at: AT }] })])
  await user.click((await chat()).getByText('Show the whole chat'))
  expect((await chat()).getByText(/What would you like …/)).toBeTruthy()
})

test('the whole chat is shown on request', async () => {
  const { user } = show([aTalk()])
  const region = await chat()
  expect(region.queryByText(/How are you today/)).toBeNull()
  await user.click(region.getByText('Show the whole chat'))
  expect(region.getAllByRole('listitem').at(-1)?.textContent).toMatch(
    /^Margaret Hartley: I hardly slept, but the roses are out 9:02\sAM$/,
  )
})

test.each([
  ['under way', { endedAt: null, endReason: null, summaryState: 'pending' }, 'They’re talking now.'],
  ['not summed up yet', { summaryState: 'pending' }, 'We’re writing the summary.'],
  [
    'not summed up after all tries',
    { summaryState: 'failed' },
    'We couldn’t write a summary. The whole chat is below.',
  ],
  ['without a summary', {}, 'There is no summary of this chat.'],
] as const)('a chat that is %s says so', async (_what, changes, sentence) => {
  show([aTalk({ ...changes, summary: [], notes: [] })])
  expect((await chat()).getByText(sentence)).toBeTruthy()
})

test('a chat that stopped says that the call went on', async () => {
  show([aTalk({ endReason: 'model_failed' })])
  expect((await chat()).getByText('The chat stopped working, so we went on to our question.')).toBeTruthy()
})

test('a call without a chat shows none', async () => {
  const { sentTo } = show([])
  await screen.findByRole('region', { name: 'Timeline' })
  expect(sentTo('GET /api/calls/:id/talks')).toHaveLength(1)
  expect(screen.queryByRole('region', { name: 'Short chat' })).toBeNull()
})

test.each([
  ['that asked for a reminder', { callType: 'medication_reminder' }],
  ['that nobody answered', { attempts: [anAttempt({ answeredAt: null })] }],
])('a call %s is not asked for its chats', async (_what, changes) => {
  const call = callDetails({ of: margaret, status: 'completed', attempts: answered.attempts, ...changes })
  const { sentTo } = show([], call)
  await screen.findByRole('region', { name: 'Timeline' })
  expect(sentTo('GET /api/calls/:id/talks')).toEqual([])
})

test('a viewer who may not hear calls sees nothing of a chat', async () => {
  const circle = { id: 1, name: 'Jane’s family', role: 'viewer', mayHearCalls: false } as const
  const { sentTo } = server({ 'GET /api/calls/:id': () => answered, 'GET /api/calls/:id/talks': () => [aTalk()] })
  renderScreen(Calls, { at: `/calls/details/${answered.id}`, route: '/calls/:id?/:action?', user: { circle } })
  await screen.findByRole('region', { name: 'Timeline' })
  expect(sentTo('GET /api/calls/:id/talks')).toEqual([])
})

test('a chat that does not load says so', async () => {
  server({
    'GET /api/calls/:id': () => answered,
    'GET /api/calls/:id/talks': () => reply(500, { message: 'Something broke' }),
  })
  open(`/calls/details/${answered.id}`)
  expect(await screen.findByText('We couldn’t load the chat', {}, { timeout: 5000 })).toBeTruthy()
})
