import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const SECOND = 1_000
const HOUR = 3_600 * SECOND
const SPOILT = '+61491570199'

let care: CareFixture
let account: { id: number }
let spoilt: number
let others: number[]

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  for (const table of ['dials', 'activity', 'calls']) {
    await sql`alter table ${sql.table(table)} drop constraint if exists spoilt`.execute(care.db)
  }
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  const name = 'Spoilt Hartley'
  spoilt = await care.aCall(account, {
    lovedOneId: await care.aLovedOne(account, { name, phoneNumber: SPOILT }),
    callType: 'medication_reminder',
    recurrencePattern: 'daily',
  })
  others = []
  for (let n = 0; n < 3; n++) others.push(await care.aCall(account, { lovedOneId: await care.somebodyElse(account) }))
})

const statusOf = async (callId: number) => (await care.call(account, callId)).status
const statuses = (callIds: number[]) => Promise.all(callIds.map(statusOf))

describe('calls that cannot be claimed', () => {
  beforeEach(() =>
    sql`alter table dials add constraint spoilt check (phone_number <> ${sql.lit(SPOILT)}) not valid`.execute(care.db),
  )

  test('a call that cannot be claimed keeps no other from being dialled, is dialled as soon as it can be, and rings once', async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    expect(await statuses(others)).toEqual(['in_progress', 'in_progress', 'in_progress'])
    expect(await statusOf(spoilt)).toBe('scheduled')
    await sql`alter table dials drop constraint spoilt`.execute(care.db)
    care.clock.advance(30 * SECOND)
    await care.dispatch()
    await care.dispatch()
    expect(care.telephony.dialled.map(({ to }) => to === SPOILT)).toEqual([false, false, false, true])
  })

  test('a call that cannot be claimed ends as missed when its grace period is over, and its account holder is notified', async () => {
    care.clock.set(NINE_IN_SYDNEY)
    for (let minutes = 0; minutes < 32; minutes++) {
      await care.dispatch()
      care.clock.advance(60 * SECOND)
    }
    expect(await statusOf(spoilt)).toBe('missed')
    expect(care.notified).toMatchObject([{ subject: expect.stringContaining('Spoilt Hartley') }])
  })
})

describe('overdue calls that cannot be given up', () => {
  beforeEach(() =>
    sql`alter table calls add constraint spoilt check (id <> ${sql.lit(spoilt)} or status <> 'missed')`.execute(
      care.db,
    ),
  )

  test('an overdue call that cannot be given up keeps no other from being given up or dialled, and is reported once', async () => {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 2 * HOUR))
    const lovedOneId = await care.aLovedOne(account)
    const due = await care.aCall(account, { lovedOneId, at: new Date(care.clock.now().getTime() + SECOND) })
    for (let minutes = 0; minutes < 3; minutes++) {
      care.clock.advance(60 * SECOND)
      await care.dispatch()
    }
    expect(await statuses(others)).toEqual(['missed', 'missed', 'missed'])
    expect(await statusOf(due)).toBe('in_progress')
    expect(await statusOf(spoilt)).toBe('scheduled')
    expect(care.notified.filter(({ text }) => text.includes('Spoilt Hartley'))).toHaveLength(1)
  })
})

describe('attempts whose end cannot be written', () => {
  beforeEach(() =>
    sql`alter table calls add constraint spoilt check
      (id <> ${sql.lit(spoilt)} or status in ('scheduled', 'in_progress'))`.execute(care.db),
  )

  async function everyPhoneRingsOut() {
    for (const { providerCallId } of care.telephony.dialled) {
      const rangOut = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: 0 } as const
      if (providerCallId !== null) care.telephony.end(providerCallId, rangOut)
    }
  }

  async function twoHours() {
    for (let minutes = 0; minutes < 2 * 60; minutes++) {
      await care.dispatch()
      await everyPhoneRingsOut()
      await care.settle()
      care.clock.advance(60 * SECOND)
    }
  }

  test('an attempt whose end cannot be written keeps no other from ending, and its account holder is notified, once', async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await twoHours()
    expect(await statuses(others)).toEqual(['missed', 'missed', 'missed'])
    expect(await statusOf(spoilt)).toBe('in_progress')
    const headlines = await care.db.selectFrom('incidents').select('headline').execute()
    expect(headlines.filter(({ headline }) => headline.includes('Spoilt Hartley'))).toHaveLength(1)
    expect(care.notified.filter(({ text }) => text.includes('Spoilt Hartley')).length).toBeGreaterThan(0)
  })

  test('an attempt whose end could not be written ends as soon as it can be written', async () => {
    care.clock.set(NINE_IN_SYDNEY)
    await twoHours()
    await sql`alter table calls drop constraint spoilt`.execute(care.db)
    care.clock.advance(15 * 60 * SECOND)
    await care.settle()
    expect(await statusOf(spoilt)).toBe('missed')
  })
})
