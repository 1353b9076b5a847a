import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnsweredBy } from '#core/call-policy/attempt-outcome.ts'
import { spokenIn } from '#core/conversation/script/script-of.ts'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { tryTogether } from '#server/features/calls/changes/try-together.ts'
import { claimDueCalls } from '#server/features/care/dispatch/claim-due-calls.ts'
import { dialAttempt } from '#server/features/care/dispatch/dial-attempt.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { refusePhone } from '#server/features/contacts/public.ts'
import { addLovedOne, editLovedOne, type LovedOnesDeps } from '#server/features/loved-ones/save-loved-one.ts'
import { applyDecline, applyLift } from '#server/features/refusals/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MARGARET = '+61491570156'
const presses = (keys: string) => ({ keys, speech: '' })
const says = (speech: string) => ({ keys: '', speech })
const SILENCE = { keys: '', speech: '' }

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
  lovedOneId = await care.aLovedOne(account)
})

/** The phone that rang last is picked up. */
async function pickedUp() {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  return {
    hears: async (step: string, heard: { keys: string; speech: string }) =>
      spokenIn(await care.facts.heard(attemptId, step, heard, sid)),
    verdict: async (by: AnsweredBy) => spokenIn((await care.facts.answererDetected(attemptId, sid, by)) ?? []),
    ends: (answeredBy: AnsweredBy | null = 'human') =>
      care.facts.progressed(attemptId, {
        ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy, durationSeconds: 20 },
      }),
  }
}

async function rings(at: Date) {
  care.clock.set(at)
  await care.dispatch()
  return pickedUp()
}

/** The phone that rang last is not picked up. */
async function ringsOut(): Promise<void> {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  await care.facts.progressed(attemptId, {
    ...{ providerCallId: providerCallId ?? '', status: 'no-answer', endedStatus: 'no-answer' },
    ...{ answeredBy: null, durationSeconds: null },
  })
}

/** Gives her a second phone, which the second try rings, five minutes later. Returns its number. */
async function withSecondPhone({ retryAttempts }: { retryAttempts: number }): Promise<string> {
  const secondPhoneNumber = '+61491570157'
  await care.db
    .updateTable('lovedOnes')
    .set({ secondPhoneNumber, retryAttempts, retryDelayMinutes: 5 })
    .where('id', '=', lovedOneId)
    .execute()
  return secondPhoneNumber
}

const dials = () => care.telephony.dialled.length
const consents = () => consentsOfOne(care.db, lovedOneId, 'asked')
const subjects = () => care.notified.flatMap(({ subject }) => subject ?? [])
const daily = () => care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
const lovedOnes = (): LovedOnesDeps => ({
  ...{ db: care.db, clock: care.clock, sealing: care.deps.sealing, consent: 'asked' },
  ownNumbers: care.deps.ownNumbers,
  beforeAdding: async () => {},
  onZoneChanged: async () => {},
  beforeRemoving: async () => {},
})
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** Asked in the first call, she presses 1, and then 1 again to the question of the call. */
async function agree(): Promise<number> {
  const callId = await daily()
  const phone = await rings(NINE_IN_SYDNEY)
  await phone.hears('listen 1', says('hello?'))
  await phone.hears('consent 2', presses('1'))
  await phone.hears('question 3', presses('1'))
  await phone.ends()
  return callId
}

describe('the first call to a number', () => {
  test('somebody who has not been asked hears who set it up and how often, agrees with 1, and is asked at once how they are', async () => {
    const callId = await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    expect(await phone.hears('listen 1', says('hello?'))).toBe(
      "Good morning Margaret, it's Cooee, the phone service Robyn set up to see how you are. Robyn would like us to ring you every day. Press 1 if that is all right. Press 9 if you would rather not be called.",
    )
    expect(await phone.hears('consent 2', presses('1'))).toBe(
      "You pressed 1. Thank you. If you're all right, press 1, or just say I'm fine. If you'd like some help, press 2.",
    )
    expect((await consents()).calls).toMatchObject({ state: 'agreed', how: 'key', since: NINE_IN_SYDNEY })
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed' })
    const events = await care.db
      .selectFrom('events')
      .select(['event', 'data'])
      .where('event', '=', 'consent.changed')
      .execute()
    expect(events).toMatchObject([{ data: { lovedOneId, subject: 'calls', state: 'agreed', how: 'key' } }])
  })

  test('a key that answers whether calls are all right is no answer to the question of the call', async () => {
    const callId = await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', SILENCE)
    await phone.hears('consent 2', presses('1'))
    await phone.ends()
    expect((await care.call(account, callId)).status).not.toBe('completed')
  })

  test('a callback that comes twice agrees once', async () => {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', SILENCE)
    const next = await phone.hears('consent 2', presses('1'))
    expect(await phone.hears('consent 2', presses('1'))).toBe(next)
    expect(await care.db.selectFrom('consents').select('id').execute()).toHaveLength(1)
  })

  test('a spoken yes asks for the key: only a key is a consent', async () => {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', SILENCE)
    expect(await phone.hears('consent 2', says('yes that is fine'))).toContain('I need a key to be sure.')
    expect((await consents()).calls.state).toBe('not_asked')
    await phone.hears('consent 3', presses('1'))
    expect((await consents()).calls.state).toBe('agreed')
  })

  test('help that is asked for in the first call is help, whether calls are all right or not', async () => {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.verdict('human')
    await phone.hears('listen 1', SILENCE)
    expect(await phone.hears('consent 2', presses('2'))).toContain('Did you ask for help?')
    await phone.hears('confirm_help 3', presses('2'))
    expect(await care.db.selectFrom('incidents').select('cause').execute()).toEqual([{ cause: 'help' }])
  })

  test('a machine hears who called and nothing else as long as nobody has agreed', async () => {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', says("you've reached Margaret, please leave a message after the tone"))
    const said = await phone.hears('hear_out 2', SILENCE)
    expect(said).toBe('Cooee called for Margaret on behalf of Robyn. You can ring this number back.')
  })

  test('a call in which nothing is pressed asks again the next time, and after three the account holder reads what to do', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', lovedOneId).execute()
    await daily()
    for (let day = 0; day < 3; day++) {
      expect(subjects().filter((subject) => subject.includes("hasn't said yet"))).toEqual([])
      const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
      await phone.hears('listen 1', says('hello?'))
      await phone.hears('consent 2', SILENCE)
      await phone.hears('consent 3', SILENCE)
      await phone.ends()
    }
    expect(subjects().filter((subject) => subject.includes("hasn't said yet"))).toEqual([
      "Margaret Hartley hasn't said yet if our calls are all right",
    ])
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + 3 * DAY))
    expect(await phone.hears('listen 1', says('hello?'))).toContain('Press 9 if you would rather not be called.')
  })

  test('three calls to a new number in which nothing is pressed are a new notice, and the fourth is not', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', lovedOneId).execute()
    await daily()
    for (let day = 0; day < 7; day++) {
      if (day === 3) await editLovedOne(lovedOnes(), account, lovedOneId, { phoneNumber: '0491 570 157' })
      const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
      for (const step of ['listen 1', 'consent 2', 'consent 3']) await phone.hears(step, SILENCE)
      await phone.ends()
    }
    expect(subjects().filter((subject) => subject.includes("hasn't said yet"))).toHaveLength(2)
  })
})

describe('somebody who would rather not be called', () => {
  async function decline(): Promise<void> {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', says('hello?'))
    expect(await phone.hears('consent 2', presses('9'))).toContain('We will not ring this phone for Robyn again.')
    await phone.ends()
  }

  const again = () => care.notified.flatMap(({ subject }) => (subject?.includes('again') ? [subject] : []))

  test('somebody who presses 9 is not rung again for this account; the members are notified once, and contacts never', async () => {
    await decline()
    expect((await consents()).calls).toMatchObject({ state: 'declined', how: 'key' })
    for (let day = 1; day < 4; day++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
      await care.dispatch()
      await care.escalate()
    }
    expect(dials()).toBe(1)
    expect(subjects()).toEqual(['Margaret Hartley would rather not be called'])
    expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
    const ended = await care.db
      .selectFrom('calls')
      .select(['status', 'reason'])
      .where('status', '<>', 'scheduled')
      .execute()
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['missed']))
  })

  test('a call that the provider did not take at first and that is then declined says that they asked not to be called', async () => {
    const callId = await daily()
    care.telephony.outcomes.push({ kind: 'not_placed', reason: '503' })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    expect((await care.call(account, callId)).status).toBe('in_progress')
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + 2 * MINUTE))
    await phone.hears('listen 1', says('hello?'))
    await phone.hears('consent 2', presses('9'))
    await phone.ends()
    expect(await care.call(account, callId)).toMatchObject({
      status: 'missed',
      reason: 'Margaret Hartley has asked not to be called.',
    })
  })

  test('another account with the same number still rings it', async () => {
    const others = await care.anAccount()
    const theirs = await care.aLovedOne(others)
    await care.aCall(others, { lovedOneId: theirs, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    await decline()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + HOUR))
    await care.dispatch()
    expect(dials()).toBe(2)
  })

  test('calls of the same account to the same phone that are queued when 9 is pressed do not leave', async () => {
    await care.aCall(account, {
      lovedOneId,
      callType: 'wellness_check',
      at: new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE),
    })
    const shared = await care.aLovedOne(account, { name: 'Jack Hartley' })
    await care.aCall(account, { lovedOneId: shared, at: new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE) })
    await decline()
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 6 * MINUTE))
    await care.dispatch()
    expect(dials()).toBe(1)
  })

  test('Call Now refuses to ring somebody who would rather not be called', async () => {
    await decline()
    const later = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + MINUTE) })
    expect(await outcomeOf(callNow(care.deps, account, later))).toBe('Margaret Hartley would rather not be called.')
  })

  test('a call that was claimed before 9 was pressed is not dialled', async () => {
    await daily()
    care.clock.set(NINE_IN_SYDNEY)
    const { claimed } = await claimDueCalls(care.deps)
    const declined = { subject: 'calls', state: 'declined', how: 'key', wording: 'x', at: NINE_IN_SYDNEY } as const
    await care.db
      .insertInto('consents')
      .values({ accountId: account.id, lovedOneId, ...declined })
      .execute()
    expect(claimed).toHaveLength(1)
    for (const dial of claimed) await dialAttempt(care.deps, dial)
    expect(dials()).toBe(0)
    expect(await care.db.selectFrom('calls').select('status').where('status', '=', 'missed').execute()).toHaveLength(1)
  })

  test('somebody who is removed and added again with that number stays declined', async () => {
    await decline()
    const again = await addLovedOne(lovedOnes(), account, {
      ...{ name: 'Mum', phoneNumber: MARGARET, timezone: 'Australia/Sydney', relationship: 'parent' },
    } as Parameters<typeof addLovedOne>[2])
    expect((await consentsOfOne(care.db, again, 'asked')).calls.state).toBe('declined')
  })

  test('the members are notified again when somebody presses 9 on the new number as well', async () => {
    await decline()
    await editLovedOne(lovedOnes(), account, lovedOneId, { phoneNumber: '0491 570 157' })
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await phone.hears('listen 1', says('hello?'))
    await phone.hears('consent 2', presses('9'))
    await phone.ends()
    expect(subjects()).toEqual(Array(2).fill('Margaret Hartley would rather not be called'))
  })

  test('the same no that is reported twice notifies the members once', async () => {
    const no = { accountId: account.id, phoneNumber: MARGARET }
    for (let time = 0; time < 2; time++) {
      await care.db.transaction().execute((trx) => applyDecline(care.deps, trx, no))
    }
    expect(subjects()).toEqual(['Margaret Hartley would rather not be called'])
  })

  test('9 on the second phone leaves that phone out from then on, and the first one rings', async () => {
    const second = await withSecondPhone({ retryAttempts: 1 })
    await daily()
    await rings(NINE_IN_SYDNEY)
    await ringsOut()
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE))
    expect(care.telephony.dialled.at(-1)?.to).toBe(second)
    await phone.hears('listen 1', SILENCE)
    await phone.hears('consent 2', presses('9'))
    await phone.ends()
    expect(subjects()).toContain("Margaret Hartley's second phone wants no calls")
    expect(subjects()).not.toContain('Margaret Hartley would rather not be called')
    care.telephony.dialled.splice(0)
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await care.dispatch()
    await ringsOut()
    care.clock.advance(5 * MINUTE)
    await care.dispatch()
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET, MARGARET])
  })

  test('a try on the second phone that was claimed before 9 was pressed there is not dialled', async () => {
    const second = await withSecondPhone({ retryAttempts: 1 })
    await daily()
    await rings(NINE_IN_SYDNEY)
    await ringsOut()
    care.clock.advance(5 * MINUTE)
    const { claimed } = await claimDueCalls(care.deps)
    await care.db
      .transaction()
      .execute((trx) => applyDecline(care.deps, trx, { accountId: account.id, phoneNumber: second }))
    expect(claimed.map(({ to }) => to)).toEqual([second])
    for (const dial of claimed) await dialAttempt(care.deps, dial)
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET])
    await care.dispatch()
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET, MARGARET])
  })

  test('a try on the second phone that was claimed before it sent STOP rings the first phone instead', async () => {
    const second = await withSecondPhone({ retryAttempts: 1 })
    await daily()
    await rings(NINE_IN_SYDNEY)
    await ringsOut()
    care.clock.advance(5 * MINUTE)
    const { claimed } = await claimDueCalls(care.deps)
    const stop = { phoneNumber: second, calls: true, texts: true, how: 'text' } as const
    await care.db.transaction().execute((trx) => refusePhone(care.deps, trx, stop))
    for (const dial of claimed) await dialAttempt(care.deps, dial)
    await care.dispatch()
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET, MARGARET])
  })

  test('9 on a second phone ends neither this call nor that of somebody who shares the first phone', async () => {
    const second = await withSecondPhone({ retryAttempts: 2 })
    const callId = await daily()
    await rings(NINE_IN_SYDNEY)
    await ringsOut()
    const bill = await care.aLovedOne(account, {
      name: 'Bill Hartley',
      phoneNumber: MARGARET,
      retryAttempts: 2,
      retryDelayMinutes: 15,
    })
    const billsCall = await care.aCall(account, { lovedOneId: bill })
    await care.dispatch()
    await ringsOut()
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE))
    expect(care.telephony.dialled.at(-1)?.to).toBe(second)
    await phone.hears('listen 1', SILENCE)
    await phone.hears('consent 2', presses('9'))
    expect(await care.call(account, billsCall)).toMatchObject({ status: 'in_progress' })
    await phone.ends()
    expect((await care.call(account, callId)).status).toBe('in_progress')
    care.telephony.dialled.splice(0)
    care.clock.advance(5 * MINUTE)
    await care.dispatch()
    expect(await care.call(account, callId)).toMatchObject({
      reason: expect.stringContaining("hasn't agreed to calls yet"),
    })
    care.clock.advance(5 * MINUTE)
    await care.dispatch()
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET])
  })

  test('only that phone takes it back: START lets the calls ring again', async () => {
    await decline()
    await care.db.transaction().execute((trx) => applyLift(care.deps, trx, MARGARET, { by: 'start' }))
    expect((await consents()).calls).toMatchObject({ state: 'agreed', how: 'text' })
    await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    expect(dials()).toBe(2)
  })

  test('START notifies the family that was declined, and no other that has the same number', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { phoneNumber: MARGARET, name: 'Peggy' })
    await decline()
    await care.db.transaction().execute((trx) => applyLift(care.deps, trx, MARGARET, { by: 'start' }))
    expect(again()).toEqual(['Margaret Hartley wants calls from Cooee again'])
    const logged = await care.db
      .selectFrom('activity')
      .select('description')
      .where('accountId', '=', other.id)
      .execute()
    expect(logged).toEqual([])
  })

  test('START after a no to all calls notifies every family that has the number, beside a decline of one', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { phoneNumber: MARGARET, name: 'Peggy' })
    await decline()
    await care.db
      .transaction()
      .execute((trx) => refusePhone(care.deps, trx, { phoneNumber: MARGARET, calls: true, texts: false, how: 'key' }))
    await care.db.transaction().execute((trx) => applyLift(care.deps, trx, MARGARET, { by: 'start' }))
    expect(again()).toEqual(['Margaret Hartley wants calls from Cooee again', 'Peggy wants calls from Cooee again'])
  })

  test('9 pressed twice in a first call stops the calls of everybody', async () => {
    await daily()
    const phone = await rings(NINE_IN_SYDNEY)
    await phone.hears('listen 1', SILENCE)
    expect(await phone.hears('consent 2', presses('99'))).toContain('Cooee will not ring this phone any more.')
    expect((await consents()).calls.state).toBe('withdrawn')
  })
})

describe('before they have agreed', () => {
  test('somebody who has not agreed is rung three times a day at most, and the account holder reads why a call was not made', async () => {
    await care.db
      .updateTable('lovedOnes')
      .set({ retryAttempts: 2, retryDelayMinutes: 5 })
      .where('id', '=', lovedOneId)
      .execute()
    const later = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR) })
    await daily()
    for (let minute = 0; minute < 30; minute++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + minute * MINUTE))
      await care.dispatch()
      const last = care.telephony.dialled.at(-1)
      await care.facts.progressed(last?.attemptId ?? 0, {
        ...{ providerCallId: last?.providerCallId ?? '', status: 'no-answer', endedStatus: 'no-answer' },
        ...{ answeredBy: null, durationSeconds: null },
      })
    }
    expect(dials()).toBe(3)
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR))
    await care.dispatch()
    expect(dials()).toBe(3)
    expect(await care.call(account, later)).toMatchObject({
      status: 'missed',
      reason: "Margaret Hartley hasn't agreed to calls yet. Until then we ring at most three times a day.",
    })
    expect(subjects()).toContain("We didn't ring Margaret Hartley at 12:00 PM")
  })

  test('somebody with two phones who has not agreed is rung three times a day on both together', async () => {
    await care.db
      .updateTable('lovedOnes')
      .set({ secondPhoneNumber: '+61491570157', retryAttempts: 3, retryDelayMinutes: 5 })
      .where('id', '=', lovedOneId)
      .execute()
    await daily()
    for (let minute = 0; minute < 30; minute++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + minute * MINUTE))
      await care.dispatch()
      await ringsOut()
    }
    expect(dials()).toBe(3)
  })

  test.each([
    ['2026-03-11T07:30:00+11:00', false],
    ['2026-03-11T08:00:00+11:00', true],
    ['2026-03-11T20:59:00+11:00', true],
    ['2026-03-11T21:00:00+11:00', false],
    // The clocks go back on the fifth of April.
    ['2026-04-05T07:59:00+10:00', false],
    ['2026-04-05T08:00:00+10:00', true],
  ])('somebody who has not agreed is rung from 8 AM to 9 PM on their own clock: %s', async (at, rung) => {
    await care.aCall(account, { lovedOneId, at: new Date(at) })
    care.clock.set(new Date(at))
    await care.dispatch()
    expect(dials()).toBe(rung ? 1 : 0)
  })

  test('a number that is changed is asked again: nobody there has agreed', async () => {
    await agree()
    await editLovedOne(lovedOnes(), account, lovedOneId, { phoneNumber: '0491 570 157' })
    expect((await consents()).calls).toMatchObject({ state: 'not_asked', how: 'number_changed' })
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    expect(await phone.hears('listen 1', SILENCE)).toContain('Press 9 if you would rather not be called.')
  })
})

describe('words and recordings', () => {
  test('somebody who has agreed and is well is asked once, in a later call, whether the family may read their words', async () => {
    await agree()
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await phone.hears('listen 1', SILENCE)
    expect(await phone.hears('question 2', presses('1'))).toBe(
      'You pressed 1. Thank you. One more thing. May Robyn read what you say on these calls? Press 1 if that is all right. Press 9 if you would rather not.',
    )
    expect(await phone.hears('ask_more 3', presses('9'))).toBe('You pressed 9. Thank you. Goodbye.')
    await phone.ends()
    expect((await consents()).words).toMatchObject({ state: 'declined', how: 'key' })
    const next = await rings(new Date(NINE_IN_SYDNEY.getTime() + 2 * DAY))
    await next.hears('listen 1', SILENCE)
    expect(await next.hears('question 2', presses('1'))).toBe('You pressed 1. Thank you. Goodbye.')
  })

  test('a 1 that is pressed twice agrees to nothing that was not heard', async () => {
    const before = care.deps.timing
    care.deps.timing = { ...before, spokenWordMs: 350 }
    try {
      await agree()
      const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
      await phone.hears('listen 1', SILENCE)
      care.clock.advance(15_000)
      await phone.hears('question 2', presses('1'))
      care.clock.advance(1_000)
      expect(await phone.hears('ask_more 3', presses('1'))).toBe(
        'Sorry, I was still speaking. One more thing. May Robyn read what you say on these calls? Press 1 if that is all right. Press 9 if you would rather not.',
      )
      expect((await consents()).words.state).toBe('not_asked')
      care.clock.advance(10_000)
      await phone.hears('ask_more 4', presses('1'))
      expect((await consents()).words).toMatchObject({ state: 'agreed', how: 'key' })
    } finally {
      care.deps.timing = before
    }
  })

  test('help counts where somebody is asked whether the family may read their words', async () => {
    await agree()
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', presses('1'))
    await phone.hears('ask_more 3', presses('2'))
    expect(await care.db.selectFrom('incidents').select('cause').execute()).toEqual([{ cause: 'help' }])
  })

  test('help that is asked for in words raises the alarm without them where the family may not read them', async () => {
    await agree()
    const at = care.clock.now()
    const declined = { subject: 'words', state: 'declined', how: 'key', wording: 'x', at } as const
    await care.db
      .insertInto('consents')
      .values({ accountId: account.id, lovedOneId, ...declined })
      .execute()
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + DAY))
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says('I have fallen in the bath, please help me'))
    await phone.hears('confirm_help 3', presses('2'))
    expect(await care.db.selectFrom('incidentCauses').select(['cause', 'heard']).execute()).toEqual([
      { cause: 'help', heard: null },
    ])
    expect(care.notified.length).toBeGreaterThan(0)
    for (const { text } of care.notified) expect(text).not.toContain('bath')
  })

  test('calls are recorded only after somebody has agreed to that, and 9 then 2 stops it at once', async () => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: true }).where('id', '=', lovedOneId).execute()
    await agree()
    const isRecorded = async () =>
      (await care.db.selectFrom('attempts').select('isRecorded').orderBy('id', 'desc').limit(1).executeTakeFirst())
        ?.isRecorded
    for (const [day, about] of [
      [1, 'read what you say'],
      [2, 'record them'],
    ] as const) {
      const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
      expect(await isRecorded()).toBe(false)
      await phone.hears('listen 1', SILENCE)
      expect(await phone.hears('question 2', presses('1'))).toContain(about)
      await phone.hears('ask_more 3', presses('1'))
      await phone.ends()
    }
    expect((await consents()).recording.state).toBe('agreed')
    const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + 3 * DAY))
    expect(await isRecorded()).toBe(true)
    await phone.hears('listen 1', SILENCE)
    await phone.hears('announce 2', SILENCE)
    expect(await phone.hears('question 3', presses('9'))).toContain('To stop recording only, press 2.')
    expect(await phone.hears('refusal_offer 4', presses('2'))).toContain('We do not record your calls any more.')
    expect((await consents()).recording).toMatchObject({ state: 'withdrawn', how: 'key' })
    const { recordCalls } = await care.db.selectFrom('lovedOnes').select('recordCalls').executeTakeFirstOrThrow()
    expect(recordCalls).toBe(false)
    const log = await care.db.selectFrom('activity').select('description').orderBy('id').execute()
    expect(log.flatMap(({ description }) => (/ yes to /.test(description) ? [description] : []))).toEqual([
      'Margaret Hartley said yes to calls',
      'Margaret Hartley said yes to sharing what is said in calls',
      'Margaret Hartley said yes to recorded calls',
      'Margaret Hartley took back their yes to recorded calls',
    ])
    expect(await isRecorded()).toBe(false)
    expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  })

  test('people who were called before anybody was asked hear about key 9 once', async () => {
    const at = new Date(NINE_IN_SYDNEY.getTime() - DAY)
    for (const subject of ['calls', 'words'] as const) {
      const agreed = { subject, state: 'agreed', how: 'upgrade', wording: 'upgrade', at } as const
      await care.db
        .insertInto('consents')
        .values({ accountId: account.id, lovedOneId, ...agreed })
        .execute()
    }
    await daily()
    const said: string[] = []
    for (let day = 0; day < 2; day++) {
      const phone = await rings(new Date(NINE_IN_SYDNEY.getTime() + day * DAY))
      await phone.hears('listen 1', SILENCE)
      said.push(await phone.hears('question 2', presses('1')))
      await phone.ends()
    }
    expect(said).toEqual([
      'You pressed 1. If you ever want these calls to stop, press 9 while we talk. Thank you. Goodbye.',
      'You pressed 1. Thank you. Goodbye.',
    ])
  })

  test('the ledger is added to and never changed', async () => {
    await agree()
    await expect(care.db.updateTable('consents').set({ state: 'declined' }).execute()).rejects.toThrow('ledger')
  })
})

describe('Try it together', () => {
  test('Try it together rings now, is the first call, and notifies nobody when nobody picks up', async () => {
    const callId = await tryTogether(care.deps, account, lovedOneId)
    expect(await tryTogether(care.deps, account, lovedOneId)).toBe(callId)
    await care.dispatch()
    expect(dials()).toBe(1)
    const last = care.telephony.dialled.at(-1)
    await care.facts.progressed(last?.attemptId ?? 0, {
      ...{ providerCallId: last?.providerCallId ?? '', status: 'no-answer', endedStatus: 'no-answer' },
      ...{ answeredBy: null, durationSeconds: null },
    })
    care.clock.advance(HOUR)
    await care.dispatch()
    await care.escalate()
    expect(dials()).toBe(1)
    expect(care.notified).toEqual([])
    expect(await care.call(account, callId)).toMatchObject({
      isRehearsal: true,
      status: 'missed',
      finding: 'no_answer',
    })
  })

  test('Try it together finds a person who agrees, and the call of the next day asks at once how they are', async () => {
    const callId = await tryTogether(care.deps, account, lovedOneId)
    await care.dispatch()
    const phone = await pickedUp()
    expect(await phone.hears('listen 1', SILENCE)).toContain('Robyn would like us to ring you now and then.')
    await phone.hears('consent 2', presses('1'))
    await phone.hears('question 3', presses('1'))
    await phone.ends()
    expect(await care.call(account, callId)).toMatchObject({ status: 'completed', finding: 'person' })
    await daily()
    const next = await rings(NINE_IN_SYDNEY)
    expect(await next.hears('listen 1', SILENCE)).not.toContain('Press 9')
  })

  test('Try it together refuses a loved one of somebody else, somebody who declined, and the night', async () => {
    const others = await care.anAccount()
    expect(await outcomeOf(tryTogether(care.deps, others, lovedOneId))).toBe('Loved one not found')
    care.clock.set(new Date('2026-03-10T21:30:00+11:00'))
    expect(await outcomeOf(tryTogether(care.deps, account, lovedOneId))).toContain('we only ring between 8 AM and 9 PM')
    await care.db
      .insertInto('consents')
      .values({
        ...{ accountId: account.id, lovedOneId, subject: 'calls', state: 'declined', how: 'key', wording: 'x' },
        at: care.clock.now(),
      })
      .execute()
    expect(await outcomeOf(tryTogether(care.deps, account, lovedOneId))).toBe(
      'Margaret Hartley would rather not be called.',
    )
  })

  test('Try it together is refused after three rings in a day on two phones together', async () => {
    const second = { secondPhoneNumber: '+61491570157', retryAttempts: 2, retryDelayMinutes: 5 }
    await care.db.updateTable('lovedOnes').set(second).where('id', '=', lovedOneId).execute()
    await care.aCall(account, { lovedOneId, at: NINE_IN_SYDNEY })
    for (let minute = 0; minute < 30; minute++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + minute * MINUTE))
      await care.dispatch()
      await ringsOut()
    }
    expect(care.telephony.dialled.map(({ to }) => to)).toEqual([MARGARET, '+61491570157', '+61491570157'])
    expect(await outcomeOf(tryTogether(care.deps, account, lovedOneId))).toContain('at most three times a day')
  })

  test('a request for help in a rehearsal is reported like every other', async () => {
    await tryTogether(care.deps, account, lovedOneId)
    await care.dispatch()
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('consent 2', presses('1'))
    await phone.hears('question 3', presses('2'))
    expect(await care.db.selectFrom('incidents').select('cause').execute()).toEqual([{ cause: 'help' }])
  })
})
