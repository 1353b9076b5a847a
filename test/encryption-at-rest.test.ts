import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { careProviderEvents } from '#server/features/care/public.ts'
import { inboundProviderEvents } from '#server/features/check-ins/public.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { addCause, type IncidentDeps, loadIncidentLinks } from '#server/features/incidents/public.ts'
import { viewIncident } from '#server/features/incidents/view/incident-view.ts'
import { noteAccepted } from '#server/features/messages/deliver/take-found-text.ts'
import { enqueueMessage } from '#server/features/messages/public.ts'
import { recordingHandlers, recordingProviderEvents } from '#server/features/recordings/public.ts'
import { createDeliveryWorker } from '#server/features/webhooks/public.ts'
import { resealEverything } from '#server/platform/sealing/resealing.ts'
import { createSealing, type Sealing } from '#server/platform/sealing/sealing.ts'
import { scriptedRecordings } from '#test/adapters/scripted-recordings.ts'
import { scriptedWebhookSender } from '#test/adapters/scripted-webhook-sender.ts'
import type { SignedIn } from './build-test-app.ts'
import { callViews } from './call-views.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from './calls-fixture.ts'
import { careDeps } from './care-deps.ts'
import { dump } from './database-catalogue.ts'
import { startLiveServer } from './live-server.ts'

const log = pino({ level: 'silent' })
const aKey = () => createSecretKey(randomBytes(32))
const [FIRST, SECOND] = [aKey(), aKey()]

const SPOKEN = 'my marmalade is under the stairs'
const SOUND = Buffer.from(`RIFF the sound of marmalade ${'~'.repeat(3000)} and its end`)
const NOTES = 'Has marmalade for breakfast'
const CONDITIONS = 'Allergic to marmalade'
const PLACE = { address: '3 Marmalade Lane', accessNote: 'The key is in the marmalade jar' }
const REMINDER = 'Take it with marmalade'
const SECRET = 'a marmalade among secrets'
const MARKERS = ['marmalade', 'Cooee, the phone service', Buffer.from(SECRET).toString('base64').slice(0, -4)]

/** The keys that the server runs with; a test changes them as a restart with another environment would. */
let keys: Sealing = createSealing({}, log)
const runWith = (current?: KeyObject, ...old: KeyObject[]) => {
  keys = createSealing({ current, old }, log)
}
const sealing: Sealing = {
  get keyId() {
    return keys.keyId
  },
  get oldKeyIds() {
    return keys.oldKeyIds
  },
  sealBytes: (...given) => keys.sealBytes(...given),
  openBytes: (...given) => keys.openBytes(...given),
  sealText: (...given) => keys.sealText(...given),
  openText: (...given) => keys.openText(...given),
  lookupHashes: (...given) => keys.lookupHashes(...given),
  reseal: (...given) => keys.reseal(...given),
}

const provider = scriptedRecordings()
const sender = scriptedWebhookSender()
let cooee: CallsFixture
beforeAll(async () => {
  cooee = await callsFixture({ sealing, webhookSender: sender })
})
afterAll(() => cooee.close())

let robyn: SignedIn
let admin: SignedIn
let lovedOneId: number
let callId: number
let webhookId: number

beforeEach(async () => {
  for (const table of ['accounts', 'webhooks', 'signingKeys'] as const) await cooee.db.deleteFrom(table).execute()
  await cooee.moveTo(TUESDAY_ELEVEN)
  cooee.telephony.clear()
  sender.sent.length = 0
})

/** A recorded call in which something was said, and a webhook with a secret. */
async function everythingHappens(): Promise<void> {
  robyn = await cooee.aRegisteredAccount()
  admin = await cooee.anAdmin()
  lovedOneId = await cooee.aLovedOne(robyn, {
    notes: NOTES,
    medicalConditions: CONDITIONS,
    reminderText: REMINDER,
    ...PLACE,
  })
  await cooee.db.updateTable('lovedOnes').set({ recordCalls: true }).execute()
  const scheduledTime = new Date(TUESDAY_ELEVEN.getTime() + 3_600_000)
  callId = (await cooee.aCall(robyn, { lovedOneId, scheduledTime: scheduledTime.toISOString() })).id
  await cooee.moveTo(scheduledTime)
  await cooee.dispatch()
  const { db, clock, jobs, telephony } = cooee
  const care = await careDeps({ db, clock, jobs, telephony, sealing, enqueueNotice: async () => null })
  const facts = careProviderEvents(care)
  const { attemptId, providerCallId } = telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  await facts.answered(attemptId, providerCallId ?? '')
  await facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
  await cooee.moveTo(new Date(clock.now().getTime() + 20_000))
  await facts.heard(attemptId, 'announce 2', { keys: '', speech: '' })
  await cooee.moveTo(new Date(clock.now().getTime() + 20_000))
  await facts.heard(attemptId, 'question 3', { keys: '', speech: SPOKEN })
  await cooee.moveTo(new Date(clock.now().getTime() + 20_000))
  await facts.heard(attemptId, 'question 4', { keys: '1', speech: '' })
  await facts.progressed(attemptId, {
    providerCallId: providerCallId ?? '',
    status: 'completed',
    endedStatus: 'completed',
    answeredBy: null,
    durationSeconds: 20,
  })
  const recording = { providerRecordingId: `RE${attemptId}`, durationSeconds: 20 }
  provider.kept.set(recording.providerRecordingId, {
    ...recording,
    providerCallId: providerCallId ?? '',
    isReady: true,
    bytes: SOUND,
  })
  const recordings = { ...care, recordings: provider, soundObjects: null }
  await recordingProviderEvents(recordings).recorded(attemptId, recording)
  const handlers = recordingHandlers(recordings)
  const own = jobs.sent.filter(({ name }) => handlers.some(({ job }) => job.name === name))
  jobs.sent.splice(0, Number.POSITIVE_INFINITY, ...own)
  await jobs.runDue(handlers, clock.now())
  webhookId = await savedWebhook({ secret: SECRET })
}

async function savedWebhook(fields: object): Promise<number> {
  const form = { name: 'Ward board', url: 'https://receiver.example/', events: ['call.completed'], ...fields }
  const answer = await admin.post('/api/admin/webhooks', form)
  if (answer.statusCode >= 300) throw new Error(`Saving a webhook answered ${answer.statusCode}: ${answer.body}`)
  return answer.json().id
}

const lovedOne = async () => (await robyn.get(`/api/loved-ones/${lovedOneId}`)).json()

const listen = (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  cooee.app.inject({
    method,
    url: `/api/calls/${callId}/recording`,
    headers: { authorization: `Bearer ${robyn.token}`, ...headers },
  })

/** The payload a receiver gets of an event; null where nothing is sent. */
async function signedWith(): Promise<string | null | undefined> {
  sender.sent.length = 0
  const { db } = cooee
  await db.deleteFrom('events').execute()
  await db
    .transaction()
    .execute((trx) => recordEvent(trx, { event: 'call.completed', accountId: null, data: { callId, text: SPOKEN } }))
  await deliverAll()
  return sender.sent.at(-1)?.secret
}

/** Sends every due delivery. */
async function deliverAll(): Promise<void> {
  const { db, clock, jobs } = cooee
  const deps = { db, clock, jobs, log, sealing, publicUrl: '', webhookSender: sender }
  const worker = createDeliveryWorker(deps)
  await worker.poll()
  await worker.idle()
}

async function expectAllThere(): Promise<void> {
  const call = await cooee.call(robyn, callId)
  expect(call.transcript).toContain(`Margaret Hartley: ${SPOKEN}`)
  expect(call.timeline.map(({ text }) => text)).toContain(SPOKEN)
  expect((await cooee.list(robyn, 'history'))[0]?.transcript).toBe(call.transcript)
  expect(await lovedOne()).toMatchObject({
    notes: NOTES,
    medicalConditions: CONDITIONS,
    reminderText: REMINDER,
    ...PLACE,
  })
  expect((await robyn.get('/api/loved-ones')).json()).toEqual([await lovedOne()])
  expect((await listen()).rawPayload).toEqual(SOUND)
  expect(await signedWith()).toBe(SECRET)
}

async function expectNothingInTheDatabase(): Promise<void> {
  const everything = await dump(cooee.db)
  for (const marker of MARKERS) expect(everything).not.toContain(marker)
}

describe('with a key', () => {
  beforeEach(async () => {
    runWith(FIRST)
    await everythingHappens()
  })

  test('a copy of the database reveals no word and no sound of a call, and no secret', async () => {
    await expectNothingInTheDatabase()
  })

  test('the account holder reads and hears everything, and receivers get payloads that they can verify', async () => {
    await expectAllThere()
    expect(JSON.parse(sender.sent.at(-1)?.body ?? '{}').data).toEqual({ circleId: null, callId, text: SPOKEN })
    // An event and its deliveries among it.
    await expectNothingInTheDatabase()
  })

  test.each([
    ['bytes=0-3', 0, 3],
    ['bytes=100-', 100, SOUND.length - 1],
    ['bytes=-10', SOUND.length - 10, SOUND.length - 1],
  ])('a player may ask for %s', async (range, begin, end) => {
    const answer = await listen({ range })
    expect(answer.statusCode).toBe(206)
    expect(answer.headers['content-range']).toBe(`bytes ${begin}-${end}/${SOUND.length}`)
    expect(answer.rawPayload).toEqual(SOUND.subarray(begin, end + 1))
  })

  test('the length of a recording is served as it was recorded', async () => {
    expect((await listen({}, 'HEAD')).headers['content-length']).toBe(String(SOUND.length))
    expect((await listen({ range: `bytes=${SOUND.length}-` })).statusCode).toBe(416)
  })

  test('the export of an account is readable, and does not show how it was stored', async () => {
    const file = (await robyn.post('/api/account/export')).json()
    const [attempt] = file.calls[0].attempts
    expect(attempt.turns.map(({ text }: { text: string }) => text)).toContain(SPOKEN)
    expect(file.lovedOnes).toMatchObject([
      { notes: NOTES, medicalConditions: CONDITIONS, reminderText: REMINDER, ...PLACE },
    ])
    expect(JSON.stringify(file)).not.toMatch(/sealedWith/i)
    for (const turn of attempt.turns) expect(Object.keys(turn).sort()).toEqual(['at', 'id', 'speaker', 'text'])
  })

  test('words heard in an incident reach its account holder, and are kept nowhere once the message has left', async () => {
    const { db, clock, jobs, telephony } = cooee
    const enqueueNotice: IncidentDeps['enqueueNotice'] = (trx, notice) =>
      enqueueMessage(jobs, trx, { isUrgent: true, createdAt: clock.now(), ...notice })
    const { incidents } = await careDeps({ db, clock, jobs, telephony, sealing, enqueueNotice })
    const accountId = robyn.user.circle.id
    await db.updateTable('people').set({ phoneNumber: '+61491570150' }).where('id', '=', robyn.user.id).execute()
    await db.transaction().execute((trx) =>
      addCause(incidents, trx, {
        accountId,
        lovedOneId,
        callId,
        cause: 'unclear',
        headline: 'Margaret Hartley answered and said something that we could not understand',
        detail: null,
        heard: SPOKEN,
      }),
    )
    const holder = await db.selectFrom('incidentPeople').select('id').executeTakeFirstOrThrow()
    expect(await viewIncident(incidents, holder.id)).toMatchObject({
      ...{ cause: 'unclear', heard: SPOKEN },
      causes: [{ heard: SPOKEN }],
    })
    const messages = await db.selectFrom('messages').selectAll().where('text', 'like', `%${SPOKEN}%`).execute()
    expect(messages.map(({ channel }) => channel).sort()).toEqual(['email', 'sms'])
    for (const message of messages) {
      await db.transaction().execute((trx) => noteAccepted(trx, message, { providerId: null, now: clock.now() }))
    }
    await expectNothingInTheDatabase()
    expect((await robyn.post('/api/account/export')).json().incidents).toMatchObject([{ causes: [{ heard: SPOKEN }] }])
  })

  test('texts, their answers and the number of a phone that refuses calls are stored sealed and exported readable', async () => {
    const { db, clock, jobs, telephony } = cooee
    const care = await careDeps({ db, clock, jobs, telephony, sealing, enqueueNotice: async () => null })
    const { phoneNumber } = await db.selectFrom('lovedOnes').select('phoneNumber').executeTakeFirstOrThrow()
    const inbound = inboundProviderEvents(care)
    const text = { from: phoneNumber, text: 'OK, marmalade for breakfast', providerMessageId: 'SM-1' }
    const reply = await inbound.texted(text)
    expect(await inbound.texted(text)).toBe(reply)
    await inbound.texted({ from: '+61491571234', text: 'stop calling me', providerMessageId: 'SM-2' })
    const stored = JSON.stringify(await db.selectFrom('inboundTexts').select(['text', 'reply']).execute())
    expect(stored).not.toMatch(/marmalade|all right|calling/)
    const [event] = await db.selectFrom('events').selectAll().where('wordsOf', '=', text.providerMessageId).execute()
    expect(event).toMatchObject({ event: 'sms.received', data: { text: null } })
    await expectNothingInTheDatabase()
    await savedWebhook({ name: 'Texts', events: ['sms.received'] })
    await deliverAll()
    const notified = sender.sent.map(({ body }) => JSON.parse(body).data.text)
    expect(notified).toContain(text.text)
    const { id } = await db.selectFrom('webhooks').select('id').where('name', '=', 'Texts').executeTakeFirstOrThrow()
    const log: { body: string }[] = (await admin.get(`/api/admin/webhooks/${id}/deliveries`)).json()
    expect(log.map(({ body }) => JSON.parse(body).data.text)).toContain(text.text)
    expect(JSON.stringify(await db.selectFrom('phoneRefusals').selectAll().execute())).not.toContain('91571234')
    expect((await robyn.post('/api/account/export')).json().textsReceived).toMatchObject([{ text: text.text, reply }])
  })

  test('the note of an account holder who has reached somebody is stored sealed, and only they read it', async () => {
    const scheduledTime = new Date(cooee.clock.now().getTime() + 3_600_000)
    const { id } = await cooee.aCall(robyn, { lovedOneId, scheduledTime: scheduledTime.toISOString() })
    await cooee.moveTo(scheduledTime)
    await cooee.dispatch()
    const note = 'Was buying marmalade'
    expect((await robyn.post(`/api/calls/${id}/resolve`, { note })).statusCode).toBe(200)
    expect((await cooee.call(robyn, id)).timeline.at(-1)?.text).toBe(`You reached Margaret. Your note: ${note}`)
    await expectNothingInTheDatabase()
    const file = (await robyn.post('/api/account/export')).json()
    expect(file.calls.find((call: { id: number }) => call.id === id)).toMatchObject({ resolvedNote: note })
  })

  test('removing the loved one removes all of it', async () => {
    expect((await robyn.delete(`/api/loved-ones/${lovedOneId}`)).statusCode).toBe(204)
    for (const table of ['turns', 'recordings'] as const) {
      expect(await cooee.db.selectFrom(table).selectAll().execute()).toEqual([])
    }
  })

  test('a new secret of a webhook is sealed too, and the audit log says that it changed only when it did', async () => {
    await savedWebhook({ id: webhookId, secret: 'another marmalade' })
    expect(await signedWith()).toBe('another marmalade')
    await savedWebhook({ id: webhookId, secret: 'another marmalade' })
    await savedWebhook({ id: webhookId, name: 'Other' })
    expect(await signedWith()).toBe('another marmalade')
    const audited = await cooee.db.selectFrom('auditLog').select('detail').orderBy('id', 'desc').limit(3).execute()
    expect(audited.map(({ detail }) => detail?.split('; changed: ')[1])).toEqual(['name', 'nothing', 'secret'])
    await expectNothingInTheDatabase()
    await savedWebhook({ id: webhookId, secret: '' })
    expect(await signedWith()).toBeNull()
  })

  test('notes about a loved one are sealed when they change, and deleted when they are emptied', async () => {
    await robyn.patch(`/api/loved-ones/${lovedOneId}`, { notes: 'No more marmalade', medicalConditions: '' })
    expect(await lovedOne()).toMatchObject({ notes: 'No more marmalade', medicalConditions: null })
    await expectNothingInTheDatabase()
  })

  test('a sealed transcript cannot be moved to another call', async () => {
    const [turn] = await cooee.db.selectFrom('turns').selectAll().where('speaker', '=', 'person').execute()
    await cooee.db
      .updateTable('turns')
      .set({ text: turn?.text ?? '' })
      .where('step', '=', 'reply listen 1')
      .execute()
    const { transcript } = await cooee.call(robyn, callId)
    expect(transcript?.split('\n')[0]).toMatch(/^Cooee: \(we can't read this/)
    expect(transcript).toContain(`Margaret Hartley: ${SPOKEN}`)
  })

  describe('that is missing later', () => {
    beforeEach(() => runWith(SECOND))

    test('a recording whose key is missing is refused with the reason, in parts too, and plays again with the key', async () => {
      for (const headers of [{}, { range: 'bytes=0-3' }] as Record<string, string>[]) {
        const answer = await listen(headers)
        expect(answer.statusCode).toBe(503)
        expect(answer.json()).toEqual({
          message: "We can't play this recording right now: it's encrypted, and Cooee doesn't have the key.",
        })
        expect(answer.headers).not.toHaveProperty('content-range')
        expect(answer.headers).not.toHaveProperty('content-disposition')
      }
      runWith(FIRST)
      expect((await listen()).rawPayload).toEqual(SOUND)
    })

    test('the call and the export are still shown, with a remark in place of the words', async () => {
      const call = await cooee.call(robyn, callId)
      expect(call).toMatchObject({ status: expect.any(String), recording: `/api/calls/${callId}/recording` })
      expect(call.transcript).toContain("Margaret Hartley: (we can't read this right now")
      expect((await cooee.list(robyn, 'history'))[0]?.transcript).toBe(call.transcript)
      expect((await robyn.post('/api/account/export')).body).toContain("(we can't read this right now")
    })

    test('a form that sends the remark back does not overwrite the note', async () => {
      const { notes } = await lovedOne()
      expect(notes).toMatch(/^\(we can't read this right now/)
      const changed = await robyn.patch(`/api/loved-ones/${lovedOneId}`, { notes, medicalConditions: 'Nothing now' })
      expect(changed.json()).toMatchObject({ notes, medicalConditions: 'Nothing now' })
      const before = '(cannot be read at the moment: it is encrypted, and Cooee does not have the key)'
      expect((await robyn.patch(`/api/loved-ones/${lovedOneId}`, { notes: before })).json()).toMatchObject({ notes })
      runWith(FIRST, SECOND)
      expect(await lovedOne()).toMatchObject({ notes: NOTES, medicalConditions: 'Nothing now' })
    })

    test('nothing is sent unsigned: the delivery waits and shows why, and arrives once there is a new secret', async () => {
      expect(await signedWith()).toBeUndefined()
      const tries = await cooee.db.selectFrom('webhookTries').select('error').execute()
      expect(tries).toEqual([{ error: expect.stringContaining('The secret of this webhook cannot be read') }])
      const body = { url: 'https://receiver.example/', payload: '{}', webhookId }
      expect((await admin.post('/api/admin/webhooks/test', body)).statusCode).toBe(503)
      await savedWebhook({ id: webhookId, secret: 'a new one' })
      expect(await signedWith()).toBe('a new one')
    })

    test('new calls are sealed under the present key', async () => {
      await everythingHappens()
      await expectAllThere()
    })
  })

  test('a key that is replaced keeps everything readable, and resealing makes the old one superfluous', async () => {
    runWith(SECOND, FIRST)
    await expectAllThere()
    await resealEverything({ db: cooee.db, sealing })
    runWith(SECOND)
    await expectAllThere()
    await expectNothingInTheDatabase()
  })
})

describe('without a key', () => {
  beforeEach(async () => {
    runWith()
    await everythingHappens()
  })

  test('without a key everything works, and is stored unsealed', async () => {
    await expectAllThere()
    const everything = await dump(cooee.db)
    for (const marker of MARKERS.slice(0, 2)) expect(everything).toContain(marker)
  })

  test('a key that is added later seals what is stored, which stays readable meanwhile', async () => {
    runWith(FIRST)
    await expectAllThere()
    await resealEverything({ db: cooee.db, sealing })
    await expectAllThere()
    await expectNothingInTheDatabase()
  })
})

describe('the key that signs the links in alerts', () => {
  const later = new Date(TUESDAY_ELEVEN.getTime() + 60_000)
  const load = () => loadIncidentLinks({ db: cooee.db, sealing })
  const opens = async (token: string) => (await load()).personOf(token, TUESDAY_ELEVEN)

  test('the link key is sealed, and signs the same after a restart and with a new key', async () => {
    runWith(FIRST)
    const token = (await load()).tokenFor(4711, later)
    expect(await opens(token)).toBe(4711)
    runWith(SECOND, FIRST)
    expect(await opens(token)).toBe(4711)
    await resealEverything({ db: cooee.db, sealing })
    runWith(SECOND)
    expect(await opens(token)).toBe(4711)
  })

  test('the server starts and people can answer by new links where the link key cannot be read, in every process', async () => {
    runWith(FIRST)
    const before = (await load()).tokenFor(4711, later)
    runWith(SECOND)
    const meanwhile = (await load()).tokenFor(4712, later)
    expect(await opens(meanwhile)).toBe(4712)
    expect(await opens(before)).toBeNull()
    runWith()
    const third = (await load()).tokenFor(4713, later)
    expect(await opens(third)).toBe(4713)
    runWith(FIRST)
    expect(await opens(before)).toBe(4711)
  })
})

test('the whole server, given a key in its environment, places a recorded call and stores no word of it readable', async () => {
  const key = randomBytes(32)
  const live = await startLiveServer({}, {}, { ENCRYPTION_KEY: key.toString('base64') })
  try {
    const { db } = live.server
    const whom = await live.aLovedOneAt('+61491570156')
    await db.updateTable('lovedOnes').set({ recordCalls: true }).execute()
    const call = await live.aCall(whom, new Date(Date.now() + 200))
    await live.everyCallEnded(20_000)
    const fetched = () => db.selectFrom('recordings').select('fetchedAt').executeTakeFirst()
    await expect.poll(async () => (await fetched())?.fetchedAt ?? null, { timeout: 15_000 }).not.toBeNull()
    const everything = await dump(db)
    expect(everything).not.toContain('Cooee, the phone service')
    expect(everything).not.toContain('RIFF')
    const own = createSealing({ current: createSecretKey(key) }, log)
    const { transcript } = await findCall(callViews(db, own), { id: whom.accountId, mayHear: true }, call)
    expect(transcript).toContain('Cooee, the phone service')
  } finally {
    await live.close()
  }
})
