import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { FROM, type Simulation, startSimulation, startSimulator } from '#test/phone-simulator/start-simulation.ts'
import { until } from '#test/phone-simulator/until.ts'

const MARGARET = '+61491570156'

async function withNumber(...args: Parameters<typeof startSimulation>): Promise<Simulation> {
  const simulation = await startSimulation(...args)
  const { client, customer } = simulation
  const [{ sid } = { sid: '' }] = await client.incomingPhoneNumbers.list({ phoneNumber: FROM })
  await client.incomingPhoneNumbers(sid).update({ smsUrl: `${customer.url}/text` })
  return simulation
}

const answering = (body: string) => ({ '/text': { body } })

test('when a person writes, the number’s address is notified, and its answer is sent back to them', async () => {
  const { simulator, customer, client } = await withNumber(
    answering('<Response><Message>Thank you, Margaret &amp; family.\nAll is well.</Message></Response>'),
  )
  const { sid } = simulator.text(MARGARET, 'OK <3')
  await until('the answer has arrived', () => simulator.messages()[1]?.status === 'delivered')
  expect(customer.at('/text')).toMatchObject([
    {
      method: 'POST',
      signed: true,
      params: { MessageSid: sid, From: MARGARET, To: FROM, Body: 'OK <3', NumMedia: '0', SmsStatus: 'received' },
    },
  ])
  expect((await client.messages.list()).find((each) => each.sid === sid)).toMatchObject({
    status: 'received',
    direction: 'inbound',
    body: 'OK <3',
  })
  expect(await client.messages.list({ to: MARGARET })).toMatchObject([
    { direction: 'outbound-reply', from: FROM, body: 'Thank you, Margaret & family.\nAll is well.' },
  ])
})

test.each([
  [
    'a body of its own, to somebody else',
    '<Message to="+61491570157"><Body>Hello</Body></Message>',
    [['+61491570157', 'Hello']],
  ],
  [
    'two messages',
    '<Message>One</Message><Message>Two</Message>',
    [
      [MARGARET, 'One'],
      [MARGARET, 'Two'],
    ],
  ],
  ['nothing', '', []],
  ['a verb that texts do not have', '<Say>Hello</Say>', []],
])('an answer with %s', async (_what, verbs, sent) => {
  const { simulator } = await withNumber(answering(`<Response>${verbs}</Response>`))
  const message = simulator.text(MARGARET, 'OK')
  await until('it is handed over', () => message.status === 'received')
  expect(
    simulator
      .messages()
      .slice(1)
      .map(({ to, body }) => [to, body]),
  ).toEqual(sent)
  expect(message.error).toBeNull()
})

test.each([
  ['refuses', { status: 403, body: 'no' }, 11200],
  ['answers what is no document', { body: 'Thank you' }, 12100],
])('a server that %s is noted on the message', async (_what, answer, code) => {
  const { simulator } = await withNumber({ '/text': answer })
  const message = simulator.text(MARGARET, 'OK')
  await until('it is handed over', () => message.status === 'received')
  expect(message.error).toMatchObject({ code })
  expect(simulator.messages()).toHaveLength(1)
})

test('a number without an address for texts keeps them to itself', async () => {
  const { simulator, customer } = await startSimulation()
  const message = simulator.text(MARGARET, 'OK')
  await until('it is received', () => message.status === 'received')
  expect(customer.received).toEqual([])
})

test('a text that was not handed over when the power went is handed over again, as the same message', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const journalPath = join(folder, 'journal.jsonl')
  let isUp = false
  const first = await withNumber({ '/text': () => (isUp ? { body: '' } : 'never') }, { journalPath })
  const { sid } = first.simulator.text(MARGARET, 'OK')
  await until('it is on its way', () => first.customer.at('/text').length === 1)
  await first.simulator.close()

  isUp = true
  const second = await startSimulator({ journalPath })
  await until('it is handed over', () => second.messages()[0]?.status === 'received')
  expect(first.customer.at('/text').map(({ params }) => params.MessageSid)).toEqual([sid, sid])
})
