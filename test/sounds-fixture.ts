import { createSecretKey, randomBytes } from 'node:crypto'
import { pino } from 'pino'
import { s3SoundObjects } from '#server/adapters/sounds/s3/s3-sound-objects.ts'
import type { RecordingsDeps } from '#server/features/recordings/public.ts'
import { createSealing } from '#server/platform/sealing/sealing.ts'
import { type S3Simulator, startS3Simulator } from '#simulators/s3/s3-simulator.ts'
import { type ScriptedRecordings, scriptedRecordings } from './adapters/scripted-recordings.ts'
import type { SignedIn } from './build-test-app.ts'
import { type CallsFixture, callsFixture, TUESDAY_ELEVEN } from './calls-fixture.ts'

const DAY = 24 * 60 * 60_000
const KEY = { keyId: 'AKIATEST', secret: 'a secret of the tests', region: 'ap-southeast-2' }
const keyOf = (fill: number) => createSecretKey(Buffer.alloc(32, fill))
const log = pino({ level: 'silent' })

/** The key of the operator, and the one before it. */
export const SEALING = createSealing({ current: keyOf(1) }, log)
export const OLD_SEALING = createSealing({ current: keyOf(2) }, log)
export const BOTH_SEALING = createSealing({ current: keyOf(1), old: [keyOf(2)] }, log)
/** Without a key: nothing is sealed. */
export const OPEN_SEALING = createSealing({}, log)
export const SOUND = randomBytes(1_000)

export interface SoundsFixture extends CallsFixture {
  simulator: S3Simulator
  provider: ScriptedRecordings
  deps: RecordingsDeps
  robyn: SignedIn
  lovedOneId: number
  callId: number
  /** Empties database and store; a call of Robyn's is there. */
  startOver(): Promise<void>
  /** A recording of that call that is reported, and whose sound the provider has. */
  aReport(): Promise<number>
  /** And whose sound is stored in its row. */
  inRow(sealing?: RecordingsDeps['sealing']): Promise<number>
  hears(headers?: Record<string, string>, who?: SignedIn): ReturnType<CallsFixture['request']>
  recordings(): Promise<{ id: number; sound: Buffer | null; soundKey: string | null; sealedWith: string | null }[]>
  /** The keys of objects that are to be deleted. */
  toDelete(): Promise<(string | null)[]>
}

/** The app with a store of recordings: over HTTP, against a simulator that checks every signature. */
export async function soundsFixture(): Promise<SoundsFixture> {
  let now = () => TUESDAY_ELEVEN
  const simulator = await startS3Simulator({ ...KEY, bucket: 'recordings', now: () => now() })
  const storeOf = (clock: RecordingsDeps['clock']) =>
    s3SoundObjects({ ...KEY, url: simulator.url }, { clock, answerWithinMs: 2_000 })
  const cooee = await callsFixture((clock) => ({ sealing: SEALING, soundObjects: storeOf(clock) }))
  now = () => cooee.clock.now()
  const { db, clock, jobs } = cooee
  const provider = scriptedRecordings()
  const deps = { db, clock, jobs, log, sealing: SEALING, recordings: provider, soundObjects: storeOf(clock) }
  let reports = 0
  const closeApp = cooee.close

  const fixture: SoundsFixture = Object.assign(cooee, {
    ...{ simulator, provider, deps, robyn: null as unknown as SignedIn, lovedOneId: 0, callId: 0 },
    async startOver() {
      await cooee.moveTo(TUESDAY_ELEVEN)
      await db.deleteFrom('recordings').execute()
      await db.deleteFrom('recordingDeletions').execute()
      for (const emptied of [simulator.objects, provider]) emptied.clear()
      simulator.requests.length = 0
      simulator.faults.length = 0
      simulator.isDown = false
      fixture.robyn = await cooee.aRegisteredAccount()
      fixture.lovedOneId = await cooee.aLovedOne(fixture.robyn)
      fixture.callId = (await cooee.aCall(fixture.robyn, { lovedOneId: fixture.lovedOneId })).id
      await cooee.endCall(fixture.callId)
    },
    async aReport() {
      reports += 1
      const at = clock.now()
      const attempt = { callId: fixture.callId, attemptNumber: reports, phoneNumber: '+61491570156', startedAt: at }
      const { id: attemptId } = await db
        .insertInto('attempts')
        .values({ ...attempt, state: 'ended', outcome: 'acknowledged', dialBy: at, isRecorded: true })
        .returning('id')
        .executeTakeFirstOrThrow()
      const provided = { providerRecordingId: `RE${reports}`, durationSeconds: 5 }
      provider.kept.set(`RE${reports}`, { ...provided, providerCallId: 'CA1', isReady: true, bytes: SOUND })
      const times = { reportedAt: at, fetchAt: at, expiresAt: new Date(at.getTime() + 30 * DAY) }
      const { id } = await db
        .insertInto('recordings')
        .values({ attemptId, ...provided, ...times })
        .returning('id')
        .executeTakeFirstOrThrow()
      return id
    },
    async inRow(sealing = SEALING) {
      const id = await fixture.aReport()
      const { value: sound, sealedWith } = sealing.sealBytes('recordings.sound', { id }, SOUND)
      const fetched = { sound, sealedWith, contentType: 'audio/wav', fetchedAt: clock.now(), fetchAt: null }
      await db.updateTable('recordings').set(fetched).where('id', '=', id).execute()
      return id
    },
    hears: (headers = {}, who = fixture.robyn) =>
      cooee.request('GET', `/api/calls/${fixture.callId}/recording`, undefined, {
        headers: { authorization: `Bearer ${who.token}`, ...headers },
      }),
    recordings: () =>
      db.selectFrom('recordings').select(['id', 'sound', 'soundKey', 'sealedWith']).orderBy('id').execute(),
    async toDelete() {
      const noted = db.selectFrom('recordingDeletions').select('soundKey').where('soundKey', 'is not', null)
      return (await noted.execute()).map(({ soundKey }) => soundKey)
    },
    close: async () => {
      await closeApp()
      await simulator.close()
    },
  })
  return fixture
}
