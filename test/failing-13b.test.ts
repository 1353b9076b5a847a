import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { claimDueCalls } from '#server/features/care/claim-due-calls.ts'
import { concludeAlertCall } from '#server/features/incidents/alert-end.ts'
import { isRingWanted, isStaleRing } from '#server/features/incidents/alert-state.ts'
import { claimOwedAlerts } from '#server/features/incidents/owed-alerts.ts'
import { openIncident, walkIncidents } from '#server/features/incidents/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from './care-fixture.ts'
import { aNumber } from './factories.ts'

const MINUTE = 60_000
const NURSE = '+61491570157'
const MATRON = '+61491570150'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.db.deleteFrom('accounts').execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0, alertNextAtMs: 0 }).execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(NINE_IN_SYDNEY)
})

interface Rung {
  atMs: number
  to: string
  cause: string
}

/** Lets time pass in steps; whatever leaves rings out after 25 seconds, care calls are taken as reminders that are done. */
function line(callsPerSecond: number, stepMs: number) {
  const incidents = { ...care.deps.incidents, callsPerSecond }
  const deps = { ...care.deps, callsPerSecond, incidents }
  const alerts: Rung[] = []
  const calls: { atMs: number; callId: number }[] = []
  const unrung = { count: 0 }
  const ringing: { endsMs: number; end: () => Promise<void> }[] = []
  return {
    alerts,
    calls,
    unrung,
    async pass(milliseconds: number) {
      for (let passed = 0; passed < milliseconds; passed += stepMs) {
        care.clock.advance(stepMs)
        const nowMs = care.clock.now().getTime()
        for (const one of ringing.filter(({ endsMs }) => endsMs <= nowMs)) await one.end()
        ringing.splice(0, ringing.length, ...ringing.filter(({ endsMs }) => endsMs > nowMs))
        while ((await walkIncidents(incidents)) > 0);
        for (const { callId, attemptId } of (await claimDueCalls(deps)).owed) {
          calls.push({ atMs: nowMs, callId })
          const call = { providerCallId: `CA-l-${attemptId}`, answeredBy: null, durationSeconds: null }
          await care.facts.progressed(attemptId, { ...call, status: 'ringing', endedStatus: null })
          ringing.push({
            endsMs: nowMs + 25_000,
            async end() {
              await care.facts.answered(attemptId, call.providerCallId)
              await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
              await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
              await care.facts.progressed(attemptId, { ...call, status: 'completed', endedStatus: 'completed' })
            },
          })
        }
        for (const { alertId, to } of (await claimOwedAlerts(incidents, 64)).owed) {
          // As the dialler does before it asks the provider (`alert-dial.ts`).
          if (!(await isRingWanted(care.db, alertId)) || (await isStaleRing(care.db, alertId, care.clock.now()))) {
            await concludeAlertCall(incidents, alertId, { kind: 'never_rang', outcome: 'not_needed' })
            unrung.count += 1
            continue
          }
          const { cause } = await care.db
            .selectFrom('alerts')
            .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
            .select('cause')
            .where('alerts.id', '=', alertId)
            .executeTakeFirstOrThrow()
          alerts.push({ atMs: nowMs, to, cause })
          const call = { providerCallId: `CA-a-${alertId}`, answeredBy: null, durationSeconds: null }
          await care.alerts.progressed(alertId, { ...call, status: 'ringing', endedStatus: null })
          ringing.push({
            endsMs: nowMs + 25_000,
            end: () => care.alerts.progressed(alertId, { ...call, status: 'no-answer', endedStatus: 'no-answer' }),
          })
        }
      }
    },
  }
}

async function resident(accountId: number, contact: string) {
  const lovedOneId = await care.somebodyElse({ id: accountId })
  await care.db
    .insertInto('contacts')
    .values({ accountId, lovedOneId, name: 'Nurse Joy', phoneNumber: contact, contactType: 'family', isEmergencyContact: true, position: 1 })
    .execute()
  return lovedOneId
}
const open = (accountId: number, lovedOneId: number, cause: 'not_reached' | 'help') =>
  care.db.transaction().execute((trx) =>
    openIncident(care.deps.incidents, trx, {
      ...{ accountId, lovedOneId, callId: null, cause, detail: null },
      headline: cause === 'help' ? 'Margaret asked for help by text message' : 'Margaret was not reached by the 9:00 AM call',
    }),
  )
async function aHome(residents: number, contact: () => string) {
  const { id } = await care.anAccount()
  await care.db.updateTable('accounts').set({ phoneNumber: MATRON }).where('id', '=', id).execute()
  const people: number[] = []
  for (let n = 0; n < residents; n++) people.push(await resident(id, contact()))
  return { id, people }
}
const ownPhone = () => `+614${String(30_000_000 + aNumber())}`

describe.each([1, 0.2])('at %s calls a second, a home of forty people who are missed at nine', (rate) => {
  test('whose matron is rung for those misses: a request for help rings her within a minute and a half', async () => {
    const home = await aHome(40, ownPhone)
    for (const id of home.people) await open(home.id, id, 'not_reached')
    const on = line(rate, 1_000)
    await on.pass(5 * MINUTE)
    const asked = await resident(home.id, ownPhone())
    await open(home.id, asked, 'help')
    const from = care.clock.now().getTime()
    await on.pass(5 * MINUTE)
    const first = on.alerts.find(({ to, cause, atMs }) => to === MATRON && cause === 'help' && atMs > from)
    const after = first ? (first.atMs - from) / 1_000 : null
    console.log(rate, 'holder rung for help after', after, 'of', on.alerts.filter(({ to }) => to === MATRON).length)
    expect(after).not.toBeNull()
    expect(after).toBeLessThanOrEqual(90)
  })

  test('whose nurse is the contact of all: a request for help rings her within two minutes', async () => {
    const home = await aHome(40, () => NURSE)
    for (const id of home.people) await open(home.id, id, 'not_reached')
    const on = line(rate, 1_000)
    await on.pass(5 * MINUTE)
    const asked = await resident(home.id, NURSE)
    await open(home.id, asked, 'help')
    const from = care.clock.now().getTime()
    await on.pass(5 * MINUTE)
    const first = on.alerts.find(({ to, cause, atMs }) => to === NURSE && cause === 'help' && atMs > from)
    const after = first ? (first.atMs - from) / 1_000 : null
    console.log(rate, 'contact rung for help after', after, on.alerts.filter(({ to }) => to === NURSE).length)
    expect(after).not.toBeNull()
    expect(after).toBeLessThanOrEqual(120)
  })
})

test('at 0.2 calls a second, sixty misses of one account, a second wave of sixty, and a hundred reminders of others: all reminders leave in time', { timeout: 400_000 }, async () => {
  const home = await aHome(120, ownPhone)
  const others = await Promise.all(Array.from({ length: 10 }, () => care.anAccount()))
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  for (let n = 0; n < 100; n++) {
    const account = others[n % 10] ?? home
    await care.aCall(account, { lovedOneId: await care.somebodyElse(account), callType: 'medication_reminder' })
  }
  care.clock.set(NINE_IN_SYDNEY)
  for (const id of home.people.slice(0, 60)) await open(home.id, id, 'not_reached')
  const on = line(0.2, 5_000)
  await on.pass(10 * MINUTE)
  for (const id of home.people.slice(60)) await open(home.id, id, 'not_reached')
  const asked = await resident(home.id, NURSE)
  await open(home.id, asked, 'help')
  const from = care.clock.now().getTime()
  await on.pass(20 * MINUTE)
  const owedAt = async () =>
    Number((await care.db.selectFrom('alertCalls').select((eb) => eb.fn.countAll().as('n')).where('state', '=', 'owed').executeTakeFirstOrThrow()).n)
  const half = await owedAt()
  const help = on.alerts.filter(({ cause }) => cause === 'help')
  console.log('reminders', on.calls.length, 'owed', half, 'help first', help[0] && (help[0].atMs - from) / 1000)
  const left = await care.db.selectFrom('calls').select('status').where('status', '<>', 'completed').execute()
  console.log(left.map(({ status }) => status))
  await on.pass(30 * MINUTE)
  console.log('owed after another half hour', await owedAt(), 'rung', on.alerts.length)
  expect(left.filter(({ status }) => status === 'missed')).toEqual([])
})

test.each([1, 0.2])('at %s calls a second a ring about a miss that waits for its place keeps nobody from being rung for help', { timeout: 200_000 }, async (rate) => {
  const families = rate * 150 - 5
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - 60_000))
  const account = await care.anAccount()
  for (let n = 0; n < 600 * rate; n++) {
    await care.aCall(account, { lovedOneId: await care.somebodyElse(account), callType: 'medication_reminder' })
  }
  care.clock.set(NINE_IN_SYDNEY)
  for (let n = 0; n < families; n++) {
    const { id } = await care.anAccount()
    await open(id, await resident(id, ownPhone()), 'not_reached')
  }
  const home = await aHome(2, () => NURSE)
  const [missed = 0, asking = 0] = home.people
  await open(home.id, missed, 'not_reached')
  const on = line(rate, 1_000)
  await on.pass(2 * MINUTE + 10_000)
  await open(home.id, asking, 'help')
  const from = care.clock.now().getTime()
  await on.pass(6 * MINUTE)
  const ofNurse = on.alerts.filter(({ to }) => to === NURSE).map(({ cause, atMs }) => [cause, (atMs - from) / 1_000])
  console.log(rate, 'nurse', JSON.stringify(ofNurse), 'matron', JSON.stringify(on.alerts.filter(({ to }) => to === MATRON).map(({ cause, atMs }) => [cause, (atMs - from) / 1_000])), 'calls', on.calls.length)
  const first = on.alerts.find(({ to, cause }) => to === NURSE && cause === 'help')
  expect(first ? (first.atMs - from) / 1_000 : null).toBeLessThanOrEqual(120)
})

test('after a night without Cooee everybody is rung once, also where they are more than can be rung in an hour', { timeout: 200_000 }, async () => {
  care.clock.set(new Date('2026-03-09T08:00:00+11:00'))
  const account = await care.anAccount()
  const people = 30
  for (let n = 0; n < people; n++) {
    await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at: new Date('2026-03-09T18:00:00+11:00') })
  }
  care.clock.set(new Date('2026-03-10T03:00:00+11:00'))
  // Twenty an hour: of three thousand six hundred an hour it would be five thousand families.
  const on = line(20 / 3600, 60_000)
  await on.pass(4 * 60 * MINUTE + 3 * 60 * MINUTE)
  console.log('rung', on.calls.length)
  const ended = await care.db.selectFrom('calls').select(['status', 'reason']).where('catchUpFor', 'is not', null).execute()
  console.log(JSON.stringify(Object.groupBy(ended, ({ status }) => status)).slice(0, 600))
  expect(on.calls.length).toBe(people)
})

test('contacts who can only be rung are each rung within two hours, however many there are: a ring that waits does not go stale for ever', { timeout: 300_000 }, async () => {
  const families = 60
  const phones: string[] = []
  for (let n = 0; n < families; n++) {
    const { id } = await care.anAccount()
    const phone = ownPhone()
    phones.push(phone)
    const lovedOneId = await resident(id, phone)
    await care.db.updateTable('contacts').set({ textsStoppedAt: NINE_IN_SYDNEY }).where('accountId', '=', id).execute()
    await open(id, lovedOneId, 'not_reached')
  }
  // Sixty rings take fifty minutes.
  const on = line(0.02, 30_000)
  for (let hour = 1; hour <= 4; hour++) {
    await on.pass(60 * MINUTE)
    const rung = new Set(on.alerts.map(({ to }) => to))
    console.log('after', hour, 'h:', rung.size, 'phones rung,', on.alerts.length, 'rings,', on.unrung.count, 'places for rings that were not made')
  }
  const rung = new Set(on.alerts.filter(({ atMs }) => atMs < NINE_IN_SYDNEY.getTime() + 120 * MINUTE).map(({ to }) => to))
  expect(phones.filter((phone) => !rung.has(phone))).toEqual([])
})
