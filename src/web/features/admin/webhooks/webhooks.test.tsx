// @vitest-environment jsdom
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { saveWebhookBody, WEBHOOK_EVENTS, type Webhook, webhookSchema } from '#contract/admin/webhooks.ts'
import { aUser } from '#test/web/a-user.ts'
import { someStats } from '#test/web/admin-answers.ts'
import { fakeFetch, json } from '#test/web/fake-fetch.ts'
import { renderAt } from '#test/web/render-at.tsx'
import { forgetSession, signIn } from '#web/lib/session/session.ts'

beforeEach(() => signIn({ user: aUser({ role: 'admin' }), token: 'secret' }))

const ADDRESS = '/admin?tab=webhooks'
const stats = { 'GET /api/admin/stats': () => json(200, someStats) }

function aWebhook(overrides: Partial<Webhook> = {}): Webhook {
  return webhookSchema.parse({
    id: 12,
    name: 'Care team alerts',
    url: 'https://care-team.example.org/hooks',
    description: 'Missed and failed calls',
    events: ['call.failed', 'call.missed'],
    active: true,
    hasSecret: false,
    failingSince: null,
    switchedOff: null,
    createdAt: '2026-03-10T00:00:00.000Z',
    ...overrides,
  })
}

/** A server that keeps what is saved. */
function aServer(stored: Webhook[], answers: Parameters<typeof fakeFetch>[0] = {}) {
  let webhooks = stored
  return fakeFetch({
    ...stats,
    'GET /api/admin/webhooks': () => json(200, webhooks),
    'POST /api/admin/webhooks': ({ body }) => {
      const { id = 9, secret, ...details } = saveWebhookBody.parse(body)
      const before = webhooks.find((webhook) => webhook.id === id)
      const hasSecret = secret === undefined ? (before?.hasSecret ?? false) : secret !== null
      const saved = aWebhook({ ...before, ...details, description: details.description ?? null, id, hasSecret })
      webhooks = [...webhooks.filter((webhook) => webhook.id !== id), saved]
      return json(before ? 200 : 201, saved)
    },
    ...Object.fromEntries(
      stored.map(({ id }) => [
        `DELETE /api/admin/webhooks/${id}`,
        () => {
          webhooks = webhooks.filter((webhook) => webhook.id !== id)
          return json(204)
        },
      ]),
    ),
    ...answers,
  })
}
const sent = (seen: ReturnType<typeof fakeFetch>, method: string, path = '/api/admin/webhooks') =>
  seen.filter((request) => request.method === method && request.path === path).map(({ body }) => body)
const inDialog = async () => within(await screen.findByRole('dialog'))
const row = async (name: string) => within(await screen.findByRole('row', { name: new RegExp(name) }))

describe('the list', () => {
  test('samples are shown until the first real webhook, and labelled as samples', async () => {
    aServer([])
    renderAt(ADDRESS)
    const samples = within(await screen.findByRole('table', { name: 'Sample webhooks' }))
    expect(
      screen.getByText(
        'This is sample data for demonstration only. Click Add Webhook to create your first real webhook.',
      ),
    ).toBeDefined()
    expect(samples.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Name',
      'URL',
      'Events',
      'Status',
      'Actions',
    ])
    const states = samples.getAllByText(/^(Ina|A)ctive$/).map(({ textContent }) => textContent)
    expect(states).toEqual(['Active', 'Active', 'Inactive'])
    for (const name of ['Call Completed Notification', 'Subscription Updated', 'Invoice Paid']) {
      expect(samples.getByText(name)).toBeDefined()
      for (const action of ['Edit', 'Delete']) {
        const button = samples.getByRole('button', { name: `${action} ${name}: not for sample data` })
        expect(button.getAttribute('aria-disabled')).toBe('true')
      }
    }
  })

  test('a real webhook takes the samples’ place; its address opens in a new tab', async () => {
    aServer([aWebhook()])
    renderAt(ADDRESS)
    const cells = await row('Care team alerts')
    expect(screen.queryByText(/sample data/)).toBeNull()
    expect(screen.queryByText('Invoice Paid')).toBeNull()
    expect(cells.getByText('Missed and failed calls')).toBeDefined()
    expect(cells.getByText('call.failed')).toBeDefined()
    expect(cells.getByText('call.missed')).toBeDefined()
    expect(cells.getByText('Active')).toBeDefined()
    const link = cells.getByRole('link', { name: /care-team.*new tab/ })
    expect(link.getAttribute('href')).toBe('https://care-team.example.org/hooks')
    expect(link.getAttribute('target')).toBe('_blank')
  })

  test('one that Cooee has switched off says why and since when', async () => {
    aServer([
      aWebhook({
        active: false,
        switchedOff: 'Nothing could be delivered for 120 hours.',
        failingSince: '2026-03-05T00:00:00.000Z',
      }),
    ])
    const { user } = renderAt(ADDRESS)
    const cells = await row('Care team alerts')
    expect(cells.getByText('Inactive')).toBeDefined()
    const why =
      /^Switched off by Cooee\. Nothing could be delivered for 120 hours\. Failing since Mar \d+, 2026 \d+:\d\d [AP]M\./
    expect(cells.getByText(why)).toBeDefined()
    await user.click(cells.getByRole('button', { name: 'Edit Care team alerts' }))
    expect((await inDialog()).getByText(/switch it on below/)).toBeDefined()
  })

  test('one that fails says since when, and where to see why', async () => {
    aServer([aWebhook({ failingSince: '2026-03-05T00:00:00.000Z' })])
    renderAt(ADDRESS)
    const cells = await row('Care team alerts')
    expect(cells.getByText(/^Failing since Mar \d+, 2026 .*\. Its delivery log says why\.$/)).toBeDefined()
  })

  test('a failed load is never shown as an empty list of webhooks, and can be retried', async () => {
    let fails = true
    aServer([], {
      'GET /api/admin/webhooks': () => (fails ? json(500, { message: 'Something broke' }) : json(200, [aWebhook()])),
    })
    const { user } = renderAt(ADDRESS)
    const failure = (await screen.findByText('Failed to load webhooks')).closest('[role=alert]')
    expect(screen.queryByText(/sample data/)).toBeNull()
    fails = false
    await user.click(within(failure as HTMLElement).getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText('Care team alerts')).toBeDefined()
  })
})

describe('adding and changing', () => {
  test('a new webhook needs a name, a URL and an event, and receives completed calls by default', async () => {
    const seen = aServer([])
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Add Webhook' }))
    const dialog = await inDialog()
    expect(dialog.getAllByRole('checkbox')).toHaveLength(WEBHOOK_EVENTS.length)
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'call.completed' }).checked).toBe(true)
    expect(dialog.getByRole<HTMLInputElement>('switch', { name: 'Active' }).checked).toBe(true)
    expect(dialog.getByLabelText(/Webhook Secret/).getAttribute('type')).toBe('password')
    await user.click(dialog.getByRole('checkbox', { name: 'call.completed' }))
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }))
    expect(await dialog.findByText('Name must be at least 2 characters')).toBeDefined()
    expect(dialog.getByText('Please enter a valid URL')).toBeDefined()
    expect(dialog.getByText('Please select at least one event')).toBeDefined()
    expect(sent(seen, 'POST')).toEqual([])
    await user.type(dialog.getByLabelText('Name'), 'Pager')
    await user.type(dialog.getByLabelText('URL'), 'https://pager.example.org/in')
    await user.type(dialog.getByLabelText(/Webhook Secret/), 'hush')
    await user.click(dialog.getByRole('checkbox', { name: 'call.missed' }))
    await user.click(dialog.getByRole('checkbox', { name: 'call.failed' }))
    await user.click(dialog.getByRole('button', { name: 'Create Webhook' }))
    expect(await screen.findByText('Webhook created')).toBeDefined()
    expect(screen.getByText('A new webhook "Pager" has been created.')).toBeDefined()
    expect(await row('Pager')).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(sent(seen, 'POST')).toEqual([
      {
        name: 'Pager',
        url: 'https://pager.example.org/in',
        description: null,
        events: ['call.failed', 'call.missed'],
        secret: 'hush',
        active: true,
      },
    ])
  })

  test('a secret that is not typed stays; one can be removed', async () => {
    const seen = aServer([aWebhook({ hasSecret: true })])
    const { user } = renderAt(ADDRESS)
    const edit = async () => {
      await user.click(await screen.findByRole('button', { name: 'Edit Care team alerts' }))
      return inDialog()
    }
    let dialog = await edit()
    expect(dialog.getByText('One is set. Leave empty to keep it.')).toBeDefined()
    expect(dialog.getByLabelText<HTMLInputElement>(/^Webhook Secret/).value).toBe('')
    await user.click(dialog.getByRole('switch', { name: 'Active' }))
    await user.click(dialog.getByRole('button', { name: 'Update Webhook' }))
    expect(await screen.findByText('Webhook updated')).toBeDefined()
    expect(screen.getByText('The webhook "Care team alerts" has been updated.')).toBeDefined()
    expect(await screen.findByText('Inactive')).toBeDefined()
    dialog = await edit()
    await user.click(dialog.getByRole('checkbox', { name: /^Remove the secret/ }))
    await user.click(dialog.getByRole('button', { name: 'Update Webhook' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [first, second] = sent(seen, 'POST')
    expect(first).toMatchObject({ id: 12, active: false })
    expect(first).not.toHaveProperty('secret')
    expect(second).toMatchObject({ id: 12, secret: null })
  })

  test('an address that Cooee does not send to is refused beside its field', async () => {
    const message = 'Cooee does not send to private addresses'
    aServer([aWebhook()], {
      'POST /api/admin/webhooks': () => json(400, { message, errors: [{ path: 'url', message }] }),
    })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Edit Care team alerts' }))
    const dialog = await inDialog()
    await user.click(dialog.getByRole('button', { name: 'Update Webhook' }))
    expect(await dialog.findByText(message)).toBeDefined()
    expect(dialog.getByLabelText('URL').getAttribute('aria-invalid')).toBe('true')
    expect(dialog.queryByText(/^Validation error/)).toBeNull()
    expect(
      within(screen.getAllByRole('alert').at(-1) as HTMLElement).getByText(`Validation error: ${message}`),
    ).toBeDefined()
  })

  test.each([
    ['without a message', () => json(500, {}), 'Failed to save webhook'],
    ['with a message', () => json(500, { message: 'The disk is full' }), 'The disk is full'],
    ['not at all', () => Promise.reject(new TypeError('fetch failed')), 'An error occurred while saving the webhook'],
  ])('a save that the server answers %s fails in words, and keeps the form', async (_, answer, words) => {
    aServer([aWebhook()], { 'POST /api/admin/webhooks': answer })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Edit Care team alerts' }))
    const dialog = await inDialog()
    await user.click(dialog.getByRole('button', { name: 'Update Webhook' }))
    expect(await dialog.findByText(words)).toBeDefined()
    expect(screen.getAllByText(words)).toHaveLength(2)
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Care team alerts')
  })

  test('what the server had against it goes when the form is changed', async () => {
    aServer([aWebhook()], { 'POST /api/admin/webhooks': () => json(500, { message: 'The disk is full' }) })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Edit Care team alerts' }))
    const dialog = await inDialog()
    await user.click(dialog.getByRole('button', { name: 'Update Webhook' }))
    expect(await dialog.findByText('The disk is full')).toBeDefined()
    await user.type(dialog.getByLabelText('Name'), ' at night')
    expect(dialog.queryByText('The disk is full')).toBeNull()
  })

  test('what was typed is not thrown away by Cancel without asking', async () => {
    aServer([])
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Add Webhook' }))
    const dialog = await inDialog()
    await user.type(dialog.getByLabelText('Name'), 'Pager')
    await user.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Discard your changes?')).toBeDefined()
    await user.click(screen.getByRole('button', { name: 'Keep editing' }))
    expect(dialog.getByLabelText<HTMLInputElement>('Name').value).toBe('Pager')
  })
})

test('a form that the end of the session closed opens again, without the secret', async () => {
  aServer([aWebhook()])
  const { user } = renderAt(ADDRESS)
  await user.click(await screen.findByRole('button', { name: 'Edit Care team alerts' }))
  const dialog = await inDialog()
  await user.type(dialog.getByLabelText('Name'), ' at night')
  await user.type(dialog.getByLabelText(/^Webhook Secret/), 'hush')
  act(() => forgetSession('ended'))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('hush')
  cleanup()
  signIn({ user: aUser({ role: 'admin' }), token: 'another' })
  renderAt(ADDRESS)
  const again = await inDialog()
  expect(again.getByText(/^You had to sign in again\./)).toBeDefined()
  expect(again.getByLabelText<HTMLInputElement>('Name').value).toBe('Care team alerts at night')
  expect(again.getByLabelText<HTMLInputElement>(/^Webhook Secret/).value).toBe('')
})

describe('deleting', () => {
  const QUESTION = 'Are you sure you want to delete the webhook "Care team alerts"?'

  test('deleting a webhook asks first, then the webhook is gone', async () => {
    const seen = aServer([aWebhook()])
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Delete Care team alerts' }))
    expect(await screen.findByText(QUESTION)).toBeDefined()
    expect(sent(seen, 'DELETE', '/api/admin/webhooks/12')).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Delete webhook' }))
    expect(await screen.findByText('Webhook deleted')).toBeDefined()
    expect(screen.getByText('The webhook "Care team alerts" has been deleted.')).toBeDefined()
    expect(await screen.findByText('Invoice Paid')).toBeDefined()
    expect(screen.queryByText(QUESTION)).toBeNull()
  })

  test('a double click deletes it once', async () => {
    const seen = aServer([aWebhook()])
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Delete Care team alerts' }))
    await user.dblClick(await screen.findByRole('button', { name: 'Delete webhook' }))
    expect(await screen.findByText('Webhook deleted')).toBeDefined()
    expect(await screen.findByText('Invoice Paid')).toBeDefined()
    expect(sent(seen, 'DELETE', '/api/admin/webhooks/12')).toHaveLength(1)
  })

  test('one that somebody else had deleted goes from the list, and it is said calmly', async () => {
    aServer([aWebhook()], { 'DELETE /api/admin/webhooks/12': () => json(404, { message: 'Webhook not found' }) })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Delete Care team alerts' }))
    await user.click(await screen.findByRole('button', { name: 'Delete webhook' }))
    expect(await screen.findByText('Somebody had deleted the webhook "Care team alerts" before.')).toBeDefined()
    expect(screen.queryByText(QUESTION)).toBeNull()
  })

  test('a failure to delete a webhook is shown, and the webhook stays', async () => {
    aServer([aWebhook()], { 'DELETE /api/admin/webhooks/12': () => json(500, {}) })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Delete Care team alerts' }))
    await user.click(await screen.findByRole('button', { name: 'Delete webhook' }))
    expect(await screen.findByText('Failed to delete webhook')).toBeDefined()
    expect(screen.getByText('Care team alerts')).toBeDefined()
  })
})

describe('testing', () => {
  const PATH = '/api/admin/webhooks/test'
  const taken = { [`POST ${PATH}`]: () => json(200, { status: 200, durationMs: 85 }) }
  const payload = (body: unknown): unknown => JSON.parse((body as { payload: string }).payload)

  test('testing from the button above the list starts with the test event, and closes once it was accepted', async () => {
    const seen = aServer([aWebhook()], taken)
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Test Webhook' }))
    const dialog = await inDialog()
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await dialog.findByText('Please enter a valid URL')).toBeDefined()
    await user.type(dialog.getByLabelText('Webhook URL'), 'https://pager.example.org/in')
    await user.type(dialog.getByLabelText(/^Webhook Secret/), 'hush')
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await screen.findByText('Webhook tested')).toBeDefined()
    expect(screen.getByText(/^The webhook was sent successfully at \d+:\d\d [AP]M\.$/)).toBeDefined()
    expect(screen.queryByRole('dialog')).toBeNull()
    const [body] = sent(seen, 'POST', PATH)
    expect(body).toMatchObject({ url: 'https://pager.example.org/in', secret: 'hush' })
    expect(body).not.toHaveProperty('webhookId')
    expect(payload(body)).toEqual({
      event: 'test.event',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      data: { message: 'This is a test' },
    })
  })

  test('testing from a row sends to that webhook and names it', async () => {
    const seen = aServer([aWebhook({ hasSecret: true })], taken)
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Test Care team alerts' }))
    const dialog = await inDialog()
    expect(dialog.getByText('Leave empty to sign with the secret of this webhook.')).toBeDefined()
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await screen.findByText('Webhook tested')).toBeDefined()
    const [body] = sent(seen, 'POST', PATH)
    expect(body).toMatchObject({ url: 'https://care-team.example.org/hooks', webhookId: 12, secret: null })
    expect(payload(body)).toMatchObject({ data: { webhook_id: 12, webhook_name: 'Care team alerts' } })
  })

  test('a sample can be tested; the server is not asked for its secret', async () => {
    const seen = aServer([], taken)
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Test Invoice Paid' }))
    await user.click((await inDialog()).getByRole('button', { name: 'Send Test Webhook' }))
    expect(await screen.findByText('Webhook tested')).toBeDefined()
    const [body] = sent(seen, 'POST', PATH)
    expect(body).not.toHaveProperty('webhookId')
    expect(payload(body)).toMatchObject({ data: { webhook_name: 'Invoice Paid' } })
  })

  test.each([
    [
      'says what the receiver did',
      () => json(502, { message: 'The receiver answered with status 500.' }),
      'The receiver answered with status 500.',
    ],
    ['without a message', () => json(502, {}), 'Failed to test webhook'],
    [
      'without an answer',
      () => Promise.reject(new TypeError('fetch failed')),
      'An error occurred while testing the webhook',
    ],
  ])('a test that fails %s stays open', async (_, answer, words) => {
    aServer([aWebhook()], { [`POST ${PATH}`]: answer })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Test Care team alerts' }))
    const dialog = await inDialog()
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await dialog.findByText(words)).toBeDefined()
    expect(screen.getAllByText(words)).toHaveLength(2)
  })

  test('a payload that is empty or no JSON is refused beside its field', async () => {
    const message = 'Payload must be valid JSON'
    aServer([aWebhook()], {
      [`POST ${PATH}`]: () => json(400, { message, errors: [{ path: 'payload', message }] }),
    })
    const { user } = renderAt(ADDRESS)
    await user.click(await screen.findByRole('button', { name: 'Test Care team alerts' }))
    const dialog = await inDialog()
    await user.clear(dialog.getByLabelText('Payload (JSON)'))
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await dialog.findByText('Payload is required')).toBeDefined()
    await user.type(dialog.getByLabelText('Payload (JSON)'), 'hello')
    await user.click(dialog.getByRole('button', { name: 'Send Test Webhook' }))
    expect(await dialog.findByText(message)).toBeDefined()
  })
})
