// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { type Delivery, deliverySchema, type Webhook } from '#contract/admin/webhooks.ts'
import { aUser } from '#test/web/a-user.ts'
import { someStats } from '#test/web/admin-answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { signIn } from '#web/lib/session/session.ts'

beforeEach(() => signIn({ user: aUser({ role: 'admin' }), token: 'secret' }))

const PATH = '/api/admin/webhooks/12/deliveries'
const FAILED = { byHand: false, status: 500, error: 'The receiver answered with status 500.', durationMs: 1234 }

function aDelivery(overrides: Partial<Delivery> = {}): Delivery {
  return deliverySchema.parse({
    id: 100,
    event: 'call.missed',
    messageId: 'msg_100',
    state: 'delivered',
    createdAt: '2026-03-10T00:00:00.000Z',
    nextTryAt: null,
    body: '{"event":"call.missed","data":{"call_id":7}}',
    tries: [{ at: '2026-03-10T00:00:01.000Z', byHand: false, status: 204, error: null, durationMs: 85 }],
    ...overrides,
  })
}

async function openLog(answers: Parameters<typeof fakeFetch>[0], webhook: Partial<Webhook> = {}) {
  const seen = fakeFetch({
    'GET /api/admin/stats': () => json(200, someStats),
    'GET /api/admin/webhooks': () =>
      json(200, [
        {
          id: 12,
          name: 'Care team alerts',
          url: 'https://care-team.example.org/hooks',
          description: null,
          events: ['call.missed'],
          active: true,
          hasSecret: false,
          failingSince: null,
          switchedOff: null,
          createdAt: '2026-03-10T00:00:00.000Z',
          ...webhook,
        },
      ]),
    ...answers,
  })
  const { user } = renderAt('/admin?tab=webhooks')
  await user.click(await screen.findByRole('button', { name: 'Delivery log of Care team alerts' }))
  return { seen, user, log: within(await screen.findByRole('dialog', { name: 'Delivery Log' })) }
}
/** The folded line of each delivery, as it reads. */
const entries = () =>
  [...document.querySelectorAll('summary')].map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))

test('every delivery says how it stands, and when it is tried next', async () => {
  const { log } = await openLog({
    [`GET ${PATH}`]: () =>
      json(200, [
        aDelivery({ id: 103, state: 'queued', nextTryAt: '2099-03-10T00:00:00.000Z', tries: [] }),
        aDelivery({ id: 102, state: 'queued', nextTryAt: '2026-03-10T00:00:00.000Z', tries: [] }),
        aDelivery({ id: 101, state: 'given_up', reason: 'No try succeeded.' }),
        aDelivery(),
      ]),
  })
  await log.findAllByText('call.missed')
  expect(entries()).toEqual([
    expect.stringMatching(/call\.missedWaiting.*0 tries, next try Mar \d+, 2099/),
    expect.stringMatching(/Waiting.*0 tries, next try now$/),
    expect.stringMatching(/Given up.*1 try$/),
    expect.stringMatching(/Delivered.*1 try$/),
  ])
})

test('unfolded it shows every try, why it was given up and what was sent', async () => {
  const tries = [
    {
      ...FAILED,
      at: '2026-03-10T00:00:06.000Z',
      byHand: true,
      status: null,
      error: 'The receiver did not answer within 15 seconds.',
    },
    { ...FAILED, at: '2026-03-10T00:00:01.000Z' },
  ]
  const { log, user } = await openLog({
    [`GET ${PATH}`]: () => json(200, [aDelivery({ state: 'given_up', reason: 'No try succeeded.', tries })]),
  })
  expect(log.queryByText('No try succeeded.')).toBeNull()
  await user.click(await log.findByText('call.missed'))
  expect(await log.findByText('No try succeeded.')).toBeDefined()
  const shown = within(log.getByRole('list', { name: /Tries/ })).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent?.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/:06 [AP]M, by handThe receiver did not answer within 15 seconds\. \(1,234 ms\)$/),
    expect.stringMatching(/:01 [AP]MThe receiver answered with status 500\. \(1,234 ms\)$/),
  ])
  expect(log.getByText('msg_100')).toBeDefined()
  expect(JSON.parse(log.getByText(/"call_id": 7/).textContent)).toEqual({ event: 'call.missed', data: { call_id: 7 } })
})

test('a delivery is sent again once, even by a double click, and the log shows at once that it is being sent', async () => {
  let delivery = aDelivery({ state: 'given_up', reason: 'No try succeeded.' })
  const { log, user, seen } = await openLog({
    [`GET ${PATH}`]: () => json(200, [delivery]),
    [`POST ${PATH}/100/send-again`]: () => {
      delivery = { ...delivery, nextTryAt: new Date().toISOString() }
      return json(202, { message: 'It is sent again now.' })
    },
  })
  await user.click(await log.findByText('call.missed'))
  await user.dblClick(await log.findByRole('button', { name: /^Send again: call\.missed of/ }))
  expect(await screen.findByText('It is sent again now.')).toBeDefined()
  await waitFor(() => expect(entries()).toEqual([expect.stringMatching(/Being sent.*1 try$/)]))
  expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(1)
})

test('a refusal to send a delivery again is shown', async () => {
  const { log, user } = await openLog({
    [`GET ${PATH}`]: () => json(200, [aDelivery()]),
    [`POST ${PATH}/100/send-again`]: () => json(429, { message: 'Please wait a few minutes.' }),
  })
  await user.click(await log.findByText('call.missed'))
  await user.click(await log.findByRole('button', { name: /^Send again/ }))
  expect(await screen.findByText('Failed to send again: Please wait a few minutes.')).toBeDefined()
})

test.each([
  ['without a reason', () => json(500, {}), 'Failed to send again: Please try again.'],
  [
    'by a connection that broke',
    () => Promise.reject(new TypeError('fetch failed')),
    'Failed to send again: Check your connection, then try again.',
  ],
])('a refusal to send a delivery again %s is shown in words', async (_, answer, words) => {
  const { log, user } = await openLog({
    [`GET ${PATH}`]: () => json(200, [aDelivery()]),
    [`POST ${PATH}/100/send-again`]: answer,
  })
  await user.click(await log.findByText('call.missed'))
  await user.click(await log.findByRole('button', { name: /^Send again/ }))
  expect(await screen.findByText(words)).toBeDefined()
})

test('nothing is sent again to a webhook that is off, and the log says that it is', async () => {
  const { log, user } = await openLog({ [`GET ${PATH}`]: () => json(200, [aDelivery()]) }, { active: false })
  expect(log.getByText('This webhook is inactive: nothing is sent to it until it is switched on.')).toBeDefined()
  await user.click(await log.findByText('call.missed'))
  expect((await log.findByRole('button', { name: /^Send again/ })).getAttribute('aria-disabled')).toBe('true')
})

test('a long log goes on page by page, after the last entry that is shown', async () => {
  const all = Array.from({ length: 23 }, (_, index) => aDelivery({ id: 200 - index, messageId: `msg_${index}` }))
  const { log, user, seen } = await openLog({
    [`GET ${PATH}`]: ({ query }) => {
      const rest = all.filter(({ id }) => id < Number(query.get('before') ?? Number.POSITIVE_INFINITY))
      return json(200, rest.slice(0, Number(query.get('limit'))))
    },
  })
  await log.findAllByText('call.missed')
  expect(entries()).toHaveLength(20)
  await user.click(log.getByRole('button', { name: 'Load more' }))
  await waitFor(() => expect(entries()).toHaveLength(23))
  expect(log.queryByRole('button', { name: 'Load more' })).toBeNull()
  expect(seen.filter(({ path }) => path === PATH).some(({ query }) => query.get('before') === '181')).toBe(true)
})

test('a log with nothing in it says so', async () => {
  const { log } = await openLog({ [`GET ${PATH}`]: () => json(200, []) })
  expect(await log.findByText('No deliveries yet')).toBeDefined()
})

test('a failed load is never shown as an empty delivery log', async () => {
  const { log } = await openLog({ [`GET ${PATH}`]: () => json(500, {}) })
  expect(await log.findByText('Failed to load the delivery log')).toBeDefined()
  expect(log.getByText('Please try again in a moment.')).toBeDefined()
  expect(log.queryByText('No deliveries yet')).toBeNull()
})
