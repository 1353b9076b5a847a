// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { aLovedOne, aSubscription, callDetails, STANDINGS } from '#test/web/answers.ts'
import { choose, margaret, open, server, setUpCallsScreen, tomorrow } from '#test/web/calls-screen.tsx'
import { reply } from '#test/web/fake-server.ts'
// Loaded here: on a crowded machine that takes longer than anybody waits for a dialog.
import './edit-call.tsx'
import './schedule-call.tsx'

setUpCallsScreen()

describe('scheduling a call', () => {
  test('the schedule dialog sends the loved one’s wall clock as an instant, and says the schedule back', async () => {
    const { sentTo } = server({ 'POST /api/calls': () => reply(201, tomorrow) })
    const { user, address } = open('/calls?lovedOneId=5')
    await user.click(await screen.findByRole('button', { name: 'Schedule New Call' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Schedule New Call' }))
    // 9:00 AM today is still to come in Perth.
    expect(dialog.getByRole('status').textContent).toBe(
      'Cooee will ring Tuan Nguyen once, on Tuesday, Mar 10, 2026 at 9:00 AM, Perth time.',
    )
    await choose(user, 'Call Type', 'Wellness Check')
    await choose(user, 'Recurrence', 'Daily')
    await user.click(dialog.getByRole('button', { name: 'Schedule Call' }))
    expect(await screen.findByText('Call has been scheduled successfully')).toBeTruthy()
    expect(sentTo('POST /api/calls')[0]?.body).toEqual({
      lovedOneId: 5,
      callType: 'wellness_check',
      scheduledTime: '2026-03-10T01:00:00.000Z',
      recurrencePattern: 'daily',
      schedulePatterns: [],
    })
    expect(address()).toBe('/calls?tab=upcoming&lovedOneId=5')
  })

  test('the schedule dialog never says that we ring somebody who wants no calls, and asks by text instead', async () => {
    const declined = aLovedOne({ ...margaret, phoneNumber: '+61491570156', callsRefusedAt: '2026-03-01T22:00:00.000Z' })
    server({ 'GET /api/loved-ones': () => [declined] })
    const { user } = open('/calls?lovedOneId=1&schedule=true')
    await screen.findByText(/^Cooee will text/)
    const dialog = within(screen.getByRole('dialog', { name: 'Schedule New Call' }))
    expect(dialog.getByRole('status').textContent).toMatch(/^Cooee will text Margaret Hartley once/)
    await choose(user, 'How We Ask', 'A phone call')
    expect(dialog.getByRole('status').textContent).toBe('Margaret has asked not to be called, so this call won’t ring.')
    await user.click(dialog.getByRole('button', { name: 'Ask by text instead' }))
    expect(dialog.getByRole('status').textContent).toMatch(/^Cooee will text Margaret Hartley once/)
  })

  test('the schedule dialog says that a daily call needs more than the plan has', async () => {
    server({ 'GET /api/subscription': () => aSubscription(STANDINGS.active) })
    const { user } = open('/calls?lovedOneId=5&schedule=true')
    await choose(user, 'Recurrence', 'Weekdays (Mon-Fri)')
    expect(screen.queryByText(/your plan has 30/)).toBeNull()
    await choose(user, 'Recurrence', 'Daily')
    expect(await screen.findByText(/^A daily call needs 31 calls in a long month\. Your plan has 30,/)).toBeTruthy()
  })

  test('the schedule dialog takes a time one minute ahead, typed by hand', async () => {
    const { sentTo } = server({ 'POST /api/calls': () => reply(201, tomorrow) })
    const { user } = open('/calls?lovedOneId=5&schedule=true')
    await user.click(await screen.findByRole('button', { name: /^Time/ }))
    await user.type(await screen.findByRole('combobox', { name: 'Find a time' }), '7:25 am')
    await user.click(await screen.findByRole('option', { name: '7:25 AM' }))
    await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
    await screen.findByText('Call has been scheduled successfully')
    expect(sentTo('POST /api/calls')[0]?.body).toMatchObject({ scheduledTime: '2026-03-09T23:25:00.000Z' })
  })

  test('the schedule dialog asks at night whether to ring at that hour, and sends the answer with the call', async () => {
    const { sentTo } = server({ 'POST /api/calls': () => reply(201, tomorrow) })
    const { user } = open('/calls?lovedOneId=1&schedule=true')
    await user.click(await screen.findByRole('button', { name: /^Time/ }))
    await user.type(await screen.findByRole('combobox', { name: 'Find a time' }), '2:15 am')
    await user.click(await screen.findByRole('option', { name: '2:15 AM' }))
    await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
    const question = await screen.findByRole('alertdialog', { name: 'Ring Margaret Hartley at 2:15 AM?' })
    await user.click(within(question).getByRole('button', { name: 'Go back' }))
    expect(sentTo('POST /api/calls')).toEqual([])
    await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
    const again = await screen.findByRole('alertdialog', { name: 'Ring Margaret Hartley at 2:15 AM?' })
    await user.click(within(again).getByRole('button', { name: 'Schedule Call' }))
    await screen.findByText('Call has been scheduled successfully')
    expect(sentTo('POST /api/calls')[0]?.body).toMatchObject({ confirmNight: true })
  })

  test('the schedule dialog needs somebody to ring', async () => {
    const { sentTo } = server()
    const { user } = open('/calls?schedule=true')
    await user.click(await screen.findByRole('button', { name: 'Schedule Call' }))
    expect(await screen.findByText('Please select a loved one')).toBeTruthy()
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: /^Loved One/ }))
    expect(sentTo('POST /api/calls')).toEqual([])
  })

  test('custom begins with Monday 9:00 on its own tab; without any day it is not sent', async () => {
    const { sentTo } = server({ 'POST /api/calls': () => reply(201, tomorrow) })
    const { user } = open('/calls?lovedOneId=1&schedule=true')
    await screen.findByRole('dialog', { name: 'Schedule New Call' })
    await choose(user, 'Recurrence', 'Custom')
    expect(screen.getByRole('tab', { name: 'Schedule Patterns' }).getAttribute('aria-selected')).toBe('true')
    await user.click(screen.getByRole('button', { name: 'Remove Monday 9:00 AM' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a day' }))
    await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
    expect(await screen.findByText('Validation Error')).toBeTruthy()
    expect(screen.getAllByText('You must add at least one schedule pattern for custom schedules')).toHaveLength(2)
    expect(sentTo('POST /api/calls')).toEqual([])

    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Add a day' }))
    await user.click(screen.getByRole('button', { name: 'Add a day' }))
    await user.click(screen.getByRole('button', { name: 'Add another day' }))
    await user.click(screen.getByRole('button', { name: 'Add another day' }))
    await user.click(screen.getByRole('button', { name: 'Remove Monday 9:00 AM' }))
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Tuesday 9:00 AM' }))
    await user.click(screen.getByRole('button', { name: 'Remove Wednesday 9:00 AM' }))
    await user.click(screen.getByRole('button', { name: 'Add another day' }))
    await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
    await screen.findByText('Call has been scheduled successfully')
    expect(sentTo('POST /api/calls')[0]?.body).toMatchObject({
      recurrencePattern: 'custom',
      schedulePatterns: [
        { weekDay: 'tuesday', timeOfDay: '09:00' },
        { weekDay: 'monday', timeOfDay: '09:00' },
      ],
    })
  })

  test.each([
    [reply(402, { message: 'Add Wellness Check to your plan first.' }), 'Add Wellness Check to your plan first.'],
    [
      reply(400, { message: 'Bad', errors: [{ path: 'scheduledTime', message: 'That time has passed' }] }),
      'Validation error: That time has passed',
    ],
  ])('a refusal stays in the dialog: %#', async (refusal, text) => {
    server({ 'POST /api/calls': () => refusal })
    const { user } = open('/calls?lovedOneId=1&schedule=true')
    await user.click(await screen.findByRole('button', { name: 'Schedule Call' }))
    const dialog = await screen.findByRole('dialog', { name: 'Schedule New Call' })
    expect((await within(dialog).findByRole('alert')).textContent).toContain(text)
    expect(screen.getAllByText(text)).toHaveLength(2)
  })
})

test('a time that is too full is said once, in the dialog, where another can be chosen', async () => {
  const words = "So many calls are booked around 9:00 AM that we couldn't promise to ring in time."
  server({
    'POST /api/calls': () => reply(409, { message: words, errors: [{ path: 'scheduledTime', message: words }] }),
  })
  const { user } = open('/calls?lovedOneId=1&schedule=true')
  await user.click(await screen.findByRole('button', { name: 'Schedule Call' }))
  const dialog = await screen.findByRole('dialog', { name: 'Schedule New Call' })
  expect((await within(dialog).findByRole('alert')).textContent).toBe(words)
  expect(screen.getAllByText(words)).toHaveLength(1)
})

test('a call whose answer got lost is scheduled once, however often it is tried', async () => {
  const { routes, sentTo } = server({ 'POST /api/calls': () => 'lost' })
  const { user } = open('/calls?lovedOneId=5&schedule=true')
  await choose(user, 'Call Type', 'Wellness Check')
  await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
  const alert = await within(screen.getByRole('dialog')).findByRole('alert')
  expect(alert.textContent).toContain('Failed to schedule call: There was a problem connecting to the server')
  expect(alert.textContent).toContain('What you typed is still here.')
  expect(screen.getByRole('combobox', { name: 'Call Type' }).textContent).toContain('Wellness Check')
  expect(sentTo('POST /api/calls')).toHaveLength(1)
  routes['POST /api/calls'] = () => reply(201, tomorrow)
  await user.click(screen.getByRole('button', { name: 'Schedule Call' }))
  expect(await screen.findByText('Call has been scheduled successfully')).toBeTruthy()
  const keys = sentTo('POST /api/calls').map(({ headers }) => headers.get('idempotency-key'))
  expect(keys[0]).toBeTruthy()
  expect(keys[1]).toBe(keys[0])
})

test('a call at the same minute as another to the same phone is said, and can be scheduled', async () => {
  server()
  const { user } = open('/calls?lovedOneId=1&schedule=true')
  await choose(user, 'Recurrence', 'Daily')
  await screen.findByText(/Margaret’s phone already has a call then: .* We’ll make one call after the other\./)
})

test('a schedule that repeats names its first call and the four after it', async () => {
  server()
  const { user } = open('/calls?lovedOneId=1&schedule=true')
  await choose(user, 'Recurrence', 'Weekends (Sat-Sun)')
  const dates = within(await screen.findByRole('list', { name: 'The calls after that' }))
  const shown = dates.getAllByRole('listitem').map((item) => item.textContent?.replaceAll('\u00a0', ' '))
  expect(shown).toEqual([
    'Sunday, Mar 15, 2026 at 9:00 AM',
    'Saturday, Mar 21, 2026 at 9:00 AM',
    'Sunday, Mar 22, 2026 at 9:00 AM',
    'Saturday, Mar 28, 2026 at 9:00 AM',
  ])
})

describe('changing a call', () => {
  test('loads the call and its slots, and sends what was changed', async () => {
    const custom = callDetails({
      id: 11,
      of: margaret,
      recurrencePattern: 'custom',
      scheduledTime: '2026-03-10T22:00:00.000Z',
    })
    const { sentTo } = server({
      'GET /api/calls/:id': () => custom,
      'GET /api/calls/:id/schedule-patterns': () => [{ weekDay: 'wednesday', timeOfDay: '09:00' }],
      'PATCH /api/calls/:id': () => tomorrow,
    })
    const { user, address } = open('/calls/edit/11?tab=recurring&lovedOneId=1')
    await user.click(await screen.findByRole('tab', { name: 'Schedule Patterns' }))
    await user.click(screen.getByRole('button', { name: 'Add another day' }))
    expect(within(screen.getByRole('dialog')).getByRole('status').textContent).toContain(
      'every Monday and Wednesday at 9:00 AM, Sydney time.',
    )
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Call has been updated successfully')).toBeTruthy()
    expect(sentTo('PATCH /api/calls/:id')[0]?.body).toEqual({
      schedulePatterns: [
        { weekDay: 'wednesday', timeOfDay: '09:00' },
        { weekDay: 'monday', timeOfDay: '09:00' },
      ],
    })
    expect(address()).toBe('/calls?tab=recurring&lovedOneId=1')
  })

  test('a call that cannot be loaded is reported, in the dialog and as a toast', async () => {
    server({ 'GET /api/calls/:id': () => reply(500, { message: 'Something broke' }) })
    open('/calls/edit/11')
    expect(await screen.findAllByText('Failed to get call details')).toHaveLength(2)
  })

  test('a call that has gone out in the meantime cannot be changed', async () => {
    server({ 'GET /api/calls/:id': () => callDetails({ id: 11, of: margaret, status: 'in_progress' }) })
    open('/calls/edit/11')
    expect(await screen.findByText('You can’t change this call any more')).toBeTruthy()
  })

  test('a refused change says why', async () => {
    server({
      'GET /api/calls/:id': () => callDetails({ id: 11, of: margaret, scheduledTime: '2026-03-10T22:00:00.000Z' }),
      'PATCH /api/calls/:id': () => reply(409, { message: 'This call is already under way.' }),
    })
    const { user } = open('/calls/edit/11')
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    expect(await screen.findAllByText('Failed to update call: This call is already under way.')).toHaveLength(2)
  })
})
