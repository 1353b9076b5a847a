import { createSecretKey, randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { readNote, storedNote } from '#server/features/calls/state/reached-note.ts'
import { openInboundText, sealInboundText, sealReply } from '#server/features/check-ins/texts/inbound-text-words.ts'
import { openKeyNote } from '#server/features/contacts/public.ts'
import { openEventData, sealEventWords } from '#server/features/events/public.ts'
import { heardIn } from '#server/features/incidents/public.ts'
import { withFreeTexts } from '#server/features/loved-ones/public.ts'
import { refuse } from '#server/features/refusals/phone-refusals.ts'
import { refusalOf } from '#server/features/refusals/public.ts'
import { type CallsFixture, callsFixture } from '#test/calls-fixture.ts'
import { allColumns, camelCase, dump } from '#test/database-catalogue.ts'

import { resealEverything, resealing } from './resealing.ts'
import { SEALED_COLUMNS } from './sealed-columns.ts'
import { createSealing, type Sealing } from './sealing.ts'

const silent = { error: () => {} }
const aSealing = (current = createSecretKey(randomBytes(32)), old = [createSecretKey(randomBytes(32))]) =>
  createSealing({ current, old }, silent)
const [firstKey, secondKey] = [createSecretKey(randomBytes(32)), createSecretKey(randomBytes(32))]
const none = createSealing({}, silent)
const first = aSealing(firstKey, [])
const second = aSealing(secondKey, [firstKey])

const MARKER = 'under the marmalade'
const SOUND = Buffer.from(`RIFF ${MARKER} ${'x'.repeat(5000)}`)
const TURNS = 450

let cooee: CallsFixture
let lovedOneId: number
let callId: number
let attemptId: number
let recordingId: number
let webhookId: number
beforeAll(async () => {
  cooee = await callsFixture()
})
afterAll(() => cooee.close())

beforeEach(async () => {
  const { db, clock } = cooee
  for (const table of [
    'accounts',
    'people',
    'webhooks',
    'signingKeys',
    'inboundTexts',
    'phoneRefusals',
    'events',
  ] as const)
    await db.deleteFrom(table).execute()
  const carer = await cooee.aRegisteredAccount()
  lovedOneId = await cooee.aLovedOne(carer)
  callId = (await cooee.aCall(carer, { lovedOneId })).id
  const now = clock.now()
  const attempt = { callId, attemptNumber: 1, phoneNumber: '+61491570156', startedAt: now, dialBy: now }
  attemptId = (await db.insertInto('attempts').values(attempt).returning('id').executeTakeFirstOrThrow()).id
})

/** More than a batch of what was said, a recording, the secret of a webhook, a signing key. */
async function write(sealing: Sealing): Promise<void> {
  const { db, clock } = cooee
  const now = clock.now()
  const turns = Array.from({ length: TURNS }, (_, index) => ({ attemptId, step: `step ${index}` })).map((turn) => {
    const { value: text, sealedWith } = sealing.sealText('turns.text', turn, textOf(turn.step))
    return { ...turn, speaker: 'person' as const, text, sealedWith, at: now }
  })
  await db.insertInto('turns').values(turns).execute()
  const times = { reportedAt: now, fetchedAt: now, expiresAt: new Date(now.getTime() + 86_400_000) }
  const named = { attemptId, providerRecordingId: `RE${attemptId}`, durationSeconds: 5, contentType: 'audio/wav' }
  recordingId = (
    await db
      .insertInto('recordings')
      .values({ ...named, ...times, sound: SOUND })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
  const sound = sealing.sealBytes('recordings.sound', { id: recordingId }, SOUND)
  await db.updateTable('recordings').set({ sound: sound.value, sealedWith: sound.sealedWith }).execute()
  const webhook = { name: 'Receiver', url: 'https://receiver.example/', events: ['call.completed'] }
  const ids = await db.insertInto('webhooks').values([webhook, webhook]).returning('id').execute()
  webhookId = ids[0]?.id ?? 0
  const secret = sealing.sealText('webhooks.secret', { id: webhookId }, `secret ${MARKER}`)
  await db
    .updateTable('webhooks')
    .set({ secret: secret.value, sealedWith: secret.sealedWith })
    .where('id', '=', webhookId)
    .execute()
  const messageId = 'msg_1'
  const body = sealing.sealText('webhook_deliveries.body', { messageId }, `body ${MARKER}`)
  await db
    .insertInto('webhookDeliveries')
    .values({ webhookId, event: 'sms.received', messageId, body: body.value, sealedWith: body.sealedWith, nextAt: now })
    .execute()
  const words = sealEventWords({ sealing }, 'SM-of-an-event', `event ${MARKER}`)
  await db
    .insertInto('events')
    .values({ event: 'sms.received', data: '{}', ...words })
    .execute()
  const notes = sealing.sealText('loved_ones.notes', { id: lovedOneId }, `notes ${MARKER}`)
  await db.updateTable('lovedOnes').set({ notes: notes.value, notesSealedWith: notes.sealedWith }).execute()
  const conditions = sealing.sealText('loved_ones.medical_conditions', { id: lovedOneId }, `lung ${MARKER}`)
  await db
    .updateTable('lovedOnes')
    .set({ medicalConditions: conditions.value, medicalConditionsSealedWith: conditions.sealedWith })
    .execute()
  const address = sealing.sealText('loved_ones.address', { id: lovedOneId }, `lane ${MARKER}`)
  await db.updateTable('lovedOnes').set({ address: address.value, addressSealedWith: address.sealedWith }).execute()
  const accessNote = sealing.sealText('loved_ones.access_note', { id: lovedOneId }, `key ${MARKER}`)
  await db
    .updateTable('lovedOnes')
    .set({ accessNote: accessNote.value, accessNoteSealedWith: accessNote.sealedWith })
    .execute()
  await db
    .updateTable('calls')
    .set({ resolvedAt: now, ...storedNote(sealing, callId, `garden ${MARKER}`) })
    .execute()
  const reminder = sealing.sealText('loved_ones.reminder_text', { id: lovedOneId }, `honey ${MARKER}`)
  await db
    .updateTable('lovedOnes')
    .set({ reminderText: reminder.value, reminderTextSealedWith: reminder.sealedWith })
    .execute()
  const { id: accountId } = await db.selectFrom('accounts').select('id').executeTakeFirstOrThrow()
  const contact = { accountId, lovedOneId, name: 'Tom Hartley', phoneNumber: '+61491570158', position: 1 }
  const { id: contactId } = await db.insertInto('contacts').values(contact).returning('id').executeTakeFirstOrThrow()
  const keyNote = sealing.sealText('contacts.key_note', { id: contactId }, `pot ${MARKER}`)
  await db.updateTable('contacts').set({ keyNote: keyNote.value, keyNoteSealedWith: keyNote.sealedWith }).execute()
  const { id: awayId } = await db
    .insertInto('aways')
    .values({
      ...{
        accountId,
        lovedOneId,
        startsOn: '2027-01-04',
        endsOn: '2027-01-05',
        reason: 'hospital',
        setBy: 'account_holder',
      },
      ...{ startsAt: new Date('2027-01-03T13:00:00Z'), endsAt: new Date('2027-01-05T13:00:00Z') },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const awayNote = sealing.sealText('aways.note', { id: awayId }, `ward ${MARKER}`)
  await db.updateTable('aways').set({ note: awayNote.value, noteSealedWith: awayNote.sealedWith }).execute()
  await writeIncident(sealing, accountId)
  const { id: ownerId } = await db.selectFrom('people').select('id').executeTakeFirstOrThrow()
  const appSecret = sealing.sealText('second_factors.secret', { personId: ownerId }, `app ${MARKER}`)
  await db
    .insertInto('secondFactors')
    .values({ personId: ownerId, secret: appSecret.value, sealedWith: appSecret.sealedWith })
    .execute()
  const subscription = sealing.sealText('push_devices.subscription', { endpointHash: 'hash' }, `push ${MARKER}`)
  await db
    .insertInto('pushDevices')
    .values({
      ...{ personId: ownerId, endpointHash: 'hash', device: 'Chrome on Android' },
      ...{ subscription: subscription.value, sealedWith: subscription.sealedWith },
    })
    .execute()
  const schedule = {
    accountId,
    lovedOneId,
    callType: 'daily_check_in',
    recurrencePattern: 'daily',
    timeOfDay: '09:00',
  } as const
  const { id: scheduleId } = await db
    .insertInto('callSchedules')
    .values(schedule)
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: voiceId } = await db
    .insertInto('voiceRecordings')
    .values({
      ...{ accountId, scheduleId, personId: ownerId, part: 'greeting', source: 'page' },
      ...{ durationMs: 1_000, madeAt: now, sound: SOUND, sealedWith: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const voice = sealing.sealBytes('voice_recordings.sound', { id: voiceId }, SOUND)
  await db.updateTable('voiceRecordings').set({ sound: voice.value, sealedWith: voice.sealedWith }).execute()
  await writeInboundText(sealing)
  await writeTalk(sealing, accountId)
  const key = sealing.sealBytes('signing_keys.secret', { name: 'links' }, Buffer.from(`key ${MARKER}`))
  await db.insertInto('signingKeys').values({ name: 'links', secret: key.value, sealedWith: key.sealedWith }).execute()
}

const PHONE = '+61491570156'

async function writeInboundText(sealing: Sealing): Promise<void> {
  const { db, clock } = cooee
  const at = { providerMessageId: 'SM-of-the-walk' }
  const words = { ...sealInboundText({ sealing }, at.providerMessageId, `text ${MARKER}`) }
  const answer = sealReply({ sealing }, at.providerMessageId, `reply ${MARKER}`)
  await db
    .insertInto('inboundTexts')
    .values({ ...at, phoneNumber: null, receivedAt: clock.now(), ...words, ...answer })
    .execute()
  await db
    .transaction()
    .execute((trx) => refuse({ sealing }, trx, { phoneNumber: PHONE, calls: true, texts: true }, clock.now()))
}

async function writeIncident(sealing: Sealing, accountId: number): Promise<void> {
  const { db, clock } = cooee
  const now = clock.now()
  const { id } = await db
    .insertInto('incidents')
    .values({ accountId, lovedOneId, cause: 'unclear', headline: 'x', openedAt: now, nextAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const cause = await db
    .insertInto('incidentCauses')
    .values({ incidentId: id, cause: 'unclear', headline: 'x', happenedAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const heard = sealing.sealText('incidents.heard', cause, `heard ${MARKER}`)
  await db.updateTable('incidentCauses').set({ heard: heard.value, heardSealedWith: heard.sealedWith }).execute()
}

async function writeTalk(sealing: Sealing, accountId: number): Promise<void> {
  const { db, clock } = cooee
  const createdAt = clock.now()
  const { id: talkId } = await db
    .insertInto('talks')
    .values({ accountId, lovedOneId, attemptId, openedAt: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: turnId } = await db.selectFrom('turns').select('id').orderBy('id').executeTakeFirstOrThrow()
  const place = { talkId, position: 0 }
  const note = sealing.sealText('talk_notes.words', place, `roses ${MARKER}`)
  const about = sealing.sealText('talk_notes.topic', place, `garden ${MARKER}`)
  const said = { words: note.value, sealedWith: note.sealedWith }
  const noted = { ...place, turnId, topic: about.value, topicSealedWith: about.sealedWith, ...said, createdAt }
  await db.insertInto('talkNotes').values(noted).execute()
  const summary = sealing.sealText('talk_summaries.text', place, `slept ${MARKER}`)
  const summed = { ...place, turnId, text: summary.value, sealedWith: summary.sealedWith, createdAt }
  await db
    .insertInto('talkSummaries')
    .values({ ...summed, kind: 'sentence' })
    .execute()
  const topic = { accountId, lovedOneId, words: '', sealedWith: null, createdAt, updatedAt: createdAt }
  const { id } = await db.insertInto('talkTopics').values(topic).returning('id').executeTakeFirstOrThrow()
  const remembered = sealing.sealText('talk_topics.words', { id }, `beans ${MARKER}`)
  await db.updateTable('talkTopics').set({ words: remembered.value, sealedWith: remembered.sealedWith }).execute()
}

const textOf = (step: string) => `${step} is ${MARKER}`
const walk = (sealing: Sealing) => resealEverything({ db: cooee.db, sealing })

/** Whether a reader with these keys finds everything as it was written. */
async function expectReadable(sealing: Sealing): Promise<void> {
  const { db } = cooee
  const turns = await db.selectFrom('turns').selectAll().orderBy('id').execute()
  expect(turns).toHaveLength(TURNS)
  for (const turn of turns) {
    const opened = sealing.openText('turns.text', turn, { value: turn.text, sealedWith: turn.sealedWith })
    expect(opened).toEqual({ kind: 'opened', content: textOf(turn.step) })
  }
  const recording = await db.selectFrom('recordings').selectAll().executeTakeFirstOrThrow()
  const sound = { value: recording.sound ?? Buffer.alloc(0), sealedWith: recording.sealedWith }
  expect(sealing.openBytes('recordings.sound', recording, sound)).toEqual({ kind: 'opened', content: SOUND })
  const voice = await db.selectFrom('voiceRecordings').selectAll().executeTakeFirstOrThrow()
  const voiceSound = { value: voice.sound, sealedWith: voice.sealedWith }
  expect(sealing.openBytes('voice_recordings.sound', voice, voiceSound)).toEqual({ kind: 'opened', content: SOUND })
  const webhook = await db.selectFrom('webhooks').selectAll().where('id', '=', webhookId).executeTakeFirstOrThrow()
  const secret = { value: webhook.secret ?? '', sealedWith: webhook.sealedWith }
  expect(sealing.openText('webhooks.secret', webhook, secret)).toMatchObject({ content: `secret ${MARKER}` })
  const delivery = await db.selectFrom('webhookDeliveries').selectAll().executeTakeFirstOrThrow()
  const body = { value: delivery.body, sealedWith: delivery.sealedWith }
  expect(sealing.openText('webhook_deliveries.body', delivery, body)).toMatchObject({ content: `body ${MARKER}` })
  const event = await db.selectFrom('events').selectAll().where('words', 'is not', null).executeTakeFirstOrThrow()
  expect(openEventData({ sealing }, event)).toEqual({ text: `event ${MARKER}` })
  const lovedOne = await db.selectFrom('lovedOnes').selectAll().executeTakeFirstOrThrow()
  expect(withFreeTexts(sealing, lovedOne)).toMatchObject({
    notes: `notes ${MARKER}`,
    medicalConditions: `lung ${MARKER}`,
    address: `lane ${MARKER}`,
    accessNote: `key ${MARKER}`,
    reminderText: `honey ${MARKER}`,
  })
  const contact = await db.selectFrom('contacts').selectAll().executeTakeFirstOrThrow()
  expect(openKeyNote(sealing, contact)).toBe(`pot ${MARKER}`)
  const call = await db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
  expect(readNote(sealing, call)).toBe(`garden ${MARKER}`)
  const cause = await db.selectFrom('incidentCauses').selectAll().executeTakeFirstOrThrow()
  expect(heardIn({ sealing }, cause)).toBe(`heard ${MARKER}`)
  const factor = await db.selectFrom('secondFactors').selectAll().executeTakeFirstOrThrow()
  const appSecret = { value: factor.secret, sealedWith: factor.sealedWith }
  const away = await db.selectFrom('aways').selectAll().executeTakeFirstOrThrow()
  const awayNote = { value: away.note ?? '', sealedWith: away.noteSealedWith }
  expect(sealing.openText('aways.note', away, awayNote)).toMatchObject({ content: `ward ${MARKER}` })
  expect(sealing.openText('second_factors.secret', factor, appSecret)).toMatchObject({ content: `app ${MARKER}` })
  const device = await db.selectFrom('pushDevices').selectAll().executeTakeFirstOrThrow()
  const address = { value: device.subscription, sealedWith: device.sealedWith }
  expect(sealing.openText('push_devices.subscription', device, address)).toMatchObject({ content: `push ${MARKER}` })
  const note = await db.selectFrom('talkNotes').selectAll().executeTakeFirstOrThrow()
  const noted = { value: note.words, sealedWith: note.sealedWith }
  const noteTopic = { value: note.topic, sealedWith: note.topicSealedWith }
  expect(sealing.openText('talk_notes.topic', note, noteTopic)).toMatchObject({ content: `garden ${MARKER}` })
  expect(sealing.openText('talk_notes.words', note, noted)).toMatchObject({ content: `roses ${MARKER}` })
  const summary = await db.selectFrom('talkSummaries').selectAll().executeTakeFirstOrThrow()
  const summed = { value: summary.text, sealedWith: summary.sealedWith }
  expect(sealing.openText('talk_summaries.text', summary, summed)).toMatchObject({ content: `slept ${MARKER}` })
  const topic = await db.selectFrom('talkTopics').selectAll().executeTakeFirstOrThrow()
  const remembered = { value: topic.words, sealedWith: topic.sealedWith }
  expect(sealing.openText('talk_topics.words', topic, remembered)).toMatchObject({ content: `beans ${MARKER}` })
  const text = await db.selectFrom('inboundTexts').selectAll().executeTakeFirstOrThrow()
  expect(openInboundText({ sealing }, text)).toEqual({ text: `text ${MARKER}`, reply: `reply ${MARKER}` })
  expect(await refusalOf({ sealing }, db, PHONE)).toMatchObject({ callsSince: expect.any(Date) })
  const key = await db.selectFrom('signingKeys').selectAll().where('name', '=', 'links').executeTakeFirstOrThrow()
  const stored = { value: key.secret, sealedWith: key.sealedWith }
  expect(sealing.openBytes('signing_keys.secret', key, stored)).toMatchObject({ kind: 'opened' })
}

const ROWS = TURNS + 24
const keysInUse = async () => {
  const { db } = cooee
  const used = await Promise.all([
    db.selectFrom('turns').select('sealedWith').execute(),
    db.selectFrom('recordings').select('sealedWith').execute(),
    db.selectFrom('webhooks').select('sealedWith').where('secret', 'is not', null).execute(),
    db.selectFrom('webhookDeliveries').select('sealedWith').execute(),
    db.selectFrom('events').select('sealedWith').where('words', 'is not', null).execute(),
    db.selectFrom('signingKeys').select('sealedWith').execute(),
    db.selectFrom('secondFactors').select('sealedWith').execute(),
    db.selectFrom('incidentCauses').select('heardSealedWith as sealedWith').execute(),
    db.selectFrom('inboundTexts').select('sealedWith').execute(),
    db.selectFrom('inboundTexts').select('replySealedWith as sealedWith').execute(),
    db.selectFrom('phoneRefusals').select('sealedWith').execute(),
    db.selectFrom('calls').select('resolvedNoteSealedWith as sealedWith').execute(),
    db.selectFrom('contacts').select('keyNoteSealedWith as sealedWith').execute(),
    db.selectFrom('lovedOnes').select('notesSealedWith as sealedWith').execute(),
    db.selectFrom('lovedOnes').select('medicalConditionsSealedWith as sealedWith').execute(),
    db.selectFrom('lovedOnes').select('addressSealedWith as sealedWith').execute(),
    db.selectFrom('lovedOnes').select('accessNoteSealedWith as sealedWith').execute(),
    db.selectFrom('lovedOnes').select('reminderTextSealedWith as sealedWith').execute(),
  ])
  return [...new Set(used.flat().map(({ sealedWith }) => sealedWith))]
}

describe('a walk', () => {
  test('seals what was stored before there was a key: no word of it is left anywhere in the database', async () => {
    await write(none)
    expect(await dump(cooee.db)).toContain(MARKER)
    expect(await walk(first)).toEqual({ sealed: ROWS, other: {} })
    const everything = await dump(cooee.db)
    expect(everything).not.toContain(MARKER)
    expect(everything).not.toContain(Buffer.from(MARKER).toString('base64').slice(0, -4))
    await expectReadable(first)
  })

  test('brings what an old key has sealed under the present one; then the old one is not needed any more', async () => {
    await write(first)
    await expectReadable(second)
    expect(await walk(second)).toEqual({ sealed: ROWS, other: {} })
    await expectReadable(aSealing(secondKey, []))
    expect(await keysInUse()).toEqual([second.keyId])
  })

  test('a resealing run has nothing to do the second time', async () => {
    await write(none)
    await walk(first)
    const before = await dump(cooee.db)
    expect(await walk(first)).toEqual({ sealed: 0, other: {} })
    expect(await dump(cooee.db)).toBe(before)
  })

  test('three resealing runs at once do everything once', async () => {
    await write(none)
    const walks = await Promise.all([walk(first), walk(first), walk(first)])
    // What one run is working on, the others skip; the next run finds it done.
    const last = await walk(first)
    expect(walks.reduce((sum, { sealed }) => sum + sealed, last.sealed)).toBe(ROWS)
    expect(last.other).toEqual({})
    await expectReadable(first)
  })

  test('a resealing run that is stopped halfway is finished by the next', async () => {
    await write(none)
    let asked = 0
    const { sealed } = await resealEverything({ db: cooee.db, sealing: first }, () => {
      asked += 1
      return asked > 2
    })
    expect(sealed).toBeGreaterThan(0)
    expect(sealed).toBeLessThan(ROWS)
    await expectReadable(first)
    expect((await walk(first)).sealed).toBe(ROWS - sealed)
    await expectReadable(first)
  })

  test('a resealing run keeps rows without a key as they are and reports them; with the key everything is readable again', async () => {
    await write(first)
    const stranger = aSealing()
    const before = await dump(cooee.db)
    const { sealed, other } = await walk(stranger)
    expect(sealed).toBe(0)
    expect(other).toEqual(Object.fromEntries(Object.keys(SEALED_COLUMNS).map((name) => [name, [first.keyId]])))
    expect(await dump(cooee.db)).toBe(before)
    await expectReadable(first)
  })

  test('a damaged row does not stop a resealing run', async () => {
    await write(first)
    const { id } = await cooee.db.selectFrom('turns').select('id').orderBy('id').executeTakeFirstOrThrow()
    const { text } = await cooee.db
      .selectFrom('turns')
      .select('text')
      .where('id', '=', id + 1)
      .executeTakeFirstOrThrow()
    await cooee.db.updateTable('turns').set({ text }).where('id', '=', id).execute()
    expect(await walk(second)).toEqual({ sealed: ROWS - 1, other: { 'turns.text': [first.keyId] } })
  })

  test('a resealing run without a key changes nothing', async () => {
    await write(none)
    const before = await dump(cooee.db)
    expect((await walk(none)).sealed).toBe(0)
    expect(await dump(cooee.db)).toBe(before)
  })
})

test('a worker says once that everything is under the current key', async () => {
  await write(none)
  const said: [string, unknown][] = []
  const log = {
    debug: () => {},
    info: (facts: object, sentence?: string) => said.push([sentence ?? '', facts]),
    warn: () => {},
    error: () => {},
  }
  const run = resealing({ db: cooee.db, sealing: first, log })
  for (let times = 0; times < 3; times += 1) await run(() => false)
  expect(said).toEqual([[expect.stringContaining('no older key is needed'), { keyId: first.keyId, sealed: ROWS }]])
  await expectReadable(first)
})

test('every column that can be sealed is walked through', async () => {
  const stored = await allColumns(cooee.db)
  const tables = stored.flatMap(({ table, column }) => (/sealedWith$/i.test(column) ? `${table}.${column}` : []))
  const walked = Object.values(SEALED_COLUMNS).map(({ table, sealedWith }) => camelCase(`${table}.${sealedWith}`))
  expect(tables.sort()).toEqual(walked.sort())
})
