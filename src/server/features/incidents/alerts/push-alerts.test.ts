import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CallType } from '#core/calls/call-vocabulary.ts'
import type { PushOutcome } from '#server/adapters/push/push-sender.ts'
import { DELIVERY_TIMEOUTS, deliveryHandlers, enqueueMessage } from '#server/features/messages/public.ts'
import { scriptedPush } from '#test/adapters/scripted-push.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { answerAsMember } from '../answers/answer-as-member.ts'
import type { IncidentDeps } from '../deps.ts'
import { addCause, type NewCause } from '../steps/add-cause.ts'
import { advanceIncidents } from '../steps/advance-incidents.ts'
import { isAlertStillNeeded } from './alert-still-needed.ts'

const KEYS = {
  p256dh: Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url'),
  auth: Buffer.alloc(16, 2).toString('base64url'),
}

describe('news of an incident', () => {
  let care: CareFixture
  let deps: IncidentDeps
  let push: ReturnType<typeof scriptedPush>
  let account: { id: number; personId: number }
  let lovedOneId: number
  let deviceId: number
  beforeAll(async () => {
    care = await careFixture()
    deps = {
      ...care.deps.incidents,
      enqueueNotice: (trx, notice) =>
        enqueueMessage(care.jobs, trx, { ...notice, isUrgent: true, createdAt: care.clock.now() }),
    }
  })
  beforeEach(async () => {
    await deleteEverybody(care.db)
    care.clock.set(NINE_IN_SYDNEY)
    care.jobs.sent.length = 0
    push = scriptedPush()
    account = await care.anAccount()
    lovedOneId = await care.aLovedOne(account)
    const device = await care.db
      .insertInto('pushDevices')
      .values({
        ...{ personId: account.personId, endpointHash: 'hash', device: 'Chrome on Android' },
        subscription: JSON.stringify({ endpoint: 'https://push.example/1', ...KEYS }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    deviceId = device.id
    await care.db
      .insertInto('contacts')
      .values({
        ...{ accountId: account.id, lovedOneId, name: 'Susan Hartley', phoneNumber: '+61491570157' },
        ...{ contactType: 'family', isEmergencyContact: true, position: 1 },
      })
      .execute()
  })
  afterAll(() => care.close())

  const add = (news: Pick<NewCause, 'callId' | 'cause' | 'headline'> & Partial<NewCause>) =>
    care.db
      .transaction()
      .execute((trx) => addCause(deps, trx, { ...{ accountId: account.id, lovedOneId, detail: null }, ...news }))
  const open = async ({
    inHours = 1,
    headline = "Margaret Hartley didn't answer the 9:00 AM call",
    callType = 'daily_check_in' as CallType,
  } = {}) => {
    const at = new Date(care.clock.now().getTime() + inHours * 3_600_000)
    const callId = await care.aCall(account, { lovedOneId, at, callType })
    care.jobs.sent.length = 0
    await add({ callId, cause: 'not_reached', headline })
    await advanceIncidents(deps)
    return callId
  }
  const deliver = () => {
    const handlers = deliveryHandlers({
      ...care.deps,
      log: pino({ level: 'silent' }),
      timeouts: DELIVERY_TIMEOUTS,
      mail: { close: () => {}, send: async () => ({ kind: 'accepted', providerId: null }) },
      texts: { send: async () => ({ kind: 'accepted', providerId: null }), find: async () => ({ kind: 'absent' }) },
      push,
      isStillNeeded: (messageId) => isAlertStillNeeded(care.db, messageId),
      onFallback: async () => {},
      onUndelivered: async () => {},
    })
    return care.jobs.runDue(handlers, care.clock.now())
  }
  const pushes = () => care.db.selectFrom('messages').selectAll().where('channel', '=', 'push').orderBy('id').execute()
  const answers = (outcome: PushOutcome) => {
    push.outcome = () => outcome
  }

  test('it goes to each device once, beside mails and texts, with the link and a badge, and nothing about health', async () => {
    await open()
    await deliver()
    expect(push.sent).toHaveLength(1)
    const [sent] = push.sent
    expect(sent).toMatchObject({ urgency: 'high', ttlSeconds: 3600, topic: expect.stringMatching(/^incident-\d+$/) })
    expect(JSON.parse(sent?.payload ?? '')).toEqual({
      web_push: 8030,
      notification: {
        title: "Margaret Hartley didn't answer the 9:00 AM call",
        body: 'Tap to see more, and say if you can check.',
        navigate: expect.stringContaining('/incident/'),
        lang: 'en-AU',
        dir: 'ltr',
        tag: sent?.topic,
      },
      app_badge: 1,
    })
    const others = await care.db.selectFrom('messages').select(['id', 'channel', 'sentAt']).execute()
    const beside = others.filter(({ channel }) => channel !== 'push')
    expect(beside.length).toBeGreaterThan(0)
    expect(beside.every(({ sentAt }) => sentAt !== null)).toBe(true)
    expect((await pushes()).map(({ besideId }) => besideId)).toEqual([beside[0]?.id])
    await deliver()
    expect(push.sent).toHaveLength(1)
  })

  test('what a call was for stands in the mail of a member, and in no push', async () => {
    await open({
      callType: 'medication_reminder',
      headline: "Margaret Hartley didn't answer the 10:00 AM call",
    })
    await deliver()
    await open({
      ...{ inHours: 2, callType: 'medication_reminder' },
      headline: "Margaret Hartley didn't answer the 11:00 AM call",
    })
    await deliver()
    const mails = await care.db.selectFrom('messages').select('subject').where('channel', '=', 'email').execute()
    expect(mails.map(({ subject }) => subject)).toContain(
      "Margaret Hartley didn't answer the 10:00 AM medication reminder",
    )
    expect(push.sent.map(({ payload }) => JSON.parse(payload).notification.title)).toEqual([
      "Margaret Hartley didn't answer the 10:00 AM call",
      "Margaret Hartley didn't answer the 11:00 AM call",
    ])
    expect(JSON.stringify(push.sent.map(({ payload }) => payload))).not.toMatch(/medication/i)
  })

  const titles = () => push.sent.map(({ payload }) => JSON.parse(payload).notification.title)
  const ASKED_FOR_HELP = 'Margaret Hartley asked for help in the 9:00 AM call'

  test('an incident that becomes a request for help sends one more push, which takes the place of the milder words', async () => {
    const callId = await open()
    await deliver()
    care.clock.advance(60_000)
    await add({ callId, cause: 'help', headline: ASKED_FOR_HELP })
    await advanceIncidents(deps)
    await deliver()
    expect(titles()).toEqual(["Margaret Hartley didn't answer the 9:00 AM call", expect.stringContaining('help')])
    expect(new Set(push.sent.map(({ topic }) => topic)).size).toBe(1)
    await add({ callId, cause: 'help', headline: ASKED_FOR_HELP })
    await deliver()
    expect(push.sent).toHaveLength(2)
  })

  test('an incident that starts again after an all-clear sends its push again', async () => {
    const callId = await open()
    await deliver()
    care.clock.advance(60_000)
    await care.db
      .transaction()
      .execute((trx) => answerAsMember(deps, trx, { lovedOneId, callId, personId: account.personId }))
    await deliver()
    const sent = push.sent.length
    care.clock.advance(60_000)
    const headline = "Margaret Hartley didn't answer the 9:00 AM call"
    await add({ callId, cause: 'not_reached', headline, datesFrom: care.clock.now() })
    await advanceIncidents(deps)
    await deliver()
    expect(titles().slice(sent)).toEqual([headline])
  })

  test('a push that was taken ends nothing: the incident goes on as before', async () => {
    await open()
    await deliver()
    const { status, endedAt } = await care.db.selectFrom('incidents').selectAll().executeTakeFirstOrThrow()
    expect(['owned', 'resolved']).not.toContain(status)
    expect(endedAt).toBeNull()
    const alerts = await care.db.selectFrom('alerts').select('channel').execute()
    expect(alerts.map(({ channel }) => channel)).not.toContain('push')
  })

  test('a device that its service does not know any more is sent nothing further, and stays listed as gone', async () => {
    answers({ kind: 'gone', reason: 'The push service answered 410' })
    await open()
    await deliver()
    const goneAt = care.clock.now()
    expect(await care.db.selectFrom('pushDevices').select('goneAt').execute()).toEqual([{ goneAt }])
    expect(await pushes()).toMatchObject([{ error: 'Not needed any more', sentAt: null }])
    await care.db.deleteFrom('incidents').execute()
    await care.db.deleteFrom('messages').execute()
    await open()
    expect(await pushes()).toEqual([])
  })

  test('a service that is busy is tried again when it wants to be, and for an hour', async () => {
    answers({ kind: 'unreachable', reason: 'The push service answered 429', retryAfterSeconds: 300 })
    await open()
    await deliver()
    const [waiting] = await pushes()
    expect(waiting?.deliverAt).toEqual(new Date(care.clock.now().getTime() + 300_000))
    answers({ kind: 'accepted' })
    care.clock.advance(300_000)
    await deliver()
    expect(await pushes()).toMatchObject([{ sentAt: care.clock.now() }])
    expect(push.sent).toHaveLength(2)
  })

  test('after an hour a push is given up: texts and mails have told it', async () => {
    answers({ kind: 'unreachable', reason: 'The push service answered 500' })
    await open()
    await deliver()
    care.clock.advance(61 * 60_000)
    await deliver()
    expect(push.sent).toHaveLength(1)
    expect(await pushes()).toMatchObject([{ error: 'Not needed any more' }])
  })

  test('a push is dropped once its news is not needed any more', async () => {
    await open()
    await care.db
      .updateTable('incidents')
      .set({ status: 'resolved', endedAt: care.clock.now(), nextAt: null })
      .execute()
    await deliver()
    expect(push.sent).toEqual([])
    expect(await pushes()).toMatchObject([{ error: 'Not needed any more' }])
  })

  test('what the service refuses for good is noted, and the device stays', async () => {
    answers({ kind: 'rejected', reason: 'The push service answered 413' })
    await open()
    await deliver()
    expect(await pushes()).toMatchObject([{ error: 'The push service answered 413' }])
    expect(await care.db.selectFrom('pushDevices').select('id').execute()).toEqual([{ id: deviceId }])
  })
})
