// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { CALL_INITIATED_MESSAGE } from '#contract/calls/calls.ts'
import { aCall, aLovedOne, anAttempt, aSubscription, STANDINGS } from '#test/web/answers.ts'
import { chooseInMenu, margaret, open, server, setUpCallsScreen, tomorrow, tuan } from '#test/web/calls-screen.tsx'
import { reply } from '#test/web/fake-server.ts'

setUpCallsScreen()

describe('upcoming calls', () => {
  test('upcoming calls show the loved one’s own time, with its zone when the viewer’s clock differs', async () => {
    const inPerth = aCall({ of: tuan, scheduledTime: '2026-03-11T01:00:00.000Z', callType: 'wake_up_call' })
    server({ 'GET /api/calls/upcoming': () => [tomorrow, inPerth] })
    open()
    expect(await screen.findByText('9:00 AM')).toBeTruthy()
    expect(screen.getByText('9:00 AM AWST')).toBeTruthy()
    expect(screen.getAllByText('Tomorrow')).toHaveLength(2)
    expect(screen.getByText('Wake-up Call')).toBeTruthy()
  })

  test('further ones come with Load more', async () => {
    const page = Array.from({ length: 50 }, (_, index) => aCall({ id: 500 + index, of: margaret }))
    const further = aCall({ id: 600, of: tuan, callType: 'wake_up_call' })
    const placeOf549 = `${page[49]?.scheduledTime}_549`
    server({ 'GET /api/calls/upcoming': ({ query }) => (query.get('after') === placeOf549 ? [further] : page) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'Load more' }))
    expect(await screen.findByText('Wake-up Call')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull()
  })

  test.each(['upcoming', 'recurring'])(
    '%s: a long list is searched on the server, and an empty search says so',
    async (list) => {
      const page = Array.from({ length: 50 }, (_, index) =>
        aCall({ id: 500 + index, of: margaret, recurrencePattern: 'daily' }),
      )
      const found = aCall({ id: 600, of: tuan, callType: 'wake_up_call', recurrencePattern: 'daily' })
      server({
        [`GET /api/calls/${list}`]: ({ query }) =>
          query.has('search') ? (query.get('search') === 'tuan' ? [found] : []) : page,
      })
      const { user } = open(`/calls?tab=${list}`)
      await user.type(await screen.findByRole('searchbox', { name: 'Search calls' }), ' tuan ')
      expect(await screen.findByText('Wake-up Call')).toBeTruthy()
      expect(screen.queryByText(margaret.name)).toBeNull()
      await user.type(screen.getByRole('searchbox', { name: 'Search calls' }), 'x')
      expect(await screen.findByText('No matches found')).toBeTruthy()
    },
  )

  test('a short list has no search', async () => {
    server({ 'GET /api/calls/upcoming': () => [tomorrow] })
    open()
    expect(await screen.findByText('9:00 AM')).toBeTruthy()
    expect(screen.queryByRole('searchbox')).toBeNull()
  })

  test('a call that makes up for one can be called now and cancelled, not edited', async () => {
    server({ 'GET /api/calls/upcoming': () => [{ ...tomorrow, callType: 'catch_up_call' }] })
    const { user } = open()
    expect(await screen.findByText('Catch-up Call')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /Actions for/ }))
    const items = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)
    expect(items).toEqual(['Call Now', 'Cancel'])
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

  test('a call that was not answered says when it is retried', async () => {
    const waiting = aCall({
      of: margaret,
      status: 'in_progress',
      scheduledTime: '2026-03-09T23:20:00.000Z',
      nextTryAt: '2026-03-09T23:30:00.000Z',
      attempts: [anAttempt({ answeredBy: null, keys: '', outcome: 'no_answer' })],
    })
    server({ 'GET /api/calls/upcoming': () => [waiting, tomorrow] })
    open()
    expect(await screen.findByText('No answer yet, trying again at 10:30 AM')).toBeTruthy()
    expect(screen.getAllByText(/trying again/)).toHaveLength(1)
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

  test('a call in another zone shows the time there and the reader’s own, by the zone of their profile', async () => {
    const inPerth = aCall({ of: tuan, scheduledTime: '2026-03-10T07:41:00.000Z' })
    server({ 'GET /api/calls/upcoming': () => [inPerth] })
    vi.stubEnv('TZ', 'Australia/Perth')
    open()
    expect(await screen.findByText('3:41 PM AWST')).toBeTruthy()
    expect(screen.getByText('6:41 PM your time')).toBeTruthy()
  })

  test('a skipped call leaves a trace, and can be taken back', async () => {
    const skipped = { ...tomorrow, recurrencePattern: 'daily', skippedTimes: ['2026-03-09T23:54:00.000Z'] } as const
    const { routes, sentTo } = server({ 'GET /api/calls/upcoming': () => [skipped] })
    routes['POST /api/calls/:id/skip/undo'] = () => {
      routes['GET /api/calls/upcoming'] = () => [tomorrow]
      return tomorrow
    }
    const { user } = open()
    expect(await screen.findByText('Skipped: Mar 10, 2026 10:54 AM')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: /^Undo/ }))
    expect(await screen.findByText('The call is back on')).toBeTruthy()
    expect(sentTo('POST /api/calls/:id/skip/undo')[0]?.body).toEqual({ scheduledTime: '2026-03-09T23:54:00.000Z' })
    await waitFor(() => expect(screen.queryByText(/^Skipped:/)).toBeNull())
  })

  test('Call Now asks first while it is night where the phone rings', async () => {
    const asleep = aCall({ of: { ...margaret, timezone: 'Europe/London' } })
    const { sentTo } = server({
      'GET /api/calls/upcoming': () => [asleep],
      'POST /api/calls/:id/call-now': () => reply(202, { message: CALL_INITIATED_MESSAGE, call: asleep }),
    })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    const dialog = await screen.findByRole('alertdialog', { name: 'Ring Margaret Hartley at 11:24 PM?' })
    expect(sentTo('POST /api/calls/:id/call-now')).toEqual([])
    await user.click(within(dialog).getByRole('button', { name: 'Call now' }))
    expect(await screen.findByText(CALL_INITIATED_MESSAGE)).toBeTruthy()
  })

  test('Call Now that is refused says why', async () => {
    server({ 'POST /api/calls/:id/call-now': () => reply(402, { message: 'No calls left this month.' }) })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    const failure = 'Failed to initiate call: No calls left this month.'
    const [atRow, ...others] = await screen.findAllByText(failure)
    expect(atRow?.closest('tr')?.textContent, 'at the row too, until it is closed').toContain('Margaret Hartley')
    expect(others, 'and as a message').toHaveLength(1)
  })

  test('Call Now that the plan does not cover leads to the Subscription screen', async () => {
    server({ 'POST /api/calls/:id/call-now': () => reply(402, { message: 'No calls left this month.' }) })
    const { address, user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Call Now')
    const dialog = await screen.findByRole('alertdialog', { name: 'We didn’t ring Margaret Hartley' })
    expect(dialog.textContent).toContain('No calls left this month.')
    await user.click(within(dialog).getByRole('button', { name: 'Go to Subscription' }))
    expect(address()).toBe('/subscription')
  })

  test('a call that is scheduled while calls are suspended does not seem to ring', async () => {
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
    expect(confirm.textContent?.replaceAll('\u00a0', ' ')).toContain(
      'We won’t make Margaret Hartley’s Daily Check-in on Mar 11, 2026 at 9:00 AM. You can’t undo this.',
    )
    await user.click(within(confirm).getByRole('button', { name: 'Keep call' }))
    expect(sentTo('DELETE /api/calls/:id')).toEqual([])

    await chooseInMenu(user, 'Margaret Hartley', 'Cancel')
    await user.click(await screen.findByRole('button', { name: 'Cancel call' }))
    expect(await screen.findByText('Call has been cancelled successfully')).toBeTruthy()
    expect(sentTo('DELETE /api/calls/:id').map(({ path }) => path)).toEqual(['/api/calls/11'])
  })

  test('a ringing call can be cancelled, and the consequences are said before', async () => {
    const running = aCall({ id: 21, of: margaret, status: 'in_progress', recurrencePattern: 'daily' })
    const { sentTo } = server({
      'GET /api/calls/upcoming': () => [running],
      'DELETE /api/calls/:id': () => reply(204),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Cancel Call to Margaret Hartley/ }))
    expect((await screen.findByRole('alertdialog', { name: 'Cancel this call?' })).textContent).toContain(
      'If Margaret’s phone is still ringing, we’ll stop. If it’s been picked up, we won’t hang up, and an answer counts. We won’t try this Daily Check-in again, or alert anyone. Later calls stay as they are.',
    )
    await user.click(screen.getByRole('button', { name: 'Cancel call' }))
    expect(await screen.findByText('Call has been cancelled successfully')).toBeTruthy()
    expect(sentTo('DELETE /api/calls/:id').map(({ path, query }) => [path, query.get('only')])).toEqual([
      ['/api/calls/21', 'call'],
    ])
  })

  test('a cancelled call that is still under way says that it is not retried', async () => {
    const talking = aCall({ of: margaret, status: 'in_progress', wasCancelled: true })
    server({ 'GET /api/calls/upcoming': () => [talking] })
    open()
    expect(await screen.findByText('Cancelled: not tried again')).toBeTruthy()
    expect(screen.queryByRole('button', { name: /Cancel Call/ })).toBeNull()
  })

  test('cancelling one call of a recurring schedule says that the whole schedule ends', async () => {
    server({ 'GET /api/calls/upcoming': () => [{ ...tomorrow, recurrencePattern: 'daily' }] })
    const { user } = open()
    await chooseInMenu(user, 'Margaret Hartley', 'Cancel recurring call')
    expect((await screen.findByRole('alertdialog')).textContent).toContain(
      'We’ll stop Margaret Hartley’s Daily Check-in for good',
    )
  })
})

describe('the tabs', () => {
  test('the tabs and the address follow each other and keep the loved one', async () => {
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

  test('recurring calls say when they ring, in words', async () => {
    server({ 'GET /api/calls/recurring': () => [custom, daily] })
    open('/calls?tab=recurring')
    const [, first, second] = await screen.findAllByRole('row')
    expect(within(first as HTMLElement).getByText('Mon')).toBeTruthy()
    expect(within(first as HTMLElement).getByText('Fri')).toBeTruthy()
    expect(within(first as HTMLElement).getByText(/^Every Monday at .* and Friday at /)).toBeTruthy()
    expect(within(second as HTMLElement).getByText(/^Every day at /)).toBeTruthy()
  })

  test('the next one can be skipped, after a question', async () => {
    const { sentTo } = server({
      'GET /api/calls/recurring': () => [daily],
      'POST /api/calls/:id/skip': () => ({ ...daily, catchUpAt: null }),
    })
    const { user } = open('/calls?tab=recurring')
    await chooseInMenu(user, 'Tuan Nguyen', 'Skip next')
    await user.click(await screen.findByRole('button', { name: 'Skip call' }))
    expect(await screen.findByText('The next call has been skipped')).toBeTruthy()
    expect(sentTo('POST /api/calls/:id/skip')[0]?.body).toEqual({ scheduledTime: daily.scheduledTime })
  })

  test('a skip says when the loved one is rung all the same, for a call that could not be made', async () => {
    const catchUpAt = new Date(Date.now() + 24 * 3_600_000).toISOString()
    server({ 'GET /api/calls/recurring': () => [daily], 'POST /api/calls/:id/skip': () => ({ ...daily, catchUpAt }) })
    const { user } = open('/calls?tab=recurring')
    await chooseInMenu(user, 'Tuan Nguyen', 'Skip next')
    await user.click(await screen.findByRole('button', { name: 'Skip call' }))
    expect(
      await screen.findByText(/skipped\. We’ll ring Tuan Nguyen at .* instead, because we couldn’t make/),
    ).toBeTruthy()
  })

  test('Call now and Cancel recurring call have their own texts', async () => {
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

test('a filter to somebody who is not in the loaded list says their name, and that an unknown id is nobody', async () => {
  const list = Array.from({ length: 200 }, (_, index) => aLovedOne({ id: 1000 + index }))
  const joan = aLovedOne({ id: 5000, name: 'Joan Ash' })
  server({
    'GET /api/loved-ones': () => list,
    'GET /api/loved-ones/:id': ({ path }) => (path.endsWith('/5000') ? joan : reply(404, { message: 'Not found' })),
    'GET /api/calls/upcoming': () => [],
  })
  const { unmount } = open('/calls?lovedOneId=5000')
  expect(await screen.findByText('Joan Ash')).toBeTruthy()
  unmount()
  open('/calls?lovedOneId=6000')
  expect(await screen.findByText('We couldn’t find this loved one')).toBeTruthy()
})
