import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aMemberOf } from '#test/a-member-of.ts'
import type { SignedIn } from '#test/build-test-app.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { withdrawVerification } from '#test/insert-account.ts'
import { aRefusal } from '#test/refusals.ts'

let cooee: CallsFixture
let carer: SignedIn
let lovedOneId: number
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())
beforeEach(async () => {
  // Tuesday, 10 March 2026, 11:00 in Sydney; clocks go back on 5 April.
  await cooee.moveTo(new Date('2026-03-10T00:00:00.000Z'))
  carer = await cooee.aRegisteredAccount()
  lovedOneId = await cooee.aLovedOne(carer)
})

async function anAddress(member = carer, showNames = false): Promise<string> {
  const answer = await member.post('/api/calendar', { showNames })
  expect(answer.statusCode).toBe(200)
  return new URL(answer.json().address).pathname
}
const read = (address: string) => cooee.request('GET', address)
async function events(address: string) {
  const answer = await read(address)
  expect(answer.statusCode).toBe(200)
  return [
    ...answer.body.matchAll(/UID:(\S+)\r\n[\s\S]*?SEQUENCE:(\d+)\r\nDTSTART:(\S+)\r\n[\s\S]*?SUMMARY:([^\r]*)/g),
  ].map(([, uid = '', sequence, start = '', summary = '']) => ({ uid, sequence: Number(sequence), start, summary }))
}
const aDailyCall = () => cooee.aCall(carer, { lovedOneId, recurrencePattern: 'daily' })

test('a calendar has the calls of four weeks in UTC, and stays at nine on the wall when the clocks go back', async () => {
  await aDailyCall()
  const address = await anAddress()
  const found = await events(address)
  expect(found).toHaveLength(28)
  expect(found[0]).toMatchObject({ start: '20260310T220000Z', summary: 'Cooee call' })
  expect(found.at(-1)?.start).toBe('20260406T230000Z')
  const answer = await read(address)
  expect(answer.headers['content-type']).toBe('text/calendar; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('private, max-age=900')
})

test('names are in it only where the member wants them, and never what a call is for', async () => {
  await cooee.aCall(carer, { lovedOneId, callType: 'medication_reminder' })
  const address = await anAddress()
  expect((await read(address)).body).not.toMatch(/Margaret|Medication/)
  await carer.patch('/api/calendar', { showNames: true })
  expect((await events(address))[0]?.summary).toBe('Cooee call: Margaret Hartley')
  expect((await read(address)).body).not.toMatch(/Medication/)
})

test('a moved call keeps its name in the calendar, with a later version; a skipped one and days away are not in it', async () => {
  const call = await aDailyCall()
  const address = await anAddress()
  const [before, , third] = await events(address)
  await cooee.moveTo(new Date('2026-03-10T00:05:00.000Z'))
  const moved = await carer.post(`/api/calls/${call.id}/occurrence/move`, {
    occurrence: '2026-03-12T22:00:00.000Z',
    scheduledTime: '2026-03-12T23:30:00.000Z',
  })
  expect(moved.body).toContain('callId')
  const after = (await events(address)).find(({ uid }) => uid === third?.uid)
  expect(after?.start).toBe('20260312T233000Z')
  expect(after?.sequence).toBeGreaterThan(third?.sequence ?? Infinity)
  await cooee.moveTo(new Date('2026-03-10T00:10:00.000Z'))
  const again = { callId: moved.json().callId, scheduledTime: '2026-03-13T01:00:00.000Z' }
  expect((await carer.patch(`/api/calls/${again.callId}`, { scheduledTime: again.scheduledTime })).statusCode).toBe(200)
  const twice = (await events(address)).find(({ uid }) => uid === third?.uid)
  expect(twice?.start).toBe('20260313T010000Z')
  expect(twice?.sequence).toBeGreaterThan(after?.sequence ?? Infinity)
  const away = await carer.post(`/api/loved-ones/${lovedOneId}/away`, { from: '2026-03-16', until: '2026-03-20' })
  expect(away.statusCode).toBe(201)
  const starts = (await events(address)).map(({ start }) => start)
  expect(starts).toHaveLength(23)
  expect(starts).not.toContain('20260315T220000Z')
  expect(starts).toContain(before?.start)
})

test('what is not placed is not in it: calls to a phone that wants none, and those of an account that may place none', async () => {
  await aDailyCall()
  const other = await cooee.aLovedOne(carer, { name: 'Con Papadakis' })
  await cooee.aCall(carer, { lovedOneId: other, recurrencePattern: 'daily' })
  const address = await anAddress(carer, true)
  const { phoneNumber } = (await carer.get(`/api/loved-ones/${lovedOneId}`)).json()
  await aRefusal(cooee.db, { phoneNumber, calls: true }, cooee.clock.now())
  const shown = await events(address)
  expect(new Set(shown.map(({ summary }) => summary))).toEqual(new Set(['Cooee call: Con Papadakis']))
  await withdrawVerification(cooee.db, carer.user.circle.id)
  expect(await events(address)).toEqual([])
})

test('the address is shown once, is stored as a hash, and a new one ends the old', async () => {
  const address = await anAddress()
  const shown = (await carer.get('/api/calendar')).json()
  expect(shown).toMatchObject({ isOn: true, showNames: false })
  expect(JSON.stringify(shown)).not.toContain('/api/calendars/')
  const { rows } = await cooee.db
    .selectFrom('calendarFeeds')
    .selectAll()
    .execute()
    .then((all) => ({ rows: all }))
  expect(rows.every(({ tokenHash }) => tokenHash.length === 32)).toBe(true)
  const renewed = await anAddress()
  expect((await read(address)).statusCode).toBe(404)
  expect((await read(renewed)).statusCode).toBe(200)
})

test('it ends when the member ends it, leaves or is suspended, and says no more than of an address that never was', async () => {
  const never = await read(`/api/calendars/${'x'.repeat(43)}.ics`)
  expect(never.statusCode).toBe(404)
  const isGone = async (address: string) => expect((await read(address)).body).toBe(never.body)

  const ended = await anAddress()
  expect((await carer.delete('/api/calendar')).statusCode).toBe(204)
  await isGone(ended)

  const viewer = await aMemberOf(cooee, carer, 'viewer')
  const left = await anAddress(viewer)
  expect((await read(left)).statusCode).toBe(200)
  expect((await viewer.delete(`/api/members/${viewer.user.id}`)).statusCode).toBeLessThan(300)
  await isGone(left)

  const suspended = await anAddress()
  const { circle } = (await carer.get('/api/me')).json()
  await cooee.db
    .updateTable('accounts')
    .set({ suspendedByAdminAt: cooee.clock.now() })
    .where('id', '=', circle.id)
    .execute()
  await isGone(suspended)
})

test('a calendar is read sixty times an hour at most', async () => {
  const address = await anAddress()
  for (let time = 0; time < 60; time += 1) await read(address)
  expect((await read(address)).statusCode).toBe(429)
})
