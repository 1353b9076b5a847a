import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnsweredBy, EndedStatus } from '#core/call-policy/attempt-outcome.ts'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
  account = await care.anAccount()
})

const theCall = () => care.call(account, callId)
const incidents = () => care.db.selectFrom('incidents').select(['callId', 'cause', 'status']).orderBy('id').execute()

/** The phone rings, is picked up, and the question is asked. */
async function isAsked() {
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' }, sid)
  return {
    presses: (keys: string, step = 'question 2') => care.facts.heard(attemptId, step, { keys, speech: '' }, sid),
    ends: (endedStatus: EndedStatus, answeredBy: AnsweredBy | null = null) =>
      care.facts.progressed(attemptId, {
        ...{ providerCallId: sid, status: endedStatus, endedStatus, answeredBy },
        durationSeconds: endedStatus === 'completed' ? 20 : null,
      }),
  }
}

describe('retries that come too late', () => {
  beforeEach(async () => {
    lovedOneId = await care.aLovedOne(account, { retryAttempts: 1, retryDelayMinutes: 10 })
    callId = await care.aCall(account, { lovedOneId })
  })

  test('a retry that could not be made in its grace period is a miss, and the family is notified', async () => {
    const phone = await isAsked()
    await phone.ends('completed')
    expect(await incidents()).toEqual([])
    care.clock.advance(10 * MINUTE + 61 * MINUTE)
    await care.dispatch()
    expect(await theCall()).toMatchObject({
      status: 'missed',
      attempts: [{ outcome: 'no_response' }],
      reason: expect.stringContaining("we couldn't try again in time"),
    })
    expect(await incidents()).toEqual([{ callId, cause: 'not_reached', status: 'running' }])
    expect(care.notified.map(({ channel }) => channel)).toContain('email')
  })
})

describe('provider events after the end of a call', () => {
  beforeEach(async () => {
    lovedOneId = await care.aLovedOne(account, { retryAttempts: 0 })
    callId = await care.aCall(account, { lovedOneId })
  })

  test('a request for help after the end of a call is still reported', async () => {
    const phone = await isAsked()
    await phone.ends('completed')
    expect(await incidents()).toEqual([{ callId, cause: 'not_reached', status: 'running' }])
    care.notified.length = 0
    await phone.presses('2')
    expect(await theCall()).toMatchObject({ status: 'completed' })
    expect(await incidents()).toEqual([{ callId, cause: 'help', status: 'running' }])
    expect(care.notified.map(({ text }) => text).join()).toMatch(/asked for help/)
  })

  test.each([
    ['failed', 'failed', null],
    ['voicemail', 'completed', 'machine'],
    ['missed', 'completed', null],
  ] as const)(
    'a key after the end completes a call that had ended as %s, and everybody who was notified learns it',
    async (status, endedStatus, answeredBy) => {
      const phone = await isAsked()
      await phone.ends(endedStatus, answeredBy)
      expect(await theCall()).toMatchObject({ status })
      expect(await incidents()).toMatchObject([{ cause: 'not_reached', status: 'running' }])
      care.notified.length = 0
      await phone.presses('1')
      expect(await theCall()).toMatchObject({ status: 'completed', reason: null })
      expect(await incidents()).toMatchObject([{ cause: 'not_reached', status: 'resolved' }])
      expect(care.notified.map(({ text }) => text).join()).toMatch(/all clear|answered/i)
    },
  )
})

test('a key that is handed over twice counts once, and gets the same reply', async () => {
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId })
  const phone = await isAsked()
  const said = await phone.presses('9')
  expect(await phone.presses('9')).toEqual(said)
  await phone.ends('completed')
  expect((await theCall()).attempts).toMatchObject([{ keys: '9' }])
})

test('a dial that the provider did not place uses up no try', async () => {
  lovedOneId = await care.aLovedOne(account, { retryAttempts: 1, retryDelayMinutes: 5 })
  callId = await care.aCall(account, { lovedOneId })
  care.telephony.outcomes.push({ kind: 'not_placed', reason: '503' })
  await care.dispatch()
  for (let tries = 0; tries < 2; tries++) {
    care.clock.advance(6 * MINUTE)
    const phone = await isAsked()
    await phone.ends('completed')
  }
  expect(care.telephony.dialled.filter(({ providerCallId }) => providerCallId !== null)).toHaveLength(2)
  expect(await incidents()).toMatchObject([{ cause: 'not_reached', status: 'running' }])
})

test('a 2 during the goodbye beats the 1 before it', async () => {
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId })
  const phone = await isAsked()
  await phone.presses('1')
  await phone.presses('2', 'goodbye 3')
  await phone.ends('completed')
  expect((await theCall()).attempts).toMatchObject([{ keys: '12', outcome: 'help' }])
  expect(await incidents()).toMatchObject([{ cause: 'help', status: 'running' }])
})

describe('machines that are found out after Call Now was pressed again', () => {
  test('a machine that is found out after its "help" has its alarm withdrawn, and a Call Now that rings replaces its call', async () => {
    lovedOneId = await care.aLovedOne(account)
    care.clock.advance(-60 * MINUTE)
    callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await callNow(care.deps, account, callId)
    const phone = await isAsked()
    const { attemptId, providerCallId } = care.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    await care.facts.heard(attemptId, 'question 2', { keys: '', speech: "help I've had a fall" })
    await care.facts.heard(attemptId, 'confirm_help 3', { keys: '', speech: 'yes' })
    await phone.ends('completed')
    await callNow(care.deps, account, callId)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(2)
    await care.facts.answererDetected(attemptId, providerCallId ?? '', 'machine')
    const { withdrawnAt } = await care.db.selectFrom('incidents').select('withdrawnAt').executeTakeFirstOrThrow()
    expect(withdrawnAt).not.toBeNull()
    const calls = await care.db
      .selectFrom('calls')
      .select('status')
      .where('extraOfScheduleId', 'is not', null)
      .execute()
    expect(calls.map(({ status }) => status).sort()).toEqual(['in_progress', 'voicemail'])
    expect(care.notified.map(({ text }) => text).join(' ')).not.toContain("didn't answer the")
  })
})
