import { afterAll, beforeEach, expect, test } from 'vitest'
import { SCRIPTED_SIGNATURE } from '#test/adapters/scripted-payments.ts'
import { buildTestApp } from '#test/build-test-app.ts'
import { deleteOldPaymentEvents } from './delete-old-payment-events.ts'

const DAY = 86_400_000
const cooee = await buildTestApp()
afterAll(() => cooee.close())
beforeEach(async () => {
  cooee.jobs.sent.length = 0
  await cooee.db.deleteFrom('paymentEvents').execute()
})

const EVENT = { id: 'evt_1', type: 'invoice.paid', customer: 'cus_1' }
const post = (body: unknown, signature?: string, contentType = 'application/json; charset=utf-8') =>
  cooee.request('POST', '/api/stripe/webhook', undefined, {
    headers: { 'content-type': contentType, ...(signature === undefined ? {} : { 'stripe-signature': signature }) },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
const remembered = () => cooee.db.selectFrom('paymentEvents').select(['eventId', 'customerId']).execute()

test('a payment event is stored without its account, and a job reconciles the subscription', async () => {
  const answer = await post(EVENT, SCRIPTED_SIGNATURE)
  expect(answer.statusCode).toBe(200)
  expect(await remembered()).toEqual([{ eventId: 'evt_1', customerId: null }])
  expect(cooee.jobs.sent).toEqual([{ name: 'converge-subscription', payload: { customerId: 'cus_1' } }])
})

test('a payment event that comes twice enqueues one reconciliation, and is accepted both times', async () => {
  const answers = await Promise.all([post(EVENT, SCRIPTED_SIGNATURE), post(EVENT, SCRIPTED_SIGNATURE)])
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect(cooee.jobs.sent).toHaveLength(1)
})

test('a payment event that is about no customer enqueues nothing', async () => {
  expect((await post({ id: 'evt_2', type: 'price.created' }, SCRIPTED_SIGNATURE)).statusCode).toBe(200)
  expect(cooee.jobs.sent).toEqual([])
})

test.each([
  ['without a signature', undefined],
  ['with a wrong signature', 't=1,v1=00'],
  ['with an empty signature', ''],
])('a payment event %s is refused and changes nothing', async (_how, signature) => {
  const answer = await post(EVENT, signature)
  expect(answer.statusCode).toBe(403)
  expect(answer.json().message).toBe('The signature is not right')
  expect(await remembered()).toEqual([])
  expect(cooee.jobs.sent).toEqual([])
})

test('the signature of a payment event is read over the bytes as they came, whatever their content type', async () => {
  expect((await post(`  ${JSON.stringify(EVENT)}\n`, SCRIPTED_SIGNATURE, 'text/plain')).statusCode).toBe(200)
})

test('a payment event as large as an invoice with many lines is taken, a larger one refused', async () => {
  const padded = (bytes: number) => ({ ...EVENT, id: `evt_${bytes}`, padding: 'x'.repeat(bytes) })
  expect((await post(padded(300_000), SCRIPTED_SIGNATURE)).statusCode).toBe(200)
  expect((await post(padded(600_000), SCRIPTED_SIGNATURE)).statusCode).toBe(413)
})

test('payment events are deleted after thirty days', async () => {
  await post(EVENT, SCRIPTED_SIGNATURE)
  await deleteOldPaymentEvents(cooee.db, new Date(cooee.clock.now().getTime() + 29 * DAY))
  expect(await remembered()).toHaveLength(1)
  await deleteOldPaymentEvents(cooee.db, new Date(cooee.clock.now().getTime() + 31 * DAY))
  expect(await remembered()).toEqual([])
})
