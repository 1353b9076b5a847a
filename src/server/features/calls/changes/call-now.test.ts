import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CALL_INITIATED_MESSAGE } from '#contract/calls/calls.ts'
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

describe('Call Now', () => {
  test('Call Now brings a one-off call forward: it is the same call, and the phone rings', async () => {
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

  test('Call Now gives a recurring call an extra one and leaves its schedule alone', async () => {
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
    '%s, pressed fifty times at once while the dials are made, rings once',
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

  test('Call Now on a call that rings already starts nothing more', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await press(call.id)
    await cooee.dispatch()
    const answer = await press(call.id)
    expect([answer.statusCode, answer.json().call.status]).toEqual([202, 'in_progress'])
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('Call Now can bring forward again a call that was brought forward and postponed', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await press(call.id)
    await carer.patch(`/api/calls/${call.id}`, { scheduledTime: '2026-03-12T00:00:00Z' })
    cooee.clock.advance(1_000)
    expect((await press(call.id)).json().call.scheduledTime).toBe(cooee.clock.now().toISOString())
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('Call Now on a recurring call that is due at this very moment rings that call, and no extra one as well', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(call.scheduledTime))
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(202)
    expect(answer.json().call).toMatchObject({ id: call.id })
    await cooee.dispatch()
    expect(await cooee.call(carer, call.id)).toMatchObject({ status: 'in_progress' })
    const ofMargaret = cooee.db.selectFrom('calls').where('lovedOneId', '=', margaret)
    expect(await ofMargaret.select('id').where('extraOfScheduleId', 'is not', null).execute()).toEqual([])
  })

  test('Call Now on a recurring call that is due in a moment rings that call, since the clocks of two machines differ by as much', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(Date.parse(call.scheduledTime) - 1_000))
    expect((await press(call.id)).json().call.id).toBe(call.id)
    const ofMargaret = cooee.db.selectFrom('calls').where('lovedOneId', '=', margaret)
    expect(await ofMargaret.select('id').where('extraOfScheduleId', 'is not', null).execute()).toEqual([])
  })

  test('Call Now on a recurring call, pressed seconds before it is due and again when it is, makes one extra call', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(Date.parse(call.scheduledTime) - 4_000))
    const before = await press(call.id)
    await cooee.moveTo(new Date(call.scheduledTime))
    const whenDue = await press(call.id)
    await cooee.dispatch()
    const whileItRings = await press(call.id)
    const extraId = before.json().call.id
    expect(extraId).not.toBe(call.id)
    expect([whenDue, whileItRings].map((answer) => answer.json().call.id)).toEqual([extraId, extraId])
  })

  test('Call Now gives an extra call to a recurring call that may not ring any more, and whose end is not written yet', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    await cooee.moveTo(new Date(Date.parse(call.scheduledTime) + 61 * 60_000))
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(202)
    expect(answer.json().call.id).not.toBe(call.id)
  })

  test('Call Now on a recurring call after its extra call has ended makes another extra call', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const first = (await press(call.id)).json().call.id
    await cooee.dispatch()
    await cooee.endCall(first)
    const second = (await press(call.id)).json().call.id
    expect(second).not.toBe(first)
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(2)
  })

  test.each([
    ['completed', 'Margaret Hartley has already answered this call.'],
    ['failed', "We couldn't make this call in time."],
    ['missed', "We couldn't make this call in time."],
    ['voicemail', 'An answering machine picked up this call.'],
  ] as const)('Call Now on a call that is %s is refused with a sentence that says so', async (status, words) => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await cooee.endCall(call.id, status)
    const answer = await press(call.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe(`${words} To ring again, schedule a new call.`)
  })

  test('an extra call that ends at the very moment of the next press makes room for another', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const first: number = (await press(call.id)).json().call.id
    // Ends it between the statement that finds it open and the statement that reads it.
    await sql`create function end_first() returns trigger language plpgsql as $$ begin
        update calls set status = 'completed', dial_at = null, dial_by = null, ended_at = now()
        where id = ${sql.lit(first)} and status = 'scheduled';
        return null;
      end $$`.execute(cooee.db)
    await sql`create trigger end_first after insert on calls for each statement execute function end_first()`.execute(
      cooee.db,
    )
    const answer = await press(call.id)
    await sql`drop function end_first cascade`.execute(cooee.db)
    expect(answer.statusCode).toBe(202)
    expect(answer.json().call.id).not.toBe(first)
    await cooee.dispatch()
    expect(cooee.telephony.dialled).toHaveLength(1)
  })

  test('more than sixty presses of Call Now an hour, also at once, are refused with the time to wait; the calls stay where they were', async () => {
    const calls = await Promise.all(Array.from({ length: 62 }, () => cooee.aCall(carer, { lovedOneId: margaret })))
    const answers = await Promise.all(calls.map(({ id }) => press(id)))
    const refused = calls.filter((_call, index) => answers[index]?.statusCode === 429)
    expect(answers.filter(({ statusCode }) => statusCode === 202)).toHaveLength(60)
    expect(refused).toHaveLength(2)
    for (const call of refused) expect(await cooee.call(carer, call.id)).toEqual(call)

    const daily = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const answer = await press(daily.id)
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([429, '3600'])
    expect(await cooee.list(carer, 'recurring')).toEqual([expect.objectContaining({ id: daily.id })])
    expect(await cooee.list(carer, 'upcoming')).toHaveLength(63)

    cooee.clock.advance(3_600_000)
    expect((await press(daily.id)).statusCode).toBe(202)
  })

  test('a press of Call Now that starts nothing uses up nothing', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    await press(call.id)
    await cooee.dispatch()
    for (let times = 0; times < 70; times += 1) expect((await press(call.id)).statusCode).toBe(202)
    const another = await cooee.aCall(carer, { lovedOneId: margaret })
    expect((await press(another.id)).statusCode).toBe(202)
  })
})
