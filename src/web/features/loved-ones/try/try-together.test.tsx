// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { TryFinding } from '#core/consent/try-findings.ts'
import { aLovedOne, anAttempt, callDetails, consents } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { queryKeys } from '#web/domain/query-keys.ts'
import { TryTogether } from './try-together.tsx'

const AT = '2026-03-10T00:00:00.000Z'
const NEW = { consents: consents('not_asked'), tried: { callId: null, at: null, finding: null, answered: false } }
const margaret = aLovedOne({ phoneNumber: '+61491570156', ...NEW })
const RINGING = anAttempt({ answeredAt: null, endedAt: null, keys: '', answeredBy: null, outcome: null })

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const open = (user: Parameters<typeof renderScreen>[1]['user'] = {}) =>
  renderScreen(TryTogether, { at: '/loved-ones/1/try', route: '/loved-ones/:lovedOneId/try', user })

/** A server on which one rehearsal runs; `found` ends it. */
function server(changes: Parameters<typeof fakeServer>[0] = {}) {
  let lovedOne = margaret
  let call = callDetails({ id: 7, of: margaret, status: 'in_progress', isRehearsal: true, attempts: [RINGING] })
  const fake = fakeServer({
    'GET /api/loved-ones/:id': () => lovedOne,
    'POST /api/loved-ones/:id/try': () => reply(202, { call }),
    'GET /api/calls/:id': () => call,
    'GET /api/phone': () => ({
      number: '+61480000000',
      display: '+61 480 000 000',
      vcardUrl: 'https://cooee.example/cooee.vcf',
    }),
    ...changes,
  })
  return {
    ...fake,
    goesOn: (more: Parameters<typeof callDetails>[0]) => {
      call = callDetails({ id: 7, of: margaret, status: 'in_progress', isRehearsal: true, ...more })
    },
    found: (finding: TryFinding, { keys = '', state = 'not_asked' as Parameters<typeof consents>[0] } = {}) => {
      const attempts = [anAttempt({ keys, ...(finding === 'person' ? {} : { answeredBy: null }) })]
      call = callDetails({ id: 7, of: margaret, status: 'completed', isRehearsal: true, attempts, finding })
      lovedOne = aLovedOne({
        ...margaret,
        consents: consents(state),
        callsRefusedAt: state === 'declined' ? AT : null,
        tried: { callId: 7, at: AT, finding, answered: true },
      })
    },
  }
}

test('before anybody is rung it says whose phone, which number calls, and what will happen', async () => {
  server()
  open()
  expect(await screen.findByText('Margaret has the phone in hand')).toBeTruthy()
  expect(screen.getByText(/We ring \+61.491.570.156/)).toBeTruthy()
  expect(await screen.findByText(/480.000.000/)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Save this number' }).getAttribute('href')).toBe('/cooee.vcf')
  expect(screen.getByRole('link', { name: 'Skip for now' }).getAttribute('href')).toBe(
    '/calls?lovedOneId=1&schedule=true',
  )
  expect(screen.getByRole('link', { name: 'Wrong number?' }).getAttribute('href')).toBe('/loved-ones?edit=1')
})

test('one press rings, and the screen follows until it is known what was found', async () => {
  const cooee = server()
  const { user, queryClient } = open()
  const refresh = () => act(() => queryClient.invalidateQueries({ queryKey: queryKeys.calls }))
  const now = () => document.querySelector('[aria-current="step"]')?.textContent
  await user.click(await screen.findByRole('button', { name: 'Ring Margaret now' }))
  expect(await screen.findByRole('heading', { name: 'Ringing Margaret' })).toBeTruthy()
  await waitFor(() => expect(now()).toBe('Margaret’s phone is ringing'))

  cooee.goesOn({ attempts: [anAttempt({ endedAt: null, keys: '', outcome: null })] })
  await refresh()
  await waitFor(() => expect(now()).toBe('Someone answered'))
  cooee.goesOn({
    attempts: [anAttempt({ endedAt: null, keys: '', outcome: null })],
    timeline: [{ at: AT, kind: 'said', text: 'Good morning Margaret' }],
  })
  await refresh()
  await waitFor(() => expect(now()).toBe('They hear our question'))

  cooee.found('person', { keys: '1', state: 'agreed' })
  await refresh()
  expect(await screen.findByText('It works: someone answered and said yes')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Choose when we ring' }).getAttribute('href')).toBe(
    '/calls?lovedOneId=1&schedule=true',
  )
  expect(cooee.sentTo('POST /api/loved-ones/:id/try')).toHaveLength(1)
  await user.click(screen.getByRole('button', { name: 'Yes, it was Margaret' }))
  expect(screen.getByText('Good. Then this is the right number.')).toBeTruthy()
})

describe('what was found comes with what to do about it', () => {
  let renderedUser: ReturnType<typeof open>
  const foundBefore = async (finding: TryFinding, how?: Parameters<ReturnType<typeof server>['found']>[1]) => {
    const cooee = server()
    cooee.found(finding, how)
    renderedUser = open()
    await screen.findByRole('heading', { name: 'Try it together' })
    return cooee
  }

  test.each([
    ['person', 'Someone answered but didn’t say yes', ['Ring again', 'Choose when we ring']],
    ['machine', 'An answering machine picked up', ['Ring again', 'Check the number']],
    ['screening', 'The phone asked who was calling before it rang', ['Ring again', 'Save this number']],
    ['no_answer', 'Nobody answered', ['Ring again', 'Check the number', 'Choose when we ring', 'Save this number']],
    ['busy', 'The line was busy', ['Ring again', 'Choose when we ring']],
    ['not_placed', 'We couldn’t ring this number', ['Check the number', 'Ring again']],
  ] as const)('%s', async (finding, title, offers) => {
    await foundBefore(finding)
    expect(await screen.findByText(title)).toBeTruthy()
    for (const offer of offers) {
      expect(screen.queryByRole('button', { name: offer }) ?? screen.queryByRole('link', { name: offer })).toBeTruthy()
    }
  })

  test('somebody else who answered is told apart: their yes does not count, and they can be rung again', async () => {
    const cooee = await foundBefore('person', { keys: '1', state: 'agreed' })
    const told = reply(200, aLovedOne({ ...margaret, consents: consents('not_asked') }))
    cooee.routes['POST /api/loved-ones/:id/someone-else-answered'] = () => told
    const { user } = renderedUser
    const question = await screen.findByRole('group', { name: 'Was it Margaret?' })
    await user.click(within(question).getByRole('button', { name: 'No, someone else' }))
    expect(await screen.findByText('Someone else answered')).toBeTruthy()
    expect(screen.getByText(/What they said doesn’t count\./)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Ring again' })).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Check the number' }).getAttribute('href')).toBe('/loved-ones?edit=1')
    expect(screen.queryByRole('group', { name: 'Was it Margaret?' })).toBeNull()
  })

  test('the finding that somebody else answered is kept only where it was saved', async () => {
    const cooee = await foundBefore('person')
    cooee.routes['POST /api/loved-ones/:id/someone-else-answered'] = () => 'lost'
    await renderedUser.user.click(await screen.findByRole('button', { name: 'No, someone else' }))
    expect(await screen.findByText('There was a problem connecting to the server')).toBeTruthy()
    expect(screen.queryByText('Someone else answered')).toBeNull()
  })

  test('an agreement from before is not sold as a yes of today', async () => {
    await foundBefore('person', { state: 'agreed' })
    expect(await screen.findByText('It works: someone answered')).toBeTruthy()
    expect(screen.getByText(/Nobody pressed a key this time/)).toBeTruthy()
  })

  test('after a no there is a kind sentence, and no button that rings', async () => {
    await foundBefore('declined', { keys: '9', state: 'declined' })
    expect(await screen.findByText('Margaret would rather not be called')).toBeTruthy()
    expect(screen.getByText(/It’s Margaret’s decision, so we don’t ring\./)).toBeTruthy()
    expect(screen.queryByRole('button', { name: /ring/i })).toBeNull()
  })
})

test.each([
  [409, 'It’s 10:15 PM where Margaret is. Please try between 8:00 AM and 9:00 PM.'],
  [429, 'You’ve tried this number several times today.'],
])('a refusal (%d) is said where the button is, and it can be pressed again', async (status, message) => {
  server({ 'POST /api/loved-ones/:id/try': () => reply(status, { message }) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Ring Margaret now' }))
  expect((await screen.findByText(message)).closest('[role=alert]')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Ring Margaret now' }).getAttribute('aria-disabled')).toBeNull()
})

test('without a connection it says that the call was not started', async () => {
  server({ 'POST /api/loved-ones/:id/try': () => 'lost' })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'Ring Margaret now' }))
  expect((await screen.findByText('There was a problem connecting to the server')).closest('[role=alert]')).toBeTruthy()
})

test('before the email is confirmed nothing rings and nothing is texted, and it says why', async () => {
  const { sentTo } = server()
  const { user } = open({ emailVerified: false, callsWaitForEmail: true })
  const button = await screen.findByRole('button', { name: 'Ring Margaret now' })
  await user.click(button)
  expect(button.getAttribute('aria-disabled')).toBe('true')
  expect(screen.getByText(/please open the link we sent to robyn@example.com/)).toBeTruthy()
  expect(sentTo('POST /api/loved-ones/:id/try')).toEqual([])
})

test('the number is texted at a press, and a refusal is said', async () => {
  const { routes } = server({
    'POST /api/loved-ones/:id/text-number': () => reply(429, { message: 'Three times today' }),
  })
  const { user } = open()
  const button = await screen.findByRole('button', { name: 'Text it to Margaret' })
  await user.click(button)
  expect(await screen.findByText('Three times today')).toBeTruthy()
  routes['POST /api/loved-ones/:id/text-number'] = () =>
    reply(202, { message: "We're texting our number to Margaret." })
  await user.click(button)
  expect(await screen.findByText("We're texting our number to Margaret.")).toBeTruthy()
})

test('a landline is shown as getting no texts', async () => {
  server({ 'GET /api/loved-ones/:id': () => aLovedOne(NEW) })
  open()
  expect(await screen.findByText(/A landline can’t get texts/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Text it/ })).toBeNull()
})

test('somebody who has said no before is not rung from here', async () => {
  server({
    'GET /api/loved-ones/:id': () => aLovedOne({ ...margaret, consents: consents('declined'), callsRefusedAt: AT }),
  })
  open()
  expect(await screen.findByText('Margaret would rather not be called')).toBeTruthy()
  expect(screen.queryByText(/One short call/)).toBeNull()
  // The number to ring back from that phone, and nothing that rings it.
  expect(await screen.findByText(/Margaret can ring it and press 1/)).toBeTruthy()
  expect(await screen.findByRole('button', { name: /^Copy/ })).toBeTruthy()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
