// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aCall, anAttempt, callDetails } from '#test/web/answers.ts'
import { choose, margaret, open, server, setUpCallsScreen, tuan } from '#test/web/calls-screen.tsx'

setUpCallsScreen()

describe('the history', () => {
  const answered = aCall({
    id: 90,
    of: margaret,
    status: 'completed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    duration: 192,
    recording: '/api/calls/90/recording',
    transcript: 'Cooee: Hello Margaret.\nMargaret: Hello.',
    transcriptKeptUntil: '2028-03-09T22:00:00.000Z',
  })
  const missed = aCall({ id: 89, of: tuan, status: 'missed', scheduledTime: '2026-03-09T02:00:00.000Z' })

  test('the history shows duration, recording and transcript, or that they are missing', async () => {
    server({ 'GET /api/calls/history': () => [answered, missed] })
    const { user } = open('/calls?tab=history')
    expect(await screen.findByText('3:12')).toBeTruthy()
    expect(screen.getAllByText('N/A')).toHaveLength(3)
    expect(screen.getByRole('link', { name: /Download recording, Margaret/ }).getAttribute('href')).toBe(
      '/api/calls/90/recording?download=1',
    )
    await user.click(screen.getByRole('button', { name: /Play recording, Margaret/ }))
    const player = within(await screen.findByRole('dialog', { name: 'Recording' })).getByLabelText('Recording')
    expect(player.getAttribute('src')).toBe('/api/calls/90/recording')
    await user.keyboard('{Escape}')
    await user.click(screen.getByRole('button', { name: /View transcript, Margaret/ }))
    expect((await screen.findByRole('dialog', { name: 'Transcript' })).textContent).toContain('Margaret: Hello.')
    expect(screen.getByText('We keep these words until Mar 10, 2028')).toBeTruthy()
  })

  test('the end of the call history says for how long calls are kept, as the operator has set it', async () => {
    const kept = 'We keep calls for 36 months, then delete them.'
    const page = Array.from({ length: 50 }, (_, index) => ({ ...missed, id: 89 - index }))
    server({
      'GET /api/calls/history': ({ query }) => (query.has('before') ? [{ ...missed, id: 1 }] : page),
      'GET /api/activity/retention': () => ({ months: 24, callMonths: 36 }),
    })
    const { user } = open('/calls?tab=history')
    const more = await screen.findByRole('button', { name: 'Load more' })
    expect(screen.queryByText(kept)).toBeNull()
    await user.click(more)
    expect(await screen.findByText(kept)).toBeTruthy()
  })

  test('the call history names a call that made up for one which could not be placed', async () => {
    server({ 'GET /api/calls/history': () => [{ ...answered, callType: 'catch_up_call' }] })
    open('/calls?tab=history')
    expect(await screen.findByText('Catch-up Call')).toBeTruthy()
  })

  test('the call history says of a call that was cancelled while it rang that it was cancelled, not that it was missed', async () => {
    server({ 'GET /api/calls/history': () => [{ ...missed, wasCancelled: true }] })
    open('/calls?tab=history')
    expect(await screen.findByText('Cancelled')).toBeTruthy()
    expect(screen.queryByText('Missed')).toBeNull()
  })

  test('the call history says "not placed" beside a miss whose phone never rang, and not beside one that rang out', async () => {
    const notPlaced = { ...missed, id: 88, attempts: [] }
    server({ 'GET /api/calls/history': () => [missed, notPlaced] })
    open('/calls?tab=history')
    expect(await screen.findAllByText('Missed')).toHaveLength(2)
    expect(screen.getAllByText('not made')).toHaveLength(1)
  })

  test('the call history loads only the chosen kind', async () => {
    const { requests } = server({
      'GET /api/calls/history': ({ query }) => (query.get('filter') === 'failed' ? [missed] : [answered, missed]),
    })
    const { user } = open('/calls?tab=history')
    await screen.findByText('3:12')
    await choose(user, 'Filter history', 'Failed/Missed Calls')
    await waitFor(() => expect(screen.queryByText('3:12')).toBeNull())
    expect(await screen.findByText('Missed')).toBeTruthy()
    expect(requests.at(-1)?.query.get('filter')).toBe('failed')
  })

  test('a call in which help was asked for is not just completed, here and in its details', async () => {
    const changes = { id: 91, of: margaret, status: 'completed', attempts: [anAttempt({ outcome: 'help' })] } as const
    server({
      'GET /api/calls/history': () => [aCall({ ...changes, attempts: [...changes.attempts] })],
      'GET /api/calls/:id': () => callDetails({ ...changes, attempts: [...changes.attempts] }),
    })
    const { user } = open('/calls?tab=history')
    const row = within((await screen.findByText('Completed')).closest('td') as HTMLElement)
    expect(row.getByText('Asked for help').getAttribute('data-status')).toBe('failed')
    await user.click(screen.getByRole('link', { name: /View Details/ }))
    await screen.findByRole('region', { name: 'Attempts' })
    expect(screen.getAllByText('Asked for help').map((each) => each.getAttribute('data-status'))).toContain('failed')
  })

  test('older calls come with Load more', async () => {
    const page = Array.from({ length: 50 }, (_, index) => aCall({ id: 500 - index, of: margaret, status: 'completed' }))
    const { requests } = server({
      'GET /api/calls/history': ({ query }) => (query.get('before') === '451' ? [missed] : page),
    })
    const { user } = open('/calls?tab=history')
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Missed')).toBeTruthy()
    expect(await screen.findByText('1 more calls shown')).toBe(document.activeElement)
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
    expect(requests.some(({ query }) => query.get('before') === '451')).toBe(true)
  })

  test('a failed load of the history can be retried', async () => {
    const { routes } = server({ 'GET /api/calls/history': () => 'lost' })
    const { user } = open('/calls?tab=history')
    expect(await screen.findByRole('heading', { name: 'Failed to load call history' })).toBeTruthy()
    expect(screen.getByText('There was an error loading your call history data.')).toBeTruthy()
    routes['GET /api/calls/history'] = () => [answered]
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('3:12')).toBeTruthy()
  })
})
