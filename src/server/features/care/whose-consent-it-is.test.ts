import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AddLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { spokenIn } from '#core/conversation/script/script-of.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { refusePhone } from '#server/features/contacts/public.ts'
import { addLovedOne, editLovedOne, type LovedOnesDeps } from '#server/features/loved-ones/save-loved-one.ts'
import { addAdminRefusal, removeAdminRefusal } from '#server/features/refusals/admin-refusals.ts'
import { applyDecline, applyLift, hasDeclined } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const FIRST = '+61491570156'
const OTHER = '+61491570158'
const presses = (keys: string) => ({ keys, speech: '' })
const says = (speech: string) => ({ keys: '', speech })

let care: CareFixture
let account: { id: number }
let lovedOneId: number
beforeAll(async () => {
  care = await careFixture({ consent: 'asked' })
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  await care.db.deleteFrom('phoneRefusals').execute()
  await care.db.deleteFrom('numberDials').execute()
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: FIRST })
})

async function rings(at: Date) {
  care.clock.set(at)
  await care.dispatch()
  const { attemptId, providerCallId, to } = care.telephony.dialled.at(-1) ?? {
    attemptId: 0,
    providerCallId: '',
    to: '',
  }
  const sid = providerCallId ?? ''
  return {
    to,
    answers: () => care.facts.answered(attemptId, sid),
    ringsOut: () =>
      care.facts.progressed(attemptId, {
        ...{ providerCallId: sid, status: 'no-answer', endedStatus: 'no-answer', answeredBy: null },
        durationSeconds: null,
      }),
    hears: async (step: string, heard: { keys: string; speech: string }) =>
      spokenIn(await care.facts.heard(attemptId, step, heard, sid)),
    ends: () =>
      care.facts.progressed(attemptId, {
        ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy: 'human' as const },
        durationSeconds: 20,
      }),
  }
}

async function isAsked(at: Date) {
  const phone = await rings(at)
  await phone.answers()
  await phone.hears('listen 1', says('hello?'))
  return phone
}

const daily = () => care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
const consents = () => consentsOfOne(care.db, lovedOneId, 'asked')
const ledger = () =>
  care.db.selectFrom('consents').select(['subject', 'state', 'how']).where('lovedOneId', '=', lovedOneId).execute()
const lovedOnes = (): LovedOnesDeps => ({
  ...{ db: care.db, clock: care.clock, sealing: care.deps.sealing, consent: 'asked' },
  ownNumbers: care.deps.ownNumbers,
  beforeAdding: async () => {},
  onZoneChanged: async () => {},
  beforeRemoving: async () => {},
})
const changeNumber = (phoneNumber: string) => editLovedOne(lovedOnes(), account, lovedOneId, { phoneNumber })
const refusing = () => ({ ...care.deps, publicUrl: 'https://cooee.example' })

describe('a number that is changed while its first call is under way', () => {
  test('1 on the old phone agrees for nobody: who answers the new number is asked', async () => {
    await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await changeNumber(OTHER)
    await phone.hears('consent 2', presses('1'))
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    expect((await consents()).calls.state).toBe('not_asked')
    const next = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    expect(next.to).toBe(OTHER)
    await next.answers()
    expect(await next.hears('listen 1', says('hello?'))).toContain('Press 9 if you would rather not be called.')
  })

  test('9 on the old phone is kept for that phone, and the new one is rung and asked', async () => {
    await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await changeNumber(OTHER)
    await phone.hears('consent 2', presses('9'))
    await phone.ends()
    expect((await consents()).calls.state).toBe('not_asked')
    expect(await hasDeclined(care.deps, care.db, FIRST, account.id)).toBe(true)
    expect((await rings(new Date(NINE_IN_SYDNEY.getTime() + 11 * MINUTE))).to, 'the next try').toBe(OTHER)
    await changeNumber(FIRST)
    expect((await consents()).calls.state).toBe('declined')
  })

  test('nothing pressed on the old phone does not count for the new one', async () => {
    await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await changeNumber(OTHER)
    await phone.hears('consent 2', { keys: '', speech: '' })
    await phone.ends()
    expect(await ledger()).toEqual([])
  })
})

test('calls without a key are counted from one on a new number, and the members read of it again', async () => {
  await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', lovedOneId).execute()
  await daily()
  const day = (days: number) => new Date(NINE_IN_SYDNEY.getTime() + days * DAY)
  const toldOfIt = () => care.notified.filter(({ subject }) => subject?.includes("hasn't said yet")).length
  async function pressesNothing(at: Date): Promise<void> {
    const phone = await isAsked(at)
    await phone.hears('consent 2', { keys: '', speech: '' })
    await phone.ends()
  }
  for (const days of [0, 1]) await pressesNothing(day(days))
  await changeNumber(OTHER)
  await pressesNothing(day(2))
  expect(toldOfIt(), 'twice on the old phone, once on the new one').toBe(0)
  for (const days of [3, 4]) await pressesNothing(day(days))
  expect(toldOfIt()).toBe(1)
  await changeNumber('+61491570110')
  for (const days of [5, 6, 7]) await pressesNothing(day(days))
  expect(toldOfIt()).toBe(2)
})

describe('a no that comes beside a yes', () => {
  test('STOP while the first call is under way outlives a 1 that is pressed after it', async () => {
    await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await care.db
      .transaction()
      .execute((trx) => refusePhone(refusing(), trx, { phoneNumber: FIRST, calls: true, texts: true, how: 'text' }))
    await phone.hears('consent 2', presses('1'))
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    expect((await consents()).calls).toMatchObject({ state: 'withdrawn', how: 'text' })
    const rung = care.telephony.dialled.length
    await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    expect(care.telephony.dialled).toHaveLength(rung)
  })

  test('a 9 that arrives after its call has ended is a no all the same', async () => {
    const callId = await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await phone.ends()
    await phone.hears('consent 2', presses('9'))
    await phone.hears('consent 2', presses('9'))
    expect((await consents()).calls.state).toBe('declined')
    const rung = care.telephony.dialled.length
    for (const minutes of [11, 25, 45]) await rings(new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE))
    expect(care.telephony.dialled).toHaveLength(rung)
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Margaret Hartley has asked not to be called.',
    })
    expect(care.notified.filter(({ subject }) => subject?.includes('rather not'))).toHaveLength(1)
  })

  test('99 where they are asked about their words stops all calls, as in every call', async () => {
    await daily()
    const first = await isAsked(NINE_IN_SYDNEY)
    await first.hears('consent 2', presses('1'))
    await first.hears('question 3', presses('1'))
    await first.ends()
    const second = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await second.answers()
    await second.hears('listen 1', says('hello?'))
    expect(await second.hears('question 2', presses('1'))).toContain('Press 1')
    await second.hears('ask_more 3', presses('99'))
    expect((await consents()).calls.state).toBe('withdrawn')
    expect((await consents()).words.state).toBe('not_asked')
  })

  test('"stop calling me" where they are asked about their words is understood', async () => {
    await daily()
    const first = await isAsked(NINE_IN_SYDNEY)
    await first.hears('consent 2', presses('1'))
    await first.hears('question 3', presses('1'))
    await first.ends()
    const second = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await second.answers()
    await second.hears('listen 1', says('hello?'))
    await second.hears('question 2', presses('1'))
    await second.hears('ask_more 3', says('please stop calling me'))
    await second.hears('refusal_offer 4', presses('9'))
    expect((await consents()).calls.state).toBe('withdrawn')
  })
})

describe('a no of the phone beside a refusal by an admin', () => {
  const admin = { phoneNumber: FIRST, reason: 'A complaint', username: 'admin' }
  const start = () => care.db.transaction().execute((trx) => applyLift(refusing(), trx, FIRST, { by: 'start' }))
  async function afterTheAdmin(): Promise<string> {
    const rung = care.telephony.dialled.length
    const { id } = await care.db
      .selectFrom('phoneRefusals')
      .select('id')
      .where('adminRefusedAt', 'is not', null)
      .executeTakeFirstOrThrow()
    await care.db.transaction().execute((trx) => removeAdminRefusal(care.deps, trx, id))
    await rings(NINE_IN_SYDNEY)
    return care.telephony.dialled.length > rung ? 'rings' : 'rings nowhere'
  }

  test.each([
    ['declined one family', (trx: Trx) => applyDecline(refusing(), trx, { accountId: account.id, phoneNumber: FIRST })],
    [
      'refused all calls',
      (trx: Trx) => refusePhone(refusing(), trx, { phoneNumber: FIRST, calls: true, texts: false, how: 'key' }),
    ],
  ] as const)('a phone that %s and takes it back is rung once the admin allows it', async (_, sayNo) => {
    await daily()
    await care.db.transaction().execute(async (trx) => void (await sayNo(trx)))
    await care.db.transaction().execute((trx) => addAdminRefusal(care.deps, trx, admin, care.clock.now()))
    await start()
    expect(await afterTheAdmin()).toBe('rings')
  })

  test('a phone that does not take it back is not rung when the admin allows it', async () => {
    await daily()
    await care.db
      .transaction()
      .execute((trx) => applyDecline(refusing(), trx, { accountId: account.id, phoneNumber: FIRST }))
    await care.db.transaction().execute((trx) => addAdminRefusal(care.deps, trx, admin, care.clock.now()))
    expect(await afterTheAdmin()).toBe('rings nowhere')
  })
})

describe('a second phone on which nobody was asked', () => {
  async function hasAgreedOnTheFirst(): Promise<void> {
    await daily()
    const phone = await isAsked(NINE_IN_SYDNEY)
    await phone.hears('consent 2', presses('1'))
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    await care.db
      .updateTable('lovedOnes')
      .set({ secondPhoneNumber: OTHER, retryAttempts: 1, retryDelayMinutes: 5, recordCalls: true })
      .where('id', '=', lovedOneId)
      .execute()
    const agreed = { accountId: account.id, lovedOneId, state: 'agreed', how: 'key', wording: '2026-11' } as const
    const at = care.clock.now()
    await care.db
      .insertInto('consents')
      .values([
        { ...agreed, subject: 'words', at },
        { ...agreed, subject: 'recording', at },
      ])
      .execute()
  }
  /** The first phone is not picked up; what rings five minutes later is. */
  async function secondTry(at: Date) {
    const first = await rings(at)
    await first.ringsOut()
    return rings(new Date(at.getTime() + 5 * MINUTE))
  }

  test('the first call that is answered there asks, and is not recorded; the next one there asks how they are', async () => {
    await hasAgreedOnTheFirst()
    const phone = await secondTry(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    expect(phone.to).toBe(OTHER)
    await phone.answers()
    expect(await phone.hears('listen 1', says('hello?'))).toContain('Press 9 if you would rather not be called.')
    expect(await phone.hears('consent 2', presses('1'))).toContain("If you're all right, press 1")
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    const recorded = await care.db.selectFrom('attempts').select('isRecorded').orderBy('id', 'desc').execute()
    expect(recorded[0]).toEqual({ isRecorded: false })
    const next = await secondTry(new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY))
    await next.answers()
    expect(await next.hears('listen 1', says('hello?'))).not.toContain('Press 9')
  })

  test('it is not rung at night, and the first phone is', async () => {
    await hasAgreedOnTheFirst()
    const atNight = new Date(NINE_IN_SYDNEY.getTime() + 13 * HOUR)
    await care.aCall(account, { lovedOneId, at: atNight })
    expect((await secondTry(atNight)).to).toBe(FIRST)
  })

  test('9 there leaves the consent of the first phone as it is', async () => {
    await hasAgreedOnTheFirst()
    const phone = await secondTry(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await phone.answers()
    await phone.hears('listen 1', says('hello?'))
    await phone.hears('consent 2', presses('9'))
    await phone.ends()
    expect((await consents()).calls.state).toBe('agreed')
    expect((await secondTry(new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY))).to).toBe(FIRST)
  })
})

test('somebody who is added with a phone that declines at that moment is declined as well', async () => {
  const adding = await care.db.transaction().execute(async (trx) => {
    await applyDecline(refusing(), trx, { accountId: account.id, phoneNumber: FIRST })
    const body = { name: 'Mum', phoneNumber: FIRST, timezone: 'Australia/Sydney', relationship: 'parent' }
    const added = addLovedOne(lovedOnes(), account, body as AddLovedOneBody)
    await new Promise((resolve) => setTimeout(resolve, 300))
    return { added }
  })
  const again = await adding.added
  expect((await consentsOfOne(care.db, again, 'asked')).calls.state).toBe('declined')
})
