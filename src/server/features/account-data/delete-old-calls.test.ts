import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { countPlaced } from '#server/features/billing/limits/usage.ts'
import { recordTurns } from '#server/features/care/public.ts'
import { countStats } from '#server/features/dashboard/count-stats.ts'
import { lastAnsweredAt } from '#server/features/incidents/causes/incident-state.ts'
import { listLovedOnes } from '#server/features/loved-ones/public.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { deleteOldCalls } from './delete-old-calls.ts'

const DAY = 86_400_000
/** More than 24 months. */
const OLD = 800

let fixture: IncidentFixture
beforeAll(async () => {
  fixture = await incidentFixture()
})
afterAll(() => fixture.care.close())
beforeEach(() => fixture.startOver())

const forget = (keepCallsMonths = 24) => deleteOldCalls({ ...fixture.care.deps, keepCallsMonths })
const ago = (days: number) => new Date(fixture.care.clock.now().getTime() - days * DAY)
const idsOf = async (table: 'calls' | 'incidents' | 'recordings' | 'turns' | 'attempts' | 'occurrenceChanges') =>
  (await fixture.care.db.selectFrom(table).select('id').orderBy('id').execute()).map(({ id }) => id)

/** A call that nobody answered, of which nothing more is known than that. */
async function aCallOf(daysAgo: number, fields: Partial<Parameters<typeof valuesOf>[1]> = {}): Promise<number> {
  const { id } = await fixture.care.db
    .insertInto('calls')
    .values(valuesOf(daysAgo, fields))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
function valuesOf(daysAgo: number, fields: { status?: 'completed' | 'missed' | 'in_progress'; isRehearsal?: boolean }) {
  const { status = 'missed', ...others } = fields
  const isOver = status !== 'in_progress'
  return {
    accountId: fixture.account.id,
    lovedOneId: fixture.lovedOneId,
    callType: 'daily_check_in' as const,
    scheduledFor: ago(daysAgo),
    startedAt: ago(daysAgo),
    triesMade: 1,
    status,
    endedAt: isOver ? ago(daysAgo) : null,
    ...others,
  }
}
type AttemptFields = Partial<{ [Column in keyof Database['attempts']]: unknown }>
async function anAttemptOf(callId: number, fields: AttemptFields = {}): Promise<number> {
  const { scheduledFor } = await fixture.care.db
    .selectFrom('calls')
    .select('scheduledFor')
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const { id } = await fixture.care.db
    .insertInto('attempts')
    .values({
      callId,
      attemptNumber: 1,
      phoneNumber: '+61491570156',
      state: 'placed',
      providerCallId: `CA${callId}`,
      startedAt: scheduledFor,
      dialBy: scheduledFor,
      ...(fields as object),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
async function aRecordingOf(attemptId: number, fields: { fetchAt: Date | null }): Promise<void> {
  const at = ago(OLD)
  await fixture.care.db
    .insertInto('recordings')
    .values({
      attemptId,
      providerRecordingId: `RE${attemptId}`,
      durationSeconds: 10,
      reportedAt: at,
      expiresAt: at,
      fetchedAt: null,
      ...fields,
    })
    .execute()
}
async function endIncidents(daysAgo: number): Promise<void> {
  const { db } = fixture.care
  await db
    .updateTable('incidents')
    .set({ status: 'resolved', nextAt: null, openedAt: ago(daysAgo), endedAt: ago(daysAgo) })
    .execute()
  await db
    .updateTable('incidentCauses')
    .set({ endedAt: ago(daysAgo) })
    .execute()
}

test('calls are deleted 24 months after their end with all that belongs to them, and younger and open ones stay', async () => {
  const { care, callId: open } = fixture
  const old = await aCallOf(OLD)
  const attemptId = await anAttemptOf(old)
  await aRecordingOf(attemptId, { fetchAt: null })
  const turn = { attemptId, step: 'greeting', speaker: 'cooee' as const, text: 'Hello', at: ago(OLD) }
  await care.db.transaction().execute((trx) => recordTurns(care.deps, trx, [turn]))
  const young = await aCallOf(100)
  expect(await forget()).toBe(1)
  expect(await idsOf('calls')).toEqual([open, young].toSorted((a, b) => a - b))
  expect([await idsOf('attempts'), await idsOf('turns'), await idsOf('recordings')]).toEqual([[], [], []])
  const atProvider = await care.db.selectFrom('recordingDeletions').select('providerRecordingId').execute()
  expect(atProvider).toEqual([{ providerRecordingId: `RE${attemptId}` }])
  expect(await forget()).toBe(0)
})

test('the operator decides for how long calls are kept, and one month is at least 31 days', async () => {
  await aCallOf(100)
  await aCallOf(30)
  expect(await forget(12)).toBe(0)
  expect(await forget(1)).toBe(1)
})

test('many calls are deleted in batches, the oldest first, also behind calls that are kept back', async () => {
  const { db } = fixture.care
  await db
    .insertInto('calls')
    .values(Array.from({ length: 250 }, () => valuesOf(OLD + 2, { status: 'in_progress' })))
    .execute()
  const kept = await idsOf('calls')
  await db
    .updateTable('calls')
    .set({ status: 'missed', endedAt: ago(1) })
    .where('id', '<>', fixture.callId)
    .execute()
  await db
    .insertInto('calls')
    .values(Array.from({ length: 450 }, () => valuesOf(OLD, {})))
    .execute()
  const batches: number[] = []
  let remaining = 2
  expect(await deleteOldCalls({ ...fixture.care.deps, keepCallsMonths: 24 }, () => batches.push(0) > remaining)).toBe(
    150,
  )
  remaining = 1_000
  expect(await forget()).toBe(300)
  expect(await idsOf('calls')).toEqual(kept)
})

describe('a call stays, however old it is,', () => {
  const stays = async (callId: number) => {
    await forget()
    expect(await idsOf('calls')).toContain(callId)
  }
  const goes = async (callId: number) => {
    await forget()
    expect(await idsOf('calls')).not.toContain(callId)
  }

  test('while it is under way', async () => {
    await stays(await aCallOf(OLD, { status: 'in_progress' }))
  })

  test('while an incident about its loved one is open', async () => {
    const old = await aCallOf(OLD)
    await fixture.open()
    await stays(old)
    await endIncidents(0)
    await goes(old)
  })

  test('as long as its incident, which ended later', async () => {
    const old = await aCallOf(OLD)
    await fixture.open('not_reached', old)
    await endIncidents(700)
    await stays(old)
    await endIncidents(OLD)
    await goes(old)
    expect(await idsOf('incidents')).toEqual([])
  })

  test('while its recording is fetched, or the provider is still asked for one', async () => {
    const old = await aCallOf(OLD)
    const attemptId = await anAttemptOf(old)
    await aRecordingOf(attemptId, { fetchAt: ago(1) })
    await stays(old)
    await fixture.care.db.updateTable('recordings').set({ fetchAt: null }).execute()
    await fixture.care.db
      .updateTable('attempts')
      .set({ recordingPollAt: ago(1) })
      .execute()
    await stays(old)
    await fixture.care.db.updateTable('attempts').set({ recordingPollAt: null }).execute()
    await goes(old)
  })

  test('while the provider is still asked how a dial ended', async () => {
    const old = await aCallOf(OLD)
    await anAttemptOf(old, { state: 'unknown', nextAt: ago(1) })
    await stays(old)
  })

  test('while somebody has it locked, and it goes the next time', async () => {
    const old = await aCallOf(OLD)
    await fixture.care.db.transaction().execute(async (trx) => {
      await trx.selectFrom('calls').select('id').where('id', '=', old).forUpdate().execute()
      expect(await forget()).toBe(0)
    })
    await goes(old)
  })

  test('when it is the last one in which all was well, so that people can be told when that was', async () => {
    const { care, lovedOneId } = fixture
    const last = await aCallOf(OLD, { status: 'completed' })
    const before = await aCallOf(OLD + 1, { status: 'completed' })
    const help = await aCallOf(OLD - 1, { status: 'completed' })
    await anAttemptOf(help, { response: 'help' })
    await stays(last)
    expect(await lastAnsweredAt(care.db, lovedOneId)).toEqual(ago(OLD))
    await goes(before)
    await aCallOf(1, { status: 'completed' })
    await goes(last)
  })

  test('when it is the last one that was answered on the number of now', async () => {
    const { care, account, lovedOneId } = fixture
    const { phoneNumber } = await care.db
      .selectFrom('lovedOnes')
      .select('phoneNumber')
      .where('id', '=', lovedOneId)
      .executeTakeFirstOrThrow()
    const isAnswered = async () =>
      (await listLovedOnes(care.deps, { ...account, mayHear: true }, { limit: 10 }))[0]?.tried.answered
    const last = await aCallOf(OLD)
    const before = await aCallOf(OLD + 1)
    const elsewhere = await aCallOf(OLD - 1)
    for (const callId of [last, before]) await anAttemptOf(callId, { phoneNumber, answeredAt: ago(OLD) })
    await anAttemptOf(elsewhere, { phoneNumber: '+61491570110', answeredAt: ago(OLD) })
    await stays(last)
    expect(await isAnswered()).toBe(true)
    await goes(before)
    await goes(elsewhere)
    await anAttemptOf(await aCallOf(1), { phoneNumber, answeredAt: ago(1) })
    await goes(last)
    expect(await isAnswered()).toBe(true)
  })

  test('when somebody last agreed or answered on the second number in it: nobody is asked again', async () => {
    const secondPhoneNumber = '+61491570158'
    const { care, lovedOneId } = fixture
    await care.db.updateTable('lovedOnes').set({ secondPhoneNumber }).where('id', '=', lovedOneId).execute()
    const agreed = await aCallOf(OLD)
    await anAttemptOf(agreed, { phoneNumber: secondPhoneNumber, conversation: '{"isConsented": true}' })
    await anAttemptOf(await aCallOf(1), { phoneNumber: secondPhoneNumber })
    await stays(agreed)
    await anAttemptOf(await aCallOf(1), { phoneNumber: secondPhoneNumber, response: 'acknowledged' })
    await goes(agreed)
  })

  test('when it is the last rehearsal', async () => {
    const before = await aCallOf(OLD, { isRehearsal: true })
    const last = await aCallOf(OLD, { isRehearsal: true })
    await stays(last)
    await goes(before)
  })
})

test('an incident about several calls goes with the last of them, and is about one that stays until then', async () => {
  const older = await aCallOf(OLD)
  const later = await aCallOf(OLD - 1, { status: 'completed' })
  await fixture.open('not_reached', older)
  await fixture.open('not_made', later)
  await endIncidents(OLD - 1)
  const [incidentId] = await idsOf('incidents')
  await forget()
  expect(await fixture.incident(later)).toMatchObject({ id: incidentId, callId: later })
  expect((await fixture.causes()).map(({ callId }) => callId)).toEqual([later])
  await aCallOf(1, { status: 'completed' })
  await forget()
  expect(await idsOf('incidents')).toEqual([])
})

test('an incident about no call goes the same time after its end, and an open one stays', async () => {
  const { care, account, lovedOneId } = fixture
  const help = { accountId: account.id, lovedOneId, cause: 'help', headline: 'Help', openedAt: ago(OLD) } as const
  const ended = (days: number) => ({ status: 'resolved', endedAt: ago(days) }) as const
  await care.db
    .insertInto('incidents')
    .values([
      { ...help, ...ended(OLD) },
      { ...help, ...ended(100) },
      { ...help, nextAt: ago(1) },
    ])
    .execute()
  const [first, ...others] = await idsOf('incidents')
  expect(await forget()).toBe(1)
  expect(first).toBeDefined()
  expect(await idsOf('incidents')).toEqual(others)
})

test('a moved occurrence goes with the call that rang instead: it never reads as skipped', async () => {
  const { care, account, lovedOneId } = fixture
  const { id: scheduleId } = await care.db
    .insertInto('callSchedules')
    .values({
      accountId: account.id,
      lovedOneId,
      callType: 'daily_check_in',
      recurrencePattern: 'daily',
      timeOfDay: '09:00',
      weekDay: null,
      dayOfMonth: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const old = await aCallOf(OLD)
  const change = { accountId: account.id, scheduleId, timeOfDay: '09:00' }
  await care.db
    .insertInto('occurrenceChanges')
    .values([
      { ...change, occursOn: '2024-01-01', callId: old },
      { ...change, occursOn: '2024-01-02', callId: null },
    ])
    .execute()
  await forget()
  expect(await care.db.selectFrom('occurrenceChanges').select(['occursOn', 'callId']).execute()).toEqual([
    { occursOn: '2024-01-02', callId: null },
  ])
})

test('the count of completed calls of an account and what its plan counts stay as they were', async () => {
  const { care, account } = fixture
  for (const days of [OLD, OLD - 1, 40, 1]) await aCallOf(days, { status: 'completed' })
  await aCallOf(40, { isRehearsal: true })
  await aCallOf(39, { isRehearsal: true })
  const figures = async () => [
    (await countStats(care.db, account.id)).completedCallsCount,
    await countPlaced(care.db, account.id, ago(60)),
  ]
  const before = await figures()
  expect(before).toEqual([4, 2])
  expect(await forget(1)).toBe(4)
  expect(await figures()).toEqual(before)
})

test('a worker that dies between deleting an incident and its call has deleted neither', async () => {
  const old = await aCallOf(OLD)
  await fixture.open('not_reached', old)
  await endIncidents(OLD)
  const { care } = fixture
  const db = care.db.withPlugin({
    transformQuery: ({ node }) => {
      if (node.kind === 'DeleteQueryNode' && JSON.stringify(node.from).includes('"calls"')) throw new Error('Dead')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(deleteOldCalls({ ...care.deps, db, keepCallsMonths: 24 })).rejects.toThrow('Dead')
  expect(await fixture.incident(old)).toMatchObject({ callId: old })
  expect(await forget()).toBe(1)
  expect(await idsOf('incidents')).toEqual([])
})

test('workers that delete at the same moment delete each call once', async () => {
  const { db } = fixture.care
  await db
    .insertInto('calls')
    .values(Array.from({ length: 500 }, () => valuesOf(OLD, {})))
    .execute()
  await Promise.all([forget(), forget(), forget()])
  await forget()
  expect(await idsOf('calls')).toEqual([fixture.callId])
})

test('every foreign key that leads to a call, or to what goes with it, is one that was thought of', async () => {
  const { rows } = await sql<{ key: string }>`
    select conrelid::regclass || '.' || attname || ' ' || confdeltype::text || ' ' || confrelid::regclass as key
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid in ('calls'::regclass, 'dials'::regclass, 'recordings'::regclass, 'turns'::regclass,
      'incidents'::regclass, 'incident_causes'::regclass, 'incident_people'::regclass, 'alerts'::regclass)
    order by 1`.execute(fixture.care.db)
  expect(rows.map(({ key }) => key)).toEqual([
    'alerts.incident_id c incidents',
    'alerts.incident_person_id c incident_people',
    'dials.alert_id c alerts',
    'dials.call_id c calls',
    'hot_day_offers.call_id n calls',
    // Deleted before the call, by name.
    'incident_causes.call_id c calls',
    'incident_causes.incident_id c incidents',
    'incident_people.incident_id c incidents',
    // Moved to another call before, by name.
    'incidents.call_id n calls',
    // Goes with its incident.
    'incidents.owner_id a incident_people',
    // Deleted before the call, by name.
    'occurrence_changes.call_id n calls',
    'recordings.attempt_id c dials',
    'talk_notes.turn_id c turns',
    'talk_summaries.turn_id c turns',
    'talks.attempt_id c dials',
    'turns.attempt_id c dials',
    'voice_plays.dial_id c dials',
    'voice_requests.dial_id c dials',
  ])
})
