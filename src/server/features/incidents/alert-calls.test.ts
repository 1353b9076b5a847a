import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { lockPlaces } from '#server/features/calls/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { createAlertDialler } from './alert-dial.ts'
import { hurryOn } from './alert-hurry.ts'
import { answerIncident, type IncidentAnswer } from './answer-incident.ts'
import { peopleOf } from './incident-state.ts'
import { openIncident } from './open-incident.ts'
import { walkIncidents } from './walk-incidents.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const MARGARET = '+61491570156'
const SUSAN = '+61491570157'
const TOM = '+61491570158'

let care: CareFixture
let account: { id: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.db.deleteFrom('accounts').execute()
  await care.db.deleteFrom('events').execute()
  await care.db.updateTable('dialPace').set({ nextAtMs: 0 }).execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(NINE_IN_SYDNEY)
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET })
  callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 60 * MINUTE) })
  for (const [index, [name, phoneNumber]] of [
    ['Susan Hartley', SUSAN] as const,
    ['Tom Hartley', TOM] as const,
  ].entries()) {
    await care.db
      .insertInto('contacts')
      .values({
        accountId: account.id,
        lovedOneId,
        name,
        phoneNumber,
        contactType: 'family',
        isEmergencyContact: true,
        position: index + 1,
      })
      .execute()
  }
})

/** Opens the incident and lets Susan have her text message; two minutes later her phone is rung. */
async function ringSusan(...outcomes: typeof care.telephony.outcomes): Promise<number> {
  await open()
  await care.escalate()
  care.telephony.outcomes.push(...outcomes)
  await pass(2 * MINUTE)
  return care.telephony.alertsDialled[0]?.alertId ?? 0
}
const open = () =>
  care.db.transaction().execute((trx) =>
    openIncident(care.deps.incidents, trx, {
      accountId: account.id,
      lovedOneId,
      callId,
      cause: 'not_reached',
      headline: 'Margaret Hartley was not reached by the 9:00 AM call',
      detail: null,
    }),
  )
async function pass(milliseconds: number) {
  care.clock.advance(milliseconds)
  await care.settle()
  await care.escalate()
}
const incident = () => care.db.selectFrom('incidents').selectAll().executeTakeFirstOrThrow()
const alertCall = (alertId: number) =>
  care.db.selectFrom('alertCalls').selectAll().where('alertId', '=', alertId).executeTakeFirstOrThrow()
const answerOf = (alertId: number) =>
  care.db.selectFrom('alerts').select(['answer', 'answeredAt']).where('id', '=', alertId).executeTakeFirstOrThrow()
const rings = () => care.telephony.alertsDialled.filter(({ providerCallId }) => providerCallId !== null)
const sidOf = (alertId: number) => rings().find((ring) => ring.alertId === alertId)?.providerCallId ?? ''
const textsTo = (phoneNumber: string) =>
  care.told.filter(({ recipient }) => recipient === phoneNumber).map(({ text }) => text)
const key = (keys: string) => ({ keys, speech: '' })
const said = (speech: string) => ({ keys: '', speech })
const spoken = (script: readonly { kind: string }[]) =>
  script.map((part) => ('prompt' in part ? part.prompt : 'text' in part ? part.text : part.kind)).join(' ')
const ended = (sid: string, endedStatus: 'completed' | 'busy' | 'no-answer' | 'canceled') => ({
  providerCallId: sid,
  status: endedStatus,
  endedStatus,
  answeredBy: null,
  durationSeconds: null,
})

test('a worker that is held up right before the dial leaves it to the one that settles it', async () => {
  await open()
  await care.escalate()
  care.clock.advance(2 * MINUTE)
  await walkIncidents(care.deps.incidents)
  const dialler = createAlertDialler(care.deps.incidents)
  await dialler.look()
  care.clock.advance(21 * SECOND)
  await dialler.idle()
  expect(rings()).toEqual([])
  await pass(SECOND)
  await pass(SECOND)
  expect(rings()).toHaveLength(1)
})

describe('who is rung about an incident', () => {
  test('hears what happened and what the keys do, and takes it on with 1', async () => {
    const alertId = await ringSusan()
    expect(spoken(await care.alerts.answered(alertId, sidOf(alertId)))).toMatch(
      /^Hello Susan Hartley\. This is Cooee, calling for Robyn Hartley about Margaret Hartley\. Margaret Hartley was not reached by the 9:00 AM call\. To look after it, press 1\./,
    )
    expect(spoken(await care.alerts.heard(alertId, 'first', key('1')))).toContain(
      'You pressed 1. Thank you. You are looking after Margaret Hartley.',
    )
    expect(await incident()).toMatchObject({ status: 'owned', intent: 'calling' })
    expect(await answerOf(alertId)).toEqual({ answer: 'took', answeredAt: care.clock.now() })
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'took', keys: '1', settleAt: null })
    await pass(20 * MINUTE)
    expect(textsTo(TOM)).toEqual([])
  })

  test('hands on with 2: the next one is told at once', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    expect(spoken(await care.alerts.heard(alertId, 'first', key('2')))).toMatch(/^You pressed 2\. Thank you/)
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'declined' })
  })

  test('ends it with 3', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'second', key('3'))
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: 'Susan Hartley says that all is well.' })
    expect(await answerOf(alertId)).toMatchObject({ answer: 'ok' })
  })

  test('is asked for a key when they say yes: a machine can say it, too', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    expect(spoken(await care.alerts.heard(alertId, 'first', said('yes, I will go')))).toContain('I need a key')
    expect(await incident()).toMatchObject({ status: 'running' })
    expect(spoken(await care.alerts.heard(alertId, 'again', said('hello')))).toBe(
      'I did not hear an answer. Goodbye. hang_up',
    )
    expect(await alertCall(alertId)).toMatchObject({ keys: '' })
  })

  test('and whose machine answers has taken nothing on: the next one is told at once', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'first', said("You've reached Susan. I can't take your call, leave a message."))
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'no_response' })
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test.each([
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
  ] as const)('and is %s is not waited for', async (endedStatus, outcome) => {
    const alertId = await ringSusan()
    await care.alerts.progressed(alertId, ended(sidOf(alertId), endedStatus))
    expect(await alertCall(alertId)).toMatchObject({ outcome })
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('is heard once, however often and in whatever order it is told', async () => {
    const alertId = await ringSusan()
    const sid = sidOf(alertId)
    await care.alerts.progressed(alertId, ended(sid, 'completed'))
    await care.alerts.answered(alertId, sid)
    const replies = await Promise.all([1, 2, 3].map(() => care.alerts.heard(alertId, 'first', key('1'))))
    expect(new Set(replies.map(spoken)).size).toBe(1)
    await care.alerts.progressed(alertId, ended(sid, 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'took', keys: '1' })
    const events = await care.db.selectFrom('events').select('event').where('event', '=', 'call.acknowledged').execute()
    expect(events).toHaveLength(1)
  })

  test('whose answer arrives again after they gave it back does not take it on again', async () => {
    const alertId = await ringSusan()
    await care.alerts.heard(alertId, 'first', key('1'))
    await care.alerts.heard(alertId, 'second', key('2'))
    await care.alerts.heard(alertId, 'first', key('1'))
    expect(await incident()).toMatchObject({ status: 'running', ownerId: null })
  })
})

describe('somebody else was first', () => {
  async function ringSusanAndTom(): Promise<[number, number]> {
    const susan = await ringSusan()
    await pass(4 * MINUTE)
    await pass(2 * MINUTE)
    return [susan, care.telephony.alertsDialled[1]?.alertId ?? 0]
  }

  test('a phone that still rings is stopped, once, and its person is not counted as one who did not answer', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    await care.escalate()
    await care.escalate()
    expect(care.telephony.stopped).toEqual([sidOf(tom)])
    await care.alerts.progressed(tom, ended(sidOf(tom), 'canceled'))
    expect(await alertCall(tom)).toMatchObject({ outcome: 'not_needed' })
  })

  test('a phone that could not be stopped is tried again until it is, and then not any more', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    care.telephony.isDown = true
    await care.escalate()
    care.telephony.isDown = false
    expect(care.telephony.stopped).toEqual([])
    for (let seconds = 0; seconds < 60; seconds += 5) await pass(5 * SECOND)
    expect(care.telephony.stopped).toEqual([sidOf(tom)])
  })

  test('whose phone did not ring for that reason is rung when the owner does not report', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    await care.alerts.heard(susan, 'first', key('1'))
    await care.escalate()
    await care.alerts.progressed(tom, ended(sidOf(tom), 'canceled'))
    await care.alerts.progressed(susan, ended(sidOf(susan), 'completed'))
    await pass(31 * MINUTE)
    const again = care.telephony.alertsDialled.slice(2)
    expect(again.map(({ to }) => to)).toEqual([TOM])
    await pass(MINUTE)
    expect(care.telephony.alertsDialled).toHaveLength(3)
    expect(textsTo(TOM).filter((text) => text.includes('was not reached'))).toHaveLength(1)
  })

  test('and gives it back at once lets the phone that was stopped ring again, each time', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(susan, sidOf(susan))
    let latest = tom
    for (let time = 1; time <= 2; time++) {
      await answerAs('Susan Hartley', { kind: 'calling' })
      await care.escalate()
      await answerAs('Susan Hartley', { kind: 'cannot' })
      await care.alerts.progressed(latest, ended(sidOf(latest), 'canceled'))
      expect(await alertCall(latest)).toMatchObject({ outcome: 'not_needed' })
      await care.escalate()
      latest = care.telephony.alertsDialled.at(-1)?.alertId ?? 0
      expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN, ...Array(time + 1).fill(TOM)])
    }
  })

  test('who picks up late is told who it is, and who presses 1 meanwhile is, too', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.answered(tom, sidOf(tom))
    await care.alerts.heard(susan, 'first', key('1'))
    expect(spoken(await care.alerts.heard(tom, 'first', key('1')))).toBe(
      'You pressed 1. Susan Hartley is looking after it already. Thank you. Goodbye. hang_up',
    )
    expect(spoken(await care.alerts.answered(tom, sidOf(tom)))).toContain('Susan Hartley is looking after it already.')
    expect(care.telephony.stopped).toEqual([])
  })

  test('who picks up when it is over is told how it ended', async () => {
    const [susan, tom] = await ringSusanAndTom()
    await care.alerts.heard(susan, 'first', key('3'))
    expect(spoken(await care.alerts.answered(tom, sidOf(tom)))).toContain(
      'It is over. Susan Hartley says that all is well.',
    )
  })

  test('a phone that was about to ring does not', async () => {
    await open()
    await care.escalate()
    const { id } = await incident()
    await care.db
      .updateTable('incidents')
      .set({ status: 'owned', ownerId: await aPersonOf(id) })
      .execute()
    const alertId = await anOwedAlert(id)
    await care.escalate()
    expect(care.telephony.alertsDialled).toEqual([])
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'not_needed', dials: 1 })
  })
})

describe('who has said by text message that they can’t', () => {
  test('is not rung when the call was owed already', async () => {
    await open()
    const alertId = await anOwedAlert((await incident()).id)
    await answerAs('Susan Hartley', { kind: 'cannot' })
    await care.escalate()
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toEqual([])
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'not_needed' })
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('is not rung any longer', async () => {
    const alertId = await ringSusan()
    await answerAs('Susan Hartley', { kind: 'cannot' })
    await care.escalate()
    expect(care.telephony.stopped).toEqual([sidOf(alertId)])
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'canceled'))
    await pass(MINUTE)
    expect(care.telephony.alertsDialled.filter(({ to }) => to === SUSAN)).toHaveLength(1)
  })
})

async function answerAs(name: string, answer: IncidentAnswer): Promise<void> {
  const { id: incidentId } = await incident()
  const people = await peopleOf(care.db, incidentId)
  const personId = people.find((person) => person.name === name)?.id ?? 0
  await care.db
    .transaction()
    .execute((trx) => answerIncident(care.deps.incidents, trx, { incidentId, personId, answer }))
}
async function aPersonOf(incidentId: number): Promise<number> {
  const person = care.db.selectFrom('incidentPeople').select('id').where('incidentId', '=', incidentId)
  return (await person.where('name', '=', 'Susan Hartley').executeTakeFirstOrThrow()).id
}
async function anOwedAlert(incidentId: number): Promise<number> {
  const now = care.clock.now()
  const { id } = await care.db
    .insertInto('alerts')
    .values({
      incidentId,
      personId: await aPersonOf(incidentId),
      purpose: 'alert',
      round: 1,
      channel: 'call',
      createdAt: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await care.db
    .insertInto('alertCalls')
    .values({ alertId: id, phoneNumber: SUSAN, startedAt: now, settleAt: now })
    .execute()
  return id
}

describe('a dial of an alert', () => {
  test('whose answer was lost is never repeated blindly: the call the provider took is found', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    await pass(19 * SECOND)
    expect(care.telephony.alertsDialled).toHaveLength(1)
    await pass(2 * SECOND)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', providerCallId: sidOf(alertId) })
    care.telephony.end(sidOf(alertId), { endedStatus: 'no-answer', status: 'no-answer' })
    await pass(MINUTE)
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'no_answer' })
    expect(rings()).toHaveLength(1)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('is not repeated while the provider cannot be asked', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 3; minutes++) await pass(MINUTE)
    expect(care.telephony.alertsDialled).toHaveLength(1)
    care.telephony.isDown = false
    await pass(MINUTE)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed' })
  })

  test('is repeated once the provider says that it has no such call', async () => {
    const alertId = await ringSusan({ kind: 'unknown', saidBusy: true, reason: '503' })
    expect(await alertCall(alertId)).toMatchObject({ state: 'unknown' })
    await pass(3 * SECOND)
    await pass(2 * SECOND)
    expect(rings().map((ring) => ring.alertId)).toEqual([alertId])
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', dials: 2 })
  })

  test('that was claimed by a worker that died is asked about, and then made', async () => {
    await open()
    await care.escalate()
    const alertId = await anOwedAlert((await incident()).id)
    await care.db
      .updateTable('alertCalls')
      .set({ state: 'dialling', dials: 1, settleAt: new Date(care.clock.now().getTime() + 20 * SECOND) })
      .execute()
    await care.escalate()
    expect(care.telephony.alertsDialled).toEqual([])
    await pass(21 * SECOND)
    await pass(2 * SECOND)
    expect(rings().map((ring) => ring.alertId)).toEqual([alertId])
  })

  test('that was certainly not placed is repeated at growing distances for three minutes, and then counts as failed', async () => {
    const no = Array.from({ length: 40 }, () => ({ kind: 'not_placed', reason: 'suspended' }) as const)
    const alertId = await ringSusan(...no)
    for (let seconds = 0; seconds < 100; seconds++) await pass(2 * SECOND)
    const { dials, outcome } = await alertCall(alertId)
    expect(outcome).toBe('failed')
    expect(dials).toBeGreaterThan(5)
    expect(dials).toBeLessThan(15)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('that was owed for long, since no worker ran, has all its time from when it is made', async () => {
    await open()
    const alertId = await anOwedAlert((await incident()).id)
    care.clock.advance(16 * MINUTE)
    care.telephony.outcomes.push({ kind: 'not_placed', reason: 'busy' })
    await care.escalate()
    for (let seconds = 0; seconds < 60; seconds += 5) await pass(5 * SECOND)
    expect(rings().filter((ring) => ring.alertId === alertId)).toHaveLength(1)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', outcome: null })
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'first', key('1'))
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('that the provider refuses is not repeated: the next one is told at once', async () => {
    const alertId = await ringSusan({ kind: 'refused', reason: 'not a number' })
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'refused' })
    await care.escalate()
    expect(care.telephony.alertsDialled).toHaveLength(1)
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('is made once by any number of workers', async () => {
    await open()
    await care.escalate()
    care.clock.advance(2 * MINUTE)
    await Promise.all(Array.from({ length: 6 }, () => care.escalate()))
    expect(rings()).toHaveLength(1)
  })

  test('whose callback was lost is asked about', async () => {
    const alertId = await ringSusan()
    care.telephony.end(sidOf(alertId), { endedStatus: 'busy', status: 'busy' })
    await pass(16 * SECOND)
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'busy' })
    expect(textsTo(TOM)).toHaveLength(1)
  })
})

describe('a call at the provider belongs to one dial', () => {
  test('what an alert has is not taken for a care call’s, nor the other way round', async () => {
    // Susan is a loved one of her own account, and both phones' answers are lost at the same time.
    const other = await care.aLovedOne(account, { name: 'Susan Hartley', phoneNumber: SUSAN })
    const at = new Date(care.clock.now().getTime() + 2 * MINUTE)
    await care.aCall(account, { lovedOneId: other, at })
    await open()
    await care.escalate()
    care.telephony.outcomes.push({ kind: 'lost_answer' }, { kind: 'lost_answer' })
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    await care.dispatch()
    for (let seconds = 0; seconds < 120; seconds += 5) await pass(5 * SECOND)
    const attempts = await care.db.selectFrom('attempts').select('providerCallId').execute()
    const alerts = await care.db
      .selectFrom('alertCalls')
      .select('providerCallId')
      .where('phoneNumber', '=', SUSAN)
      .execute()
    const held = [...attempts, ...alerts].map(({ providerCallId }) => providerCallId)
    expect(held).toHaveLength(2)
    expect(new Set(held).size).toBe(2)
    expect(held).not.toContain(null)
    expect(care.telephony.dialled).toHaveLength(1)
    expect(rings()).toHaveLength(1)
  })

  test('and a callback that names the alert takes it back from an attempt that had adopted it', async () => {
    const alertId = await ringSusan({ kind: 'lost_answer' })
    const sid = sidOf(alertId)
    const { id } = await care.db
      .insertInto('attempts')
      .values({
        callId,
        attemptNumber: 1,
        phoneNumber: SUSAN,
        state: 'placed',
        providerCallId: sid,
        startedAt: care.clock.now(),
        dialBy: care.clock.now(),
        settleAt: new Date(care.clock.now().getTime() + MINUTE),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.alerts.answered(alertId, sid)
    expect(await alertCall(alertId)).toMatchObject({ state: 'placed', providerCallId: sid })
    const attempt = await care.db.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(attempt).toMatchObject({ state: 'unknown', providerCallId: null })
  })
})

test('an alert keeps to the provider’s rate, and leaves before the care calls that are waiting', async () => {
  const now = care.clock.now()
  const take = (isUrgent: boolean) =>
    care.db.transaction().execute(async (trx) => {
      const places = await lockPlaces(trx, 1, now, { most: 5, isUrgent })
      await places.use(places.openAt.length)
      return places.openAt.map((at) => at.getTime() - now.getTime())
    })
  expect(await take(false)).toEqual([0])
  expect(await take(false)).toEqual([])
  expect(await take(true)).toEqual([1000])
  expect(await take(true)).toEqual([])

  await open()
  const alertId = await anOwedAlert((await incident()).id)
  const dialler = createAlertDialler({ ...care.deps.incidents, callsPerSecond: 1 })
  expect((await dialler.look())?.getTime()).toBeGreaterThan(now.getTime())
  expect(await alertCall(alertId)).toMatchObject({ state: 'owed' })
})

describe('a text message that will not arrive', () => {
  const messageOf = async (phoneNumber: string) => {
    const alert = await care.db
      .selectFrom('alerts')
      .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.personId')
      .select('alerts.id')
      .where('incidentPeople.phoneNumber', '=', phoneNumber)
      .where('alerts.channel', '=', 'sms')
      .orderBy('alerts.id', 'desc')
      .executeTakeFirstOrThrow()
    const { id } = await care.db
      .insertInto('messages')
      .values({ channel: 'sms', recipient: phoneNumber, text: 'told', accountId: account.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.db.updateTable('alerts').set({ messageId: id }).where('id', '=', alert.id).execute()
    return id
  }
  const undelivered = (messageId: number) =>
    care.db.transaction().execute((trx) => hurryOn(care.deps.incidents, trx, messageId))

  test('lets the phone ring at once', async () => {
    await open()
    await care.escalate()
    await undelivered(await messageOf(SUSAN))
    await care.escalate()
    expect(rings().map(({ to }) => to)).toEqual([SUSAN])
  })

  test('hurries nothing once somebody further is being told, or somebody has taken it on', async () => {
    await ringSusan()
    const before = await incident()
    await undelivered(await messageOf(SUSAN))
    expect(await incident()).toEqual(before)
    const alertId = care.telephony.alertsDialled[0]?.alertId ?? 0
    await care.alerts.heard(alertId, 'first', key('1'))
    const owned = await incident()
    await undelivered(await messageOf(SUSAN))
    expect(await incident()).toEqual(owned)
  })
})

test('the account holder is rung at the end, and hears that nobody has taken it on', async () => {
  await care.db.updateTable('accounts').set({ phoneNumber: '+61491570150' }).execute()
  await open()
  for (let minute = 0; minute < 60 && (await incident()).status === 'running'; minute++) await pass(MINUTE)
  const last = care.telephony.alertsDialled.at(-1)
  expect(last).toMatchObject({ to: '+61491570150' })
  const alertId = last?.alertId ?? 0
  expect(spoken(await care.alerts.answered(alertId, sidOf(alertId)))).toContain(
    'was not reached by the 9:00 AM call, and nobody has taken it on. To look after it yourself, press 1.',
  )
  await care.alerts.heard(alertId, 'first', key('1'))
  expect(await incident()).toMatchObject({ status: 'owned' })
})
