import { describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aBetweenTries,
  account,
  activities,
  aMissed,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  incidents,
  lovedOneId,
  MINUTE,
  pass,
  ringWell,
  STRANGER,
  SUSAN,
  scheduled,
  setUpCheckIns,
  statusOf,
  textsTo,
  WAYS,
  write,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

describe.each(WAYS)('check-ins by %s', (_way, checkIn) => {
  test('a check-in completes a call that waits for its next try, and the call is not retried', async () => {
    const callId = await aBetweenTries()
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    await pass(10 * MINUTE)
    expect(dials()).toHaveLength(1)
    expect(care.notified).toEqual([])
  })

  test('a check-in completes the call that is being rung right now, and the phone stops', async () => {
    const callId = await aRinging()
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    expect(care.telephony.stopped).toEqual([dials()[0]?.providerCallId])
    await endLast()
    await pass(10 * MINUTE)
    expect(await statusOf(callId)).toBe('completed')
    expect(dials()).toHaveLength(1)
  })

  test('a check-in completes a call that was missed today, ends its incident and sends the all-clear', async () => {
    const callId = await aMissed()
    expect(textsTo(SUSAN)).toHaveLength(1)
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    expect(await incidents()).toMatchObject([{ callId, status: 'resolved' }])
    expect(textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: all clear for Margaret Hartley\. Margaret Hartley (rang|texted) us\./,
    )
  })

  test('a check-in ends an incident that was given up as unresolved', async () => {
    await aMissed()
    for (let minute = 0; minute < 60; minute++) {
      care.clock.advance(MINUTE)
      await care.escalate()
    }
    expect(await incidents()).toMatchObject([{ status: 'unresolved' }])
    await checkIn()
    expect(await incidents()).toMatchObject([{ status: 'resolved' }])
  })

  test('a check-in leaves a missed call as it is when somebody has said that all is well', async () => {
    const callId = await aMissed()
    await care.db
      .updateTable('incidents')
      .set({ status: 'resolved', nextAt: null, endedAt: care.clock.now() })
      .execute()
    await checkIn()
    expect(await statusOf(callId)).toBe('missed')
  })

  test('a check-in answers the next call within four hours without a ring, and its schedule continues', async () => {
    const nine = new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR)
    const callId = await care.aCall(account, { lovedOneId, at: nine, recurrencePattern: 'daily' })
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    const next = await scheduled()
    expect(next.map(({ scheduledFor }) => scheduledFor)).toEqual([new Date(nine.getTime() + 24 * HOUR)])
    await pass(4 * HOUR)
    expect(dials()).toEqual([])
    await pass(24 * HOUR - HOUR + MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('a check-in answers one call ahead, not two, however often', async () => {
    for (const hours of [1, 2, 3]) {
      await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR) })
    }
    await checkIn()
    await checkIn()
    expect(await scheduled()).toHaveLength(2)
  })

  test.each([
    ['a call five hours ahead', { at: new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR) }],
    [
      'medicine that is not due yet',
      { at: new Date(NINE_IN_SYDNEY.getTime() + HOUR), callType: 'medication_reminder' },
    ],
    ['a wake-up call to come', { at: new Date(NINE_IN_SYDNEY.getTime() + HOUR), callType: 'wake_up_call' }],
  ] as const)('a check-in leaves %s', async (_what, fields) => {
    const callId = await care.aCall(account, { lovedOneId, ...fields })
    await checkIn()
    expect(await statusOf(callId)).toBe('scheduled')
  })

  test('a check-in does not answer a call after midnight on the loved one’s clock', async () => {
    care.clock.set(new Date('2026-03-10T23:00:00+11:00'))
    const callId = await care.aCall(account, { lovedOneId, at: new Date('2026-03-11T00:30:00+11:00') })
    await checkIn()
    expect(await statusOf(callId)).toBe('scheduled')
  })

  test('a check-in does not end a request for help: no all-clear while it is open', async () => {
    await aMissed()
    await write('help')
    const before = textsTo(SUSAN).length
    await checkIn()
    expect(await incidents()).toMatchObject([{ cause: 'help', status: 'running' }])
    // That she rang is a fact that may be reported.
    expect(textsTo(SUSAN).slice(before).join(' ')).not.toMatch(/all.clear|all right|all's well|is well|is fine/i)
  })

  test('a check-in is written down, also when no call waits for it', async () => {
    await checkIn()
    expect(await activities()).toEqual([
      [
        'call_acknowledged',
        expect.stringMatching(/^Margaret Hartley (rang|texted) us$/),
        'We counted it as a check-in',
      ],
    ])
  })

  test('a check-in is in the activity log and the transcript of the call', async () => {
    const callId = await aMissed()
    await checkIn()
    const completed = (await activities()).find(([type]) => type === 'call_completed')
    expect(completed?.[2]).toMatch(/^Margaret Hartley (rang|texted) us\.$/)
    expect((await care.call(account, callId)).transcript).toMatch(
      /Margaret Hartley: (Rang Cooee|Wrote: OK)\nCooee: Thank you/,
    )
  })

  test('a check-in changes no other loved one, of this account or of another', async () => {
    const other = await care.anAccount()
    const others = [
      await care.aCall(account, {
        lovedOneId: await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN }),
        at: new Date(NINE_IN_SYDNEY.getTime() + HOUR),
      }),
      await care.aCall(other, {
        lovedOneId: await care.aLovedOne(other, { phoneNumber: STRANGER }),
        at: new Date(NINE_IN_SYDNEY.getTime() + HOUR),
      }),
    ]
    await checkIn()
    expect((await scheduled()).map(({ id }) => id)).toEqual(others)
    expect(
      await care.db
        .selectFrom('activity')
        .select('id')
        .where('accountId', '=', other.id)
        .where('activityType', '<>', 'call_scheduled')
        .execute(),
    ).toEqual([])
  })

  test('a check-in and a dial at the same moment: the phone rings at most once, and the call is completed', async () => {
    for (let round = 0; round < 12; round++) {
      const at = new Date(care.clock.now().getTime() + MINUTE)
      const callId = await care.aCall(account, { lovedOneId, at })
      care.clock.set(at)
      await Promise.all(round % 2 === 0 ? [care.dispatch(), checkIn()] : [checkIn(), care.dispatch()])
      expect(await statusOf(callId)).toBe('completed')
      const rings = dials().length
      for (const { attemptId, providerCallId } of [...dials()]) {
        const end = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
        await care.facts.progressed(attemptId, { ...end, providerCallId: providerCallId ?? '' })
      }
      care.clock.advance(30 * MINUTE)
      await care.settle()
      await care.dispatch()
      expect(dials().length).toBe(rings)
      // Both the dial and the check-in may have it stopped.
      expect(new Set(care.telephony.stopped).size).toBe(rings)
    }
  })
})

test.each([
  ['ends', '2026-04-05', '+10:00', '+11:00'],
  ['begins', '2026-10-04', '+11:00', '+10:00'],
])(
  'a check-in on the day daylight saving %s counts for the date on the loved one’s clock',
  async (_what, date, after, before) => {
    care.clock.set(new Date(`${date}T00:30:00${before}`))
    const late = await care.aCall(account, { lovedOneId, at: new Date(`${date}T23:45:00${after}`) })
    const nextDay = await care.aCall(account, {
      lovedOneId,
      at: new Date(new Date(`${date}T23:45:00${after}`).getTime() + 30 * MINUTE),
    })
    care.clock.set(new Date(`${date}T22:00:00${after}`))
    await ringWell()
    expect(await statusOf(late)).toBe('completed')
    expect(await statusOf(nextDay)).toBe('scheduled')
  },
)
