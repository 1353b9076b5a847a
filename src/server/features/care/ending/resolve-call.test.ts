import { beforeAll, expect, test } from 'vitest'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { resolveCall } from './resolve-call.ts'

let family: IncidentFixture
beforeAll(async () => {
  family = await incidentFixture()
  return () => family.care.close()
})

const MINUTE = 60_000
const resolve = (note: string | null = null) =>
  resolveCall(family.care.deps, { account: family.account, callId: family.callId, note })
const resolveSeeing = (knownUntil: Date | null) =>
  resolveCall(family.care.deps, { account: family.account, callId: family.callId, note: null, knownUntil })
const call = () => family.care.call(family.account, family.callId)
const log = async () => {
  const entries = await family.care.db.selectFrom('activity').selectAll().orderBy('id').execute()
  return entries.map(({ activityType, description, details }) => `${activityType}: ${description} (${details})`)
}

async function ringsOut() {
  family.care.clock.advance(MINUTE)
  await family.care.dispatch()
  const { attemptId, providerCallId } = family.care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: null }
  await family.care.facts.progressed(attemptId, {
    providerCallId: providerCallId ?? '',
    status: 'no-answer',
    endedStatus: 'no-answer',
    answeredBy: null,
    durationSeconds: null,
  })
}

test('a call between tries that the account holder has resolved is not retried and alerts nobody', async () => {
  await family.startOver()
  await ringsOut()
  expect(await call()).toMatchObject({ status: 'in_progress', nextTryAt: expect.any(String) })
  await resolve('She was in the garden')
  expect(await call()).toMatchObject({
    ...{ status: 'missed', wasResolved: true, wasCancelled: true, nextTryAt: null },
    ...{ reason: 'You reached Margaret.', incident: null },
  })
  expect((await call()).timeline.map(({ text }) => text).slice(-2)).toEqual([
    'No answer',
    'You reached Margaret. Your note: She was in the garden',
  ])
  expect(await log()).toContain('call_acknowledged: You reached Margaret Hartley (null)')
  family.care.clock.advance(60 * MINUTE)
  await family.care.dispatch()
  expect(family.care.telephony.dialled).toHaveLength(1)
  await expect(resolve()).rejects.toMatchObject({ code: 'conflict' })
})

test('a missed call that people were alerted about ends by the account holder’s answer, with an all-clear', async () => {
  await family.startOver()
  await family.contact('Tom Hartley', '+61491570157')
  await ringsOut()
  await family.care.db
    .updateTable('calls')
    .set({ status: 'missed', dialAt: null, dialBy: null, endedAt: family.care.clock.now() })
    .execute()
  await family.open()
  await family.pass(0)
  await family.pass(5)
  await resolve('Asleep in the chair')
  expect(await family.incident()).toMatchObject({
    status: 'resolved',
    endedHow: "Robyn Hartley says all's well.",
  })
  expect(await call()).toMatchObject({ status: 'missed', wasResolved: false })
  const notified = (await call()).timeline.filter(({ kind }) => kind === 'resolved').map(({ text }) => text)
  expect(notified).toEqual(['You reached Margaret. Your note: Asleep in the chair'])
  expect((await family.alerted()).filter((each) => each.startsWith('Tom') && each.includes('all_clear'))).not.toEqual(
    [],
  )
  await expect(resolve()).rejects.toMatchObject({ code: 'conflict' })
})

test('a call that has not begun cannot be resolved', async () => {
  await family.startOver()
  await expect(resolve()).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining("hasn't started"),
  })
})

test('a request for help that the account holder was not notified of yet is not closed; once they know of it, it is', async () => {
  await family.startOver()
  await ringsOut()
  await family.open('help')
  family.care.clock.advance(MINUTE)
  await family.care.db.updateTable('incidentCauses').set({ happenedAt: family.care.clock.now() }).execute()
  await expect(resolve()).rejects.toMatchObject({ message: expect.stringMatching(/^We haven't closed it: /) })
  expect(await call()).toMatchObject({ status: 'in_progress' })
  await resolve()
  expect(await family.incident()).toMatchObject({ status: 'resolved' })
})

test('a request for help that the account holder was sent, but whose screen does not show it, is not closed', async () => {
  await family.startOver()
  await ringsOut()
  await family.open('help')
  await family.pass(1)
  await expect(resolveSeeing(null)).rejects.toMatchObject({ message: expect.stringMatching(/^We haven't closed it: /) })
  await expect(resolveSeeing(null)).rejects.toMatchObject({ message: expect.stringMatching(/^We haven't closed it: /) })
  expect(await call()).toMatchObject({ status: 'in_progress' })
  const { happenedAt } = await family.care.db
    .selectFrom('incidentCauses')
    .select('happenedAt')
    .executeTakeFirstOrThrow()
  await resolveSeeing(happenedAt)
  expect(await family.incident()).toMatchObject({ status: 'resolved' })
})

test('the account holder has reached somebody: a catch-up call between tries is not retried either', async () => {
  await family.startOver()
  await family.care.db
    .updateTable('calls')
    .set({ status: 'missed', dialAt: null, dialBy: null, endedAt: family.care.clock.now() })
    .execute()
  await family.open()
  const {
    id: missed,
    lovedOneId,
    scheduledFor,
  } = await family.care.db.selectFrom('calls').selectAll().executeTakeFirstOrThrow()
  const catchUp = await family.care.aCall(family.account, { lovedOneId, at: family.care.clock.now() })
  await family.care.db.updateTable('calls').set({ catchUpFor: scheduledFor }).where('id', '=', catchUp).execute()
  await ringsOut()
  expect(await family.care.call(family.account, catchUp)).toMatchObject({ nextTryAt: expect.any(String) })
  expect(missed).toBe(family.callId)
  await resolve()
  expect(await family.care.call(family.account, catchUp)).toMatchObject({
    ...{ status: 'missed', wasResolved: true, nextTryAt: null },
    reason: 'You reached Margaret.',
  })
  const dialled = family.care.telephony.dialled.length
  family.care.clock.advance(60 * MINUTE)
  await family.care.dispatch()
  expect(family.care.telephony.dialled).toHaveLength(dialled)
})
