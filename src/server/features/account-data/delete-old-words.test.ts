import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { recordTurns } from '#server/features/care/public.ts'
import { incidentsOfCalls } from '#server/features/incidents/public.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { deleteOldWords } from './delete-old-words.ts'

const DAY = 86_400_000

let fixture: IncidentFixture
beforeAll(async () => {
  fixture = await incidentFixture()
})
afterAll(() => fixture.care.close())
beforeEach(async () => {
  await fixture.startOver()
  for (const table of ['messages', 'activity'] as const) await fixture.care.db.deleteFrom(table).execute()
})

const forget = (retentionMonths = 24, keepCallsMonths = 120) =>
  deleteOldWords({ ...fixture.care.deps, retentionMonths, keepCallsMonths })
const count = async (table: 'turns' | 'messages' | 'activity' | 'calls' | 'attempts' | 'incidents') => {
  const { rows } = await fixture.care.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow()
  return rows
}

/** A call in which people talked, with `turns` of words, and which ended `daysAgo`. */
async function aCallOf(daysAgo: number, { turns = 2, isOver = true } = {}): Promise<number> {
  const { care, account, lovedOneId } = fixture
  const at = new Date(care.clock.now().getTime() - daysAgo * DAY)
  const { id: callId } = await care.db
    .insertInto('calls')
    .values({
      accountId: account.id,
      lovedOneId,
      callType: 'daily_check_in',
      scheduledFor: at,
      startedAt: at,
      ...(isOver ? { status: 'completed', endedAt: at } : { status: 'in_progress', dialAt: null }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: attemptId } = await care.db
    .insertInto('attempts')
    .values({
      callId,
      attemptNumber: 1,
      phoneNumber: '+61491570156',
      state: 'placed',
      providerCallId: `CA${callId}`,
      startedAt: at,
      dialBy: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const words = Array.from({ length: turns }, (_, step) => ({
    attemptId,
    step: `answer ${step}`,
    speaker: 'person' as const,
    text: 'I am fine',
    at,
  }))
  await care.db.transaction().execute((trx) => recordTurns(care.deps, trx, words))
  return callId
}

async function aMessageOf(daysAgo: number, fields: { sentAt?: Date | null; text?: string } = {}): Promise<number> {
  const { care, account } = fixture
  const createdAt = new Date(care.clock.now().getTime() - daysAgo * DAY)
  const { id } = await care.db
    .insertInto('messages')
    .values({
      accountId: account.id,
      channel: 'sms',
      recipient: '+61491570157',
      text: 'Cooee: Margaret was not reached.',
      createdAt,
      sentAt: createdAt,
      ...fields,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const anActivityOf = (daysAgo: number) =>
  fixture.care.db
    .insertInto('activity')
    .values({
      accountId: fixture.account.id,
      lovedOneId: fixture.lovedOneId,
      activityType: 'call_completed',
      description: 'Daily Check-in with Margaret Hartley completed',
      createdAt: new Date(fixture.care.clock.now().getTime() - daysAgo * DAY),
    })
    .execute()

test('words, messages and the activity log are deleted after 24 months, and younger ones stay', async () => {
  for (const daysAgo of [800, 100]) {
    await aCallOf(daysAgo)
    await aMessageOf(daysAgo)
    await anActivityOf(daysAgo)
  }
  expect(await forget()).toBe(4)
  expect([await count('turns'), await count('messages'), await count('activity')]).toEqual([2, 1, 1])
  expect(await forget()).toBe(0)
})

test('a note that an account holder wrote when they had reached a loved one is deleted with the words of the call', async () => {
  const callIds = [await aCallOf(800), await aCallOf(100)]
  const noted = { resolvedAt: fixture.care.clock.now(), resolvedNote: 'She was in the garden' }
  await fixture.care.db.updateTable('calls').set(noted).where('id', 'in', callIds).execute()
  await forget()
  const notes = await fixture.care.db
    .selectFrom('calls')
    .select('resolvedNote')
    .where('id', 'in', callIds)
    .orderBy('id')
    .execute()
  expect(notes.map(({ resolvedNote }) => resolvedNote)).toEqual([null, 'She was in the garden'])
})

test('the facts of a call stay: that it was made, when, and how it ended', async () => {
  const callId = await aCallOf(800)
  await forget()
  const call = await fixture.care.call(fixture.account, callId)
  expect(call).toMatchObject({ status: 'completed', transcript: null, transcriptKeptUntil: null })
  expect(call.attempts).toHaveLength(1)
})

test('a transcript says until when it is kept, and goes with its call where that is kept for less', async () => {
  const callId = await aCallOf(1)
  const { db, sealing } = fixture.care.deps
  const views = { db, sealing, incidents: incidentsOfCalls, consent: 'attested' as const, keepCallsMonths: 3 }
  expect(await findCall(views, { ...fixture.account, mayHear: true }, callId)).toMatchObject({
    transcriptKeptUntil: '2026-06-08T22:00:00.000Z',
  })
  expect(await fixture.care.call(fixture.account, callId)).toMatchObject({
    transcript: expect.stringContaining('I am fine'),
    transcriptKeptUntil: '2028-03-08T22:00:00.000Z',
  })
})

test('the operator decides how long words are kept', async () => {
  await aCallOf(100)
  expect(await forget(12)).toBe(0)
  expect(await forget(3)).toBe(2)
})

test('words of calls are kept no longer than calls are, also of a call that stays, and messages as long as ever', async () => {
  await aCallOf(100)
  await aCallOf(60)
  await aMessageOf(100)
  expect(await forget(24, 3)).toBe(2)
  expect([await count('turns'), await count('messages')]).toEqual([2, 1])
})

test('nothing is deleted of a call that has not ended', async () => {
  await aCallOf(800, { isOver: false })
  expect(await forget()).toBe(0)
  expect(await count('turns')).toBe(2)
})

test('nothing is deleted about a loved one whose incident is open', async () => {
  await fixture.open('help', fixture.callId, 'I have fallen')
  const { care } = fixture
  const message = await aMessageOf(800)
  await care.db
    .updateTable('alerts')
    .set({ messageId: message })
    .where('id', 'in', (eb) => eb.selectFrom('alerts').select('id').limit(1))
    .execute()
  await aCallOf(800)
  await sql`update activity set created_at = ${new Date(care.clock.now().getTime() - 800 * DAY)}`.execute(care.db)
  const before = [await count('turns'), await count('messages'), await count('activity')]
  await forget()
  expect([await count('turns'), await count('messages'), await count('activity')]).toEqual(before)
})

test('the words that opened an incident are deleted, and the incident stays', async () => {
  await fixture.open('help', fixture.callId, 'I have fallen')
  const { care } = fixture
  const longAgo = new Date(care.clock.now().getTime() - 800 * DAY)
  await care.db.updateTable('incidents').set({ status: 'resolved', nextAt: null, endedAt: longAgo }).execute()
  await forget()
  expect(await care.db.selectFrom('incidentCauses').select(['heard', 'headline']).execute()).toEqual([
    { heard: null, headline: 'Margaret Hartley asked for help on the 9:00 AM call' },
  ])
})

test('a message that is still to be sent is not deleted, however old it is', async () => {
  await aMessageOf(800, { sentAt: null })
  expect(await forget()).toBe(0)
})

test('many old words are deleted in batches, also behind rows that are kept back', async () => {
  await aCallOf(801, { turns: 1_500, isOver: false })
  await aCallOf(800, { turns: 1_500 })
  await aCallOf(1, { turns: 3 })
  expect(await forget()).toBe(1_500)
  expect(await count('turns')).toBe(1_503)
})

test('one kind of old words that cannot be deleted keeps no other from being deleted, and is reported', async () => {
  await aCallOf(800)
  await aMessageOf(800)
  const { care } = fixture
  const db = care.db.withPlugin({
    transformQuery: ({ node }) => {
      if (JSON.stringify(node).includes('delete from turns')) throw new Error('Not this one')
      return node
    },
    transformResult: async ({ result }) => result,
  })
  await expect(deleteOldWords({ ...care.deps, db, retentionMonths: 24, keepCallsMonths: 120 })).rejects.toThrow(
    '1 of its parts failed',
  )
  expect([await count('turns'), await count('messages')]).toEqual([2, 0])
})

test('an alert that did not arrive is not shown as sent once its message has been deleted', async () => {
  const { care, account } = fixture
  await fixture.contact('Susan Hartley', '+61491570157')
  await fixture.open()
  await care.escalate()
  for (const { id, channel } of await care.db.selectFrom('alerts').select(['id', 'channel']).execute()) {
    if (channel === 'call') continue
    const fate = channel === 'sms' ? { failedAt: care.clock.now(), error: 'Unreachable' } : { sentAt: care.clock.now() }
    const { id: messageId } = await care.db
      .insertInto('messages')
      .values({ accountId: account.id, channel, recipient: 'a', text: 'b', subject: null, createdAt: care.clock.now() })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.db.updateTable('messages').set(fate).where('id', '=', messageId).execute()
    await care.db.updateTable('alerts').set({ messageId }).where('id', '=', id).execute()
  }
  const outcomes = async () =>
    (await care.call(account, fixture.callId)).escalation?.steps
      .filter(({ news }) => news === '')
      .map(({ channel, outcome }) => `${channel} ${outcome}`)
  const before = await outcomes()
  expect(before).toContain('sms not delivered')
  expect(before).toContain('email sent')
  await fixture.answer('Susan Hartley', { kind: 'ok' })
  care.clock.advance(1_000 * DAY)
  await forget()
  expect(await count('messages')).toBe(0)
  expect(await outcomes()).toEqual(before)
})
