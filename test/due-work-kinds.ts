import { sql } from 'kysely'
import { cancelLater, cancellations } from '#server/features/dialling/cancel-at-provider.ts'
import { dialsToReconcile } from '#server/features/dialling/reconcile-dials.ts'
import { incidentSteps } from '#server/features/incidents/steps/advance-incidents.ts'
import { webhookDeliveries } from '#server/features/webhooks/public.ts'
import type { LATER_WORK } from '#server/later-work.ts'
import type { DueRow } from '#server/platform/due-work/due-rows.ts'
import { type DueWork, runDueWork } from '#server/platform/due-work/run-due-work.ts'
import { scriptedWebhookSender } from './adapters/scripted-webhook-sender.ts'
import {
  alertCall,
  callId,
  care,
  incident,
  MINUTE,
  open,
  ringSusan,
  SUSAN,
  sidOf,
  textsTo,
} from './alert-calls-fixture.ts'

type DueWorkName = Extract<(typeof LATER_WORK)[number], { mechanism: 'due work' }>['name']

/** A kind of due work, and how one piece of it becomes due, fails, and is done. */
export interface DueKind {
  name: DueWorkName
  work(): DueWork<DueRow>
  /** Makes one piece of it due. */
  fallsDue(): Promise<unknown>
  /** Makes it fail, whatever the worker does, until `heal`. */
  spoil(): Promise<unknown>
  heal(): Promise<unknown>
  /** What doing it leaves behind, the same after any number of times. */
  effect(): Promise<unknown>
  done: unknown
  /** Whether a person was notified that it fails; null where nobody need be. */
  isNotified: null | (() => Promise<boolean>)
}

const RANG_OUT = { endedStatus: 'no-answer', status: 'no-answer', answeredBy: null, durationSeconds: 0 } as const
const forbid = (table: string, rule: string) =>
  sql`alter table ${sql.table(table)} add constraint spoilt check (${sql.raw(rule)}) not valid`.execute(care.db)
const allow = (table: string) => sql`alter table ${sql.table(table)} drop constraint if exists spoilt`.execute(care.db)

let alertId = 0
let isProviderDown = false

export const DUE_WORK_KINDS: DueKind[] = [
  {
    name: 'reconcile dial: care',
    work: () => dialsToReconcile(care.deps, care.dialHandlers) as DueWork<DueRow>,
    async fallsDue() {
      care.clock.advance(60 * MINUTE)
      await care.dispatch()
      care.telephony.end(care.telephony.dialled[0]?.providerCallId ?? '', RANG_OUT)
      care.clock.advance(2 * MINUTE)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: () => care.db.selectFrom('attempts').select(['state', 'outcome']).where('callId', '=', callId).execute(),
    done: [{ state: 'ended', outcome: 'no_answer' }],
    isNotified: async () => {
      const about = await care.db.selectFrom('incidents').select('callId').execute()
      return about.some((opened) => opened.callId === callId)
    },
  },
  {
    name: 'reconcile dial: alert',
    work: () => dialsToReconcile(care.deps, care.dialHandlers) as DueWork<DueRow>,
    async fallsDue() {
      alertId = await ringSusan()
      care.telephony.end(sidOf(alertId), RANG_OUT)
      care.clock.advance(2 * MINUTE)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: async () => (await alertCall(alertId)).outcome,
    done: 'no_answer',
    // The escalation has notified the next person without waiting for it.
    isNotified: null,
  },
  {
    name: 'incident step',
    work: () => incidentSteps(care.deps.incidents) as DueWork<DueRow>,
    fallsDue: open,
    spoil: () => forbid('alerts', 'false'),
    heal: () => allow('alerts'),
    effect: async () => ({ notified: textsTo(SUSAN).length, failures: (await incident()).failures }),
    done: { notified: 1, failures: 0 },
    isNotified: async () =>
      care.notified.some(({ subject }) => subject?.startsWith("We can't ask anyone else to check") ?? false),
  },
  {
    name: 'cancel call at provider',
    work: () => cancellations(care.deps) as DueWork<DueRow>,
    fallsDue: () =>
      care.db
        .transaction()
        .execute((trx) => cancelLater(trx, { providerCallId: 'CA1', phoneNumber: SUSAN }, care.clock.now())),
    async spoil() {
      isProviderDown = true
    },
    async heal() {
      isProviderDown = false
    },
    effect: async () => (await care.db.selectFrom('callsToCancel').selectAll().execute()).length,
    done: 0,
    isNotified: null,
  },
  {
    name: 'reconcile dial: test',
    work: () => dialsToReconcile(care.deps, care.dialHandlers) as DueWork<DueRow>,
    async fallsDue() {
      const taken = await care.telephony.dial({ to: SUSAN, testCallId: 0 })
      const providerCallId = taken.kind === 'accepted' ? taken.providerCallId : ''
      const now = care.clock.now()
      const test = {
        phoneNumber: SUSAN,
        callType: 'daily_check_in',
        state: 'placed',
        startedAt: now,
        nextAt: now,
      } as const
      await care.db
        .insertInto('testCalls')
        .values({ ...test, providerCallId })
        .execute()
      care.telephony.end(providerCallId, RANG_OUT)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: () => care.db.selectFrom('testCalls').select(['state', 'providerStatus']).execute(),
    done: [{ state: 'ended', providerStatus: 'no-answer' }],
    // After ten minutes the admin's screen shows its end as unknown.
    isNotified: null,
  },
  {
    name: 'reconcile dial: voice',
    work: () => dialsToReconcile(care.deps, care.dialHandlers) as DueWork<DueRow>,
    async fallsDue() {
      const taken = await care.telephony.dial({ to: SUSAN, voiceCallId: 0 })
      const providerCallId = taken.kind === 'accepted' ? taken.providerCallId : ''
      const now = care.clock.now()
      const { id: accountId } = await care.anAccount()
      await care.db
        .insertInto('voiceCalls')
        .values({ accountId, phoneNumber: SUSAN, state: 'placed', startedAt: now, nextAt: now, providerCallId })
        .execute()
      care.telephony.end(providerCallId, RANG_OUT)
    },
    spoil: () => forbid('dials', "state <> 'ended'"),
    heal: () => allow('dials'),
    effect: () => care.db.selectFrom('voiceCalls').select(['state', 'providerStatus']).execute(),
    done: [{ state: 'ended', providerStatus: 'no-answer' }],
    // The member waits at the screen, and asks again.
    isNotified: null,
  },
  {
    name: 'deliver webhook',
    work: () =>
      webhookDeliveries({ ...care.deps, webhookSender: receiver }, webhookId, {
        limit: 8,
        signal: new AbortController().signal,
      }) as DueWork<DueRow>,
    async fallsDue() {
      const now = care.clock.now()
      const webhook = { name: 'Ward board', url: 'https://receiver.example/', events: ['call.completed'] }
      const { id } = await care.db.insertInto('webhooks').values(webhook).returning('id').executeTakeFirstOrThrow()
      webhookId = id
      const delivery = {
        webhookId,
        event: 'call.completed',
        messageId: 'msg_1',
        body: '{}',
        nextAt: now,
        createdAt: now,
      }
      await care.db.insertInto('webhookDeliveries').values(delivery).execute()
    },
    spoil: () => forbid('webhook_tries', 'false'),
    heal: () => allow('webhook_tries'),
    effect: () => care.db.selectFrom('webhookDeliveries').select(['state', 'tries', 'failures']).execute(),
    done: [{ state: 'delivered', tries: 1, failures: 0 }],
    isNotified: () => isAdminMailed('deliver webhook'),
  },
]

/** Whether the admins were mailed that this kind of work keeps failing. */
export async function isAdminMailed(name: string): Promise<boolean> {
  const mails = care.db
    .selectFrom('messages')
    .select('id')
    .where('subject', '=', `Background work keeps failing: ${name}`)
  return (await mails.execute()).length > 0
}

const receiver = scriptedWebhookSender()
let webhookId = 0

/** Undoes the fault of a kind and removes its rows. */
export async function healDueWork(): Promise<void> {
  isProviderDown = false
  care.telephony.isDown = false
  for (const kind of DUE_WORK_KINDS) await kind.heal()
  await care.db.deleteFrom('testCalls').execute()
  await care.db.deleteFrom('webhooks').execute()
}

/** Works until nothing is due at the clock's time. */
export async function pollDueWork(kind: DueKind): Promise<void> {
  care.telephony.isDown = isProviderDown
  while ((await runDueWork(care.deps, kind.work())) > 0 && !isProviderDown);
}

export async function pollMinutes(kind: DueKind, count: number): Promise<void> {
  for (let minute = 0; minute < count; minute++) {
    care.clock.advance(MINUTE)
    await pollDueWork(kind)
  }
}
