import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '#contract/calls/call-details.ts'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { aContact } from '#test/factories.ts'
import { keepNames } from './public.ts'

let cooee: CallsFixture
let jane: SignedIn
let tom: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await callsFixture()
  jane = await cooee.aRegisteredAccount({ firstName: 'Jane', lastName: 'Hartley' })
  lovedOneId = await cooee.aLovedOne(jane, { name: 'Margaret Hartley' })
  tom = await aMemberOf(cooee, jane, 'carer', { firstName: 'Tom', lastName: 'Hartley' })
})
afterAll(() => cooee.close())

const NINE = '2026-03-12T09:00:00+11:00'
const HALF_PAST_NINE = '2026-03-12T09:30:00+11:00'

const latest = async (somebody: SignedIn) => (await somebody.get('/api/activity?limit=1')).json()[0]
const timelineOf = async (somebody: SignedIn, callId: number): Promise<string[]> =>
  (await somebody.get(`/api/calls/${callId}`)).json().timeline.map(({ text }: TimelineEntry) => text)

test('in a circle of several the log says who moved a call, and what from and to', async () => {
  const { id } = await cooee.aCall(jane, { lovedOneId, scheduledTime: NINE })
  expect(await latest(tom)).toMatchObject({
    description: 'Jane Hartley scheduled a Daily Check-in for Margaret Hartley',
    by: { id: jane.user.id, name: 'Jane Hartley' },
  })
  expect(await timelineOf(tom, id)).toEqual(['Jane Hartley booked it for Mar 12, 2026 9:00 AM'])
  const moved = await tom.patch(`/api/calls/${id}`, { scheduledTime: HALF_PAST_NINE })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await latest(jane)).toMatchObject({
    activityType: 'call_updated',
    description: 'Tom Hartley moved the 9:00 AM call to 9:30 AM',
    metadata: { details: 'For Margaret Hartley' },
    by: { id: tom.user.id, name: 'Tom Hartley' },
  })
  expect(await timelineOf(jane, id)).toEqual(['You booked it', 'Tom Hartley moved the 9:00 AM call to 9:30 AM'])
  expect(await timelineOf(tom, id)).toEqual(['Jane Hartley booked it', 'You moved the 9:00 AM call to 9:30 AM'])
})

test('what somebody did under a name of before is not said twice to themselves', async () => {
  const ann = await aMemberOf(cooee, jane, 'carer', { firstName: 'Ann', lastName: 'Old' })
  const { id } = await cooee.aCall(ann, { lovedOneId, scheduledTime: NINE })
  await ann.patch(`/api/calls/${id}`, { scheduledTime: HALF_PAST_NINE })
  await ann.patch('/api/profile', { lastName: 'New' })
  expect(await timelineOf(ann, id)).toContain('Ann Old moved the 9:00 AM call to 9:30 AM')
  expect(await timelineOf(jane, id)).toContain('Ann New: Ann Old moved the 9:00 AM call to 9:30 AM')
  await jane.delete(`/api/members/${ann.user.id}`)
})

test('a call that is moved to another day, or made another, is said to be', async () => {
  const { id } = await cooee.aCall(jane, { lovedOneId, scheduledTime: NINE })
  await tom.patch(`/api/calls/${id}`, { scheduledTime: '2026-03-13T10:00:00+11:00' })
  expect((await latest(jane)).description).toBe(
    'Tom Hartley moved the 9:00 AM call on Mar 12, 2026 to Mar 13, 2026 at 10:00 AM',
  )
  await tom.patch(`/api/calls/${id}`, { callType: 'wellness_check' })
  expect((await latest(jane)).description).toBe('Tom Hartley changed the Wellness Check for Margaret Hartley')
  await tom.delete(`/api/calls/${id}`)
  expect((await latest(jane)).description).toBe('Tom Hartley cancelled the Wellness Check for Margaret Hartley')
})

test('webhooks say whose call it is, and who booked and cancelled it', async () => {
  const { id } = await cooee.aCall(tom, { lovedOneId, scheduledTime: NINE })
  const under = { status: 'in_progress', dialAt: new Date(NINE), dialBy: new Date(HALF_PAST_NINE) } as const
  await cooee.db.updateTable('calls').set(under).where('id', '=', id).execute()
  expect((await jane.delete(`/api/calls/${id}`)).statusCode).toBe(204)
  const events = await cooee.db.selectFrom('events').select(['event', 'data']).orderBy('id', 'desc').limit(2).execute()
  const of = { circleId: jane.user.circle.id, callId: id }
  expect(events).toMatchObject([
    { event: 'call.missed', data: { ...of, by: { id: jane.user.id, name: 'Jane Hartley' } } },
    { event: 'call.scheduled', data: { ...of, by: { id: tom.user.id, name: 'Tom Hartley' } } },
  ])
})

test('every call of a schedule names who set it, and not the first alone', async () => {
  const { id } = await cooee.aCall(tom, { lovedOneId, scheduledTime: NINE, recurrencePattern: 'daily' })
  await cooee.endCall(id, 'completed')
  const { id: next } = await cooee.db
    .insertInto('calls')
    .columns(['accountId', 'lovedOneId', 'scheduleId', 'callType', 'scheduledFor', 'dialAt', 'dialBy'])
    .expression((eb) =>
      eb
        .selectFrom('calls')
        .select(['accountId', 'lovedOneId', 'scheduleId', 'callType'])
        .select(({ val }) => [
          val(new Date('2026-03-13T09:00:00+11:00')).as('scheduledFor'),
          val(new Date('2026-03-13T09:00:00+11:00')).as('dialAt'),
          val(new Date('2026-03-13T10:00:00+11:00')).as('dialBy'),
        ])
        .where('id', '=', id),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  expect((await timelineOf(jane, next))[0]).toMatch(/^Tom Hartley booked it for Mar 13, 2026/)
  expect((await timelineOf(tom, next))[0]).toMatch(/^You booked it for/)
})

test('the timeline says to each reader who chose Call Now', async () => {
  const { id } = await cooee.aCall(jane, { lovedOneId, scheduledTime: NINE })
  expect((await tom.post(`/api/calls/${id}/call-now`)).statusCode).toBe(202)
  expect((await latest(jane)).description).toBe('Tom Hartley chose Call Now for Margaret Hartley')
  expect(await timelineOf(jane, id)).toContain('Tom Hartley chose Call Now')
  expect(await timelineOf(tom, id)).toContain('You chose Call Now')
})

test('the member who reached the loved one is named to the others, in the log, the reason and the timeline', async () => {
  const { id } = await cooee.aCall(jane, { lovedOneId, scheduledTime: NINE })
  await cooee.db
    .updateTable('calls')
    .set({ status: 'in_progress', dialAt: new Date(NINE), dialBy: new Date(HALF_PAST_NINE) })
    .where('id', '=', id)
    .execute()
  const resolved = await tom.post(`/api/calls/${id}/resolve`, { note: 'In the garden' })
  expect(resolved.statusCode, resolved.body).toBe(200)
  expect((await latest(jane)).description).toBe('Tom Hartley reached Margaret Hartley')
  expect((await jane.get(`/api/calls/${id}`)).json().reason).toBe('Tom Hartley reached Margaret.')
  expect((await tom.get(`/api/calls/${id}`)).json().reason).toBe('You reached Margaret.')
  const by = { id: tom.user.id, name: 'Tom Hartley' }
  expect((await jane.get(`/api/calls/${id}`)).json().resolvedBy).toEqual({ ...by, isYou: false })
  expect((await tom.get(`/api/calls/${id}`)).json().resolvedBy).toEqual({ ...by, isYou: true })
  expect((await timelineOf(jane, id)).join('\n')).toContain('Tom Hartley reached Margaret. Note: In the garden')
  expect((await timelineOf(tom, id)).join('\n')).toContain('You reached Margaret. Your note: In the garden')
})

test('loved ones and contacts: the log says who added, changed and removed them', async () => {
  const said = async () => (await latest(jane)).description
  const other = await cooee.aLovedOne(tom, { name: 'Bert Hartley' })
  expect(await said()).toBe('Tom Hartley added Bert Hartley as a loved one')
  await tom.patch(`/api/loved-ones/${other}`, { notes: 'Deaf in one ear' })
  expect(await said()).toBe("Tom Hartley updated Bert Hartley's details")
  const contact = (await tom.post('/api/contacts', aContact(other, { name: 'June Murray' }))).json()
  expect(await said()).toBe('Tom Hartley added June Murray as a contact for Bert Hartley')
  await tom.patch(`/api/contacts/${contact.id}`, { relationship: 'Neighbour' })
  expect(await said()).toBe("Tom Hartley updated Bert Hartley's contact June Murray")
  await tom.delete(`/api/contacts/${contact.id}?confirmLast=true`)
  expect(await said()).toBe('Tom Hartley removed June Murray from the contacts of Bert Hartley')
  await tom.delete(`/api/loved-ones/${other}`)
  expect(await said()).toBe('Tom Hartley removed Bert Hartley from the loved ones')
})

test('times away: the log says who set, changed and ended them', async () => {
  const said = async () => (await latest(jane)).description
  const person = await cooee.aLovedOne(tom, { name: 'Elsie Hartley' })
  const until = { until: '2026-03-20', reason: 'holiday' }
  const now = (await tom.post(`/api/loved-ones/${person}/away`, until)).json()
  expect(await said()).toBe('Tom Hartley set Elsie Hartley away until Friday 20 March')
  const { text } = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', jane.user.email)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Tom Hartley set this.')
  await tom.patch(`/api/away/${now.id}`, { until: '2026-03-22' })
  expect(await said()).toBe("Tom Hartley changed Elsie Hartley's time away")
  await tom.delete(`/api/away/${now.id}`)
  expect(await said()).toBe("Tom Hartley ended Elsie Hartley's time away")
  const later = (await tom.post(`/api/loved-ones/${person}/away`, { ...until, from: '2026-03-18' })).json()
  expect(await said()).toBe('Tom Hartley set a time away for Elsie Hartley')
  await tom.delete(`/api/away/${later.id}`)
  expect(await said()).toBe("Tom Hartley took back Elsie Hartley's time away")
})

test('a contact who is asked reads the name of the member who added them', async () => {
  const { phoneNumber } = (await tom.post('/api/contacts', aContact(lovedOneId, { name: 'Ann Lee' }))).json()
  const { text } = await cooee.db
    .selectFrom('messages')
    .select('text')
    .where('recipient', '=', phoneNumber)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  expect(text).toContain('Tom Hartley')
  expect(text).not.toContain('Jane')
})

test('a member with another clock reads their own times, and nobody else’s as theirs', async () => {
  const perth = await aMemberOf(cooee, jane, 'carer', { firstName: 'Pip', timezone: 'Australia/Perth' })
  await perth.patch('/api/profile', { timezone: 'Australia/Perth' })
  await jane.patch('/api/profile', { timezone: 'Pacific/Auckland' })
  const { id } = await cooee.aCall(jane, { lovedOneId, scheduledTime: NINE, recurrencePattern: 'daily' })
  expect((await timelineOf(perth, id))[0]).toMatch(/9:00 AM AEDT \(6:00 AM your time\)$/)
  expect((await timelineOf(jane, id))[0]).toMatch(/9:00 AM AEDT \(11:00 AM your time\)$/)
  await jane.post(`/api/calls/${id}/skip`)
  expect((await latest(jane)).metadata.details).toContain('(11:00 AM your time)')
  expect((await latest(perth)).metadata.details).toMatch(/^The 9:00 AM AEDT call on Mar 12, 2026$/)
  await jane.patch('/api/profile', { timezone: 'Australia/Sydney' })
})

test('after a member has left, and after their login is deleted, the sentence keeps their name', async () => {
  const ann = await aMemberOf(cooee, jane, 'carer', { firstName: 'Ann', lastName: 'Hartley' })
  const { id } = await cooee.aCall(ann, { lovedOneId, scheduledTime: NINE })
  await jane.delete(`/api/members/${ann.user.id}`)
  expect((await timelineOf(jane, id))[0]).toMatch(/^Ann Hartley booked it/)
  await cooee.db.deleteFrom('people').where('id', '=', ann.user.id).execute()
  const [entry] = (await jane.get('/api/activity'))
    .json()
    .filter(({ description }: { description: string }) => description.startsWith('Ann Hartley scheduled'))
  expect(entry).toMatchObject({ by: null })
  expect((await timelineOf(jane, id))[0]).toMatch(/^Booked for/)
})

test('activity of a circle of one that says "You" names its owner to those who join later, also without their login', async () => {
  const rita = await cooee.aRegisteredAccount({ firstName: 'Rita', lastName: 'Moss' })
  const person = await cooee.aLovedOne(rita, { name: 'Otto Moss' })
  const { id } = await cooee.aCall(rita, { lovedOneId: person, scheduledTime: NINE })
  await rita.patch(`/api/calls/${id}`, { scheduledTime: HALF_PAST_NINE })
  await cooee.db
    .updateTable('calls')
    .set({ status: 'in_progress', dialAt: new Date(NINE), dialBy: new Date(HALF_PAST_NINE) })
    .where('id', '=', id)
    .execute()
  await rita.post(`/api/calls/${id}/resolve`)
  expect((await latest(rita)).description).toBe('You reached Otto Moss')
  const sam = await aMemberOf(cooee, rita, 'carer', { firstName: 'Sam' })
  expect((await latest(sam)).description).toBe('Rita Moss reached Otto Moss')
  expect((await latest(rita)).description).toBe('You reached Otto Moss')
  expect((await timelineOf(sam, id)).sort()).toEqual([
    'Rita Moss booked it',
    'Rita Moss reached Otto',
    'Rita Moss: Daily Check-in for Otto Moss updated',
  ])
  await cooee.db.transaction().execute((trx) => keepNames(trx, [rita.user.id]))
  expect((await latest(sam)).description).toBe('Rita Moss reached Otto Moss')
})

test('to a circle of one the log reads as ever', async () => {
  const alone = await cooee.aRegisteredAccount({ firstName: 'Rao' })
  const person = await cooee.aLovedOne(alone, { name: 'Amma Rao' })
  const { id } = await cooee.aCall(alone, { lovedOneId: person, scheduledTime: NINE })
  expect(await latest(alone)).toMatchObject({
    description: 'Daily Check-in scheduled for Amma Rao',
    by: { id: alone.user.id },
  })
  await alone.patch(`/api/calls/${id}`, { scheduledTime: HALF_PAST_NINE })
  expect(await latest(alone)).toMatchObject({ description: 'Daily Check-in for Amma Rao updated' })
  expect(await timelineOf(alone, id)).toEqual(['Booked for Mar 12, 2026 9:30 AM'])
  await alone.post(`/api/calls/${id}/call-now`)
  expect(await latest(alone)).toMatchObject({ description: 'Daily Check-in for Amma Rao updated' })
  expect(await timelineOf(alone, id)).toEqual(['You chose Call Now'])
})
