// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PHONE_MESSAGE } from '#contract/people/loved-one-forms.ts'
import { UNREADABLE_TEXT } from '#contract/unreadable-text.ts'
import { aCall, aLovedOne, consents } from '#test/web/answers.ts'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { LovedOnes } from './loved-ones.tsx'

const margaret = aLovedOne({
  id: 1,
  activeServices: ['daily_check_in', 'medication_reminder', 'wellness_check'],
  nextCall: { scheduledTime: '2026-03-10T07:00:00.000Z', callType: 'medication_reminder' },
})
const tuan = aLovedOne({ id: 5, name: 'Tuan Nguyen', phoneNumber: '+61491570156', relationship: 'client' })

beforeEach(() => {
  vi.stubEnv('TZ', 'Australia/Sydney')
})
afterEach(() => {
  cleanup()
  localStorage.clear()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

const open = (options: { desktop?: boolean; at?: string } = {}) =>
  renderScreen(LovedOnes, { at: '/loved-ones', route: '/loved-ones', ...options })
const NEVER_TRIED = { callId: null, at: null, finding: null, answered: false }
const twoPeople = { 'GET /api/loved-ones': () => [margaret, tuan] }

describe('the list', () => {
  test('the list of loved ones shows each person with number, zone, services and the next call', async () => {
    fakeServer(twoPeople)
    open()
    expect(await screen.findByText('Showing 2 of 2 loved ones')).toBeTruthy()
    const [card, other] = screen.getAllByRole('article').map((article) => within(article))
    expect(card?.getByText('+61 2 5550 0143')).toBeTruthy()
    expect(card?.getByText('Sydney (NSW/ACT)')).toBeTruthy()
    expect(card?.getByText('Mar 10, 2026 6:00 PM')).toBeTruthy()
    expect(card?.getByRole('link', { name: /Manage Calls/ }).getAttribute('href')).toBe('/calls?lovedOneId=1')
    expect(other?.getByText('No active services')).toBeTruthy()
    expect(other?.getByText('No upcoming calls')).toBeTruthy()
    expect(other?.getByRole('link', { name: /Contacts/ }).getAttribute('href')).toBe(
      '/contacts?lovedOneId=5&lovedOneName=Tuan+Nguyen',
    )
  })

  test('a loved one’s card says in both layouts when an unanswered call is retried', async () => {
    const waiting = aLovedOne({
      ...margaret,
      nextCall: {
        scheduledTime: '2026-03-09T22:00:00.000Z',
        callType: 'daily_check_in',
        nextTryAt: '2099-03-09T22:10:00.000Z',
        lastOutcome: 'no_answer',
      },
    })
    fakeServer({ 'GET /api/loved-ones': () => [waiting, tuan] })
    const { user } = open()
    expect(await screen.findByText('No answer yet, trying again at 9:10 AM')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'List' }))
    expect(screen.getAllByText('No answer yet, trying again at 9:10 AM').length).toBeGreaterThan(0)
  })

  test('the list layout shows two services and how many more', async () => {
    fakeServer(twoPeople)
    const { user, address } = open()
    await user.click(await screen.findByRole('button', { name: 'List' }))
    expect(screen.getByText('+1 more')).toBeTruthy()
    expect(screen.getByText('Mar 10, 2026 6:00 PM (Medication Reminder)')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Actions for Tuan Nguyen' }))
    await user.click(await screen.findByRole('menuitem', { name: 'Manage Calls' }))
    expect(address()).toBe('/calls?lovedOneId=5')
  })

  test('the chosen layout is there again the next time', async () => {
    fakeServer(twoPeople)
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: 'List' }))
    cleanup()
    open()
    expect((await screen.findByRole('button', { name: 'List' })).getAttribute('aria-pressed')).toBe('true')
    expect(await screen.findByText('+1 more')).toBeTruthy()
  })

  test('flags in both layouts who is rung for their safety without an emergency contact, and nobody else', async () => {
    const alone = aLovedOne({ ...margaret, hasEmergencyContact: false })
    const sleeper = aLovedOne({ ...tuan, hasEmergencyContact: false, activeServices: ['wake_up_call'] })
    fakeServer({ 'GET /api/loved-ones': () => [alone, sleeper] })
    const { user } = open()
    const flag = () => screen.getByText('If Margaret doesn’t answer, there’s nobody else we can tell.')
    const link = () => screen.getByRole('link', { name: /^Add one in Contacts *for Margaret Hartley$/ })
    expect((await screen.findAllByText('No emergency contact')).length).toBe(1)
    expect(flag()).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'List' }))
    expect(flag()).toBeTruthy()
    expect(link().getAttribute('href')).toBe('/contacts?lovedOneId=1&lovedOneName=Margaret+Hartley')
  })

  test.each([
    [{ consents: consents('not_asked') }, 'Margaret hasn’t said yes yet', 'We’ll ask Margaret on the first call'],
    [{ consents: consents('not_asked'), tried: NEVER_TRIED }, 'Not tried yet', 'We’ll ask Margaret on the first call'],
    [
      {
        consents: consents('not_asked'),
        tried: { ...NEVER_TRIED, callId: 7, at: '2026-03-01T22:00:00.000Z', finding: 'no_answer' as const },
      },
      'Tried, but nobody answered',
      'We’ll ask Margaret on the first call',
    ],
    [
      {
        consents: {
          ...consents('not_asked'),
          calls: { state: 'not_asked' as const, since: '2026-03-01T22:00:00.000Z', how: 'no_answer' as const },
        },
      },
      'Margaret hasn’t said yes yet',
      'We’ll ask Margaret on the next call',
    ],
    [
      { consents: consents('declined'), callsRefusedAt: '2026-03-01T22:00:00.000Z' },
      'Margaret would rather not be called',
      'It’s Margaret’s decision',
    ],
  ])('the card and the row say what somebody has decided: %#', async (decided, title, words) => {
    fakeServer({ 'GET /api/loved-ones': () => [aLovedOne({ ...margaret, ...decided }), tuan] })
    const { user } = open()
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(words, { exact: false })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'List' }))
    expect(screen.getByText(title)).toBeTruthy()
    expect(screen.queryByText(/asked not to be called/)).toBeNull()
  })

  test('somebody who would rather not be called can be asked by text, unless their phone takes none or they are already', async () => {
    const declined = { ...margaret, consents: consents('declined'), callsRefusedAt: '2026-03-01T22:00:00.000Z' }
    const nextCall = {
      scheduledTime: '2026-03-10T22:00:00.000Z',
      callType: 'daily_check_in' as const,
      asksBy: 'text' as const,
      nextTryAt: null,
      lastOutcome: null,
    }
    const link = () => screen.queryByRole('link', { name: /^Ask by text instead/ })
    const { routes } = fakeServer({
      'GET /api/loved-ones': () => [aLovedOne({ ...declined, phoneNumber: '+61491570156' })],
    })
    open()
    await screen.findByText('Margaret would rather not be called')
    expect(link()?.getAttribute('href')).toBe('/calls?lovedOneId=1&schedule=true')
    expect(screen.getByText('Won’t ring')).toBeTruthy()
    for (const changes of [{ phoneNumber: '+61255500143' }, { phoneNumber: '+61491570156', nextCall }]) {
      cleanup()
      routes['GET /api/loved-ones'] = () => [aLovedOne({ ...declined, ...changes })]
      open()
      await screen.findByText('Margaret would rather not be called')
      expect(link()).toBeNull()
      // A text is sent to who wants no calls.
      expect(screen.queryByText('Won’t ring') === null).toBe('nextCall' in changes)
    }
  })

  test('somebody who agreed and picks up needs no note; a number nobody tried leads to trying it', async () => {
    const agreed = { consents: consents(), tried: { ...NEVER_TRIED, answered: true } }
    const { routes } = fakeServer({ 'GET /api/loved-ones': () => [aLovedOne({ ...margaret, ...agreed })] })
    open()
    await screen.findByText('Showing 1 of 1 loved ones')
    expect(screen.queryByText(/Not tried|said yes/)).toBeNull()
    cleanup()
    routes['GET /api/loved-ones'] = () => [aLovedOne({ ...margaret, ...agreed, tried: NEVER_TRIED })]
    open()
    const link = await screen.findByRole('link', { name: /^Try it together/ })
    expect(link.getAttribute('href')).toBe('/loved-ones/1/try')
  })

  test('search and filter narrow it down, and clearing them brings everybody back', async () => {
    fakeServer(twoPeople)
    const { user } = open()
    await user.type(await screen.findByRole('searchbox', { name: 'Search loved ones' }), '0491')
    expect(screen.getByText('Showing 1 of 2 loved ones')).toBeTruthy()
    await user.click(screen.getByRole('combobox', { name: 'Filter by service' }))
    await user.click(await screen.findByRole('option', { name: 'Wake-up Call' }))
    expect(await screen.findByRole('heading', { name: 'No matches found' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Clear Filters' }))
    expect(screen.getByText('Showing 2 of 2 loved ones')).toBeTruthy()
  })

  test('an empty list of loved ones offers to add the first', async () => {
    fakeServer({ 'GET /api/loved-ones': () => [] })
    const { user } = open()
    expect(await screen.findByRole('heading', { name: 'No loved ones added yet' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Add First Loved One' }))
    expect(await screen.findByRole('dialog', { name: 'Add New Loved One' })).toBeTruthy()
  })

  test('a failure to load loved ones is shown as a failure, never as an empty list, and Refresh retries', async () => {
    const { routes } = fakeServer({ 'GET /api/loved-ones': () => 'lost' })
    const { user } = open()
    expect(await screen.findByRole('heading', { name: 'Failed to load loved ones' })).toBeTruthy()
    expect(screen.getByText('There was a problem connecting to the server')).toBeTruthy()
    expect(screen.queryByText('No loved ones added yet')).toBeNull()
    routes['GET /api/loved-ones'] = () => [margaret]
    await user.click(screen.getByRole('button', { name: 'Refresh' }))
    expect(await screen.findByText('Showing 1 of 1 loved ones')).toBeTruthy()
  })

  test('while it loads there is a word for screen readers', async () => {
    fakeServer({ 'GET /api/loved-ones': () => new Promise(() => {}) })
    open()
    expect(await screen.findByText('Loading loved ones')).toBeTruthy()
    expect(screen.getByRole('heading', { level: 1, name: 'Loved Ones' })).toBeTruthy()
  })
})

describe('adding', () => {
  test('adding a loved one sends what was typed, says so, loads the list again, and goes on to trying it together', async () => {
    const people = [tuan]
    const { sentTo } = fakeServer({
      'GET /api/loved-ones': () => people,
      'POST /api/loved-ones': () => {
        people.push(margaret)
        return reply(201, margaret)
      },
    })
    const { user, address } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret Hartley')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '02 5550 0143')
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    expect(await screen.findByText('Loved one has been added successfully')).toBeTruthy()
    expect(sentTo('POST /api/loved-ones')[0]?.body).toMatchObject({
      name: 'Margaret Hartley',
      phoneNumber: '02 5550 0143',
      timezone: 'Australia/Sydney',
      relationship: 'other',
    })
    await waitFor(() => expect(address()).toBe('/loved-ones/1/try'))
    expect(sentTo('GET /api/loved-ones').length).toBe(2)
    expect(screen.queryByRole('dialog')).toBeNull()
  })

  test('the form for a new loved one takes what they are called, what a reminder says, where they live and how to get in', async () => {
    const { sentTo } = fakeServer({ ...twoPeople, 'POST /api/loved-ones': () => reply(201, margaret) })
    const { user } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret Hartley')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '02 5550 0143')
    const preferred = screen.getByRole('textbox', { name: /^Preferred Name/ })
    await user.type(preferred, 'Marg 2')
    await user.type(screen.getByRole('textbox', { name: /^Reminder Words/ }), 'Take 2 white tablets')
    await user.type(screen.getByRole('textbox', { name: /^Home Address/ }), '14 Wattle Street')
    await user.type(screen.getByRole('textbox', { name: /^How to Get In/ }), 'Key under the blue pot')
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    expect(await screen.findByText("Please use letters, spaces and ' - . only")).toBeTruthy()
    await waitFor(() => expect(document.activeElement).toBe(preferred))
    await user.clear(preferred)
    await user.type(preferred, 'Marg')
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    expect(await screen.findByText('Loved one has been added successfully')).toBeTruthy()
    expect(sentTo('POST /api/loved-ones').map(({ body }) => body)).toMatchObject([
      {
        preferredName: 'Marg',
        reminderText: 'Take 2 white tablets',
        address: '14 Wattle Street',
        accessNote: 'Key under the blue pot',
      },
    ])
  })

  test('the form for a new loved one says what is wrong beside the field and puts the focus there', async () => {
    const { sentTo } = fakeServer(twoPeople)
    const { user } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'M')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '0491 57')
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    const name = screen.getByRole('textbox', { name: 'Name' })
    await waitFor(() => expect(document.activeElement).toBe(name))
    expect(screen.getByText('Name must be at least 2 characters')).toBeTruthy()
    expect(screen.getByText(PHONE_MESSAGE)).toBeTruthy()
    expect(sentTo('POST /api/loved-ones')).toEqual([])
  })

  test('somebody new is recorded only where that is switched on', async () => {
    const { sentTo } = fakeServer({ ...twoPeople, 'POST /api/loved-ones': () => reply(201, margaret) })
    const { user } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '0491 570 156')
    await user.click(screen.getByRole('switch', { name: 'Record calls' }))
    await user.click(screen.getByRole('switch', { name: 'Record calls' }))
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    await waitFor(() => expect(sentTo('POST /api/loved-ones')[0]).toMatchObject({ body: { recordCalls: false } }))
  })

  test('an error in the other tab of the form for a loved one opens that tab on a phone', async () => {
    fakeServer(twoPeople)
    const { user } = open({ at: '/loved-ones?add=true', desktop: false })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '0491 570 156')
    await user.click(screen.getByRole('tab', { name: 'Additional Info' }))
    await user.type(screen.getByRole('textbox', { name: /Emergency Contact Phone/ }), '12')
    await user.click(screen.getByRole('tab', { name: 'Basic Info' }))
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    await waitFor(() =>
      expect(screen.getByRole('tab', { name: 'Additional Info' }).getAttribute('aria-selected')).toBe('true'),
    )
    expect(screen.getByText(PHONE_MESSAGE)).toBeTruthy()
  })

  test('a refusal stays in the form after the toast is gone', async () => {
    fakeServer({
      ...twoPeople,
      'POST /api/loved-ones': () => reply(402, { message: 'Your plan allows 5 loved ones.' }),
    })
    const { user } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret')
    await user.type(screen.getByRole('textbox', { name: 'Phone Number' }), '0491 570 156')
    await user.click(screen.getByRole('button', { name: 'Add Loved One' }))
    expect(await screen.findByText('Failed to add loved one: Your plan allows 5 loved ones.')).toBeTruthy()
    const dialog = screen.getByRole('dialog', { name: 'Add New Loved One' })
    expect(within(dialog).getByRole('alert').textContent).toContain('Your plan allows 5 loved ones.')
    // In its own tab: what was typed stays.
    const wayOut = within(dialog).getByRole('link', { name: /^Go to Subscription/ })
    expect([wayOut.getAttribute('href'), wayOut.getAttribute('target')]).toEqual(['/subscription', '_blank'])
  })

  test('closing asks first when something was typed', async () => {
    fakeServer(twoPeople)
    const { user } = open({ at: '/loved-ones?add=true' })
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Margaret')
    await user.keyboard('{Escape}')
    expect(await screen.findByRole('alertdialog', { name: 'Discard your changes?' })).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(screen.getByRole('textbox', { name: 'Name' })).toBeTruthy()
  })
})

describe('editing', () => {
  test('loads the person by id and sends the changed form', async () => {
    const { sentTo } = fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => ({ ...margaret, notes: 'Hard of hearing' }),
      'PATCH /api/loved-ones/:id': () => margaret,
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    const notes = await screen.findByRole('textbox', { name: /Notes/ })
    expect((notes as HTMLTextAreaElement).value).toBe('Hard of hearing')
    await user.type(notes, ' in the left ear')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Loved one updated successfully')).toBeTruthy()
    expect(sentTo('PATCH /api/loved-ones/:id')[0]).toMatchObject({
      path: '/api/loved-ones/1',
      body: {
        name: 'Margaret Hartley',
        notes: 'Hard of hearing in the left ear',
        retryAttempts: null,
      },
    })
  })

  test('a link to the number opens it with the focus there, and a new number goes on to trying it together', async () => {
    fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => margaret,
      'PATCH /api/loved-ones/:id': () => aLovedOne({ ...margaret, phoneNumber: '+61491570157' }),
    })
    const { user, address } = open({ at: '/loved-ones?edit=1' })
    const number = await screen.findByRole('textbox', { name: 'Phone Number' })
    await waitFor(() => expect(document.activeElement).toBe(number))
    await user.clear(number)
    await user.type(number, '0491 570 157')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(address()).toBe('/loved-ones/1/try'))
  })

  test('a reminder that cannot be read just now is sent back as it came, and is not refused', async () => {
    const { sentTo } = fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => ({ ...margaret, reminderText: UNREADABLE_TEXT, address: '14 Wattle Street' }),
      'PATCH /api/loved-ones/:id': () => margaret,
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    const address = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Home Address/ })
    expect(address.value).toBe('14 Wattle Street')
    await user.type(address, ', Thirroul')
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Loved one updated successfully')).toBeTruthy()
    expect(sentTo('PATCH /api/loved-ones/:id')[0]?.body).toMatchObject({
      address: '14 Wattle Street, Thirroul',
      reminderText: UNREADABLE_TEXT,
    })
  })

  test('recording is off until it is switched on, and says what that means', async () => {
    const { sentTo } = fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => margaret,
      'PATCH /api/loved-ones/:id': () => margaret,
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    const record = await screen.findByRole<HTMLInputElement>('switch', {
      name: 'Record calls',
      description: /Once they’ve said yes, we say so at the start of each call. We keep a recording for 30 days/,
    })
    expect(record.checked).toBe(false)
    await user.click(record)
    await user.click(screen.getByRole('button', { name: 'Save Changes' }))
    await waitFor(() => expect(sentTo('PATCH /api/loved-ones/:id')[0]).toMatchObject({ body: { recordCalls: true } }))
  })

  test('a record that cannot be loaded is not shown as an empty form', async () => {
    fakeServer({ ...twoPeople, 'GET /api/loved-ones/:id': () => reply(500, { message: 'Something broke' }) })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    expect(await screen.findByText('Failed to load loved one')).toBeTruthy()
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull()
  })

  test('what the standard of a call is, is said with its number', async () => {
    fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => margaret,
      'GET /api/call-defaults': () => ({ retryAttempts: 2, retryDelaySeconds: 600 }),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    expect(await screen.findByText('Standard (2 more)')).toBeTruthy()
    expect(screen.getByText('Standard (10 minutes)')).toBeTruthy()
  })

  test('another timezone says, before it is saved, which calls move and what time that is for the reader', async () => {
    const inPerth = aLovedOne({ ...margaret, timezone: 'Australia/Perth' })
    const of = { name: inPerth.name, phoneNumber: inPerth.phoneNumber, timezone: inPerth.timezone }
    const daily = aCall({ id: 1, of: inPerth, scheduledTime: '2099-03-11T01:00:00.000Z', recurrencePattern: 'daily' })
    const once = aCall({ id: 2, of: inPerth, scheduledTime: '2099-03-12T01:00:00.000Z', callType: 'wellness_check' })
    fakeServer({
      'GET /api/loved-ones': () => [inPerth],
      'GET /api/loved-ones/:id': () => inPerth,
      'GET /api/calls/upcoming': () => [daily, once].map((call) => ({ ...call, lovedOne: of })),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    await user.click(await screen.findByRole('combobox', { name: 'Timezone' }))
    await user.click(await screen.findByRole('option', { name: /Adelaide/ }))
    await screen.findByText('This changes when we ring')
    expect(
      screen.getByText(
        'Daily Check-in, every day: still 9:00 AM, now Adelaide time. For you that’s 9:30 AM instead of 12:00 PM.',
      ),
    ).toBeTruthy()
    expect(
      screen.getByText('Wellness Check on Mar 12, 2099: the same moment, now 11:30 AM Adelaide time.'),
    ).toBeTruthy()
  })

  test('a timezone in which a planned call rings at night is saved only after the question, which says when', async () => {
    const message = 'Ring Margaret at night? In the new timezone a scheduled call rings on Mar 11, 2026 6:00 AM.'
    let tries = 0
    const { sentTo } = fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => margaret,
      'PATCH /api/loved-ones/:id': () => {
        tries += 1
        return tries === 1 ? reply(400, { message, errors: [{ path: 'confirmNight', message }] }) : margaret
      },
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    const dialog = await screen.findByRole('alertdialog', { name: 'A scheduled call would ring at night' })
    expect(within(dialog).getByText(message)).toBeTruthy()
    expect(screen.queryByText('Failed to update loved one')).toBeNull()
    await user.click(within(dialog).getByRole('button', { name: 'Save and ring at night' }))
    expect(await screen.findByText('Loved one updated successfully')).toBeTruthy()
    expect(
      sentTo('PATCH /api/loved-ones/:id').map(({ body }) => (body as { confirmNight?: boolean }).confirmNight),
    ).toEqual([undefined, true])
  })

  test('a failed update is shown', async () => {
    fakeServer({
      ...twoPeople,
      'GET /api/loved-ones/:id': () => margaret,
      'PATCH /api/loved-ones/:id': () => reply(500, { message: 'Something broke' }),
    })
    const { user } = open()
    await user.click(await screen.findByRole('button', { name: /Edit Details for Margaret/ }))
    await user.click(await screen.findByRole('button', { name: 'Save Changes' }))
    expect(await screen.findByText('Failed to update loved one')).toBeTruthy()
  })
})

test('removing names what goes with the person, and happens only after the confirmation', async () => {
  const { sentTo } = fakeServer({ ...twoPeople, 'DELETE /api/loved-ones/:id': () => reply(204) })
  const { user } = open()
  await user.click(await screen.findByRole('button', { name: 'List' }))
  await user.click(screen.getByRole('button', { name: 'Actions for Tuan Nguyen' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Remove' }))
  const confirm = await screen.findByRole('alertdialog', { name: 'Remove Tuan Nguyen?' })
  expect(confirm.textContent).toContain('delete Tuan’s contacts, call history, recordings and transcripts.')
  expect(sentTo('DELETE /api/loved-ones/:id')).toEqual([])
  await user.click(within(confirm).getByRole('button', { name: 'Remove Tuan' }))
  expect(await screen.findByText('Tuan Nguyen has been removed')).toBeTruthy()
  expect(sentTo('DELETE /api/loved-ones/:id').map(({ path }) => path)).toEqual(['/api/loved-ones/5'])
})

describe('a removal whose answer is lost', () => {
  async function removeTuan(routes: Parameters<typeof fakeServer>[0]) {
    const { routes: answers } = fakeServer({ 'GET /api/loved-ones': () => [margaret, tuan], ...routes })
    const screenOf = open()
    const { user } = screenOf
    await user.click((await screen.findAllByRole('button', { name: /^Edit Details/ }))[1] as HTMLElement)
    await user.click(await screen.findByRole('button', { name: 'Remove Tuan Nguyen' }))
    await user.click(await screen.findByRole('button', { name: 'Remove Tuan' }))
    return { ...screenOf, answers }
  }
  const details = { 'GET /api/loved-ones/:id': () => tuan }

  test('a removal is reported as done when the list says so, and its dialog closes', async () => {
    let people = [margaret, tuan]
    await removeTuan({
      ...details,
      'GET /api/loved-ones': () => people,
      'DELETE /api/loved-ones/:id': () => {
        people = [margaret]
        return 'lost'
      },
    })
    expect(await screen.findByText('Tuan Nguyen has been removed')).toBeTruthy()
    expect(await screen.findByText('Showing 1 of 1 loved ones')).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a removal with a lost answer is not reported as a failure alone; the dialog closes once the list is without them', async () => {
    let isCut = false
    const { answers, queryClient } = await removeTuan({
      ...details,
      'GET /api/loved-ones': () => (isCut ? 'lost' : [margaret, tuan]),
      'DELETE /api/loved-ones/:id': () => {
        isCut = true
        return 'lost'
      },
    })
    expect(
      await screen.findByText(
        'Failed to remove loved one: There was a problem connecting to the server. Tuan Nguyen may have been removed all the same. This page is checking now.',
      ),
    ).toBeTruthy()
    expect(screen.getByRole('dialog', { name: 'Edit Loved One' })).toBeTruthy()
    answers['GET /api/loved-ones'] = () => [margaret]
    await queryClient.refetchQueries({ queryKey: ['loved-ones'], exact: true })
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })
})
