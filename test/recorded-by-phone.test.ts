import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CallVoice } from '#contract/calls/familiar-voice.ts'
import {
  type Act,
  hangsUp,
  pauses,
  presses,
  says,
  untilAsked,
  untilGoodbye,
  untilOffered,
} from '#simulators/twilio/phone/phone-script.ts'
import { insertMember } from './insert-member.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'
import { aCarer, aDailyCall } from './voice-fixture.ts'

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

const HER_PHONE = '+61491570110'
let phones = 0

/** A carer whose own phone is confirmed, and does this. */
async function aCarerWithPhone(...acts: Act[]) {
  const carer = await aCarer(live, { firstName: 'Robyn', lastName: 'Hartley' })
  const phoneNumber = `+6149157${String(20 + phones++)}10`
  await live.server.db
    .updateTable('people')
    .set({ phoneNumber, verifiedPhone: phoneNumber })
    .where('id', '=', carer.personId)
    .execute()
  live.simulator.setBehaviour(phoneNumber, { kind: 'script', script: { acts } })
  const call = await aDailyCall(live, carer, { phoneNumber: HER_PHONE, dueAt: new Date(Date.now() + 3_600_000) })
  const voice = async () => (await carer.ask('GET', `/api/calls/${call.callId}/voice`)).json as CallVoice
  const greeting = async () => (await voice()).parts.find(({ part }) => part === 'greeting')
  const ring = () => carer.ask('POST', `/api/calls/${call.callId}/voice/greeting/ring`)
  const said = () =>
    live.simulator
      .callsTo(phoneNumber)
      .flatMap(({ turns }) => turns)
      .map(({ text }) => text)
      .join(' | ')
  return { carer, phoneNumber, greeting, ring, said, ...call }
}

const SPEAKS: Act[] = [
  untilAsked,
  pauses(1),
  says('Good morning Mum, it is Robyn. I hope you slept well.', 4),
  presses('#'),
]
const isOver = { timeout: 20_000 }

test('a member records by phone: rung on their own number, they speak, hear it and use it; what the provider has is to be deleted', async () => {
  const { phoneNumber, greeting, ring, said } = await aCarerWithPhone(
    ...[untilOffered('1'), presses('1'), ...SPEAKS, untilOffered('1'), presses('1'), untilGoodbye, hangsUp],
  )
  expect((await ring()).status).toBe(202)
  await expect.poll(async () => (await greeting())?.ring?.state, isOver).toBe('used')
  expect(await greeting()).toMatchObject({
    used: { by: 'Robyn', isYours: true, source: 'phone', isHeard: true },
    draft: null,
  })
  expect(said()).toMatch(/You asked us to ring, so that you can record the greeting of Margaret's calls/)
  expect(said()).toMatch(/This is what I recorded\. \| A recording of \d(\.\d)? seconds \(audio\/wav\)/)
  const { db } = live.server
  const [deletion] = await db.selectFrom('recordingDeletions').select('providerCallId').execute()
  expect(deletion?.providerCallId).toBe(live.simulator.callsTo(phoneNumber)[0]?.sid)
})

test('2 records it again: only what was recorded last is kept, and nothing is used that was not chosen', async () => {
  const { greeting, ring } = await aCarerWithPhone(
    ...[
      untilOffered('1'),
      presses('1'),
      ...SPEAKS,
      untilOffered('2'),
      presses('2'),
      ...SPEAKS,
      untilOffered('1'),
      hangsUp,
    ],
  )
  expect((await ring()).status).toBe(202)
  await expect.poll(async () => (await greeting())?.ring?.state, isOver).toBe('over')
  expect(await greeting()).toMatchObject({ used: null, draft: { source: 'phone', isHeard: false } })
})

test('a machine that takes the call records nothing: nobody presses the key', async () => {
  const { greeting, ring } = await aCarerWithPhone(
    says('You have reached Robyn. Please leave a message.', 5),
    pauses(60),
  )
  expect((await ring()).status).toBe(202)
  await expect.poll(async () => (await greeting())?.ring?.state, isOver).toBe('over')
  expect(await greeting()).toMatchObject({ used: null, draft: null })
  expect(live.simulator.recordings().filter(({ source }) => source === 'RecordVerb')).not.toContainEqual(
    expect.objectContaining({ durationSeconds: 60 }),
  )
})

test('nobody is rung on a number that is not confirmed, and nobody more often than five times an hour', async () => {
  const { carer, ring, phoneNumber } = await aCarerWithPhone(hangsUp)
  const { db } = live.server
  await db.updateTable('people').set({ verifiedPhone: null }).where('id', '=', carer.personId).execute()
  const refused = await ring()
  expect([refused.status, (refused.json as { message: string }).message]).toEqual([
    409,
    'We ring only your own phone, once you have confirmed it. Add and confirm it in Settings.',
  ])
  expect(live.simulator.callsTo(phoneNumber)).toEqual([])
  await db.updateTable('people').set({ verifiedPhone: phoneNumber }).where('id', '=', carer.personId).execute()
  for (let times = 0; times < 5; times += 1) expect((await ring()).status).toBe(202)
  expect((await ring()).status).toBe(429)
})

test('who may not arrange calls any more by the time they speak records nothing and uses nothing', async () => {
  const { carer, ring, said } = await aCarerWithPhone(
    ...[pauses(2), untilOffered('1'), presses('1'), ...SPEAKS, untilOffered('1'), presses('1'), untilGoodbye, hangsUp],
  )
  expect((await ring()).status).toBe(202)
  const { db } = live.server
  await db.transaction().execute(async (trx) => {
    const newOwner = await insertMember(trx, { id: carer.accountId }, { firstName: 'Tom', phoneNumber: null })
    await trx
      .updateTable('members')
      .set({ role: 'viewer' })
      .where('accountId', '=', carer.accountId)
      .where('personId', '=', carer.personId)
      .execute()
    await trx
      .updateTable('members')
      .set({ role: 'owner' })
      .where('accountId', '=', carer.accountId)
      .where('personId', '=', newOwner)
      .execute()
  })
  await expect
    .poll(
      () => db.selectFrom('voiceCalls').select('endedAt').where('accountId', '=', carer.accountId).execute(),
      isOver,
    )
    .not.toMatchObject([{ endedAt: null }])
  expect(
    await db.selectFrom('voiceRecordings').select('id').where('accountId', '=', carer.accountId).execute(),
  ).toEqual([])
  expect(said()).not.toMatch(/calls play your greeting/)
})
