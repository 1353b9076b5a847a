import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { IncidentCause } from '#core/escalation/incident-cause.ts'
import { claimDueCalls } from '#server/features/care/dispatch/claim-due-calls.ts'
import { type Limits, NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { addCause } from '../steps/add-cause.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'
import { claimQueuedAlerts, isAtCapacity } from './queued-alerts.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

let care: CareFixture
let account: { id: number }
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
  account = await care.anAccount()
})

/** An incident whose contacts are to be rung, each on their own phone. Returns the alerts. */
async function claimed(of: { id: number }, cause: IncidentCause, rings: number): Promise<number[]> {
  const now = care.clock.now()
  const lovedOneId = await care.somebodyElse(of)
  const { id: incidentId } = await care.db
    .insertInto('incidents')
    .values({ accountId: of.id, lovedOneId, cause, headline: 'What happened', nextAt: now, openedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const alerts: number[] = []
  for (let ring = 1; ring <= rings; ring++) {
    const phoneNumber = `+614${String(20_000_000 + aNumber())}`
    const { id: incidentPersonId } = await care.db
      .insertInto('incidentPeople')
      .values({ incidentId, position: ring, role: 'contact', name: 'Susan Hartley', phoneNumber })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await care.db
      .insertInto('alerts')
      .values({ incidentId, incidentPersonId, purpose: 'alert', round: 1, channel: 'call', createdAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.db.insertInto('alertCalls').values({ alertId: id, phoneNumber, startedAt: now, nextAt: now }).execute()
    alerts.push(id)
  }
  return alerts
}

const deps = (callsPerSecond: number) => ({ ...care.deps.incidents, callsPerSecond })
/** The order of dispatch when one permit opens at a time. */
async function oneAfterTheOther(many: number): Promise<number[]> {
  const left: number[] = []
  for (let n = 0; n < many; n++) {
    left.push(...(await claimQueuedAlerts(deps(1000), 1)).claimed.map(({ alertId }) => alertId))
    care.clock.advance(SECOND)
  }
  return left
}

describe('queued alerts by phone', () => {
  test('queued alerts are dispatched by severity: help, uncertain help, words not understood, and then missed calls', async () => {
    const [missed] = await claimed(account, 'not_reached', 1)
    const [unclear] = await claimed(account, 'unclear', 1)
    care.clock.advance(MINUTE)
    const [uncertain] = await claimed(account, 'uncertain_help', 1)
    const [help] = await claimed(account, 'help', 1)
    expect(await oneAfterTheOther(4)).toEqual([help, uncertain, unclear, missed])
  })

  test('queued alerts of one severity are dispatched with every account in turn: nobody waits behind the hundred of another account', async () => {
    const other = await care.anAccount()
    const [one, two, three] = await claimed(account, 'not_reached', 3)
    const [another] = await claimed(other, 'not_reached', 1)
    expect(await oneAfterTheOther(4)).toEqual([one, another, two, three])
  })

  test('queued alerts are dispatched once, however many workers poll', async () => {
    await claimed(account, 'not_reached', 10)
    const claims = await Promise.all(Array.from({ length: 6 }, () => claimQueuedAlerts(deps(1000), 4)))
    const left = claims.flatMap((claim) => claim.claimed.map(({ alertId }) => alertId))
    expect(new Set(left).size).toBe(left.length)
  })
})

describe('queued alerts at one call a second', () => {
  /** The alerts dispatched in so many seconds, in which two workers poll repeatedly. */
  async function leaveFor(seconds: number): Promise<string> {
    let left = ''
    for (let step = 0; step < seconds * 5; step++) {
      const alerts = async () => claimQueuedAlerts(deps(1), 64)
      const calls = async () => claimDueCalls({ ...care.deps, callsPerSecond: 1 }, 64)
      for (const poll of step % 2 === 0 ? [alerts, calls] : [calls, alerts]) {
        const { claimed } = await poll()
        left += (poll === alerts ? 'a' : 'c').repeat(claimed.length)
      }
      care.clock.advance(SECOND / 5)
    }
    return left
  }

  test('alerts take every second permit while care calls are due, and every permit when none is due', async () => {
    await claimed(account, 'not_reached', 30)
    for (let n = 0; n < 8; n++)
      await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at: care.clock.now() })
    expect(await leaveFor(22)).toMatch(/^(ac){8}a{5,9}$/)
  })

  test('help takes no more of the permits than other alerts: care calls are somebody’s safety, too', async () => {
    await claimed(account, 'help', 10)
    for (let n = 0; n < 5; n++)
      await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at: care.clock.now() })
    expect(await leaveFor(10)).toMatch(/^(ac){5}a{1,3}$/)
  })

  test('a care call whose phone is in use does not hold up alerts', async () => {
    await claimed(account, 'not_reached', 10)
    const lovedOneId = await care.somebodyElse(account)
    for (let n = 0; n < 2; n++) await care.aCall(account, { lovedOneId, at: care.clock.now() })
    expect(await leaveFor(8)).toMatch(/^c?ac?a{5,}$/)
  })
})

test('the dispatch queue is full when more alerts are queued than can be dispatched in five minutes at half the rate', async () => {
  await claimed(account, 'not_reached', 150)
  expect(await isAtCapacity(care.db, { ...care.deps, callsPerSecond: 1 }, care.clock.now(), 0)).toBe(false)
  await claimed(account, 'not_reached', 1)
  expect(await isAtCapacity(care.db, { ...care.deps, callsPerSecond: 1 }, care.clock.now(), 0)).toBe(true)
  expect(await isAtCapacity(care.db, { ...care.deps, callsPerSecond: 2 }, care.clock.now(), 0)).toBe(false)
})

test('the dispatch queue is full sooner while slow callbacks slow dialling', async () => {
  const now = care.clock.now()
  const isFull = () => isAtCapacity(care.db, { ...care.deps, callsPerSecond: 20 }, now, 0)
  const [, first] = await claimed(account, 'not_reached', 2)
  await sql`
    with incident as (
      select incident_id from alerts where id = ${first}
    ), people as (
      insert into incident_people (incident_id, position, role, name, phone_number)
      select incident_id, 10 + n, 'contact', 'Susan Hartley', '+614' || (30000000 + n)
      from incident, generate_series(1, 1499) as n
      returning id, incident_id, phone_number
    ), written as (
      insert into alerts (incident_id, incident_person_id, purpose, round, channel, created_at)
      select incident_id, id, 'alert', 1, 'call', ${now} from people
      returning id, incident_person_id
    )
    insert into alert_calls (alert_id, phone_number, started_at, next_at)
    select written.id, people.phone_number, ${now}, ${now} from written join people on people.id = incident_person_id`.execute(
    care.db,
  )
  expect(await isFull()).toBe(false)
  await care.db.updateTable('dialFence').set({ slowedTo: 0.1, slowedAt: now }).execute()
  onTestFinished(async () => {
    await care.db.updateTable('dialFence').set({ slowedTo: 1 }).execute()
  })
  expect(await isFull()).toBe(true)
})

test('while the dispatch queue is full a missed call is written and not rung, and help is rung', async () => {
  await claimed(account, 'not_reached', 160)
  await care.db
    .updateTable('incidents')
    .set({ nextAt: new Date(NINE_IN_SYDNEY.getTime() + 24 * 60 * MINUTE) })
    .execute()
  const rings = async (cause: IncidentCause) => {
    const lovedOneId = await care.somebodyElse(account)
    const callId = await care.aCall(account, { lovedOneId, at: care.clock.now() })
    const susan = { accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: '+61491570157' }
    await care.db
      .insertInto('contacts')
      .values({ ...susan, contactType: 'family', isEmergencyContact: true, position: 1 })
      .execute()
    const report = { accountId: account.id, lovedOneId, callId, cause, headline: 'What happened', detail: null }
    await care.db.transaction().execute((trx) => addCause(deps(1), trx, report))
    for (let minute = 0; minute < 4; minute++) {
      while ((await advanceIncidents(deps(1))) > 0);
      care.clock.advance(MINUTE)
    }
    const notified = await care.db
      .selectFrom('alerts')
      .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
      .select('channel')
      .where('callId', '=', callId)
      .execute()
    return [...new Set(notified.map(({ channel }) => channel))].toSorted()
  }
  expect(await rings('not_reached')).toEqual(['email', 'sms'])
  expect(await rings('help')).toEqual(['call', 'email', 'sms'])
})

test('the step of a request for help is taken before those of any number of missed calls', async () => {
  const now = care.clock.now()
  for (let n = 0; n < 25; n++) await claimed(account, 'not_reached', 0)
  care.clock.advance(MINUTE)
  await claimed(account, 'help', 0)
  await advanceIncidents(deps(1))
  const untouched = await care.db
    .selectFrom('incidents')
    .select('cause')
    .where('nextAt', '<=', care.clock.now())
    .where('nextAt', '>=', now)
    .where('round', '=', 1)
    .execute()
  expect(untouched.map(({ cause }) => cause)).not.toContain('help')
  expect(untouched.length).toBeGreaterThan(0)
})

describe('daily limits of alerts', () => {
  const limited = (changes: Partial<Limits>) => ({ ...deps(1000), limits: { ...NO_LIMITS, ...changes } })
  const outcomes = async () =>
    (await care.db.selectFrom('alertCalls').select('outcome').where('outcome', 'is not', null).execute()).map(
      ({ outcome }) => outcome,
    )
  beforeEach(async () => {
    care.notified.length = 0
    await care.db.deleteFrom('numberDials').execute()
  })

  test('a daily limit of alerts by phone applies to one account: nobody else waits for it, and the account holder is notified once', async () => {
    const other = await care.anAccount()
    await claimed(account, 'not_reached', 5)
    await claimed(other, 'not_reached', 2)
    expect((await claimQueuedAlerts(limited({ alertCallsPerDay: 3 }), 64)).claimed).toHaveLength(5)
    expect(await outcomes()).toEqual(['limit', 'limit'])
    expect(care.notified).toMatchObject([
      { accountId: account.id, subject: "We couldn't ring about some alerts today" },
    ])
    expect((await claimQueuedAlerts(limited({ alertCallsPerDay: 3 }), 64)).claimed, 'run again').toEqual([])
  })

  test('a daily limit of alerts leaves as much again for help, whatever else has used it up', async () => {
    await claimed(account, 'not_reached', 3)
    await claimQueuedAlerts(limited({ alertCallsPerDay: 3 }), 64)
    await claimed(account, 'help', 4)
    expect((await claimQueuedAlerts(limited({ alertCallsPerDay: 3 }), 64)).claimed).toHaveLength(3)
    expect(await outcomes()).toEqual(['limit'])
  })

  test('a daily limit of a number counts every dial of it, of whatever account', async () => {
    await claimed(account, 'not_reached', 1)
    const phoneNumber = '+61491570156'
    await care.db.updateTable('alertCalls').set({ phoneNumber }).execute()
    const at = care.clock.now()
    await care.db
      .insertInto('numberDials')
      .values({ phoneHash: createHash('md5').update(phoneNumber).digest('hex'), purpose: 'alert', dialledAt: at })
      .execute()
    expect((await claimQueuedAlerts(limited({ dialsPerNumberDay: 1 }), 64)).claimed).toEqual([])
    expect(await outcomes()).toEqual(['limit'])
    expect(care.notified).toMatchObject([{ subject: "We couldn't ring one phone about an alert" }])
  })
})
