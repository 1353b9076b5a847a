import type { Page } from 'playwright-core'
import {
  accountsByUse,
  anAuditEntry,
  aRefusedNumber,
  aSystemReport,
  aTestCall,
  CALL_SID,
  someStats,
  someTalks,
  someTemplates,
} from '#test/web/admin-answers.ts'
import type { FakeAnswers } from '../fake-answers.ts'
import type { ScreenState } from './screen-state.ts'
import { announced, openSelect, submit, text } from './steps.ts'

const fixed = (body: unknown) => ({ status: 200, body })
/** An admin is signed in, and all is well. */
export const ADMIN_ANSWERS: FakeAnswers = {
  'GET /api/me': (user) => ({ ...(user as object), role: 'admin' }),
  'GET /api/admin/stats': fixed(someStats),
  'GET /api/admin/test-calls': fixed([]),
  'GET /api/admin/twiml-templates': fixed(someTemplates),
  'GET /api/admin/system': fixed(aSystemReport()),
  'GET /api/admin/accounts': fixed(accountsByUse()),
  'GET /api/admin/talks': fixed(someTalks()),
  'GET /api/admin/refused-numbers': fixed([aRefusedNumber()]),
  'GET /api/admin/audit': fixed([
    anAuditEntry({ id: 2 }),
    anAuditEntry({
      action: 'webhook.updated',
      detail: 'https://hooks.example.org/a/very/long/address/that/has/no/space',
    }),
  ]),
}
const TEST_CALLS: FakeAnswers = {
  'GET /api/admin/test-calls': fixed([
    aTestCall(),
    aTestCall({ id: 6, status: 'no-answer', endedAt: '2026-03-10T00:01:00.000Z' }),
  ]),
}
const withNumber = async (page: Page) => page.getByLabel('Phone Number').fill('0491570156')
const make = text('Make a test call')

const STATES: readonly ScreenState[] = [
  { name: 'admin, testing centre', path: '/admin?tab=twilio-testing', ready: text('$24,871.60') },
  {
    name: 'admin, figures on their way',
    path: '/admin?tab=twilio-testing',
    answers: { 'GET /api/admin/stats': 'waiting', 'GET /api/admin/test-calls': 'waiting' },
    ready: announced('Loading statistics'),
  },
  {
    name: 'admin, figures failed',
    path: '/admin?tab=twilio-testing',
    answers: { 'GET /api/admin/stats': 'failed', 'GET /api/admin/test-calls': 'failed' },
    ready: text('Failed to load admin statistics. Please try again.'),
    act: text('Failed to load the test calls'),
  },
  {
    name: 'admin, without the authenticator app',
    path: '/admin?tab=twilio-testing',
    answers: {
      'GET /api/admin/stats': {
        status: 403,
        body: { message: 'No', errors: [{ path: 'secondFactor', message: 'No' }] },
      },
    },
    ready: text('Your account needs an authenticator app'),
  },
  {
    name: 'admin, test call with mistakes',
    path: '/admin?tab=twilio-testing',
    ready: make,
    act: async (page) => {
      await submit(page, 'Send Test Call')
      await page.getByText('Please select a call type').waitFor()
    },
  },
  {
    name: 'admin, choosing a call type',
    path: '/admin?tab=twilio-testing',
    ready: make,
    act: (page) => openSelect(page, 'Call Type'),
  },
  {
    name: 'admin, test call placed',
    path: '/admin?tab=twilio-testing',
    answers: {
      ...TEST_CALLS,
      'POST /api/admin/test-call': fixed({ callSid: CALL_SID, message: 'The call was queued to +61 491 570 156.' }),
    },
    ready: text('Ringing'),
    act: async (page) => {
      await withNumber(page)
      await openSelect(page, 'Call Type')
      await page.getByRole('option', { name: 'Wellness Check' }).click()
      await submit(page, 'Send Test Call')
      await page.getByText('The call was queued').waitFor()
      await page.getByText('Earlier tests (1)').click()
    },
  },
  {
    name: 'admin, test SMS not sent',
    path: '/admin?test=sms',
    answers: { 'POST /api/admin/test-sms': 'failed' },
    ready: text('Send a test SMS'),
    act: async (page) => {
      await withNumber(page)
      await page.getByLabel('Message').fill('Hello from Cooee')
      await submit(page, 'Send Test SMS')
      await page.getByText('It was not sent.').waitFor()
    },
  },
  {
    name: 'admin, test SMS sent',
    path: '/admin?test=sms',
    answers: { 'POST /api/admin/test-sms': fixed({ messageSid: CALL_SID.replace('CA', 'SM'), error: null }) },
    ready: text('Send a test SMS'),
    act: async (page) => {
      await withNumber(page)
      await page.getByLabel('Message').fill('Hello from Cooee')
      await submit(page, 'Send Test SMS')
      await page.getByRole('button', { name: 'Copy Message SID' }).click()
      await page.getByText('Copied!').waitFor()
    },
  },
  {
    name: 'admin, a recording',
    path: '/admin?test=recordings',
    answers: {
      ...TEST_CALLS,
      [`GET /api/admin/call-recording/${CALL_SID}`]: fixed({ recordingUrl: '/api/admin/recordings/1' }),
    },
    ready: text('Use the last test call'),
    act: async (page) => {
      await submit(page, 'Use the last test call')
      await submit(page, 'Find Recording')
      await page.getByLabel('Recording', { exact: true }).waitFor()
    },
  },
  {
    name: 'admin, the provider’s webhooks',
    path: '/admin?test=webhooks',
    answers: {
      'POST /api/admin/twilio/update-webhooks': fixed({
        webhooks: {
          voice: 'https://cooee.example.org/api/twilio/voice/inbound',
          status: 'https://cooee.example.org/api/twilio/status',
        },
        previous: { voice: 'https://an-older-and-rather-long-name.example.org/api/twilio/voice/inbound', status: '' },
      }),
    },
    ready: text('Update the provider’s webhooks'),
    act: async (page) => {
      await page.getByLabel('Base URL').fill('https://cooee.example.org')
      await submit(page, 'Update Webhooks')
      await submit(page, 'Change the addresses')
      await page.getByText('Webhooks updated').waitFor()
    },
  },
  { name: 'admin, TwiML Bins', path: '/admin?test=twiml', ready: text('After hours') },
  {
    name: 'admin, TwiML Bins failed',
    path: '/admin?test=twiml',
    answers: { 'GET /api/admin/twiml-templates': 'failed' },
    ready: text('Failed to load the templates'),
  },
  {
    name: 'admin, accounts',
    path: '/admin?tab=accounts',
    ready: text('Takes more than a tenth of the phone line'),
    act: text('Prank calls from this number'),
  },
  {
    name: 'admin, suspending an account',
    path: '/admin?tab=accounts',
    ready: text('Takes more than a tenth of the phone line'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Suspend Robyn Hartley' }).click()
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'admin, refusing a number with mistakes',
    path: '/admin?tab=accounts',
    ready: text('Prank calls from this number'),
    act: async (page) => {
      await submit(page, 'Refuse number')
      await page.getByText('Please say why').waitFor()
    },
  },
  {
    name: 'admin, spend at its limit and nothing found',
    path: '/admin?tab=accounts',
    answers: {
      'GET /api/admin/accounts': fixed(
        accountsByUse({ accounts: [], total: 0, spend: { todayCents: 21_000, limitCents: 20_000, stage: 'trials' } }),
      ),
      'GET /api/admin/refused-numbers': 'empty',
    },
    ready: text('We’ve reached today’s spending limit'),
    act: text('No number is refused.'),
  },
  {
    name: 'admin, accounts on their way',
    path: '/admin?tab=accounts',
    answers: { 'GET /api/admin/accounts': 'waiting', 'GET /api/admin/refused-numbers': 'waiting' },
    ready: announced('Loading the accounts'),
  },
  {
    name: 'admin, accounts failed',
    path: '/admin?tab=accounts',
    answers: { 'GET /api/admin/accounts': 'failed', 'GET /api/admin/refused-numbers': 'failed' },
    ready: text('Failed to load the accounts'),
    act: text('Failed to load the refused numbers'),
  },
  {
    name: 'admin, system',
    path: '/admin',
    ready: text('Nothing needs attention.'),
    act: async (page) => {
      await page.getByText('Show as a table').click()
      await page.getByRole('table', { name: 'Calls per day' }).waitFor()
    },
  },
  {
    name: 'admin, system with worries',
    path: '/admin',
    answers: {
      'GET /api/admin/system': fixed(
        aSystemReport({
          oldestDueCallSeconds: 300,
          lastHeartbeatSeconds: null,
          openIncidents: 60,
          incidents: [
            { id: 1, username: 'robyn', cause: 'help', status: 'running', openedAt: '2026-03-10T00:00:00.000Z' },
            {
              ...{ id: 2, username: 'wilhelmina.featherstonehaugh-cholmondeley', cause: 'not_reached' },
              ...{ status: 'unresolved', openedAt: '2026-03-10T00:00:00.000Z' },
            },
          ],
          providerErrors: 1204,
          troublesPerDay: [
            { day: '2026-03-09', providerErrors: 1200, webhookFailures: 14 },
            { day: '2026-03-10', providerErrors: 4, webhookFailures: 0 },
          ],
          capacity: {
            callsPerQuarter: 450,
            fullest: { startsAt: '2026-03-10T22:00:00.000Z', due: 1204, late: 274 },
            short: [{ startsAt: '2026-03-10T22:00:00.000Z', due: 1204, late: 274 }],
          },
          callsToday: {},
          callsPerDay: [],
        }),
      ),
      'GET /api/admin/audit': 'empty',
      'GET /api/admin/talks': fixed(someTalks({ offAt: '2026-03-10T00:00:00.000Z', isSetUp: false, accounts: [] })),
    },
    ready: text(
      'Needs attention: oldest due call; calls that cannot leave in time in the next 24 hours; open incidents; provider errors in 24 hours.',
    ),
    act: text('No entries yet.'),
  },
  {
    name: 'admin, system on its way',
    path: '/admin',
    answers: {
      'GET /api/admin/system': 'waiting',
      'GET /api/admin/audit': 'waiting',
      'GET /api/admin/talks': 'waiting',
    },
    ready: announced('Loading the audit log'),
  },
  {
    name: 'admin, system failed',
    path: '/admin',
    answers: { 'GET /api/admin/system': 'failed', 'GET /api/admin/audit': 'failed', 'GET /api/admin/talks': 'failed' },
    ready: text('Failed to load how the system does'),
    act: text('Failed to load the audit log'),
  },
]

/** The admin panel as an admin may find it. */
export const ADMIN_STATES = STATES.map((state) => ({ ...state, answers: { ...ADMIN_ANSWERS, ...state.answers } }))
