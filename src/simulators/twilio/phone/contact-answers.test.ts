import { expect, test } from 'vitest'
import { FROM, type Simulation, startSimulation } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const QUESTION = 'Robyn has added you as a contact. Reply YES to agree or NO. About it: http://localhost/agree/x'

async function withNumber(): Promise<Simulation> {
  const simulation = await startSimulation({ '/text': { body: '<Response/>' } })
  const [{ sid } = { sid: '' }] = await simulation.client.incomingPhoneNumbers.list({ phoneNumber: FROM })
  await simulation.client.incomingPhoneNumbers(sid).update({ smsUrl: `${simulation.customer.url}/text` })
  return simulation
}

test.each([
  ['+61491570171', 'Yes'],
  ['+61491570172', 'No thanks'],
  ['+61491570173', 'STOP'],
])('the phone %s answers the question to a contact with %s', async (to, answer) => {
  const { client, customer } = await withNumber()
  await client.messages.create({ to, from: FROM, body: QUESTION })
  await until('the answer has come', () => customer.at('/text').length === 1)
  expect(customer.at('/text')[0]?.params).toMatchObject({ From: to, Body: answer })
})

test('these phones answer nothing else', async () => {
  const { client, customer, simulator } = await withNumber()
  await client.messages.create({ to: '+61491570171', from: FROM, body: 'Please check on Margaret' })
  await client.messages.create({ to: '+61491570170', from: FROM, body: QUESTION })
  await client.messages.create({ to: '+61491570172', from: FROM, body: QUESTION })
  await until('the last one is answered', () => customer.at('/text').length === 1)
  expect(simulator.messages().filter(({ direction }) => direction === 'inbound')).toHaveLength(1)
})

test('texts to a phone that ends in 74 never arrive', async () => {
  const { client, simulator } = await withNumber()
  const { sid } = await client.messages.create({ to: '+61491570174', from: FROM, body: QUESTION })
  await until('it is lost', () => simulator.messages().find((one) => one.sid === sid)?.status === 'undelivered')
})
