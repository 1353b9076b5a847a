import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { weekSchema } from '#contract/calls/week.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { callsFixture, TUESDAY_ELEVEN } from '#test/calls-fixture.ts'

// Tuesday 10 March 2026, 11:00 in Sydney.
const cooee = await callsFixture()
afterAll(() => cooee.close())

let robyn: SignedIn
let margaret: number
beforeEach(async () => {
  await cooee.moveTo(TUESDAY_ELEVEN)
  robyn = await cooee.aRegisteredAccount()
  margaret = await cooee.aLovedOne(robyn, { name: 'Margaret Hartley' })
})

/** 9:00 in Sydney on a day of March 2026. */
const nineOn = (day: number) => at(day, '09:00')
const at = (day: number, time: string) => `2026-03-${String(day).padStart(2, '0')}T${time}:00+11:00`
const aDaily = (fields = {}) =>
  cooee.aCall(robyn, { lovedOneId: margaret, scheduledTime: nineOn(11), recurrencePattern: 'daily', ...fields })
const change = (callId: number, how: 'move' | 'skip' | 'restore', body: unknown, carer = robyn) =>
  carer.post(`/api/calls/${callId}/occurrence/${how}`, body)
const moves = (callId: number, occurrence: string, scheduledTime: string, more = {}) =>
  change(callId, 'move', { occurrence, scheduledTime, ...more })
const isDone = async (answer: Promise<{ statusCode: number; body: string }>, status = 204) => {
  const { statusCode, body } = await answer
  expect(statusCode, body).toBe(status)
}
/** "11 09:00 rings": what the week says, on Sydney's clock. */
async function week(query = 'from=2026-03-10', carer = robyn): Promise<string[]> {
  const answer = await carer.get(`/api/calls/week?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return weekSchema
    .parse(answer.json())
    .people.flatMap(({ calls }) => calls)
    .map(
      ({ at, state, occurrence }) =>
        `${shown(at)} ${state}${occurrence && occurrence !== at ? ` for ${shown(occurrence)}` : ''}`,
    )
}
const shown = (at: string) => {
  const local = new Date(Date.parse(at) + 11 * 3_600_000).toISOString()
  return `${local.slice(8, 10)} ${local.slice(11, 16)}`
}
/** Rings everything that is due until then, and returns when. */
async function ringsUntil(until: string): Promise<string[]> {
  const rung: string[] = []
  for (;;) {
    const due = (await cooee.list(robyn, 'upcoming'))[0]
    if (!due || due.scheduledTime > new Date(until).toISOString()) return rung
    await cooee.moveTo(new Date(due.scheduledTime))
    await cooee.dispatch()
    rung.push(shown(due.scheduledTime))
    await cooee.endCall(due.id)
  }
}

describe('one occurrence at another time', () => {
  test('rings then and not at its regular time, and the next ones ring as usual', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(11), at(11, '10:30')), 200)
    expect(await week()).toEqual([
      '11 10:30 rings for 11 09:00',
      '12 09:00 rings',
      '13 09:00 rings',
      '14 09:00 rings',
      '15 09:00 rings',
      '16 09:00 rings',
    ])
    expect(await ringsUntil(nineOn(13))).toEqual(['11 10:30', '12 09:00', '13 09:00'])
  })

  test('stands among the upcoming calls with its regular time', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(11), at(11, '10:30')), 200)
    const upcoming = await cooee.list(robyn, 'upcoming')
    expect(upcoming.map(({ scheduledTime, movedFrom }) => [scheduledTime, movedFrom])).toEqual([
      [new Date(at(11, '10:30')).toISOString(), new Date(nineOn(11)).toISOString()],
      [new Date(nineOn(12)).toISOString(), null],
    ])
  })

  test('may ring earlier, the day before and days later, also past the next ones, which ring in between', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(13), at(12, '15:00')), 200)
    await isDone(moves(id, nineOn(12), at(14, '20:00')), 200)
    expect(await ringsUntil(at(15, '10:00'))).toEqual(['11 09:00', '12 15:00', '14 09:00', '14 20:00', '15 09:00'])
  })

  test('a moved occurrence can be restored, and rings at its regular time, whatever was skipped around it', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(11), at(11, '10:30')), 200)
    await isDone(robyn.post(`/api/calls/${id}/skip`), 200)
    await isDone(change(id, 'restore', { occurrence: nineOn(11) }))
    expect((await week()).slice(0, 3)).toEqual(['11 09:00 rings', '12 09:00 skipped', '13 09:00 rings'])
    await isDone(change(id, 'restore', { occurrence: nineOn(12) }))
    expect((await change(id, 'restore', { occurrence: nineOn(12) })).statusCode).toBe(409)
    expect(await ringsUntil(nineOn(13))).toEqual(['11 09:00', '12 09:00', '13 09:00'])
  })

  test('an occurrence is moved once, however often that is requested', async () => {
    const { id } = await aDaily()
    const answers = await Promise.all([1, 2, 3].map(() => moves(id, nineOn(12), at(12, '10:00'))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409])
    expect(await ringsUntil(nineOn(13))).toEqual(['11 09:00', '12 10:00', '13 09:00'])
  })

  test('moving an occurrence is refused where it does not ring, is past, too far away, at night, or meets its own schedule', async () => {
    const { id } = await aDaily()
    const refused = async (occurrence: string, to: string) => {
      const { statusCode, ...answer } = await moves(id, occurrence, to)
      return [statusCode, answer.json().errors?.[0]?.path]
    }
    expect(await refused(at(11, '09:01'), at(11, '10:00'))).toEqual([409, undefined])
    expect(await refused(nineOn(10), at(11, '10:00'))).toEqual([409, undefined])
    expect(await refused(nineOn(11), at(10, '10:00'))).toEqual([400, 'scheduledTime'])
    expect(await refused(nineOn(11), at(19, '10:00'))).toEqual([400, 'scheduledTime'])
    expect(await refused(nineOn(11), nineOn(13))).toEqual([400, 'scheduledTime'])
    expect(await refused(nineOn(11), nineOn(11))).toEqual([400, 'scheduledTime'])
    expect(await refused(nineOn(11), at(11, '22:00'))).toEqual([400, 'confirmNight'])
    await isDone(moves(id, nineOn(11), at(11, '22:00'), { confirmNight: true }), 200)
    const once = await cooee.aCall(robyn, { lovedOneId: margaret, scheduledTime: at(20, '15:00') })
    expect((await moves(once.id, at(20, '15:00'), at(20, '16:00'))).statusCode).toBe(409)
    expect(
      await cooee.db
        .selectFrom('occurrenceChanges')
        .selectAll()
        .where('accountId', '=', robyn.user.circle.id)
        .execute(),
    ).toHaveLength(1)
  })

  test('belongs to one account', async () => {
    const { id } = await aDaily()
    const con = await cooee.aRegisteredAccount()
    const body = { occurrence: nineOn(11), scheduledTime: at(11, '10:00') }
    for (const how of ['move', 'skip', 'restore'] as const)
      expect((await change(id, how, body, con)).statusCode).toBe(404)
    expect((await con.get(`/api/calls/week?lovedOneId=${margaret}`)).statusCode).toBe(404)
    expect(await week('from=2026-03-10', con)).toEqual([])
  })

  test('a moved occurrence is cancelled with its schedule, and skipped when it is cancelled alone', async () => {
    const { id } = await aDaily()
    const moved = (await moves(id, nineOn(12), at(12, '10:00'))).json().callId
    await isDone(moves(id, nineOn(13), at(13, '10:00')), 200)
    await isDone(robyn.delete(`/api/calls/${moved}`))
    expect((await week()).slice(0, 4)).toEqual([
      '11 09:00 rings',
      '12 09:00 skipped',
      '13 10:00 rings for 13 09:00',
      '14 09:00 rings',
    ])
    await isDone(robyn.delete(`/api/calls/${id}`))
    expect(await week()).toEqual([])
  })

  test('keeps its time on the wall when the loved one moves zone, and its regular time stays changed', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(12), at(12, '10:00')), 200)
    await isDone(robyn.patch(`/api/loved-ones/${margaret}`, { timezone: 'Australia/Perth' }), 200)
    // Perth is three hours behind Sydney in March.
    expect((await week()).slice(0, 3)).toEqual(['11 12:00 rings', '12 13:00 rings for 12 12:00', '13 12:00 rings'])
    expect(await ringsUntil(at(13, '12:00'))).toEqual(['11 12:00', '12 13:00', '13 12:00'])
  })

  test('rings at its new time on the wall over the end of daylight saving', async () => {
    await cooee.moveTo(new Date('2026-04-03T11:00:00+11:00'))
    robyn = await cooee.aRegisteredAccount()
    margaret = await cooee.aLovedOne(robyn, { name: 'Margaret Hartley' })
    const { id } = await aDaily({ scheduledTime: '2026-04-04T09:00:00+11:00' })
    await isDone(moves(id, '2026-04-05T09:00:00+10:00', '2026-04-06T02:30:00+10:00', { confirmNight: true }), 200)
    const upcoming = await week('from=2026-04-04')
    expect(upcoming.slice(0, 3)).toEqual(['04 09:00 rings', '06 03:30 rings for 05 10:00', '06 10:00 rings'])
  })
})

describe('a moved occurrence that is made recurring', () => {
  /** The daily call, and its occurrence of the 12th at 15:00, which has become a daily call of its own. */
  async function twoSchedules() {
    const { id } = await aDaily()
    const own = (await moves(id, nineOn(12), at(12, '15:00'))).json().callId
    await isDone(robyn.patch(`/api/calls/${own}`, { recurrencePattern: 'daily' }), 200)
    return { id, own }
  }
  const ofOwn = ['12 15:00 rings', '13 15:00 rings', '14 15:00 rings', '15 15:00 rings', '16 15:00 rings']

  test('rings on when the schedule it came from is cancelled or becomes a single call, and the usual time is left out', async () => {
    const { id } = await twoSchedules()
    expect((await week()).slice(0, 4)).toEqual([
      '11 09:00 rings',
      '12 09:00 skipped',
      '12 15:00 rings',
      '13 09:00 rings',
    ])
    await isDone(robyn.patch(`/api/calls/${id}`, { recurrencePattern: 'once' }), 200)
    expect(await week()).toEqual(['11 09:00 rings', ...ofOwn])
    await isDone(robyn.delete(`/api/calls/${id}`))
    expect(await week()).toEqual(ofOwn)
  })

  test('rings on when its usual time is put back on, or the schedule it came from is changed or cancelled', async () => {
    const { id } = await twoSchedules()
    await isDone(change(id, 'restore', { occurrence: nineOn(12) }))
    expect((await week()).slice(0, 3)).toEqual(['11 09:00 rings', '12 09:00 rings', '12 15:00 rings'])
    await isDone(robyn.patch(`/api/calls/${id}`, { callType: 'wellness_check' }), 200)
    await isDone(robyn.delete(`/api/calls/${id}`))
    expect(await cooee.list(robyn, 'upcoming')).toMatchObject([{ callType: 'daily_check_in' }])
    expect(await week()).toEqual(ofOwn)
  })

  test('rings on also where it was made recurring before this version, which left it linked', async () => {
    const { id, own } = await twoSchedules()
    await cooee.db
      .updateTable('occurrenceChanges')
      .set({ callId: own })
      .where('accountId', '=', robyn.user.circle.id)
      .execute()
    await isDone(robyn.patch(`/api/calls/${id}`, { callType: 'wellness_check' }), 200)
    await isDone(change(id, 'restore', { occurrence: nineOn(12) }))
    await isDone(robyn.patch(`/api/calls/${id}`, { recurrencePattern: 'once' }), 200)
    await isDone(robyn.delete(`/api/calls/${id}`))
    expect(await cooee.list(robyn, 'upcoming')).toMatchObject([{ id: own, callType: 'daily_check_in' }])
    expect(await week()).toEqual(ofOwn)
  })

  test('a Call Now that waits and is made recurring rings on when the schedule it came from is cancelled', async () => {
    const { id } = await aDaily()
    const extra = (await robyn.post(`/api/calls/${id}/call-now`)).json().call.id
    await isDone(
      robyn.patch(`/api/calls/${extra}`, { scheduledTime: at(12, '15:00'), recurrencePattern: 'daily' }),
      200,
    )
    await isDone(robyn.delete(`/api/calls/${id}`))
    expect(await week()).toEqual(ofOwn)
  })
})

describe('a schedule whose usual time is changed', () => {
  const aCustom = (schedulePatterns: { weekDay: string; timeOfDay: string }[]) =>
    aDaily({ scheduledTime: at(11, '07:00'), recurrencePattern: 'custom', schedulePatterns })
  const nextCall = async () => shown((await cooee.list(robyn, 'upcoming'))[0]?.scheduledTime ?? '')
  const friday = (timeOfDay: string) => ({ weekDay: 'friday', timeOfDay })
  const EVENING = [
    { weekDay: 'wednesday', timeOfDay: '09:00' },
    { weekDay: 'wednesday', timeOfDay: '18:00' },
  ]

  test('leaves out what was skipped, and rings once what was moved', async () => {
    const { id } = await aDaily()
    await isDone(change(id, 'skip', { occurrence: nineOn(12) }))
    await isDone(moves(id, nineOn(13), at(13, '14:00')), 200)
    await isDone(robyn.patch(`/api/calls/${id}`, { scheduledTime: at(11, '09:30') }), 200)
    expect((await week()).slice(0, 4)).toEqual([
      '11 09:30 rings',
      '12 09:30 skipped',
      '13 14:00 rings for 13 09:30',
      '14 09:30 rings',
    ])
    await isDone(change(id, 'restore', { occurrence: at(13, '09:30') }))
    expect(await ringsUntil(at(14, '10:00'))).toEqual(['11 09:30', '13 09:30', '14 09:30'])
  })

  test('rings a skipped day that the family chooses as the next one, and passes what was moved', async () => {
    const { id } = await aDaily()
    await isDone(change(id, 'skip', { occurrence: nineOn(12) }))
    await isDone(moves(id, nineOn(13), at(13, '14:00')), 200)
    await isDone(change(id, 'skip', { occurrence: nineOn(14) }))
    await isDone(robyn.patch(`/api/calls/${id}`, { scheduledTime: at(12, '09:30') }), 200)
    expect(await ringsUntil(at(15, '10:00'))).toEqual(['12 09:30', '13 14:00', '15 09:30'])
  })

  test('rings a skipped day of a custom schedule that the family chooses as its start', async () => {
    const schedulePatterns = [friday('09:00'), { weekDay: 'monday', timeOfDay: '09:00' }]
    const { id } = await aDaily({ scheduledTime: at(13, '00:00'), recurrencePattern: 'custom', schedulePatterns })
    await isDone(change(id, 'skip', { occurrence: nineOn(16) }))
    await isDone(robyn.patch(`/api/calls/${id}`, { scheduledTime: at(16, '00:00') }), 200)
    expect(await nextCall()).toBe('16 09:00')
  })

  test('leaves a later skip where the chosen start has no call of its own', async () => {
    const schedulePatterns = [friday('09:00'), { weekDay: 'monday', timeOfDay: '09:00' }]
    const { id } = await aDaily({ scheduledTime: at(13, '00:00'), recurrencePattern: 'custom', schedulePatterns })
    await isDone(change(id, 'skip', { occurrence: nineOn(16) }))
    await isDone(robyn.patch(`/api/calls/${id}`, { scheduledTime: at(14, '00:00') }), 200)
    expect(await nextCall()).toBe('20 09:00')
  })

  test('passes a moved occurrence where the next call itself comes to stand there', async () => {
    const { id } = await aDaily()
    await isDone(moves(id, nineOn(12), at(13, '14:00')), 200)
    await isDone(robyn.patch(`/api/calls/${id}`, { scheduledTime: at(12, '09:30') }), 200)
    expect(await ringsUntil(at(14, '10:00'))).toEqual(['13 09:30', '13 14:00', '14 09:30'])
  })

  test('leaves out and moves the only slot of a day as before, also with other days', async () => {
    const { id } = await aCustom([...EVENING, friday('09:00'), { weekDay: 'saturday', timeOfDay: '09:00' }])
    await isDone(change(id, 'skip', { occurrence: nineOn(13) }))
    await isDone(moves(id, nineOn(14), at(15, '14:00')), 200)
    const schedulePatterns = [...EVENING, friday('08:00'), { weekDay: 'saturday', timeOfDay: '08:30' }]
    await isDone(robyn.patch(`/api/calls/${id}`, { schedulePatterns }), 200)
    expect(await week()).toEqual([
      '11 09:00 rings',
      '11 18:00 rings',
      '13 08:00 skipped',
      '15 14:00 rings for 14 08:30',
    ])
    await isDone(robyn.patch(`/api/calls/${id}`, { recurrencePattern: 'daily', scheduledTime: at(11, '10:00') }), 200)
    expect((await week()).slice(0, 4)).toEqual([
      '11 10:00 rings',
      '12 10:00 rings',
      '13 10:00 skipped',
      '15 10:00 rings',
    ])
  })
})

describe('one occurrence left out', () => {
  test('may be any of the coming ones, and the others ring', async () => {
    const { id } = await aDaily()
    await isDone(change(id, 'skip', { occurrence: nineOn(13) }))
    await isDone(change(id, 'skip', { occurrence: nineOn(11) }))
    expect((await change(id, 'skip', { occurrence: nineOn(13) })).statusCode).toBe(409)
    expect(await ringsUntil(nineOn(14))).toEqual(['12 09:00', '14 09:00'])
  })

  test('a skipped occurrence cannot be restored once its time has passed', async () => {
    const { id } = await aDaily()
    await isDone(change(id, 'skip', { occurrence: nineOn(11) }))
    await cooee.moveTo(new Date(at(11, '09:30')))
    expect((await change(id, 'restore', { occurrence: nineOn(11) })).statusCode).toBe(409)
    expect((await week('from=2026-03-11'))[0]).toBe('12 09:00 rings')
  })
})

describe('a week', () => {
  test('shows what is in a time away as such, and other weeks as well', async () => {
    await aDaily({ recurrencePattern: 'weekdays' })
    await robyn.post(`/api/loved-ones/${margaret}/away`, { from: '2026-03-12', until: '2026-03-13' })
    expect(await week()).toEqual(['11 09:00 rings', '12 09:00 away', '13 09:00 away', '16 09:00 rings'])
    expect(await week('from=2026-03-21')).toEqual([
      '23 09:00 rings',
      '24 09:00 rings',
      '25 09:00 rings',
      '26 09:00 rings',
      '27 09:00 rings',
    ])
    expect((await robyn.get('/api/calls/week?from=soon')).statusCode).toBe(400)
  })

  test('comes in pages of people, each with their name and zone', async () => {
    await cooee.aLovedOne(robyn, { name: 'Ivy Lee', timezone: 'Australia/Perth' })
    const first = await robyn.get('/api/calls/week?limit=1')
    expect(first.json()).toMatchObject({
      from: '2026-03-10',
      until: '2026-03-16',
      people: [{ name: 'Margaret Hartley' }],
    })
    const next = await robyn.get(`/api/calls/week?limit=1&after=${first.headers['x-next']}`)
    expect(next.json().people).toMatchObject([{ name: 'Ivy Lee', timezone: 'Australia/Perth', calls: [] }])
    expect(next.headers['x-next']).toBeUndefined()
  })
})
