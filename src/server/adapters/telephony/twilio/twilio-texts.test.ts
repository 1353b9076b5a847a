import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import type { ReceivedTexts, TextDeliveries, Texts } from '../texts.ts'
import { twilioTexts } from './twilio-texts.ts'

const ACCOUNT = { accountSid: `AC${'0'.repeat(32)}`, authToken: 'a secret of the tests' }
const FROM = '+61255501234'
const SUSAN = '+61491570157'
const PUBLIC_URL = 'http://127.0.0.1:1'

let simulator: TwilioSimulator
let texts: Texts & TextDeliveries & ReceivedTexts
beforeAll(async () => {
  simulator = await startTwilioSimulator({ ...ACCOUNT, numbers: [FROM] })
  texts = twilioTexts({ ...ACCOUNT, from: FROM, publicUrl: PUBLIC_URL, baseUrl: simulator.url })
})
afterAll(() => simulator.close())

async function send(to: string, text: string): Promise<string> {
  const outcome = await texts.send({ to, text, messageId: 7 })
  if (outcome.kind !== 'accepted' || outcome.providerId === null) throw new Error(JSON.stringify(outcome))
  return outcome.providerId
}

test('a search finds the texts to a number with just these words, the newest first', async () => {
  const since = new Date()
  const first = await send(SUSAN, 'Please ring Margaret')
  await send(SUSAN, 'All clear')
  await send('+61491570158', 'Please ring Margaret')
  const second = await send(SUSAN, 'Please ring Margaret')
  const find = (text: string, from = since) => texts.find({ to: SUSAN, text, since: from })
  expect(await find('Please ring Margaret')).toEqual({ kind: 'found', found: [second, first] })
  expect(await find('Please ring')).toEqual({ kind: 'found', found: [] })
  expect(await find('Please ring Margaret', new Date(Date.now() + 3_600_000))).toEqual({ kind: 'found', found: [] })
})

test('a search finds what was written to the number, the oldest first, and nothing that was sent from it', async () => {
  const { sid: first } = simulator.text(SUSAN, '1')
  const { sid: second } = simulator.text('COOEE', 'Win a prize')
  const since = new Date(Date.now() - 1000)
  await send(SUSAN, 'Thank you')
  await send(FROM, 'From the number to itself')
  expect(await texts.received({ since })).toEqual({
    kind: 'found',
    found: [
      { providerMessageId: first, from: SUSAN, to: FROM, text: '1', sentAt: expect.any(Date) },
      { providerMessageId: second, from: '', to: FROM, text: 'Win a prize', sentAt: expect.any(Date) },
    ],
  })
  expect(await texts.received({ since: new Date(Date.now() + 3_600_000) })).toEqual({ kind: 'found', found: [] })
})

test('after an outage every text is found, however many pages the provider lists', async () => {
  const one = await startTwilioSimulator({ ...ACCOUNT, numbers: [FROM] })
  onTestFinished(() => one.close())
  const written = Array.from({ length: 2_100 }, (_, count) => one.text(SUSAN, `OK ${count}`).sid)
  const { received } = twilioTexts({ ...ACCOUNT, from: FROM, publicUrl: PUBLIC_URL, baseUrl: one.url })
  const answer = await received({ since: new Date(Date.now() - 60_000) })
  const found = answer.kind === 'found' ? answer.found.map(({ providerMessageId }) => providerMessageId) : []
  expect(found.toSorted()).toEqual(written.toSorted())
})

test('a search for texts reports when the provider cannot be asked', async () => {
  const nobody = twilioTexts({ ...ACCOUNT, from: FROM, publicUrl: PUBLIC_URL, baseUrl: 'http://127.0.0.1:9' })
  expect(await nobody.find({ to: SUSAN, text: 'x', since: new Date() })).toMatchObject({ kind: 'unavailable' })
  expect(await nobody.received({ since: new Date() })).toMatchObject({ kind: 'unavailable' })
})

test('the provider says what became of a text: it arrived, it did not and why, or it is unknown', async () => {
  const LOST = '+61491570159'
  simulator.setTextBehaviour(LOST, 'undelivered')
  const [arrived, lost] = [await send(SUSAN, 'Please ring Margaret'), await send(LOST, 'Please ring Margaret')]
  await vi.waitFor(async () =>
    expect(await texts.deliveryOf(arrived)).toEqual({ kind: 'found', found: { delivery: 'delivered', reason: null } }),
  )
  await vi.waitFor(async () =>
    expect(await texts.deliveryOf(lost)).toEqual({
      kind: 'found',
      found: { delivery: 'failed', reason: expect.stringMatching(/^Twilio error \d+$/) },
    }),
  )
  expect(await texts.deliveryOf(`SM${'0'.repeat(32)}`)).toEqual({ kind: 'absent' })
  const nobody = twilioTexts({ ...ACCOUNT, from: FROM, publicUrl: PUBLIC_URL, baseUrl: 'http://127.0.0.1:9' })
  expect(await nobody.deliveryOf(arrived)).toMatchObject({ kind: 'unavailable' })
})
