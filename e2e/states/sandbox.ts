import type { z } from 'zod'
import type { OutboxEntry, PhoneText, SandboxPhone, sandboxCards, sandboxPhones } from '#contract/admin/sandbox.ts'
import type { ScreenState } from './screen-state.ts'

const AT = '2026-03-10T00:00:00.000Z'
const MARGARET: SandboxPhone = {
  number: '+61491570156',
  owners: [{ name: 'Margaret Hartley', role: 'loved_one', of: null }],
  behaviour: null,
  ownBehaviour: 'presses_1',
  questionReply: 'ok',
  texts: 'delivered',
  calls: [],
  lastCall: null,
}
const TOM: SandboxPhone = {
  ...MARGARET,
  number: '+61491570158',
  owners: [{ name: 'Tom Hartley', role: 'contact', of: 'Margaret Hartley' }],
  texts: 'undelivered',
  lastCall: { id: 'CA0', direction: 'outbound', outcome: 'no_answer', endedAt: AT, turns: [] },
}
const STRANGER: SandboxPhone = { ...MARGARET, number: '+61491570101', owners: [], ownBehaviour: 'rings_out' }
const CALL = {
  id: 'CA1',
  direction: 'outbound',
  since: AT,
  asksFor: { keys: true, speech: true },
  isByHand: true,
  turns: [
    { kind: 'said', text: 'Hello Margaret. This is Cooee, calling for Jane. Press 1 if all is well.', at: AT },
    { kind: 'spoke', text: 'Good morning', at: AT },
    { kind: 'pressed', text: '1', at: AT },
  ],
} as const satisfies Omit<SandboxPhone['calls'][number], 'status'>

const TEXTS: PhoneText[] = [
  { id: 'SM2', number: TOM.number, direction: 'to_cooee', text: '1', at: AT, status: 'delivered' },
  {
    id: 'SM1',
    number: TOM.number,
    direction: 'from_cooee',
    text: 'Margaret did not answer her call. Please look: http://localhost:3000/incident/abcdefghijklmnopqrstuvwxyz012345',
    at: AT,
    status: 'delivered',
  },
]
const MAIL: OutboxEntry = {
  channel: 'email',
  to: 'jane.hartley@example.com',
  subject: 'Margaret Hartley did not answer',
  text: 'Please ring her.\n\nhttp://localhost:3000/calls/details/1',
  at: AT,
  delivery: null,
  reason: null,
}

const CARDS: z.infer<typeof sandboxCards> = {
  testCards: [
    { number: '4242 4242 4242 4242', does: 'pays' },
    { number: '4000 0000 0000 0341', does: 'pays first, and is declined on renewal' },
  ],
  subscriptions: [
    {
      subscriptionId: 'sub_1',
      who: 'Jane Hartley',
      status: 'active',
      parts: ['Basic Plan', 'Medication Reminder', 'Wake-up Call'],
      monthlyCents: 2997,
      periodEnd: '2026-04-10T00:00:00.000Z',
      isCancelling: false,
      cardLast4: '4242',
    },
    {
      subscriptionId: 'sub_2',
      who: 'somebody.with.a.long.name@example.com',
      status: 'past_due',
      parts: ['Basic Plan'],
      monthlyCents: 1999,
      periodEnd: '2026-04-10T00:00:00.000Z',
      isCancelling: false,
      cardLast4: '0341',
    },
  ],
}

const answers = (margaret: Partial<SandboxPhone>, tom: Partial<SandboxPhone> = {}) => {
  const phones: z.infer<typeof sandboxPhones> = {
    cooeesNumber: '+61255501234',
    phones: [{ ...MARGARET, ...margaret }, { ...TOM, ...tom }, STRANGER],
  }
  return {
    'GET /api/sandbox/phones': { status: 200, body: phones },
    'GET /api/sandbox/texts': { status: 200, body: TEXTS },
    'GET /api/sandbox/outbox': { status: 200, body: [MAIL] },
    'GET /api/sandbox/cards': { status: 200, body: CARDS },
    'PUT /api/sandbox/watched': { status: 204, body: null },
  }
}

/** The sandbox as somebody may find it. */
export const SANDBOX_STATES: readonly ScreenState[] = [
  {
    name: 'sandbox, phones at rest, with texts and mail',
    path: '/sandbox',
    answers: answers({}),
    ready: (page) => page.getByText('Last call: rang out').waitFor(),
  },
  {
    name: 'sandbox, a phone with texts is opened',
    path: '/sandbox',
    answers: answers({}),
    ready: (page) => page.getByText('Last call: rang out').waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Open Tom Hartley’s phone' }).click()
      await page.getByRole('log', { name: 'Text messages on Tom Hartley’s phone' }).waitFor()
    },
  },
  {
    name: 'sandbox, mails',
    path: '/sandbox',
    answers: answers({}),
    ready: (page) => page.getByRole('tab', { name: 'Mails (1)' }).waitFor(),
    act: async (page) => {
      await page.getByRole('tab', { name: 'Mails (1)' }).click()
      await page.getByText('Please ring her.').waitFor()
    },
  },
  {
    name: 'sandbox, cards and subscriptions',
    path: '/sandbox',
    answers: answers({}),
    ready: (page) => page.getByRole('tab', { name: 'Cards (2)' }).waitFor(),
    act: async (page) => {
      await page.getByRole('tab', { name: 'Cards (2)' }).click()
      await page.getByRole('button', { name: 'Charge the card again: somebody.with.a.long.name@example.com' }).waitFor()
    },
  },
  {
    name: 'sandbox, a phone rings',
    path: '/sandbox',
    answers: answers({ calls: [{ ...CALL, status: 'ringing', turns: [], isByHand: false }] }),
    ready: (page) => page.getByRole('button', { name: 'Answer Margaret Hartley’s phone' }).waitFor(),
  },
  {
    name: 'sandbox, on the phone',
    path: '/sandbox',
    answers: answers({ calls: [{ ...CALL, status: 'talking' }] }),
    ready: (page) => page.getByText('You pressed 1').waitFor(),
  },
  {
    name: 'sandbox, two phones at once',
    path: '/sandbox',
    answers: answers(
      { calls: [{ ...CALL, status: 'talking' }] },
      { calls: [{ ...CALL, id: 'CA2', status: 'ringing' }] },
    ),
    ready: (page) => page.getByRole('button', { name: /^Tom Hartley is ringing/ }).waitFor(),
  },
  {
    name: 'sandbox, what a phone does',
    path: '/sandbox',
    answers: answers({}),
    ready: (page) => page.getByText('Last call: rang out').waitFor(),
    act: async (page) => {
      await page.getByRole('button', { name: 'Open Margaret Hartley’s phone' }).click()
      await page.getByRole('combobox', { name: 'When Cooee rings Margaret Hartley' }).click()
      await page.getByRole('option', { name: 'Busy', exact: true }).waitFor()
    },
  },
  {
    name: 'sandbox, waiting',
    path: '/sandbox',
    answers: { 'GET /api/sandbox/phones': 'waiting', 'GET /api/sandbox/outbox': 'waiting' },
    ready: (page) => page.getByText('Loading…').first().waitFor({ state: 'attached' }),
  },
  {
    name: 'sandbox, failed',
    path: '/sandbox',
    answers: { 'GET /api/sandbox/phones': 'failed', 'GET /api/sandbox/outbox': 'failed' },
    ready: (page) => page.getByText('The phones could not be loaded').waitFor(),
  },
  {
    name: 'sandbox, nobody yet',
    path: '/sandbox',
    answers: {
      ...answers({}),
      'GET /api/sandbox/phones': { status: 200, body: { cooeesNumber: '+61255501234', phones: [] } },
      'GET /api/sandbox/texts': 'empty',
      'GET /api/sandbox/outbox': 'empty',
    },
    ready: (page) => page.getByText('No phones yet').waitFor(),
  },
]
