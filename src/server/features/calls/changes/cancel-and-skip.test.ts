import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

let cooee: CallsFixture
let carer: SignedIn
let margaret: number
beforeAll(async () => {
  cooee = await callsFixture()
  carer = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(carer)
})
afterAll(() => cooee.close())
afterEach(() => cooee.everybodyHangsUp())

const newestActivity = async () => (await carer.get('/api/activity?limit=1')).json()[0]

/** A call that was dialled, and the next call of its schedule. */
async function aCallUnderWay(fields: Record<string, unknown> = {}) {
  const call = await cooee.aCall(carer, {
    lovedOneId: margaret,
    scheduledTime: TUESDAY_ELEVEN.toISOString(),
    ...fields,
  })
  await cooee.dispatch()
  return call
}

describe('cancelling', () => {
  test('cancelling a one-off call removes it; the activity log keeps the fact', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const answer = await carer.delete(`/api/calls/${call.id}`)
    expect([answer.statusCode, answer.body]).toEqual([204, ''])
    expect((await carer.get(`/api/calls/${call.id}`)).statusCode).toBe(404)
    expect((await carer.delete(`/api/calls/${call.id}`)).statusCode).toBe(404)
    expect(await newestActivity()).toMatchObject({
      activityType: 'call_cancelled',
      description: 'Daily Check-in for Margaret Hartley cancelled',
    })
  })

  test('cancelling a recurring call ends its whole schedule and keeps its history', async () => {
    const before = await aCallUnderWay({ recurrencePattern: 'daily' })
    await cooee.endCall(before.id)
    const [next] = await cooee.list(carer, 'recurring')
    expect((await carer.delete(`/api/calls/${next?.id}`)).statusCode).toBe(204)
    expect(await newestActivity()).toMatchObject({
      description: 'Recurring Daily Check-in for Margaret Hartley cancelled',
    })
    expect(await cooee.list(carer, 'recurring')).toEqual([])
    expect(await cooee.call(carer, before.id)).toMatchObject({ status: 'completed', recurrencePattern: 'daily' })
  })

  test('cancelling the schedule of a call that is under way books nothing after it', async () => {
    const call = await aCallUnderWay({ recurrencePattern: 'daily' })
    const [next] = await cooee.list(carer, 'recurring')
    await carer.delete(`/api/calls/${next?.id}`)
    await cooee.moveTo(new Date('2026-03-13T00:00:00Z'))
    await cooee.dispatch()
    await cooee.moveTo(TUESDAY_ELEVEN)
    expect(await cooee.list(carer, 'recurring')).toEqual([])
    expect(await cooee.call(carer, call.id)).toMatchObject({ status: 'missed', reason: 'Cancelled while it rang.' })
  })

  test('cancelling a call that rings ends it, and its page and the activity log say so', async () => {
    const call = await aCallUnderWay()
    expect((await carer.delete(`/api/calls/${call.id}`)).statusCode).toBe(204)
    const cancelled = await cooee.call(carer, call.id)
    expect(cancelled).toMatchObject({ status: 'missed', wasCancelled: true, reason: 'Cancelled while it rang.' })
    expect(cancelled.timeline.at(-1)).toMatchObject({ kind: 'cancelled', text: 'Cancelled while it rang.' })
    expect(await newestActivity()).toMatchObject({
      activityType: 'call_cancelled',
      description: 'Daily Check-in with Margaret Hartley cancelled',
    })
    expect((await cooee.list(carer, 'upcoming')).map(({ id }) => id)).not.toContain(call.id)
  })

  test('cancelling a call that has ended is refused', async () => {
    const call = await aCallUnderWay()
    await cooee.endCall(call.id, 'missed')
    expect((await carer.delete(`/api/calls/${call.id}`)).statusCode).toBe(409)
    expect((await carer.delete(`/api/calls/${call.id}?only=call`)).statusCode).toBe(409)
  })

  test('cancelling only the call of a schedule that rings leaves the schedule as it is', async () => {
    const call = await aCallUnderWay({ recurrencePattern: 'daily' })
    expect((await carer.delete(`/api/calls/${call.id}?only=call`)).statusCode).toBe(204)
    expect(await cooee.call(carer, call.id)).toMatchObject({ status: 'missed', wasCancelled: true })
    const [next] = await cooee.list(carer, 'recurring')
    expect(next).toMatchObject({ status: 'scheduled', wasCancelled: false })
    expect((await carer.delete(`/api/calls/${next?.id}?only=call`)).statusCode).toBe(409)
    await carer.delete(`/api/calls/${next?.id}`)
  })

  test('cancelling a recurring call in the moment in which it is dialled still ends its schedule', async () => {
    const call = await aCallUnderWay({ recurrencePattern: 'daily' })
    expect((await carer.delete(`/api/calls/${call.id}`)).statusCode).toBe(204)
    expect(await cooee.list(carer, 'recurring')).toEqual([])
    expect(await cooee.call(carer, call.id)).toMatchObject({ status: 'missed', wasCancelled: true })
  })
})

describe('skipping', () => {
  test('skipping moves a recurring call on to its following time, as often as it is asked for', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'weekdays' })
    const skipped = await carer.post(`/api/calls/${call.id}/skip`)
    expect(skipped.statusCode).toBe(200)
    expect(skipped.json()).toEqual({
      ...call,
      scheduledTime: '2026-03-11T22:00:00.000Z',
      skippedTimes: [call.scheduledTime],
      catchUpAt: null,
      timeline: [{ ...call.timeline[0], text: 'Booked for Mar 12, 2026 9:00 AM' }],
    })
    expect(await newestActivity()).toMatchObject({
      activityType: 'call_skipped',
      metadata: { details: 'The 9:00 AM call on Mar 11, 2026' },
    })
    expect(cooee.jobs.sent.at(-1)).toMatchObject({ startAfter: new Date('2026-03-11T22:00:00Z') })
    const again = await carer.post(`/api/calls/${call.id}/skip`)
    expect(again.json()).toMatchObject({ scheduledTime: '2026-03-12T22:00:00.000Z' })
  })

  test('skipping pressed twice at once skips two times, never the same one', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const answers = await Promise.all([1, 2].map(() => carer.post(`/api/calls/${call.id}/skip`)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    expect(await cooee.call(carer, call.id)).toMatchObject({ scheduledTime: '2026-03-12T22:00:00.000Z' })
  })

  test('skipping a call that is named by its time happens once, however often it is asked for', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const skip = () => carer.post(`/api/calls/${call.id}/skip`, { scheduledTime: call.scheduledTime })
    expect((await skip()).statusCode).toBe(200)
    expect((await skip()).statusCode).toBe(409)
    expect(await cooee.call(carer, call.id)).toMatchObject({ scheduledTime: '2026-03-11T22:00:00.000Z' })
  })

  test('skips are restored one after the other, each once, and the activity log says so', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const undo = (scheduledTime: string) => carer.post(`/api/calls/${call.id}/skip/undo`, { scheduledTime })
    expect((await undo(call.scheduledTime)).statusCode, 'nothing was skipped').toBe(409)
    const second = (await carer.post(`/api/calls/${call.id}/skip`)).json().scheduledTime
    await carer.post(`/api/calls/${call.id}/skip`)
    expect((await undo(call.scheduledTime)).statusCode, 'the last one first').toBe(409)
    expect((await undo(second)).json()).toMatchObject({ scheduledTime: second, skippedTimes: [call.scheduledTime] })
    expect((await undo(second)).statusCode, 'pressed twice').toBe(409)
    expect((await undo(call.scheduledTime)).json()).toMatchObject({
      scheduledTime: call.scheduledTime,
      skippedTimes: [],
    })
    expect(await newestActivity()).toMatchObject({
      description: 'Daily Check-in for Margaret Hartley is back on',
    })
    expect(cooee.jobs.sent.at(-1)).toMatchObject({ startAfter: new Date(call.scheduledTime) })
  })

  test('a skip cannot be restored once the schedule was changed, or the time has passed', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret, recurrencePattern: 'daily' })
    const undo = () => carer.post(`/api/calls/${call.id}/skip/undo`, { scheduledTime: call.scheduledTime })
    await carer.post(`/api/calls/${call.id}/skip`)
    await cooee.moveTo(new Date(call.scheduledTime))
    expect((await undo()).json().message).toBe("It's too late: the time of the skipped call has passed.")
    await cooee.moveTo(TUESDAY_ELEVEN)
    const edit = { scheduledTime: '2026-03-12T10:00:00+11:00' }
    expect((await carer.patch(`/api/calls/${call.id}`, edit)).json()).toMatchObject({ skippedTimes: [] })
    expect((await undo()).statusCode).toBe(409)
  })

  test('skipping a one-off call is refused', async () => {
    const call = await cooee.aCall(carer, { lovedOneId: margaret })
    const answer = await carer.post(`/api/calls/${call.id}/skip`)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('Cancel this call instead')
    expect(await cooee.call(carer, call.id)).toEqual(call)
  })

  test('skipping a call that was dialled is refused', async () => {
    const call = await aCallUnderWay({ recurrencePattern: 'daily' })
    expect((await carer.post(`/api/calls/${call.id}/skip`)).statusCode).toBe(409)
  })
})

test('removing a loved one removes their calls and no other’s', async () => {
  const leaving = await cooee.aLovedOne(carer, { name: 'Bill Hartley' })
  const [once, daily] = [
    await cooee.aCall(carer, { lovedOneId: leaving }),
    await cooee.aCall(carer, { lovedOneId: leaving, recurrencePattern: 'daily' }),
  ]
  const stays = await cooee.aCall(carer, { lovedOneId: await cooee.aLovedOne(carer) })
  expect((await carer.delete(`/api/loved-ones/${leaving}`)).statusCode).toBe(204)
  for (const { id } of [once, daily]) expect((await carer.get(`/api/calls/${id}`)).statusCode).toBe(404)
  expect(await cooee.call(carer, stays.id)).toEqual(stays)
  expect(await newestActivity()).toMatchObject({ activityType: 'loved_one_removed' })
  cooee.telephony.clear()
  await cooee.moveTo(new Date('2026-03-10T22:00:00Z'))
  await cooee.dispatch()
  const dialled = await cooee.db
    .selectFrom('attempts')
    .select('callId')
    .where('startedAt', '=', cooee.clock.now())
    .execute()
  expect(dialled.map(({ callId }) => callId)).toContain(stays.id)
  expect(dialled).toHaveLength(cooee.telephony.dialled.length)
})
