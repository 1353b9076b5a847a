import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Incident, incidentSchema, LINK_NOT_VALID } from '#contract/calls/incidents.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { scriptedTelephony } from '#test/adapters/scripted-telephony.ts'
import { anAddress, type SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { careDeps } from '#test/care-deps.ts'
import { aContact } from '#test/factories.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import type { IncidentDeps } from './deps.ts'
import { addCause } from './steps/add-cause.ts'
import { advanceIncidents } from './steps/advance-incidents.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const PLACE = { address: '14 Wattle Street, Thirroul', accessNote: 'A spare key hangs behind the meter box' }

let cooee: CallsFixture
let deps: IncidentDeps
let carer: SignedIn
let address: string
let lovedOneId: number
let callId: number

beforeAll(async () => {
  cooee = await callsFixture()
  const { db, clock, jobs } = cooee
  const enqueueNotice: IncidentDeps['enqueueNotice'] = (trx, notice) =>
    enqueueMessage(jobs, trx, { isUrgent: true, ...notice })
  deps = (await careDeps({ db, clock, jobs, telephony: scriptedTelephony(), enqueueNotice })).incidents
})
afterAll(() => cooee.close())
beforeEach(async () => {
  await cooee.db.deleteFrom('messages').execute()
  await deleteEverybody(cooee.db)
  address = anAddress()
  carer = await cooee.aRegisteredAccount({ firstName: 'Robyn', lastName: 'Hartley' })
  lovedOneId = await cooee.aLovedOne(carer, {
    notes: 'The key is under the mat',
    medicalConditions: 'Diabetes',
    phoneNumber: '0491 570 156',
    ...PLACE,
  })
  await carer.post('/api/contacts', aContact(lovedOneId, emergency('Susan Hartley', SUSAN)))
  await carer.post('/api/contacts', aContact(lovedOneId, emergency('Tom Hartley', TOM)))
  callId = (await cooee.aCall(carer, { lovedOneId, callType: 'medication_reminder' })).id
  await open(callId)
  await escalate()
})

const emergency = (name: string, phoneNumber: string) => ({ name, phoneNumber, isEmergencyContact: true })
const open = (concerning: number, about = lovedOneId) =>
  cooee.db.transaction().execute((trx) =>
    addCause(deps, trx, {
      accountId: carer.user.circle.id,
      lovedOneId: about,
      callId: concerning,
      cause: 'not_reached',
      headline: "Margaret Hartley didn't answer the 9:00 AM call",
      detail: 'The phone rang out.',
    }),
  )
async function escalate() {
  while ((await advanceIncidents(deps)) > 0);
}
async function pass(minutes: number) {
  cooee.clock.advance(minutes * MINUTE)
  await escalate()
}
/** Susan has been written to and rung, and has not answered. */
async function tomIsNotified() {
  await pass(2)
  await pass(4)
}
/** About incidents: whether a contact agrees is asked before. */
const textsTo = async (recipient: string) => {
  const rows = cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', recipient)
    .where('text', 'not like', '%Reply YES to agree or NO%')
    .orderBy('id')
  return (await rows.execute()).map(({ text }) => text)
}
/** The last part of the link that a person was sent. */
async function linkOf(recipient: string): Promise<string> {
  const [, token = 'nothing was sent'] = /\/incident\/(\S+)/.exec((await textsTo(recipient)).join(' ')) ?? []
  return token
}
const get = (token: string) => cooee.request('GET', `/api/incidents/${token}`, undefined, { remoteAddress: address })
const post = (token: string, body: unknown) =>
  cooee.request('POST', `/api/incidents/${token}/answer`, body, { remoteAddress: address })
const see = async (recipient: string): Promise<Incident> =>
  incidentSchema.parse((await get(await linkOf(recipient))).json())
async function say(recipient: string, body: { answer: string; minutes?: number }): Promise<Incident> {
  const answer = await post(await linkOf(recipient), body)
  if (answer.statusCode !== 200) throw new Error(`Answered ${answer.statusCode}: ${answer.body}`)
  return incidentSchema.parse(answer.json())
}
const messages = () => cooee.db.selectFrom('messages').select('id').execute()
/** Everything that an action could change. */
async function everything() {
  const { db } = cooee
  const tables = ['incidents', 'incidentCauses', 'incidentPeople', 'alerts', 'messages', 'activity', 'events'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().orderBy('id').execute()))
}

describe('links in alerts', () => {
  test('the link in an alert shows what happened, what was tried and who was notified, without signing in', async () => {
    await cooee.db
      .insertInto('attempts')
      .values({
        callId,
        attemptNumber: 1,
        dialBy: cooee.clock.now(),
        phoneNumber: '+61491570156',
        state: 'ended',
        outcome: 'not_yet',
        startedAt: cooee.clock.now(),
        endedAt: cooee.clock.now(),
      })
      .execute()
    await pass(2)
    const notified = [
      { name: 'Robyn Hartley', isYou: false, alerts: [{ channel: 'email', outcome: 'sending' }] },
      { name: 'Susan Hartley', isYou: true, alerts: [{ channel: 'sms' }, { channel: 'call' }] },
    ]
    expect(await see(SUSAN)).toMatchObject({
      status: 'running',
      lovedOne: { name: 'Margaret Hartley', phoneNumber: '+61491570156', timezone: 'Australia/Sydney' },
      askedBy: 'Robyn Hartley',
      you: { name: 'Susan Hartley', hasDeclined: false },
      headline: "Margaret Hartley didn't answer the 9:00 AM call",
      detail: 'The phone rang out.',
      lastAnsweredAt: null,
      attempts: [{ outcome: 'answered, and asked us to ring again' }],
      notified,
      told: notified,
      owner: null,
      ended: null,
      detailsPath: null,
    })
  })

  test('the link in an alert hides what a contact need not know', async () => {
    await tomIsNotified()
    expect(await textsTo(TOM)).toHaveLength(1)
    const { body } = await get(await linkOf(SUSAN))
    for (const secret of [TOM, SUSAN, carer.user.email, 'Diabetes', 'under the mat', 'medication', 'Medication']) {
      expect(body).not.toContain(secret)
    }
  })

  test('the link in an alert names the address and the key to the account holder and to the owner, and to nobody else', async () => {
    await tomIsNotified()
    expect((await see(carer.user.email)).place).toEqual(PLACE)
    for (const contact of [SUSAN, TOM]) {
      const { body } = await get(await linkOf(contact))
      expect(body).not.toMatch(/Wattle|meter box/)
    }
    expect((await say(SUSAN, { answer: 'going', minutes: 20 })).place).toEqual(PLACE)
    expect((await see(TOM)).place).toBeNull()
    expect((await say(SUSAN, { answer: 'cannot' })).place).toBeNull()
    expect((await say(TOM, { answer: 'calling' })).place).toEqual(PLACE)
    expect((await say(TOM, { answer: 'ok' })).place).toBeNull()
    expect((await see(carer.user.email)).place).toEqual(PLACE)
  })

  test('the link in an alert leads the account holder, and nobody else, to the call in the app', async () => {
    expect((await see(carer.user.email)).detailsPath).toBe(`/calls/details/${callId}`)
    const { incidentLink } = (await carer.get(`/api/calls/${callId}`)).json()
    expect(incidentLink).toBe(`/incident/${await linkOf(carer.user.email)}`)
    const somebodyElse = await cooee.aRegisteredAccount()
    expect((await somebodyElse.get(`/api/calls/${callId}`)).statusCode).toBe(404)
  })

  test('the link in an alert changes nothing when it is merely fetched, as a preview of a message does', async () => {
    const before = await everything()
    const token = await linkOf(SUSAN)
    for (const method of ['GET', 'GET', 'HEAD'] as const)
      await cooee.request(method as 'GET', `/api/incidents/${token}`)
    expect(await everything()).toEqual(before)
  })

  test('the link in an alert is cached by nobody on the way, and shows no other site where a visitor came from', async () => {
    const { headers } = await get(await linkOf(SUSAN))
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
  })

  test('the link in an alert is not valid when it is forged, expired, or its person or contact was removed', async () => {
    const token = await linkOf(SUSAN)
    const [person = '', minute = '', signature = ''] = token.split('.')
    const forged = `${(parseInt(person, 36) + 1).toString(36)}.${minute}.${signature}`
    const unsigned = deps.links.tokenFor(987_654_321, new Date(cooee.clock.now().getTime() + DAY))
    const refused = async (candidate: string) => {
      const before = await everything()
      for (const answer of [await get(candidate), await post(candidate, { answer: 'ok' })]) {
        expect(answer.statusCode).toBe(404)
        expect(answer.json()).toEqual({ message: LINK_NOT_VALID })
      }
      expect(await everything()).toEqual(before)
    }
    for (const candidate of [forged, unsigned, `${token}0`, 'x', '%00', `${person}.${minute}`]) await refused(candidate)
    cooee.clock.advance(7 * DAY + MINUTE)
    await refused(token)
    expect((await carer.get(`/api/calls/${callId}`)).json().incidentLink ?? null).toBeNull()
    cooee.clock.advance(-7 * DAY - MINUTE)
    expect((await get(token)).statusCode).toBe(200)
    const contacts: { id: number; phoneNumber: string }[] = (
      await carer.get(`/api/contacts?lovedOneId=${lovedOneId}`)
    ).json()
    const { id = 0 } = contacts.find(({ phoneNumber }) => phoneNumber === SUSAN) ?? {}
    expect((await carer.delete(`/api/contacts/${id}`)).statusCode).toBe(204)
    await refused(token)
    const back = await carer.post('/api/contacts', aContact(lovedOneId, emergency('Susan Hartley', SUSAN)))
    expect([back.statusCode, (await get(token)).statusCode]).toEqual([201, 200])
    await cooee.db.deleteFrom('lovedOnes').execute()
    await refused(token)
  })

  test('the link in an alert acts on its own incident alone', async () => {
    const gwen = await cooee.aLovedOne(carer, { name: 'Gwen Hartley', phoneNumber: '0491 570 110' })
    const other = (await cooee.aCall(carer, { lovedOneId: gwen, scheduledTime: '2026-03-12T09:00:00+11:00' })).id
    await open(other, gwen)
    await say(SUSAN, { answer: 'calling' })
    const rows = await cooee.db.selectFrom('incidents').select(['callId', 'status']).orderBy('id').execute()
    expect(rows).toEqual([
      { callId, status: 'owned' },
      { callId: other, status: 'running' },
    ])
  })

  test('links in alerts cannot be guessed by trying, and cannot be pressed without limit', async () => {
    const token = await linkOf(SUSAN)
    const many = (count: number, ask: () => Promise<{ statusCode: number }>) =>
      Promise.all(Array.from({ length: count }, ask)).then((answers) => answers.map(({ statusCode }) => statusCode))
    expect(new Set(await many(70, () => get('a.b.c')))).toEqual(new Set([404, 429]))
    // A person who guesses on the same network does not lock out the owner of a link.
    expect((await get(token)).statusCode).toBe(200)
    expect(await many(25, () => post(token, { answer: 'calling' }))).toContain(429)
    expect((await get(token)).statusCode).toBe(200)
    const refused = await post(token, { answer: 'calling' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('answers on a page', () => {
  test('an answer is not lost to a deadlock: the database ended it in favour of another transaction, and it is retried', async () => {
    // A sequence keeps counting through a rollback: the first change fails, the second does not.
    await sql`create sequence coincidences`.execute(cooee.db)
    await sql`create function coincide() returns trigger language plpgsql as $$ begin
      if nextval('coincidences') = 1 then raise sqlstate '40P01'; end if; return new; end $$`.execute(cooee.db)
    await sql`create trigger coincide before update on incidents for each row execute function coincide()`.execute(
      cooee.db,
    )
    try {
      expect(await say(SUSAN, { answer: 'calling' })).toMatchObject({ status: 'owned', owner: { isYou: true } })
    } finally {
      await sql`drop function coincide cascade`.execute(cooee.db)
      await sql`drop sequence coincidences`.execute(cooee.db)
    }
  })

  test('an answer takes the incident on, with the minutes it takes to get there', async () => {
    const incident = await say(SUSAN, { answer: 'going', minutes: 20 })
    expect(incident).toMatchObject({
      status: 'owned',
      owner: { name: 'Susan Hartley', isYou: true, intent: 'going', minutes: 20 },
    })
    expect(Date.parse(incident.owner?.until ?? '') - Date.parse(incident.asOf)).toBe(35 * MINUTE)
    const seen = await see(carer.user.email)
    expect(seen.owner).toMatchObject({ name: 'Susan Hartley', isYou: false })
    expect(seen.notified.filter(({ isOwner }) => isOwner).map(({ name }) => name)).toEqual(['Susan Hartley'])
  })

  test.each([
    ['going', undefined],
    ['going', null],
    ['going', 0],
    ['going', 241],
    ['going', 1.5],
    ['going', '20'],
    ['ok', 0],
  ])('the answer "%s" with %j minutes is refused with the name of the field', async (answer, minutes) => {
    const refused = await post(await linkOf(SUSAN), { answer, minutes })
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors).toEqual([{ path: 'minutes', message: 'Please give 1 to 240 minutes' }])
    expect((await see(SUSAN)).owner).toBeNull()
  })

  test.each([{ answer: 'maybe' }, {}, undefined])('%j is not an answer', async (body) => {
    const refused = await post(await linkOf(SUSAN), body)
    expect(refused.statusCode).toBe(400)
    expect(refused.json().errors[0].path).toBe('answer')
  })

  test('an answer given twice counts once', async () => {
    await say(SUSAN, { answer: 'calling' })
    const first = (await messages()).length
    await Promise.all([say(SUSAN, { answer: 'calling' }), say(SUSAN, { answer: 'calling' })])
    expect(await messages()).toHaveLength(first)
    await say(SUSAN, { answer: 'ok' })
    const told = (await messages()).length
    await say(SUSAN, { answer: 'ok' })
    expect(await messages()).toHaveLength(told)
  })

  test('one of two answers at the same moment takes the incident on, and the other learns who did', async () => {
    await tomIsNotified()
    const [susan, tom] = await Promise.all([
      say(SUSAN, { answer: 'calling' }),
      say(TOM, { answer: 'going', minutes: 10 }),
    ])
    expect(susan.owner?.name).toBe(tom.owner?.name)
    expect([susan.owner?.isYou, tom.owner?.isYou].filter(Boolean)).toHaveLength(1)
    const taken = await cooee.db
      .selectFrom('activity')
      .select('description')
      .where('activityType', '=', 'call_acknowledged')
      .execute()
    expect(taken).toEqual([{ description: `${susan.owner?.name} is checking on Margaret` }])
  })

  test('the answer "I can’t" gives the incident back, and the next person is notified at once', async () => {
    await say(SUSAN, { answer: 'calling' })
    expect(await say(SUSAN, { answer: 'cannot' })).toMatchObject({
      status: 'running',
      owner: null,
      you: { hasDeclined: true },
    })
    expect(await textsTo(TOM)).toEqual([])
    await escalate()
    expect(await textsTo(TOM)).toHaveLength(1)
  })

  test('an answer counts for 30 minutes without a report, and then the escalation continues', async () => {
    await say(SUSAN, { answer: 'calling' })
    await pass(29)
    expect((await see(SUSAN)).owner?.isYou).toBe(true)
    await say(SUSAN, { answer: 'calling' })
    await pass(29)
    expect(await see(SUSAN)).toMatchObject({ status: 'owned' })
    await pass(1)
    expect(await see(SUSAN)).toMatchObject({ status: 'running', owner: null })
    await pass(4)
    expect(await textsTo(TOM)).toHaveLength(1)
    expect((await say(TOM, { answer: 'calling' })).owner).toMatchObject({ name: 'Tom Hartley', isYou: true })
  })

  test('an answer still counts when everybody was asked in vain', async () => {
    for (let minute = 0; minute < 14; minute++) await pass(1)
    expect(await see(TOM)).toMatchObject({
      status: 'unresolved',
      ended: null,
      nextStep: expect.stringMatching(/^If nobody can, we'll ask everyone again at \d+:\d\d [AP]M\.$/),
    })
    expect(await say(TOM, { answer: 'calling' })).toMatchObject({
      status: 'owned',
      ended: null,
      nextStep: expect.stringMatching(/^If we don't hear from you by \d+:\d\d [AP]M, we'll ask everyone again\.$/),
    })
  })

  test('the answer "She’s OK" ends the incident, also from a person who does not own it, and everybody who was alerted gets the all-clear', async () => {
    await tomIsNotified()
    await say(SUSAN, { answer: 'calling' })
    expect(await say(carer.user.email, { answer: 'ok' })).toMatchObject({
      status: 'resolved',
      owner: null,
      ended: { how: "You said all's well." },
    })
    for (const phone of [SUSAN, TOM]) {
      expect((await textsTo(phone)).at(-1)).toMatch(/^Cooee: all clear for Margaret Hartley\./)
    }
    expect(await say(TOM, { answer: 'calling' })).toMatchObject({ status: 'resolved', owner: null })
    const count = (await messages()).length
    await pass(60)
    expect(await messages()).toHaveLength(count)
  })
})

async function asksForHelp() {
  cooee.clock.advance(5_000)
  await cooee.db.transaction().execute((trx) =>
    addCause(deps, trx, {
      accountId: carer.user.circle.id,
      lovedOneId,
      callId: null,
      cause: 'help',
      headline: 'Margaret Hartley texted us for help',
      detail: null,
    }),
  )
  await escalate()
  cooee.clock.advance(1_000)
}

test('"I have reached her" on a screen closes only the request for help that it shows', async () => {
  const reached = (knownUntil: unknown) => carer.post(`/api/calls/${callId}/resolve`, { knownUntil })
  await cooee.endCall(callId, 'missed')
  await asksForHelp()
  const refused = await reached(null)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toContain('Margaret Hartley texted us for help')
  expect((await reached('yesterday')).statusCode).toBe(400)
  const [{ askedAt }] = (await carer.get('/api/incidents')).json()
  expect((await reached(askedAt)).statusCode).toBe(200)
  expect((await carer.get('/api/incidents')).json()).toEqual([])
})

test('"all is well" on a page that shows older news closes nothing, and says what has happened since', async () => {
  const { asOf } = await see(SUSAN)
  await asksForHelp()
  const before = await everything()
  const link = await linkOf(SUSAN)
  for (let times = 0; times < 2; times++) {
    const refused = await post(link, { answer: 'ok', asOf })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toBe(
      "We haven't closed it: Margaret Hartley texted us for help, since you opened this page. Once you've spoken with them, answer again.",
    )
  }
  expect(await everything()).toEqual(before)
  const closed = await post(link, { answer: 'ok', asOf: (await see(SUSAN)).asOf })
  expect(closed.statusCode).toBe(200)
  expect(closed.json()).toMatchObject({ status: 'resolved' })
})

test('the account holder sees what is open on every screen, with the way to their own page of it, and nobody else does', async () => {
  const [incident] = (await carer.get('/api/incidents')).json()
  expect(incident).toMatchObject({
    lovedOne: { id: lovedOneId, name: 'Margaret Hartley' },
    ...{ cause: 'not_reached', status: 'running', owner: null, isYours: false, areOthersAlerted: true, askedAt: null },
    headline: expect.stringContaining("Margaret Hartley didn't answer"),
  })
  const token = incident.link.replace('/incident/', '')
  expect((await get(token)).json()).toMatchObject({ you: { name: 'Robyn Hartley' } })
  await cooee.request('POST', `/api/incidents/${token}/answer`, { answer: 'calling' }, { remoteAddress: address })
  expect((await carer.get('/api/incidents')).json()).toMatchObject([{ status: 'owned', isYours: true }])
  expect((await (await cooee.aRegisteredAccount()).get('/api/incidents')).json()).toEqual([])
  await cooee.request('POST', `/api/incidents/${token}/answer`, { answer: 'ok' }, { remoteAddress: address })
  expect((await carer.get('/api/incidents')).json()).toEqual([])
  await cooee.endCall(callId, 'missed')
  expect((await carer.get(`/api/calls/${callId}`)).json().incident).toMatchObject({
    status: 'resolved',
    endedHow: "You said all's well.",
  })
})
