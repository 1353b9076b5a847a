import { endOfNight } from '#core/calls/waking-hours.ts'
import { CONSENT_WORDING } from '#core/consent/consent.ts'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { recordEvent } from '#server/features/events/public.ts'
import { enqueueMessage, type NewMessage } from '#server/features/messages/public.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import type { LATER_WORK } from '#server/later-work.ts'
import { hotFrom, scriptedForecast } from './adapters/scripted-forecast.ts'
import { account, aQueuedAlert, callId, care, incident, MINUTE, open, ringSusan, SUSAN } from './alert-calls-fixture.ts'
import { DUE_WORK_KINDS } from './due-work-kinds.ts'
import type { workerParts } from './later-work-fixture.ts'
import { insertPastCall } from './past-calls.ts'

const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export type NamesOf<Mechanism> = Extract<(typeof LATER_WORK)[number], { mechanism: Mechanism }>['name']
type Worker = ReturnType<typeof workerParts>

/** How one piece of a kind of work becomes due, and how a test sees that it is done. */
export interface Drill {
  /** Makes one piece of it due. For a job: returns its data. */
  fallsDue(worker: Worker): Promise<object>
  /** A table that it needs. */
  needs: string
  /** Another one, without which it fails only after so long. */
  needsInTheEnd?: { needs: string; failsAfterMs: number }
  /** What doing it leaves behind, the same after any number of times. */
  effect(worker: Worker): Promise<unknown>
  done: unknown
  /** How long a dead worker keeps it from the others; default: the longest lease there is. */
  leaseMs?: number
  /** How often it was done outside, where a crash may do it twice; once without a crash. */
  times?(worker: Worker): number
}

const count = async (rows: { execute(): Promise<readonly unknown[]> }): Promise<number> => (await rows.execute()).length
const later = async (milliseconds: number) => {
  care.clock.advance(milliseconds)
  return {}
}
const ago = (milliseconds: number) => new Date(care.clock.now().getTime() - milliseconds)

function asDueWork(name: string): Pick<Drill, 'fallsDue' | 'effect' | 'done'> {
  const kind = DUE_WORK_KINDS.find((each) => each.name === name)
  if (!kind) throw new Error(`There is no due work "${name}"`)
  return {
    fallsDue: async () => {
      await kind.fallsDue()
      return {}
    },
    effect: kind.effect,
    done: kind.done,
  }
}

/** Its row is written, and its job is this one. */
async function aMessage(fields: Partial<NewMessage>): Promise<{ messageId: number }> {
  const message = {
    ...{ channel: 'email', recipient: 'jane@example.com', subject: 'News', text: 'All is well' },
    ...{ createdAt: care.clock.now(), ...fields },
  } as NewMessage
  const id = await care.db.transaction().execute((trx) => enqueueMessage(care.jobs, trx, message))
  if (id === null) throw new Error('The message had been written before')
  return { messageId: id }
}

const delivering = (fields: Partial<NewMessage>): Drill => ({
  fallsDue: () => aMessage(fields),
  needs: 'messages',
  effect: async ({ sent }) => [
    new Set(sent).size,
    await count(care.db.selectFrom('messages').select('id').where('sentAt', 'is not', null)),
  ],
  done: [1, 1],
  times: ({ sent }) => sent.length,
})
const aPush = async () => {
  const { id } = await care.db
    .insertInto('pushDevices')
    .values({
      ...{ personId: account.personId, endpointHash: 'hash', device: 'Chrome on Android' },
      subscription: JSON.stringify({ endpoint: 'https://push.example/1', p256dh: '', auth: '' }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const content = { title: 'News', body: 'Tap', navigate: 'https://cooee.example/', topic: 'test' }
  return aMessage({
    channel: 'push',
    personId: account.personId,
    recipient: String(id),
    subject: null,
    text: JSON.stringify(content),
  })
}
const TEXT = { channel: 'sms', recipient: SUSAN, subject: null } as const

/** Its job was lost. */
const withoutJob = (drill: Drill): Drill => ({
  ...drill,
  async fallsDue(worker) {
    await drill.fallsDue(worker)
    return later(5 * MINUTE)
  },
})

export const POLL_LOOP_DRILLS: Record<NamesOf<'poll loop'>, Drill> = {
  'find due calls': {
    async fallsDue() {
      // The test before may have left it at an instant that is still to come.
      care.dispatcher.wake()
      await care.dispatcher.idle()
      return later(HOUR)
    },
    needs: 'calls',
    // Calls can be read, and not claimed: the dispatcher tries again for half a minute.
    needsInTheEnd: { needs: 'dial_fence', failsAfterMs: 31_000 },
    effect: async () => care.telephony.dialled.length,
    done: 1,
  },
  'reconcile dials': { ...asDueWork('reconcile dial: care'), needs: 'dials' },
  'cancel calls at the provider': { ...asDueWork('cancel call at provider'), needs: 'calls_to_cancel' },
  'take the steps of incidents': {
    ...asDueWork('incident step'),
    needs: 'incidents',
    leaseMs: 5_000,
    // By what was committed: the notices of this fixture are not part of a transaction.
    effect: () =>
      care.db
        .selectFrom('alerts')
        .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
        .innerJoin('incidents', 'incidents.id', 'alerts.incidentId')
        .select(['channel', 'failures'])
        .where('phoneNumber', '=', SUSAN)
        .execute(),
    done: [{ channel: 'sms', failures: 0 }],
  },
  'ring alerts by phone': {
    async fallsDue() {
      await open()
      await aQueuedAlert((await incident()).id)
      return {}
    },
    needs: 'alert_calls',
    leaseMs: 30_000,
    effect: async () => care.telephony.alertsDialled.length,
    done: 1,
  },
  'cancel ringing alerts': {
    async fallsDue() {
      await ringSusan()
      const declined = care.db.updateTable('incidentPeople').set({ declinedAt: care.clock.now() })
      await declined.where('phoneNumber', '=', SUSAN).execute()
      return {}
    },
    needs: 'alert_calls',
    effect: () => count(care.db.selectFrom('alertCalls').select('alertId').where('ringCancelledAt', 'is not', null)),
    done: 1,
  },
  'report late calls': {
    fallsDue: () => later(HOUR + 6 * MINUTE),
    needs: 'calls',
    effect: async () => [
      await count(care.db.selectFrom('calls').select('id').where('lateNotifiedAt', 'is not', null)),
      new Set(care.notified.map(({ dedupeKey }) => dedupeKey)).size === care.notified.length,
    ],
    done: [1, true],
  },
  'record the heartbeat': {
    async fallsDue() {
      care.dispatcher.wake()
      await care.dispatcher.idle()
      await care.db.updateTable('dispatcherHeartbeats').set({ lastHeartbeatAt: null, runningSince: null }).execute()
      return {}
    },
    needs: 'dispatcher_heartbeats',
    effect: () =>
      count(
        care.db.selectFrom('dispatcherHeartbeats').select('lastHeartbeatAt').where('lastHeartbeatAt', 'is not', null),
      ),
    done: 1,
  },
  'deliver mails without a job': withoutJob(delivering({})),
  'deliver texts without a job': withoutJob(delivering(TEXT)),
  'deliver pushes without a job': withoutJob({ ...delivering({}), fallsDue: aPush }),
  'write fallback texts of mails': {
    async fallsDue() {
      await aMessage({ fallback: { recipient: SUSAN, text: 'Margaret was not reached' } })
      return later(2 * MINUTE)
    },
    needs: 'messages',
    effect: () => count(care.db.selectFrom('messages').select('id').where('fallbackForId', 'is not', null)),
    done: 1,
  },
  'deliver webhooks': {
    async fallsDue() {
      const webhook = { name: 'Ward board', url: 'https://receiver.example/', events: ['call.completed'] }
      await care.db.insertInto('webhooks').values(webhook).execute()
      await care.db
        .transaction()
        .execute((trx) => recordEvent(trx, { event: 'call.completed', accountId: null, data: { callId } }))
      return {}
    },
    needs: 'events',
    effect: async ({ receiver }) => new Set(receiver.sent.map(({ messageId }) => messageId)).size,
    done: 1,
    times: ({ receiver }) => receiver.sent.length,
  },
}

/** A payment whose event was lost. */
async function aPayer({ payments }: Worker): Promise<{ customerId: string }> {
  const key = `customer of ${account.id}`
  const created = await payments.createCustomer({ accountId: account.id, email: 'a@example.com', name: null, key })
  if (created.kind !== 'created') throw new Error('The customer was not created')
  const { customerId } = created
  await care.db.insertInto('subscriptions').values({ accountId: account.id, customerId }).execute()
  const checkout = { customerId, accountId: account.id, addOns: [], successUrl: '', cancelUrl: '', key: `pays ${key}` }
  const started = await payments.startCheckout(checkout)
  if (started.kind !== 'started') throw new Error('The checkout was not started')
  payments.pay(started.checkoutId, care.clock.now())
  return { customerId }
}
const subscription = () => care.db.selectFrom('subscriptions').select(['status']).execute()

async function aRecording({ recordings }: Worker): Promise<{ recordingId: number }> {
  const now = care.clock.now()
  const attempt = { callId, attemptNumber: 1, phoneNumber: SUSAN, startedAt: now, dialBy: now, endedAt: now }
  const { id: attemptId } = await care.db
    .insertInto('attempts')
    .values({ ...attempt, state: 'ended', outcome: 'acknowledged', providerCallId: 'CA9' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const provided = { providerRecordingId: 'RE1', providerCallId: 'CA9', durationSeconds: 12, isReady: true }
  recordings.kept.set('RE1', { ...provided, bytes: Buffer.from('RIFF of a call') })
  const kept = { attemptId, providerRecordingId: 'RE1', durationSeconds: 12, reportedAt: now, fetchAt: now }
  const { id: recordingId } = await care.db
    .insertInto('recordings')
    .values({ ...kept, expiresAt: new Date(now.getTime() + 30 * DAY) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { recordingId }
}

/** A talk that has ended, in which somebody said something that worries. */
async function aTalk(): Promise<{ talkId: number }> {
  const now = care.clock.now()
  const { accountId, lovedOneId } = await care.db
    .selectFrom('calls')
    .select(['accountId', 'lovedOneId'])
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  const attempt = { callId, attemptNumber: 1, phoneNumber: SUSAN, startedAt: now, dialBy: now, endedAt: now }
  const { id: attemptId } = await care.db
    .insertInto('attempts')
    .values({ ...attempt, state: 'ended', outcome: 'help', response: 'help', providerCallId: 'CA7' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const said = { attemptId, speaker: 'person', text: "I've had a fall", at: now } as const
  await care.db
    .insertInto('turns')
    .values({ ...said, step: 'answer talk 2 1' })
    .execute()
  const agreed = { accountId, lovedOneId, subject: 'conversation', state: 'agreed', how: 'key', at: now } as const
  await care.db
    .insertInto('consents')
    .values({ ...agreed, wording: CONSENT_WORDING })
    .execute()
  const { id: talkId } = await care.db
    .insertInto('talks')
    .values({ accountId, lovedOneId, attemptId, openedAt: now, endedAt: now, endReason: 'finished', seconds: 60 })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { talkId }
}

async function aDeletion({ recordings }: Worker): Promise<{ deletionId: number }> {
  const provided = { providerRecordingId: 'RE2', providerCallId: 'CA8', durationSeconds: 12, isReady: true }
  recordings.kept.set('RE2', { ...provided, bytes: Buffer.from('RIFF') })
  const { id: deletionId } = await care.db
    .insertInto('recordingDeletions')
    .values({ providerRecordingId: 'RE2', deleteAt: care.clock.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { deletionId }
}

const recordingsLeft = async ({ recordings }: Worker) => [
  recordings.kept.size,
  await count(care.db.selectFrom('recordingDeletions').select('id')),
]

export const JOB_DRILLS: Record<NamesOf<'job'>, Drill> = {
  'place-call': {
    async fallsDue() {
      await later(HOUR)
      return { callId }
    },
    // Nothing: the job only wakes. Calls that do not leave are reported as late.
    needs: 'dial_fence',
    effect: async () => care.telephony.dialled.length,
    done: 1,
  },
  'deliver-mail': delivering({}),
  'deliver-text': delivering(TEXT),
  'deliver-help-mail': delivering({ isHelp: true }),
  'deliver-help-text': delivering({ ...TEXT, isHelp: true }),
  'deliver-push': { ...delivering({}), fallsDue: aPush },
  'send-reset-link': {
    async fallsDue() {
      const { email } = await care.db
        .selectFrom('people')
        .select('email')
        .where('id', '=', account.personId)
        .executeTakeFirstOrThrow()
      return { email, requestId: 'the only request' }
    },
    needs: 'password_resets',
    effect: async () => [
      await count(care.db.selectFrom('passwordResets').select('personId')),
      await count(care.db.selectFrom('messages').select('id')),
    ],
    done: [1, 1],
  },
  'fetch-recording': {
    fallsDue: aRecording,
    needs: 'recordings',
    effect: async ({ recordings }) => [
      new Set(recordings.fetched).size,
      await count(care.db.selectFrom('recordings').select('id').where('fetchedAt', 'is not', null)),
    ],
    done: [1, 1],
    times: ({ recordings }) => recordings.fetched.length,
  },
  'delete-recording': { fallsDue: aDeletion, needs: 'recording_deletions', effect: recordingsLeft, done: [0, 0] },
  'summarise-talk': {
    fallsDue: aTalk,
    needs: 'talk_summaries',
    effect: () => care.db.selectFrom('talkSummaries').select('kind').execute(),
    done: [{ kind: 'concern' }],
  },
  'converge-subscription': {
    fallsDue: aPayer,
    needs: 'subscriptions',
    effect: subscription,
    done: [{ status: 'active' }],
  },
}

const mailsAbout = (words: string) =>
  count(care.db.selectFrom('messages').select('id').where('subject', 'like', `%${words}%`))

export const SCHEDULED_DRILLS: Record<NamesOf<'scheduled'>, Drill> = {
  'send summaries': {
    async fallsDue() {
      const summary = { frequency: 'daily', hour: 8 } as const
      await saveNotificationSettings(
        care.db,
        { accountId: account.id, personId: account.personId },
        { ...DEFAULT_NOTIFICATION_SETTINGS, summary },
        care.clock.now(),
      )
      return later(DAY)
    },
    needs: 'notification_settings',
    effect: async () => care.notified.length,
    done: 1,
  },
  'send weekly letters': {
    async fallsDue() {
      const lovedOneId = await care.aLovedOne(account)
      await saveNotificationSettings(
        care.db,
        { accountId: account.id, personId: account.personId },
        { ...DEFAULT_NOTIFICATION_SETTINGS, weeklyLetter: true },
        care.clock.now(),
      )
      const at = new Date(care.clock.now().getTime() + DAY)
      await insertPastCall(care.db, { accountId: account.id, lovedOneId, at })
      return later(8 * DAY)
    },
    needs: 'notification_settings',
    effect: async () => care.notified.length,
    done: 1,
  },
  'ask contacts': {
    async fallsDue() {
      const due = care.db.updateTable('contacts').set({ askAt: ago(DAY) })
      const first = care.db
        .selectFrom('contacts')
        .select('id')
        .where('accountId', '=', account.id)
        .orderBy('id')
        .limit(1)
      await due.where('id', 'in', first).execute()
      return {}
    },
    needs: 'contacts',
    effect: () => count(care.db.selectFrom('contacts').select('id').where('askedAt', 'is not', null)),
    done: 1,
  },
  'report times away': {
    async fallsDue() {
      const begins = { startsOn: '2026-01-01', endsOn: '2026-01-02', startsAt: ago(DAY), endsAt: ago(-DAY) }
      const lovedOne = await care.db
        .selectFrom('lovedOnes')
        .select('id')
        .where('accountId', '=', account.id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      await care.db
        .insertInto('aways')
        .values({ accountId: account.id, lovedOneId: lovedOne.id, ...begins, reason: 'other', setBy: 'account_holder' })
        .execute()
      return {}
    },
    needs: 'notification_settings',
    effect: () => count(care.db.selectFrom('aways').select('id').where('beginNotifiedAt', 'is not', null)),
    done: 1,
  },
  'offer hot days': {
    async fallsDue({ parts }) {
      const { id, timezone } = await care.db
        .selectFrom('lovedOnes')
        .select(['id', 'timezone'])
        .where('accountId', '=', account.id)
        .orderBy('id')
        .executeTakeFirstOrThrow()
      await care.db.updateTable('lovedOnes').set({ hotDaysTown: 'mildura' }).where('id', '=', id).execute()
      const now = care.clock.now()
      const waking = endOfNight(now, timezone) ?? now
      parts.forecast = scriptedForecast(hotFrom(toWallClock(waking, timezone).date))
      return later(waking.getTime() - now.getTime())
    },
    needs: 'hot_day_offers',
    effect: async () => {
      const offers = await care.db.selectFrom('hotDayOffers').select(['day', 'state']).execute()
      return [offers.length > 0, offers.every(({ state }) => state === 'open')]
    },
    done: [true, true],
  },
  'lapse trials and payments': {
    async fallsDue() {
      const trial = care.db.updateTable('accounts').set({ trialStartedAt: ago(300 * DAY) })
      await trial.where('id', '=', account.id).execute()
      return {}
    },
    needs: 'plan_notices',
    effect: () => care.db.selectFrom('planNotices').select('kind').execute(),
    done: [{ kind: 'lapsed' }],
  },
  'reconcile subscriptions': {
    fallsDue: aPayer,
    needs: 'subscriptions',
    effect: subscription,
    done: [{ status: 'active' }],
  },
  'stop charging': {
    async fallsDue(worker) {
      const { customerId } = await aPayer(worker)
      const paid = worker.payments.customer(customerId).subscription
      const { subscriptionId = '', periodStart = null, periodEnd = null } = paid ?? {}
      await care.db
        .updateTable('subscriptions')
        .set({ subscriptionId, periodStart, periodEnd, status: 'active' })
        .execute()
      const suspended = care.db.updateTable('accounts').set({ suspendedByAdminAt: care.clock.now() })
      await suspended.where('id', '=', account.id).execute()
      return {}
    },
    needs: 'subscriptions',
    effect: async ({ payments }) =>
      [...payments.customers.values()].map(({ subscription: paid }) => paid?.cancelsAt !== null),
    done: [true],
  },
  'delete accounts': {
    async fallsDue() {
      const leaving = care.db.updateTable('accounts').set({ deleteAt: care.clock.now() })
      await leaving.where('id', '=', account.id).execute()
      return {}
    },
    needs: 'accounts',
    effect: async () => [
      await count(care.db.selectFrom('accounts').select('id').where('id', '=', account.id)),
      await mailsAbout('deleted'),
    ],
    done: [0, 1],
  },
  'fetch and delete recordings': {
    fallsDue: aDeletion,
    needs: 'recording_deletions',
    effect: recordingsLeft,
    done: [0, 0],
  },
  'move and delete stored recordings': {
    async fallsDue(worker) {
      const { recordingId } = await aRecording(worker)
      const fetched = { contentType: 'audio/wav', fetchedAt: care.clock.now(), fetchAt: null }
      await care.db
        .updateTable('recordings')
        .set({ sound: Buffer.from('RIFF of a call'), ...fetched })
        .where('id', '=', recordingId)
        .execute()
      worker.soundObjects.objects.set('of nobody', Buffer.from('RIFF'))
      await care.db
        .insertInto('recordingDeletions')
        .values({ soundKey: 'of nobody', deleteAt: care.clock.now() })
        .execute()
      return {}
    },
    needs: 'recordings',
    async effect({ soundObjects: { objects } }) {
      const rows = await care.db.selectFrom('recordings').select(['sound', 'soundKey']).execute()
      return [rows.map(({ sound, soundKey }) => [sound, objects.has(soundKey ?? '')]), objects.has('of nobody')]
    },
    done: [[[null, true]], false],
  },
  'ask for deliveries of texts': {
    async fallsDue() {
      const text = { channel: 'sms', recipient: '+61491570157', text: 'Hello', providerId: 'SM1' } as const
      await care.db
        .insertInto('messages')
        .values({ ...text, createdAt: ago(3 * MINUTE), sentAt: ago(2.5 * MINUTE) })
        .execute()
      return {}
    },
    needs: 'messages',
    leaseMs: MINUTE,
    effect: () => care.db.selectFrom('messages').select('delivery').where('providerId', '=', 'SM1').execute(),
    done: [{ delivery: 'delivered' }],
  },
  'find lost texts': {
    async fallsDue({ received }) {
      await care.db
        .updateTable('inboundTextPolls')
        .set({ polledUntil: ago(5 * MINUTE) })
        .execute()
      received.push({ providerMessageId: 'SM1', from: '+61491570156', text: 'OK', sentAt: ago(2 * MINUTE) })
      return {}
    },
    needs: 'inbound_texts',
    effect: () => care.db.selectFrom('inboundTexts').select('providerMessageId').execute(),
    done: [{ providerMessageId: 'SM1' }],
  },
  'warn of use': {
    async fallsDue() {
      const dial = { accountId: account.id, phoneHash: 'x', purpose: 'care', dialledAt: care.clock.now() } as const
      await care.db.insertInto('numberDials').values([dial, dial]).execute()
      return {}
    },
    needs: 'number_dials',
    effect: () => mailsAbout('tenth of the phone line'),
    done: 1,
  },
  'warn of shortage': {
    async fallsDue() {
      const { id: _, ...call } = await care.db
        .selectFrom('calls')
        .select(['id', 'accountId', 'lovedOneId', 'callType', 'scheduledFor', 'dialAt', 'dialBy'])
        .executeTakeFirstOrThrow()
      await care.db
        .insertInto('calls')
        .values(Array.from({ length: 100 }, () => call))
        .execute()
      return {}
    },
    needs: 'calls',
    effect: () => mailsAbout('cannot be placed in time'),
    done: 1,
  },
  'encrypt with the current key': {
    async fallsDue() {
      await care.db.updateTable('lovedOnes').set({ notes: 'keeps bees' }).execute()
      return {}
    },
    needs: 'loved_ones',
    effect: () => count(care.db.selectFrom('lovedOnes').select('id').where('notesSealedWith', 'is not', null)),
    done: 1,
  },
  'count ended calls': {
    async fallsDue() {
      await care.db
        .updateTable('calls')
        .set({ status: 'missed', dialAt: null, dialBy: null, endedAt: care.clock.now() })
        .execute()
      return {}
    },
    needs: 'call_count_changes',
    effect: async () => {
      const counted = await care.db.selectFrom('callCounts').select(['status', 'calls']).execute()
      return { counted, toBeCounted: await count(care.db.selectFrom('callCountChanges').select('id')) }
    },
    done: { counted: [{ status: 'missed', calls: 1 }], toBeCounted: 0 },
  },
  'delete old records': {
    async fallsDue() {
      const long = ago(40 * DAY)
      const event = {
        event: 'sms.sent',
        accountId: account.id,
        data: '{}',
        createdAt: long,
        fannedOutAt: long,
      } as const
      await care.db.insertInto('events').values(event).execute()
      return {}
    },
    needs: 'events',
    effect: () => count(care.db.selectFrom('events').select('id').where('event', '=', 'sms.sent')),
    done: 0,
  },
  'delete what was kept long enough': {
    async fallsDue() {
      const { messageId } = await aMessage({ createdAt: ago(700 * DAY) })
      const sent = care.db.updateTable('messages').set({ sentAt: ago(700 * DAY) })
      await sent.where('id', '=', messageId).execute()
      return {}
    },
    needs: 'messages',
    effect: () => count(care.db.selectFrom('messages').select('id')),
    done: 0,
  },
}
