import type { Page } from 'playwright-core'
import { WEBHOOK_EVENTS } from '#contract/admin/webhooks.ts'
import type { FakeAnswer } from '../fake-answers.ts'
import { ADMIN_ANSWERS } from './admin.ts'
import type { ScreenState } from './screen-state.ts'
import { all, announced, dialog, press, question, text } from './steps.ts'

const PATH = '/admin?tab=webhooks'
const SINCE = '2026-03-05T00:00:00.000Z'
const DELIVERIES = 'GET /api/admin/webhooks/*/deliveries'

const careTeam = {
  id: 11,
  name: 'Care team alerts',
  url: 'https://care-team.example.org/hooks/cooee/missed-and-failed-calls?team=evening',
  description: 'Missed and failed calls go to the care team',
  events: ['call.failed', 'call.missed', 'call.escalated'],
  active: true,
  hasSecret: true,
  failingSince: null,
  switchedOff: null,
  createdAt: SINCE,
}
const failing = {
  ...careTeam,
  id: 12,
  name: 'Everything',
  description: null,
  events: WEBHOOK_EVENTS,
  failingSince: SINCE,
}
const switchedOff = { ...failing, id: 13, name: 'Old pager', events: ['call.missed'], active: false }
const inactive = { ...careTeam, id: 14, name: 'Invoices', events: ['invoice.paid'], active: false }
const webhooks = [
  careTeam,
  failing,
  { ...switchedOff, switchedOff: 'Nothing could be delivered for 120 hours.' },
  inactive,
]

const took = { at: SINCE, byHand: false, status: 204, error: null, durationMs: 85 }
const failed = { ...took, status: 500, error: 'The receiver answered with status 500.', durationMs: 1234 }
const silent = { ...failed, status: null, error: 'The receiver did not answer within 15 seconds.', durationMs: 15_000 }
const delivery = {
  id: 30,
  event: 'call.missed',
  messageId: 'msg_2Lh9KRb0pzN4LePd3XiA4v12Axj',
  state: 'delivered',
  createdAt: SINCE,
  nextTryAt: null,
  body: JSON.stringify({ event: 'call.missed', timestamp: SINCE, data: { call_id: 7, loved_one_id: 3 } }),
  tries: [took],
}
const deliveries = [
  { ...delivery, state: 'queued', nextTryAt: '2099-03-05T00:00:00.000Z', tries: [{ ...silent, byHand: true }, failed] },
  {
    ...delivery,
    id: 29,
    event: 'subscription.updated',
    state: 'given_up',
    reason: 'No try succeeded.',
    tries: [failed],
  },
  { ...delivery, id: 28, event: 'call.completed' },
]

const given = (body: unknown): FakeAnswer => ({ status: 200, body })
const withWebhooks = { ...ADMIN_ANSWERS, 'GET /api/admin/webhooks': given(webhooks) }
const loaded = text('Care team alerts')

async function openLog(page: Page): Promise<void> {
  await press(page, 'Delivery log of Care team alerts')
  await dialog(page)
}

export const WEBHOOKS_STATES: readonly ScreenState[] = [
  {
    name: 'webhooks, samples',
    path: PATH,
    answers: { ...ADMIN_ANSWERS, ...all('empty', 'admin/webhooks') },
    ready: text('This is sample data for demonstration only.'),
  },
  { name: 'webhooks', path: PATH, answers: withWebhooks, ready: loaded },
  {
    name: 'webhooks, waiting',
    path: PATH,
    answers: { ...ADMIN_ANSWERS, ...all('waiting', 'admin/webhooks') },
    ready: announced('Loading webhooks'),
  },
  {
    name: 'webhooks, failed',
    path: PATH,
    answers: { ...ADMIN_ANSWERS, ...all('failed', 'admin/webhooks') },
    ready: text('Failed to load webhooks'),
  },
  {
    name: 'add a webhook, nothing typed',
    path: PATH,
    answers: withWebhooks,
    ready: loaded,
    act: async (page) => {
      await press(page, 'Add Webhook')
      await dialog(page)
      await page.getByRole('checkbox', { name: 'call.completed' }).uncheck()
      await press(page, 'Create Webhook')
      await text('Please select at least one event')(page)
    },
  },
  {
    name: 'change a webhook that Cooee has switched off',
    path: PATH,
    answers: withWebhooks,
    ready: loaded,
    act: async (page) => {
      await press(page, 'Edit Old pager')
      await dialog(page)
      await page.getByRole('checkbox', { name: /^Remove the secret/ }).check()
    },
  },
  {
    name: 'test a webhook, not taken',
    path: PATH,
    answers: { ...withWebhooks, 'POST /api/admin/webhooks/test': 'failed' },
    ready: loaded,
    act: async (page) => {
      await press(page, 'Test Care team alerts')
      await dialog(page)
      await press(page, 'Send Test Webhook')
      await page.getByRole('dialog').getByText('Something went wrong').waitFor()
    },
  },
  {
    name: 'delete a webhook?',
    path: PATH,
    answers: withWebhooks,
    ready: loaded,
    act: async (page) => {
      await press(page, 'Delete Care team alerts')
      await question(page)
    },
  },
  {
    name: 'delivery log',
    path: PATH,
    answers: { ...withWebhooks, [DELIVERIES]: given(deliveries) },
    ready: loaded,
    act: async (page) => {
      await openLog(page)
      await page.getByRole('dialog').locator('summary').first().click()
      await text('Request body')(page)
    },
  },
  {
    name: 'delivery log, empty',
    path: PATH,
    answers: { ...withWebhooks, [DELIVERIES]: 'empty' },
    ready: loaded,
    act: async (page) => {
      await openLog(page)
      await text('No deliveries yet')(page)
    },
  },
]
