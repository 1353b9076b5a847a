import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALL_INITIATED_MESSAGE } from '#contract/calls.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let margaret: number
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  cooee.telephony.clear()
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer)
})

const press = (callId: number) => carer.post(`/api/calls/${callId}/call-now`)

describe('calling now', () => {
  test('brings a one-off call forward: it is the same call, and the phone rings', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toMatchObject({
      message: CALL_INITIATED_MESSAGE,
      call: { id: call.id, scheduledTime: TUESDAY_ELEVEN.toISOString() },
    })
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
    await cooee.moveTo(new Date(call.scheduledTime))
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('gives a recurring call an extra one and leaves its schedule alone', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(202)
    expect(answer.json().call.id).not.toBe(call.id)
    expect(answer.json().call).toMatchObject({ recurrencePattern: 'once', callType: 'daily_check_in' })
    expect(await cooee.call(carer, call.id)).toEqual(call)
    expect(await cooee.list(carer, 'recurring')).toMatchObject([{ id: call.id }])
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
    expect(await cooee.call(carer, call.id)).toEqual(call)
  })

  test.each(['once', 'daily'])(
    '%s, pressed fifty times at once while the phones go out, rings once',
    async (recurrencePattern) => {
      const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern })
      const answers = await Promise.all(
        Array.from({ length: 50 }, async () => {
          const answer = await press(call.id)
          cooee.dispatcher.wake()
          return answer
        }),
      )
      await cooee.dispatch()
      expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([202]))
      expect(new Set(answers.map((answer) => answer.json().call.id)).size).toBe(1)
      expect(cooee.telephony.dialled).toHaveLength(1)
      const { calls } = await cooee.db
        .selectFrom('calls')
        .select((eb) => eb.fn.countAll<number>().as('calls'))
        .where('lovedOneId', '=', margaret)
        .executeTakeFirstOrThrow()
      expect(calls).toBe(recurrencePattern === 'once' ? 1 : 2)
    },
  )

  test('a call that rings already starts nothing more', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await press(call.id)
    await cooee.dispatch()
    const answer = await press(call.id)
    expect([answer.statusCode, answer.json().call.status]).toEqual([202, 'in_progress'])
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('a call that was brought forward and put off again can be brought forward again', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await press(call.id)
    await carer.patch(`/api/calls/${call.id}`, { scheduledTime: '2026-03-12T00:00:00Z' })
    cooee.clock.advance(1_000)
    expect((await press(call.id)).json().call.scheduledTime).toBe(cooee.clock.now().toISOString())
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('a recurring call once more after its extra call has ended is another extra call', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const first = (await press(call.id)).json().call.id
    await cooee.dispatch()
    await cooee.endCall(first)
    const second = (await press(call.id)).json().call.id
    expect(second).not.toBe(first)
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(2)
  })

  test.each(['completed', 'failed', 'missed', 'voicemail'] as const)('a call that is %s is refused', async (status) => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await cooee.endCall(call.id, status)
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('already taken place')
  })

  test('more than sixty an hour is refused with the time to wait; the call stays where it was', async () => {
    await cooee.db
      .insertInto('calls')
      .values(
        Array.from({ length: 60 }, () => ({
          accountId: carer.user.id,
          lovedOneId: margaret,
          callType: 'daily_check_in' as const,
          scheduledFor: TUESDAY_ELEVEN,
          calledNowAt: new Date(TUESDAY_ELEVEN.getTime() - 1_800_000),
          status: 'completed' as const,
          endedAt: TUESDAY_ELEVEN,
        })),
      )
      .execute()
    const [once, daily] = [
      await cooee.aCall(carer, { lovedOneId: margaret }),
      await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' }),
    ]
    for (const call of [once, daily]) {
      const answer = await press(call.id)
      expect(answer.statusCode).toBe(429)
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(await cooee.call(carer, call.id)).toEqual(call)
    }
    expect(await cooee.list(carer, 'upcoming')).toHaveLength(2)
    cooee.clock.advance(1_800_001)
    expect((await press(once.id)).statusCode).toBe(202)
  })
})
