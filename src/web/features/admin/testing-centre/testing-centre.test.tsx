// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aTestCall, CALL_SID, someTemplates } from '#test/web/admin-answers.ts'
import { choose, setUpCallsScreen } from '#test/web/calls-screen.tsx'
import { fakeServer, reply } from '#test/web/fake-server.ts'
import { renderScreen } from '#test/web/render-screen.tsx'
import { TestingCentre } from './testing-centre.tsx'

setUpCallsScreen()

let server: ReturnType<typeof fakeServer>
beforeEach(() => {
  server = fakeServer({
    'GET /api/admin/test-calls': () => [],
    'GET /api/admin/twiml-templates': () => someTemplates,
  })
})
afterEach(cleanup)

const open = (test?: string) =>
  renderScreen(TestingCentre, { at: test ? `/admin?test=${test}` : '/admin', route: '/admin' })
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name)
const press = (name: string) => screen.getByRole('button', { name })
const alerted = async (...words: string[]) => {
  const alert = await screen.findByText(words[0] ?? '', { selector: '.toast *' })
  const toast = alert.closest('.toast')
  for (const word of words) expect(toast?.textContent).toContain(word)
}

describe('a phone number', () => {
  test('a phone number is put into its international form while it is typed', async () => {
    const { user } = open()
    const phone = await field('Phone Number')
    await user.type(phone, '0412 345 678')
    expect(phone.value).toBe('+61 412 345 678')
  })

  test('a landline number can be typed and pasted', async () => {
    const { user } = open()
    const phone = await field('Phone Number')
    await user.type(phone, '+61 2 9876 5432')
    expect(phone.value).toBe('+61 2 9876 5432')
    await user.clear(phone)
    await user.click(phone)
    await user.paste('(03) 5550 1234')
    expect(phone.value).toBe('+61 3 5550 1234')
  })

  test('a phone number can be edited in the middle: the caret stays in place', async () => {
    const { user } = open()
    const phone = await field('Phone Number')
    await user.type(phone, '0412345678')
    await user.type(phone, '{Backspace}9', { initialSelectionStart: 7, initialSelectionEnd: 7 })
    expect(phone.value).toBe('+61 419 345 678')
    expect(phone.selectionStart).toBe(7)
    await user.keyboard('x')
    expect(phone.value).toBe('+61 419 345 678')
    expect(phone.selectionStart).toBe(7)
  })
})

test('a Backspace behind the space of a phone number takes the digit in front of it', async () => {
  const { user } = open()
  const phone = await field('Phone Number')
  await user.type(phone, '0412345678')
  await user.type(phone, '{Backspace}', { initialSelectionStart: 8, initialSelectionEnd: 8 })
  expect(phone.value).toBe('+61 413 456 78')
  expect(phone.selectionStart).toBe(6)
})

describe('a test call', () => {
  test.each([
    ['04', 'Phone number must be at least 10 characters'],
    ['', 'Phone number must be at least 10 characters'],
  ])('a test call to "%s" is refused before it is sent', async (typed, message) => {
    const { user } = open()
    const phone = await field('Phone Number')
    if (typed) await user.type(phone, typed)
    await user.click(press('Send Test Call'))
    await screen.findByText(message)
    expect(screen.getByText('Please select a call type')).toBeDefined()
    expect(server.sentTo('POST /api/admin/test-call')).toEqual([])
  })

  test('a test call is placed, and the panel follows what the provider says about it', async () => {
    server.routes['POST /api/admin/test-call'] = () => {
      server.routes['GET /api/admin/test-calls'] = () => [aTestCall()]
      return { callSid: CALL_SID, message: 'The call was queued to +61 491 570 156.' }
    }
    const { user } = open()
    await screen.findByText('No test call yet. How it goes will be shown here.')
    await user.type(await field('Phone Number'), '0491570156')
    await choose(user, 'Call Type', 'Medication Reminder')
    await user.type(await field(/Prompt Text/), 'Good morning')
    await user.click(press('Send Test Call'))
    await screen.findByText('The call was queued to +61 491 570 156.')
    expect(server.sentTo('POST /api/admin/test-call')[0]?.body).toEqual({
      phoneNumber: '+61491570156',
      callType: 'medication_reminder',
      promptText: 'Good morning',
    })
    expect(screen.getByText(CALL_SID)).toBeDefined()
    await screen.findByText('Ringing')

    server.routes['GET /api/admin/test-calls'] = () => [
      aTestCall({ status: 'completed', keys: '19', endedAt: '2026-03-10T00:01:00.000Z' }),
    ]
    await screen.findByText('Completed')
    expect(screen.getByText('1, 9')).toBeDefined()
  })

  test.each([
    [reply(400, { message: 'Emergency numbers are never rung' }), 'Emergency numbers are never rung'],
    [
      reply(429, { message: 'Too many test calls. Please wait a moment.' }),
      'Too many test calls. Please wait a moment.',
    ],
    [
      reply(400, {
        message: 'No',
        errors: [{ path: 'phoneNumber', message: 'Please enter a phone that can be rung' }],
      }),
      'Validation error: Please enter a phone that can be rung',
    ],
  ])('a refused test call says why', async (answer, words) => {
    server.routes['POST /api/admin/test-call'] = () => answer
    const { user } = open()
    await user.type(await field('Phone Number'), '0491570156')
    await choose(user, 'Call Type', 'Daily Check-in')
    await user.click(press('Send Test Call'))
    await alerted(words, 'Error')
  })

  test('a test call is placed once, even by a double click', async () => {
    server.routes['POST /api/admin/test-call'] = () => ({ callSid: CALL_SID, message: 'The call was queued.' })
    const { user } = open()
    await user.type(await field('Phone Number'), '0491570156')
    await choose(user, 'Call Type', 'Daily Check-in')
    await user.dblClick(press('Send Test Call'))
    await screen.findByText('The call was queued.')
    expect(server.sentTo('POST /api/admin/test-call')).toHaveLength(1)
  })

  test.each([
    ['gets no answer', 'lost'],
    ['is refused without a reason', reply(500, {})],
    ['is refused with a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
    ['is answered without what was asked for', {}],
  ])('a test call that %s has failed', async (_, answer) => {
    server.routes['POST /api/admin/test-call'] = () => answer
    const { user } = open()
    await user.type(await field('Phone Number'), '0491570156')
    await choose(user, 'Call Type', 'Daily Check-in')
    await user.click(press('Send Test Call'))
    await alerted('Failed to initiate test call', 'Error')
  })

  test('an earlier test call is still shown, with those before it below', async () => {
    server.routes['GET /api/admin/test-calls'] = () => [
      aTestCall({ id: 9, status: 'no-answer', endedAt: '2026-03-10T00:01:00.000Z' }),
      aTestCall({ id: 8, callSid: null, status: 'not placed', phoneNumber: '+61298765432' }),
    ]
    open()
    await screen.findByText('No answer')
    expect(screen.getByText('Earlier tests (1)')).toBeDefined()
    expect(screen.getByText('+61 2 9876 5432: Not placed')).toBeDefined()
  })

  test('the form for a test call stays usable when the list cannot be loaded', async () => {
    server.routes['GET /api/admin/test-calls'] = () => reply(500, { message: 'Something went wrong' })
    open()
    await screen.findByText('Failed to load the test calls')
    expect(press('Send Test Call')).toBeDefined()
  })
})

describe('a test SMS', () => {
  async function fill(message = 'Hello from Cooee') {
    const { user } = open('sms')
    await user.type(await field('Phone Number'), '0491570158')
    await user.type(await field('Message'), message)
    await user.click(press('Send Test SMS'))
    return user
  }

  test('a test SMS of four characters is refused before it is sent', async () => {
    await fill('Helo')
    await screen.findByText('Message must be at least 5 characters')
    expect(server.sentTo('POST /api/admin/test-sms')).toEqual([])
  })

  test('a test SMS shows the Message SID, which can be copied', async () => {
    server.routes['POST /api/admin/test-sms'] = () => ({ messageSid: 'SM123', error: null })
    const user = await fill()
    await screen.findByText('SM123')
    expect(screen.getByText('The provider took the text for +61 491 570 158.')).toBeDefined()
    await user.click(press('Copy Message SID'))
    await screen.findByText('Copied!')
    expect(await navigator.clipboard.readText()).toBe('SM123')
  })

  test.each([
    [{ messageSid: null, error: 'The number cannot receive texts' }, 'The number cannot receive texts'],
    [reply(502, { message: 'The provider is down', error: 'The provider is down' }), 'The provider is down'],
  ])('a test SMS that is not sent says why', async (answer, words) => {
    server.routes['POST /api/admin/test-sms'] = () => answer
    await fill()
    await alerted(words, 'Error')
    expect(screen.getByText('It was not sent.')).toBeDefined()
  })

  test.each([
    ['without an answer', 'lost'],
    ['without a reason', reply(500, {})],
    ['with a page of a proxy', new Response('<h1>Bad gateway</h1>', { status: 502 })],
  ])('a test SMS that fails %s has failed', async (_, answer) => {
    server.routes['POST /api/admin/test-sms'] = () => answer
    await fill()
    await alerted('Failed to send SMS', 'Error')
  })
})

describe('a recording', () => {
  const ROUTE = `GET /api/admin/call-recording/${CALL_SID}`
  async function look(sid = CALL_SID) {
    const { user } = open('recordings')
    await user.type(await field('Call SID'), sid)
    await user.click(press('Find Recording'))
    return user
  }

  test('a recording can be heard in place', async () => {
    server.routes[ROUTE] = () => ({ recordingUrl: '/api/admin/recordings/1' })
    await look()
    expect((await screen.findByLabelText('Recording')).getAttribute('src')).toBe('/api/admin/recordings/1')
  })

  test('a recording is found by a Call SID that was pasted with the space around it', async () => {
    server.routes[ROUTE] = () => ({ recordingUrl: '/api/admin/recordings/1' })
    await look(` ${CALL_SID} `)
    expect(await screen.findByLabelText('Recording')).toBeDefined()
  })

  test('a missing recording may be there a moment later', async () => {
    server.routes[ROUTE] = () => reply(404, { message: 'No recording yet' })
    await look()
    await alerted('No recording yet', 'The recording might not be available yet. Please try again in a moment.')
  })

  test.each([
    ['without a reason', reply(500, {})],
    ['without an answer', 'lost'],
  ])('a recording that is refused %s has failed in words', async (_, answer) => {
    server.routes[ROUTE] = () => answer
    await look()
    await alerted('Failed to load the recording', 'Error')
  })

  test('a recording is searched by a Call SID only', async () => {
    await look('CA12')
    await screen.findByText('Must be a Call SID: CA and 32 letters and digits')
    expect(server.requests.filter(({ path }) => path.includes('call-recording'))).toEqual([])
  })

  test('a recording of the last test call needs no typing', async () => {
    server.routes['GET /api/admin/test-calls'] = () => [aTestCall()]
    const { user } = open('recordings')
    await user.click(await screen.findByRole('button', { name: 'Use the last test call' }))
    expect((await field('Call SID')).value).toBe(CALL_SID)
  })
})

describe('the provider’s webhooks', () => {
  async function update(baseUrl: string) {
    const { user } = open('webhooks')
    const box = await field('Base URL')
    await user.clear(box)
    await user.type(box, baseUrl)
    await user.click(press('Update Webhooks'))
    return user
  }

  test('the provider’s webhooks are set, and shown by name with their former values', async () => {
    server.routes['POST /api/admin/twilio/update-webhooks'] = () => ({
      webhooks: {
        voice: 'https://cooee.example.org/api/twilio/voice',
        sms: 'https://cooee.example.org/api/twilio/sms',
      },
      previous: {
        voice: 'https://old.example.org/voice',
        sms: 'https://cooee.example.org/api/twilio/sms',
        trunk: 'TK5e1f9d70c2ab4e835e1f9d70c2ab4e83',
      },
    })
    const user = await update('https://cooee.example.org/')
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('The voice, status and SMS addresses of Cooee’s number')
    expect(question.textContent).toContain('https://cooee.example.org,')
    expect(server.sentTo('POST /api/admin/twilio/update-webhooks')).toEqual([])
    await user.click(press('Change the addresses'))
    await screen.findByText('Webhooks updated')
    expect(server.sentTo('POST /api/admin/twilio/update-webhooks')[0]?.body).toEqual({
      baseUrl: 'https://cooee.example.org',
    })
    expect(screen.getByText('https://cooee.example.org/api/twilio/voice')).toBeDefined()
    expect(screen.getAllByText(/^Before: /).map((line) => line.textContent)).toEqual([
      'Before: https://old.example.org/voice',
    ])
    expect(press('Copy Voice address')).toBeDefined()
    await user.click(press('Copy address before Voice'))
    expect(await navigator.clipboard.readText()).toBe('https://old.example.org/voice')
    expect(screen.getByText('Taken off')).toBeDefined()
    expect(screen.getByText('To undo this, enter what was there before in the provider’s console.')).toBeDefined()
    expect(screen.getByText('TK5e1f9d70c2ab4e835e1f9d70c2ab4e83')).toBeDefined()
  })

  test('the provider’s webhooks begin with the address of this installation, and stay as they are unless somebody confirms', async () => {
    const { user } = open('webhooks')
    expect((await field('Base URL')).value).toBe(window.location.origin)
    await user.click(press('Update Webhooks'))
    await user.click(await screen.findByRole('button', { name: 'Keep the addresses' }))
    expect(screen.queryByRole('alertdialog')).toBeNull()
    expect(server.sentTo('POST /api/admin/twilio/update-webhooks')).toEqual([])
  })

  test.each(['nowhere', 'ftp://cooee.example.org'])(
    'provider webhooks at "%s" are refused before the request',
    async (typed) => {
      await update(typed)
      await screen.findByText('Please enter a valid URL')
      expect(server.sentTo('POST /api/admin/twilio/update-webhooks')).toEqual([])
    },
  )

  test('provider webhooks that could not be set say why', async () => {
    server.routes['POST /api/admin/twilio/update-webhooks'] = () => reply(503, { message: 'Failed to update webhooks' })
    const user = await update('https://cooee.example.org')
    await user.click(await screen.findByRole('button', { name: 'Change the addresses' }))
    await alerted('Failed to update webhooks', 'Error')
  })

  test.each([
    ['without an answer', 'lost'],
    ['without a reason', reply(500, {})],
  ])('provider webhooks that fail %s are shown as failed', async (_, answer) => {
    server.routes['POST /api/admin/twilio/update-webhooks'] = () => answer
    const user = await update('https://cooee.example.org')
    await user.click(await screen.findByRole('button', { name: 'Change the addresses' }))
    await alerted('Failed to update webhooks', 'Error')
  })
})

describe('TwiML templates', () => {
  test('TwiML templates are shown one element per line and can be copied', async () => {
    const { user } = open('twiml')
    const card = await screen.findByRole('article', { name: 'After hours' })
    const lines = [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<Response>',
      '  <Say>Nobody is here. Please leave a message.</Say>',
      '  <Record maxLength="120"/>',
      '</Response>',
    ]
    expect(card.querySelector('pre')?.textContent).toBe(lines.join('\n'))
    await user.click(within(card).getByRole('button', { name: 'Copy After hours template' }))
    await within(card).findByText('Copied!')
    expect(await navigator.clipboard.readText()).toBe(lines.join('\n'))
  })

  test('TwiML templates that cannot be loaded are loaded again on request', async () => {
    server.routes['GET /api/admin/twiml-templates'] = () => reply(500, { message: 'Something went wrong' })
    const { user } = open('twiml')
    await screen.findByText('Failed to load the templates')
    server.routes['GET /api/admin/twiml-templates'] = () => someTemplates
    await user.click(press('Try again'))
    await waitFor(() => expect(screen.getAllByRole('article')).toHaveLength(2))
  })
})
