// @vitest-environment jsdom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { CALL_INITIATED_MESSAGE } from '#contract/calls.ts'
import { aCall, anAttempt, aSubscription, callDetails, STANDINGS } from '#test/web/answers.ts'
import { choose, chooseInMenu, margaret, open, server, tomorrow, tuan } from '#test/web/calls-screen.tsx'
import { reply } from '#test/web/fake-server.ts'

describe('upcoming calls', () => {
  test('show the loved one’s own time, with its zone where the viewer’s clock differs', async () => {
    const inPerth = aCall({ of: tuan, scheduledTime: '2026-03-11T01:00:00.000Z', callType: 'wake_up_call' })
    server({ 'GET /api/calls/upcoming': () => [tomorrow, inPerth] })
    open()
    expect(await screen.findByText('9:00 AM')).toBeTruthy()
    expect(screen.getByText('9:00 AM AWST')).toBeTruthy()
    expect(screen.getAllByText('Tomorrow')).toHaveLength(2)
    expect(screen.getByText('Wake-up Call')).toBeTruthy()
  })

  test('a call under way has no menu, only its details', async () => {
    const running = aCall({ of: margaret, status: 'in_progress', scheduledTime: '2026-03-09T23:20:00.000Z' })
    server({ 'GET /api/calls/upcoming': () => [running] })
    const { address, user } = open()
    await user.click(await screen.findByRole('link', { name: /View Details/ }))
    expect(screen.queryByRole('button', { name: /Actions for/ })).toBeNull()
    expect(address()).toBe(`/calls/details/${running.id}?tab=upcoming`)
  })

  test('a call that has just begun is "just now", although the page’s clock lags a little behind', async () => {
    const running = aCall({ of: margaret, status: 'in_progress', scheduledTime: '2026-03-09T23:24:05.000Z' })
    server({ 'GET /api/calls/upcoming': () => [running] })
    open()
    expect(await screen.findByText('just now')).toBeTruthy()
  })

  test('none at all is said, with the way to schedule one', async () => {
    server({ 'GET /api/calls/upcoming': () => [] })
    open()
    expect(await screen.findByRole('heading', { name: 'No upcoming calls scheduled' })).toBeTruthy()
    expect(screen.getAllByRole('button', { name: 'Schedule New Call' })).toHaveLength(2)
  })

  test('a failed load is never an empty list', async () => {
    server({ 'GET /api/calls/upcoming': () => reply(500, { message: 'Something broke' }) })
    open()
    expect(await screen.findByText('Failed to load calls (500): Something broke')).toBeTruthy()
    expect(screen.getByText('Please try refreshing the page')).toBeTruthy()
    expect(screen.queryByText('No upcoming calls scheduled')).toBeNull()
  })

  test('a failed refresh keeps the calls on screen, with a notice', async () => {
    const { routes } = server()
    const { queryClient } = open()
    await screen.findByText('9:00 AM')
    routes['GET /api/calls/upcoming'] = () => reply(503, { message: 'Away' })
    await queryClient.refetchQueries({ queryKey: ['calls', 'upcoming'] })
    expect(await screen.findByText(/We couldn’t check for changes/)).toBeTruthy()
    expect(screen.getByText('9:00 AM')).toBeTruthy()
  })

  test('Call Now starts the call and says so', async () => {
    const { sentTo } = server({
      'POST /api/calls/:id/call-now': () => reply(202, { message: CALL_INITIATED_MESSAGE, call: tomorrow }),
    })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    expect(await screen.findByText(CALL_INITIATED_MESSAGE)).toBeTruthy()
    expect(sentTo('POST /api/calls/:id/call-now')).toHaveLength(1)
  })

  test('Call Now that is refused says why', async () => {
    server({ 'POST /api/calls/:id/call-now': () => reply(402, { message: 'No calls left this month.' }) })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    expect(await screen.findByText('Failed to initiate call: No calls left this month.')).toBeTruthy()
  })

  test('Call Now that the plan does not cover leads to the Subscription screen', async () => {
    server({ 'POST /api/calls/:id/call-now': () => reply(402, { message: 'No calls left this month.' }) })
    const { address, user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    const dialog = await screen.findByRole('alertdialog', { name: 'Margaret Hartley was not called' })
    expect(dialog.textContent).toContain('No calls left this month.')
    await user.click(within(dialog).getByRole('button', { name: 'Go to Subscription' }))
    expect(address()).toBe('/subscription')
  })

  test('what is scheduled while calls are suspended does not look as if it would ring', async () => {
    server({
      'GET /api/subscription': () => aSubscription(STANDINGS.suspendedUnpaid),
      'GET /api/calls/recurring': () => [aCall({ of: margaret, recurrencePattern: 'daily' })],
    })
    const { user } = open()
    expect(await screen.findByText('Suspended')).toBeTruthy()
    expect(screen.queryByText('Scheduled')).toBeNull()
    await user.click(screen.getByRole('tab', { name: 'Recurring' }))
    expect(await screen.findByText('Suspended')).toBeTruthy()
  })

  test('Cancel asks first, naming the call, and the safe answer cancels nothing', async () => {
    const { sentTo } = server({ 'DELETE /api/calls/:id': () => reply(204) })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Cancel')
    const confirm = await screen.findByRole('alertdialog', { name: 'Cancel this call?' })
    expect(confirm.textContent).toContain(
      'Margaret Hartley’s Daily Check-in on Mar 11, 2026 at 9:00 AM will not go out. This cannot be undone.',
    )
    await user.click(within(confirm).getByRole('button', { name: 'Keep call' }))
    expect(sentTo('DELETE /api/calls/:id')).toEqual([])

    await chooseInMenu(user, 'Margaret Hartley', 'Cancel')
    await user.click(await screen.findByRole('button', { name: 'Cancel call' }))
    expect(await screen.findByText('Call has been cancelled successfully')).toBeTruthy()
    expect(sentTo('DELETE /api/calls/:id').map(({ path }) => path)).toEqual(['/api/calls/11'])
  })

  test('cancelling one call of a recurring schedule says that the whole schedule ends', async () => {
    server({ 'GET /api/calls/upcoming': () => [{ ...tomorrow, recurrencePattern: 'daily' }] })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Cancel recurring call')
    expect((await screen.findByRole('alertdialog')).textContent).toContain('the whole schedule ends')
  })
})

describe('the tabs', () => {
  test('and the address follow each other and keep the loved one', async () => {
    const { requests } = server()
    const { user, address } = open('/calls?lovedOneId=5')
    expect(await screen.findByText('Tuan Nguyen')).toBeTruthy()
    await user.click(screen.getByRole('tab', { name: 'Recurring' }))
    expect(address()).toBe('/calls?tab=recurring&lovedOneId=5')
    expect(await screen.findByText('No recurring calls scheduled')).toBeTruthy()
    const recurring = requests.find(({ path }) => path === '/api/calls/recurring')
    expect(recurring?.query.get('lovedOneId')).toBe('5')
    await user.click(screen.getByRole('button', { name: 'Show all' }))
    expect(address()).toBe('/calls?tab=recurring')
  })

  test('the address opens its tab', async () => {
    server()
    open('/calls?tab=history')
    expect(await screen.findByText('No call history yet')).toBeTruthy()
    expect(screen.getByRole('tab', { name: 'History' }).getAttribute('aria-selected')).toBe('true')
  })
})

describe('recurring calls', () => {
  const custom = aCall({
    of: margaret,
    recurrencePattern: 'custom',
    schedulePatterns: [
      { weekDay: 'friday', timeOfDay: '10:30' },
      { weekDay: 'monday', timeOfDay: '09:00' },
    ],
    scheduledTime: '2026-03-12T23:30:00.000Z',
  })
  const daily = aCall({ of: tuan, recurrencePattern: 'daily', scheduledTime: '2026-03-11T01:00:00.000Z' })

  test('show their days, or that there is no pattern of their own', async () => {
    server({ 'GET /api/calls/recurring': () => [custom, daily] })
    open('/calls?tab=recurring')
    const [, first, second] = await screen.findAllByRole('row')
    expect(within(first as HTMLElement).getByText('Mon')).toBeTruthy()
    expect(within(first as HTMLElement).getByText('Fri')).toBeTruthy()
    expect(within(second as HTMLElement).getByText('Default pattern')).toBeTruthy()
  })

  test('the next one can be skipped, after a question', async () => {
    const { sentTo } = server({
      'GET /api/calls/recurring': () => [daily],
      'POST /api/calls/:id/skip': () => daily,
    })
    const { user } = open('/calls?tab=recurring')
    await chooseInMenu(user, 'Tuan Nguyen', 'Skip next')
    await user.click(await screen.findByRole('button', { name: 'Skip call' }))
    expect(await screen.findByText('The next call has been skipped')).toBeTruthy()
    expect(sentTo('POST /api/calls/:id/skip')[0]?.body).toEqual({ scheduledTime: daily.scheduledTime })
  })

  test('Call now and Cancel recurring call have texts of their own', async () => {
    server({
      'GET /api/calls/recurring': () => [daily],
      'POST /api/calls/:id/call-now': () => reply(202, { message: CALL_INITIATED_MESSAGE, call: daily }),
      'DELETE /api/calls/:id': () => reply(204),
    })
    const { user } = open('/calls?tab=recurring')
    await chooseInMenu(user, 'Tuan Nguyen', 'Call now')
    expect(await screen.findByText('Call initiated')).toBeTruthy()
    expect(screen.getByText('The call is being connected...')).toBeTruthy()
    await chooseInMenu(user, 'Tuan Nguyen', 'Cancel recurring call')
    await user.click(await screen.findByRole('button', { name: 'Cancel recurring call' }))
    expect(await screen.findByText('The recurring call has been cancelled successfully.')).toBeTruthy()
  })

  test('a failed load says so', async () => {
    server({ 'GET /api/calls/recurring': () => 'lost' })
    open('/calls?tab=recurring')
    expect(await screen.findByText('Failed to load recurring calls. Please try again.')).toBeTruthy()
  })
})

describe('the history', () => {
  const answered = aCall({
    id: 90,
    of: margaret,
    status: 'completed',
    scheduledTime: '2026-03-09T22:00:00.000Z',
    duration: 192,
    recording: '/api/calls/90/recording',
    transcript: 'Cooee: Hello Margaret.\nMargaret: Hello.',
  })
  const missed = aCall({ id: 89, of: tuan, status: 'missed', scheduledTime: '2026-03-09T02:00:00.000Z' })

  test('shows duration, recording and transcript, or that there is none', async () => {
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
  })

  test('asks for the chosen kind only', async () => {
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

  test('a failed load can be tried again', async () => {
    const { routes } = server({ 'GET /api/calls/history': () => 'lost' })
    const { user } = open('/calls?tab=history')
    expect(await screen.findByRole('heading', { name: 'Failed to load call history' })).toBeTruthy()
    expect(screen.getByText('There was an error loading your call history data.')).toBeTruthy()
    routes['GET /api/calls/history'] = () => [answered]
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('3:12')).toBeTruthy()
  })
})

describe('the details of a call', () => {
  test('tell how it ended and why, every try, and who was told', async () => {
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
    expect(screen.getByText('Pete Hartley has taken it on.')).toBeTruthy()
    expect(screen.getByRole('link', { name: 'Back to Calls' }).getAttribute('href')).toBe('/calls?tab=history')
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
    expect(timeline.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
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

  test('a call of somebody else, or none, is told as a failure', async () => {
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

  test('play it, say until when it is kept, and offer it as a file', async () => {
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

  test('tell it when it cannot be saved, instead of saving the refusal', async () => {
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

  test('tell it when it cannot be played, and try again when asked to', async () => {
    server({
      'GET /api/calls/:id': () => recorded,
      'GET /api/calls/:id/recording': () => reply(404, { message: 'Recording not found' }),
    })
    const { user } = open('/calls/details/90')
    fireEvent.error(await player())
    expect(await screen.findByText('Failed to play the recording')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect((await player()).getAttribute('src')).toBe('/api/calls/90/recording')
  })
})
