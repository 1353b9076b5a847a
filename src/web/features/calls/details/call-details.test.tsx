// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { anAttempt, callDetails } from '#test/web/answers.ts'
import { margaret, open, server, setUpCallsScreen } from '#test/web/calls-screen.tsx'
import { reply } from '#test/web/fake-server.ts'

setUpCallsScreen()

describe('the details of a call', () => {
  test.each([
    [
      'uncertain_help',
      'Margaret may have asked for help at 9:00 AM.',
      'The words weren’t clear. Please ring Margaret.',
    ],
    [
      'unclear',
      'Margaret answered the 9:00 AM call and said something we couldn’t understand.',
      'Please ring Margaret.',
    ],
  ] as const)(
    'the details of a call say what was said with the certainty it has: %s',
    async (cause, headline, advice) => {
      const incident = { cause, status: 'running', owner: null } as const
      const missed = callDetails({
        of: margaret,
        status: 'missed',
        scheduledTime: '2026-03-09T22:00:00.000Z',
        incident,
      })
      server({ 'GET /api/calls/:id': () => missed })
      open(`/calls/details/${missed.id}`)
      expect(await screen.findByText(headline)).toBeTruthy()
      expect(screen.getByText(advice)).toBeTruthy()
    },
  )

  test('the details of a call say when an unanswered call is retried', async () => {
    const waiting = callDetails({
      of: margaret,
      status: 'in_progress',
      nextTryAt: '2026-03-09T23:30:00.000Z',
      attempts: [anAttempt({ answeredBy: null, keys: '', outcome: 'no_answer' })],
    })
    server({ 'GET /api/calls/:id': () => waiting })
    open(`/calls/details/${waiting.id}`)
    expect(await screen.findByText('No answer yet, trying again at 10:30 AM')).toBeTruthy()
    expect(screen.getByRole('button', { name: /Cancel Call/ })).toBeTruthy()
  })

  test('let a call in retry be ended by "I have reached her", with a note', async () => {
    const waiting = callDetails({
      of: margaret,
      status: 'in_progress',
      nextTryAt: '2026-03-09T23:30:00.000Z',
      attempts: [anAttempt({ answeredBy: null, keys: '', outcome: 'no_answer' })],
    })
    const { routes, sentTo } = server({ 'GET /api/calls/:id': () => waiting })
    routes['POST /api/calls/:id/resolve'] = () => {
      routes['GET /api/calls/:id'] = () => ({
        ...{ ...waiting, status: 'missed', wasCancelled: true, wasResolved: true, nextTryAt: null },
        resolvedBy: { id: 1, name: 'Robyn Hartley', isYou: true },
        reason: 'Robyn Hartley has reached Margaret Hartley.',
      })
      return waiting
    }
    const { user } = open(`/calls/details/${waiting.id}`)
    await user.click(await screen.findByRole('button', { name: /^I’ve reached Margaret/ }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Have you reached Margaret?' }))
    await user.type(dialog.getByLabelText(/^Note/), 'She was in the garden')
    await user.click(dialog.getByRole('button', { name: 'Yes, I’ve reached Margaret' }))
    expect(await screen.findByText('Reached by you')).toBeTruthy()
    expect(sentTo('POST /api/calls/:id/resolve')[0]?.body).toEqual({ note: 'She was in the garden' })
    expect(screen.queryByRole('button', { name: /^I’ve reached/ })).toBeNull()
  })

  test('the details of a call offer the incident while it goes on, and no more once it has ended', async () => {
    const escalation = { status: 'running' as const, owner: null, steps: [] }
    const missed = callDetails({ of: margaret, status: 'missed', incidentLink: '/incident/1.2.3', escalation })
    const { routes } = server({ 'GET /api/calls/:id': () => missed })
    const { queryClient } = open(`/calls/details/${missed.id}`)
    expect(await screen.findByRole('link', { name: 'Open the incident' })).toBeTruthy()
    const ended = { at: '2026-03-09T23:00:00.000Z', how: "Jane Hartley says all's well." }
    routes['GET /api/calls/:id'] = () => ({
      ...missed,
      escalation: { ...escalation, status: 'acknowledged', owner: 'Jane Hartley', ended },
    })
    await queryClient.refetchQueries({ queryKey: ['calls', 'one'] })
    expect(await screen.findByText("Jane Hartley says all's well.")).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Open the incident' })).toBeNull()
    expect(screen.queryByText(/is checking/)).toBeNull()
  })

  test('the details of a call say how it ended and why, every try, and who was notified', async () => {
    const missed = callDetails({
      id: 89,
      of: margaret,
      status: 'missed',
      reason: 'The phone rang out three times.',
      attempts: [
        {
          providerId: 'CA1',
          startedAt: '2026-03-09T22:00:00.000Z',
          endedAt: '2026-03-09T22:00:30.000Z',
          answeredBy: null,
          duration: null,
          keys: '',
          outcome: 'no_answer',
        },
        {
          providerId: 'CA2',
          startedAt: '2026-03-09T22:10:00.000Z',
          endedAt: '2026-03-09T22:10:40.000Z',
          answeredBy: 'human',
          duration: 40,
          keys: '2',
          outcome: 'help',
        },
      ],
      escalation: {
        status: 'acknowledged',
        owner: 'Pete Hartley',
        causes: [
          { callId: 88, headline: 'Margaret didn’t answer the 8:55 AM call', at: '2026-03-09T21:55:00.000Z' },
          { callId: 89, headline: 'Margaret asked for help on the 9:00 AM call', at: '2026-03-09T22:00:00.000Z' },
        ],
        steps: [
          {
            at: '2026-03-09T22:11:00.000Z',
            channel: 'sms',
            contactName: 'Pete Hartley',
            to: '+61491571266',
            outcome: 'delivered',
          },
        ],
      },
    })
    server({ 'GET /api/calls/:id': () => missed })
    open('/calls/details/89?tab=history')
    expect(await screen.findByText('The phone rang out three times.')).toBeTruthy()
    expect(screen.getByText('No answer')).toBeTruthy()
    const attempts = within(screen.getByRole('region', { name: 'Attempts' }))
    const help = within(attempts.getByText('Asked for help').closest('li') as HTMLElement)
    expect(help.getByText('2', { selector: 'dd' })).toBeTruthy()
    expect(help.getByText('0:40')).toBeTruthy()
    expect(screen.getByText('Pete Hartley is checking.')).toBeTruthy()
    const together = screen.getByRole('link', { name: /Margaret didn’t answer the 8:55\sAM call/ })
    expect(together.getAttribute('href')).toBe('/calls/details/88')
    expect(screen.queryByRole('link', { name: /asked for help on the 9:00 AM call/ })).toBeNull()
    expect(screen.getByRole('link', { name: 'Back to Calls' }).getAttribute('href')).toBe('/calls?tab=history')
  })

  test('an incident that has ended says how it ended, and not who took it on before', async () => {
    const ended = { at: '2026-03-09T22:40:00.000Z', how: "Carol Brown says all's well." }
    const escalation = { status: 'acknowledged' as const, owner: 'Carol Brown', ended, steps: [] }
    server({ 'GET /api/calls/:id': () => callDetails({ id: 93, of: margaret, status: 'missed', escalation }) })
    open('/calls/details/93')
    expect(await screen.findByText("Carol Brown says all's well.")).toBeTruthy()
    expect(screen.queryByText(/is checking/)).toBeNull()
  })

  test('the timeline of a call under way is live, on the loved one’s clock, and says the day where it changes', async () => {
    const running = callDetails({
      id: 91,
      of: margaret,
      status: 'in_progress',
      timeline: [
        { at: '2026-03-08T22:00:00.000Z', kind: 'scheduled', text: 'Booked for Mar 10, 2026 9:00 AM' },
        { at: '2026-03-09T22:00:00.000Z', kind: 'dialled', text: 'Rang +61 2 5550 0143' },
        { at: '2026-03-09T22:00:20.000Z', kind: 'said', text: 'Press 1 if all is well.' },
        { at: '2026-03-09T22:01:00.000Z', kind: 'heard', text: 'Pressed 1' },
      ],
    })
    server({ 'GET /api/calls/:id': () => running })
    open('/calls/details/91')
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    const said = timeline.getAllByRole('listitem').map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))
    expect(said).toEqual([
      'Booked for Mar 10, 2026 9:00 AMMar 9, 2026 9:00 AM',
      'Rang +61 2 5550 0143Mar 10, 2026 9:00 AM',
      'Cooee:  Press 1 if all is well.9:00 AM',
      'Margaret Hartley:  Pressed 19:01 AM',
    ])
    expect(timeline.getByText('Live')).toBeTruthy()
    expect(timeline.getByRole('status').textContent).toBe('Margaret Hartley: Pressed 1')
  })

  test('a call that is over is not live and reads nothing out', async () => {
    const over = callDetails({
      id: 92,
      of: margaret,
      status: 'completed',
      timeline: [{ at: '2026-03-09T22:00:00.000Z', kind: 'completed', text: 'Margaret Hartley has answered' }],
    })
    server({ 'GET /api/calls/:id': () => over })
    open('/calls/details/92')
    const timeline = within(await screen.findByRole('region', { name: 'Timeline' }))
    expect(timeline.queryByText('Live')).toBeNull()
    expect(timeline.getByRole('status').textContent).toBe('')
  })

  test('a call of another account, or an unknown one, is shown as a failure', async () => {
    server({ 'GET /api/calls/:id': () => reply(404, { message: 'Call not found' }) })
    open('/calls/details/89')
    expect(await screen.findByText('Failed to get call details')).toBeTruthy()
    expect(screen.getByText('Call not found')).toBeTruthy()
  })
})

describe('the details of a recorded call', () => {
  const recorded = callDetails({
    id: 90,
    of: margaret,
    status: 'completed',
    recording: '/api/calls/90/recording',
    recordingKeptUntil: '2026-04-08T22:00:00.000Z',
  })
  const sound = () =>
    new Response('RIFF', { headers: { 'content-disposition': 'attachment; filename="cooee-margaret.wav"' } })
  const player = () => screen.findByLabelText('Recording', { selector: 'audio' })
  beforeEach(() => {
    // Not in jsdom.
    vi.stubGlobal(
      'URL',
      Object.assign(class extends URL {}, { createObjectURL: () => 'blob:sound', revokeObjectURL() {} }),
    )
  })
  afterEach(() => vi.restoreAllMocks())

  test('the details of a recorded call play it, say until when it is kept, and offer it as a file', async () => {
    server({ 'GET /api/calls/:id': () => recorded })
    open('/calls/details/90')
    expect((await player()).getAttribute('src')).toBe('/api/calls/90/recording')
    expect(screen.getByText('Kept until Apr 9, 2026')).toBeTruthy()
    expect(screen.getByRole('link', { name: /Download recording/ }).hasAttribute('download')).toBe(true)
  })

  test('save it under the server’s name', async () => {
    server({ 'GET /api/calls/:id': () => recorded, 'GET /api/calls/:id/recording': sound })
    const saved: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(`${this.href} as ${this.download}`)
    })
    const { user } = open('/calls/details/90')
    await user.click(await screen.findByRole('link', { name: /Download recording/ }))
    await waitFor(() => expect(saved).toEqual(['blob:sound as cooee-margaret.wav']))
  })

  test('the details of a recorded call say so when it cannot be saved, instead of saving the refusal', async () => {
    server({
      'GET /api/calls/:id': () => recorded,
      'GET /api/calls/:id/recording': () => reply(404, { message: 'Recording not found' }),
    })
    const { user } = open('/calls/details/90')
    await user.click(await screen.findByRole('link', { name: /Download recording/ }))
    expect(await screen.findByText('Recording not found')).toBeTruthy()
  })

  test('fetch it with the token where the cookie is not let in', async () => {
    const { sentTo } = server({ 'GET /api/calls/:id': () => recorded, 'GET /api/calls/:id/recording': sound })
    open('/calls/details/90')
    fireEvent.error(await player())
    await waitFor(async () => expect((await player()).getAttribute('src')).toBe('blob:sound'))
    expect(sentTo('GET /api/calls/90/recording')).toHaveLength(1)
  })

  test('the details of a recorded call say so when it cannot be played, and retry on request', async () => {
    server({
      'GET /api/calls/:id': () => recorded,
      'GET /api/calls/:id/recording': () => reply(404, { message: 'Recording not found' }),
    })
    const { user } = open('/calls/details/90')
    fireEvent.error(await player())
    expect(await screen.findByText('We couldn’t play the recording')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await player()).getAttribute('src')).toBe('/api/calls/90/recording')
  })
})
