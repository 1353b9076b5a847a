import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { clientOf, FROM, startSimulator } from '#test/phone-simulator/start-simulation.ts'

const ANOTHER = '+61255505678'

test('the account’s numbers are found by their digits and by a part of them', async () => {
  const client = clientOf(await startSimulator({ numbers: [FROM, ANOTHER] }))
  const found = async (filter: Parameters<typeof client.incomingPhoneNumbers.list>[0]) =>
    (await client.incomingPhoneNumbers.list(filter)).map(({ phoneNumber }) => phoneNumber).sort()

  expect(await found({})).toEqual([FROM, ANOTHER])
  expect(await found({ phoneNumber: ANOTHER })).toEqual([ANOTHER])
  expect(await found({ phoneNumber: '+6125550' })).toEqual([FROM, ANOTHER])
  expect(await found({ phoneNumber: '5678' })).toEqual([ANOTHER])
  expect(await found({ phoneNumber: '+61255500000' })).toEqual([])
  expect(await clientOf(await startSimulator({ numbers: [] })).incomingPhoneNumbers.list()).toEqual([])
})

test('the addresses of a number can be set; what is left out stays, and an empty address removes it', async () => {
  const client = clientOf(await startSimulator())
  const [{ sid } = { sid: '' }] = await client.incomingPhoneNumbers.list({ phoneNumber: FROM })
  await client.incomingPhoneNumbers(sid).update({
    voiceUrl: 'https://cooee.example/voice',
    statusCallback: 'https://cooee.example/status',
    smsUrl: 'https://cooee.example/sms',
  })
  const changed = await client.incomingPhoneNumbers(sid).update({ smsUrl: '', voiceUrl: 'https://cooee.example/other' })
  expect(changed).toMatchObject({
    phoneNumber: FROM,
    voiceUrl: 'https://cooee.example/other',
    statusCallback: 'https://cooee.example/status',
    statusCallbackMethod: 'POST',
    smsUrl: '',
    capabilities: { voice: true, sms: true },
  })
  expect(await client.incomingPhoneNumbers.list()).toMatchObject([{ sid, voiceUrl: 'https://cooee.example/other' }])
})

test.each([{ voiceUrl: '/voice' }, { smsUrl: 'sms' }, { statusCallback: 'mailto:jane@example.com' }])(
  '%j is refused with 21402, and nothing changes',
  async (params) => {
    const client = clientOf(await startSimulator())
    const [{ sid } = { sid: '' }] = await client.incomingPhoneNumbers.list()
    const refused = client.incomingPhoneNumbers(sid).update({ voiceFallbackUrl: 'https://cooee.example/', ...params })
    await expect(refused).rejects.toMatchObject({ status: 400, code: 21402 })
    expect(await client.incomingPhoneNumbers.list()).toMatchObject([{ voiceFallbackUrl: '', voiceUrl: '' }])
  },
)

test('what was set outlives a restart, and the number keeps its id', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'phone-sandbox-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const journalPath = join(folder, 'journal.jsonl')
  const first = await startSimulator({ journalPath })
  const [{ sid } = { sid: '' }] = await clientOf(first).incomingPhoneNumbers.list()
  await clientOf(first).incomingPhoneNumbers(sid).update({ smsUrl: 'https://cooee.example/sms' })
  await first.close()

  const second = await startSimulator({ journalPath })
  expect(await clientOf(second).incomingPhoneNumbers.list()).toMatchObject([
    { sid, smsUrl: 'https://cooee.example/sms' },
  ])
})
