import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { stripePayments } from './stripe-payments.ts'

const SECRET = 'whsec_of_the_tests'
const payments = stripePayments({ secretKey: 'sk_test_of_the_tests', webhookSecret: SECRET })

const now = () => Math.floor(Date.now() / 1000)
const signed = (body: string, { at = now(), secret = SECRET } = {}) =>
  `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`
const bodyOf = (type: string, object: object) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, data: { object } })
const read = (body: string, signature: string | undefined = signed(body)) =>
  payments.readEvent(Buffer.from(body), signature)

test.each([
  ['customer.subscription.updated', { object: 'subscription', id: 'sub_1', customer: 'cus_1' }, 'cus_1'],
  ['invoice.paid', { object: 'invoice', id: 'in_1', customer: { id: 'cus_1', object: 'customer' } }, 'cus_1'],
  ['checkout.session.completed', { object: 'checkout.session', id: 'cs_1', customer: 'cus_1' }, 'cus_1'],
  ['customer.deleted', { object: 'customer', id: 'cus_1' }, 'cus_1'],
  ['product.created', { object: 'product', id: 'prod_1' }, null],
  ['payment_method.detached', { object: 'payment_method', id: 'pm_1', customer: null }, null],
])('%s with %j is about %s', (type, object, customerId) => {
  expect(read(bodyOf(type, object))).toEqual({ eventId: 'evt_1', eventType: type, customerId })
})

const BODY = bodyOf('invoice.paid', { object: 'invoice', id: 'in_1', customer: 'cus_1' })

test('an event that the provider did not sign is refused', () => {
  expect(read(BODY, signed(BODY, { secret: 'whsec_of_somebody_else' }))).toBeNull()
  expect(read(BODY, signed(BODY.replace('cus_1', 'cus_2')))).toBeNull()
  expect(read(BODY, 'nonsense')).toBeNull()
  expect(payments.readEvent(Buffer.from(BODY), undefined)).toBeNull()
})

test('an event that was signed long ago is refused: it may be replayed', () => {
  expect(read(BODY, signed(BODY, { at: now() - 3600 }))).toBeNull()
})

test.each(['not JSON', '{}', '[]', 'null', '{"id":"evt_1","type":"x"}'])('a signed %s is no event', (body) => {
  expect(read(body)).toBeNull()
})
