import type { FastifyBaseLogger } from 'fastify'
import type { Registry } from 'prom-client'
import type { CallDefaults } from '#contract/people/loved-one-forms.ts'
import type { ConsentMode } from '#core/consent/consent.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { ReadinessCheck } from '#server/platform/health/health.ts'
import { buildApp, type HttpApp } from '#server/platform/http/http-app.ts'
import type { OwnNumbers } from '#server/platform/phones/own-numbers.ts'
import type { Limits } from '#server/platform/visitors/limits.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import type { Forecast } from '../adapters/forecast/forecast.ts'
import type { PushSender } from '../adapters/push/push-sender.ts'
import type { SoundObjects } from '../adapters/sounds/sound-objects.ts'
import type { WebhookSender } from '../adapters/webhook-sender/webhook-sender.ts'
import { accountDataRoutes } from '../features/account-data/public.ts'
import {
  accessTokenRoutes,
  accountRoutes,
  authenticateBySession,
  authenticateByToken,
  broughtDevice,
  circleRoutes,
  mailIfNobodyLeft,
  noteBrowser,
  passkeyRoutes,
  phoneVerificationRoutes,
  requireSecondFactor,
  secondFactorRoutes,
  securityRoutes,
  verificationRoutes,
} from '../features/accounts/public.ts'
import { activityRoutes } from '../features/activity/public.ts'
import { type AdminDeps, adminRoutes } from '../features/admin/public.ts'
import { awayRoutes } from '../features/aways/public.ts'
import {
  type BillingDeps,
  billingRoutes,
  paymentWebhookRoutes,
  planOf,
  subscriptionFieldsOf,
} from '../features/billing/public.ts'
import { calendarRoutes } from '../features/calendars/public.ts'
import { type CallLimits, callRoutes } from '../features/calls/public.ts'
import { heartbeatRoutes, resolveCall, rezoneCalls, stopCallsTo, withdrawDeps } from '../features/care/public.ts'
import { stopRoutes, unlinkTextsOf } from '../features/check-ins/public.ts'
import { contactPageRoutes, contactRoutes } from '../features/contacts/public.ts'
import { dashboardRoutes } from '../features/dashboard/public.ts'
import { hotDayRoutes } from '../features/hot-days/public.ts'
import {
  type IncidentDeps,
  incidentLinkOfCall,
  incidentRoutes,
  incidentsOfCalls,
  notifyOfRemoval,
  passOnFrom,
  syncMembers,
} from '../features/incidents/public.ts'
import { lovedOneRoutes } from '../features/loved-ones/public.ts'
import { enqueueMessage } from '../features/messages/public.ts'
import { notificationRoutes, pushRoutes } from '../features/notifications/public.ts'
import { ownNumberRoutes } from '../features/own-number/public.ts'
import { recordingRoutes } from '../features/recordings/public.ts'
import { reportRoutes } from '../features/reports/public.ts'
import {
  isSandboxOpen,
  type SandboxCards,
  type SandboxPhones,
  sandboxRunningRoute,
} from '../features/sandbox/public.ts'
import { type TalkLimits, talkRoutes } from '../features/talks/public.ts'
import { playedVoiceRoutes, type VoiceCallDeps, voiceRoutes } from '../features/voices/public.ts'
import { webhookRoutes } from '../features/webhooks/public.ts'
import type { ChangeFeed } from '../platform/changes/change-feed.ts'
import { changeRoutes } from '../platform/changes/routes.ts'
import type { ReadReplica } from '../platform/database/replica/read-replica.ts'
import { primaryReads } from '../platform/database/replica/screen-reads.ts'
import { markJustWritten } from '../platform/http/requests/just-written.ts'
import type { Sealing } from '../platform/sealing/sealing.ts'

/** What money decides. */
export interface Plans extends CallLimits {
  /** Refuses one more loved one where the plan does not allow it. The account's row is locked meanwhile. */
  beforeAddingLovedOne(trx: Trx, accountId: number): Promise<void>
}

/** What the web side of the server is made of; `main.ts` chooses the real ones, tests choose theirs. */
export interface ServerParts {
  db: Db
  /** Where screens may be read from a replica; left out, they are read from `db`. */
  replica?: Pick<ReadReplica, 'reads' | 'noteChanges'> | undefined
  clock: Clock
  jobs: Jobs
  log: FastifyBaseLogger
  sealing: Sealing
  plans: Plans
  /** False where the operator knows their people: every e-mail address counts as verified. */
  verifiesEmail: boolean
  /** Where this process receives changes. */
  changes: ChangeFeed
  /** How often listeners for changes get a heartbeat, and their sessions are checked. */
  heartbeatMs?: number
  incidents: IncidentDeps
  /** Whether loved ones are asked, in their first call, if calls are all right. */
  consent: ConsentMode
  /** The provider's rate of each number. */
  callsPerSecond: number
  /** Where the phones may be that Cooee rings, by ISO 3166 letters. */
  phoneCountries: readonly string[]
  /** What one account, loved one or phone may take. */
  limits: Limits
  /** Posts to other systems. */
  webhookSender: WebhookSender
  /** What members record for calls, in the page or by phone. */
  voiceCalls: VoiceCallDeps
  /** Notifies browsers. */
  push: PushSender
  /** Where the sounds of recordings are stored; null: in the database. */
  soundObjects: SoundObjects | null
  billing: BillingDeps
  admin: AdminDeps
  publicUrl: string
  /** How often a call is retried for a loved one without a setting; left out, the default. */
  retryDefaults?: CallDefaults | undefined
  ownNumbers: OwnNumbers
  /** Whether the admin area opens only to admins with a second factor; left out, to all. */
  adminSecondFactor?: 'required' | 'optional' | undefined
  /** Given where a model for talks is configured. */
  talks?: TalkLimits | undefined
  /** Given where a source of forecasts is configured. */
  forecast?: Forecast | undefined
  /** Whether the built-in phones and cards run: then their outbox can be read, while `publicUrl` names this machine. */
  isSandbox: boolean
  /** Where the sandbox's page is opened, once the local port listens. */
  sandboxAddress?: (() => string | null) | undefined
  /** The built-in phones, where people may play on them. */
  sandboxPhones?: SandboxPhones | undefined
  /** The built-in cards, where their renewals may be played through. */
  sandboxCards?: SandboxCards | undefined
  readiness?: ReadinessCheck[]
  metrics?: Registry
  metricsToken?: string | undefined
  webDirectory?: string
  /** For so many months words are kept, as the screens and the public pages say. */
  retentionMonths?: number
  /** For so many months calls are kept, as they say. */
  keepCallsMonths?: number
  /** Whom to write to, as the public pages say. */
  contactEmail?: string | undefined
  trustProxy?: string | string[] | boolean
  /** Routes that belong to an adapter: the provider's callbacks. */
  adapterRoutes?(app: HttpApp): Promise<void>
}

const USUAL_RETRIES: CallDefaults = { retryAttempts: 2, retryDelaySeconds: 600 }

/** The HTTP app with the routes of every feature. */
export function buildServerApp(parts: ServerParts): Promise<HttpApp> {
  const screens = parts.replica?.reads ?? primaryReads(parts.db)
  const authenticate = authenticateByToken(parts, authenticateBySession(parts))
  const userFields = {
    subscriptionFieldsOf: (accountId: number) => subscriptionFieldsOf(parts.billing, accountId),
  }
  const onMembersChanged = async (accountId: number) => {
    await syncMembers(parts.db, { accountId }, parts.clock.now())
  }
  return buildApp({
    ...parts,
    isBillingOn: parts.billing.isBillingOn,
    authenticate,
    beforeAdmin: parts.adminSecondFactor === 'required' ? requireSecondFactor(parts.db) : undefined,
    async routes(app) {
      if (parts.replica) {
        const isSecure = parts.publicUrl.startsWith('https:')
        markJustWritten(app, { isSecure, noteChanges: parts.replica.noteChanges })
      }
      await app.register(accountRoutes, {
        deps: {
          ...parts,
          ...userFields,
          onProfileSaved: onMembersChanged,
        },
      })
      await app.register(circleRoutes, {
        deps: {
          ...parts,
          ...userFields,
          authenticate,
          onMembersChanged,
          async onMemberLeft(trx, left) {
            await unlinkTextsOf(trx, left)
            await passOnFrom(parts.incidents, trx, left)
          },
        },
      })
      await app.register(verificationRoutes, { deps: parts })
      await app.register(phoneVerificationRoutes, { deps: { ...parts, ...userFields } })
      await app.register(stopRoutes, {
        deps: {
          ...parts,
          sendCode: (trx, recipient, text) =>
            enqueueMessage(parts.jobs, trx, {
              channel: 'sms',
              recipient,
              text,
              isSecret: true,
              isDeletedOnceSent: true,
              createdAt: parts.clock.now(),
            }),
        },
      })
      await app.register(securityRoutes, { deps: parts })
      await app.register(accessTokenRoutes, { deps: parts })
      await app.register(passkeyRoutes, { deps: { ...parts, ...userFields } })
      await app.register(secondFactorRoutes, { deps: parts })
      await app.register(accountDataRoutes, { deps: parts })
      await app.register(activityRoutes, { deps: { ...parts, screens } })
      await app.register(changeRoutes, { ...parts, feed: parts.changes, authenticate })
      await app.register(lovedOneRoutes, {
        deps: {
          ...withdrawDeps(parts),
          db: parts.db,
          screens,
          sealing: parts.sealing,
          jobs: parts.jobs,
          publicUrl: parts.publicUrl,
          ownNumbers: parts.ownNumbers,
          retryDefaults: parts.retryDefaults ?? USUAL_RETRIES,
          beforeAdding: parts.plans.beforeAddingLovedOne,
          onZoneChanged: (trx, change) => rezoneCalls(parts, trx, change),
          consent: parts.consent,
          beforeRemoving: (trx, removal) => notifyOfRemoval(parts.incidents, trx, removal),
        },
      })
      const contacts = { ...parts, enqueueNotice: parts.incidents.enqueueNotice }
      await app.register(contactRoutes, { deps: contacts })
      await app.register(contactPageRoutes, {
        deps: { ...contacts, onStopped: (phoneNumber) => stopCallsTo(parts, phoneNumber) },
      })
      await app.register(callRoutes, {
        deps: { ...parts, screens, incidents: incidentsOfCalls },
        incidentLinkOf: (account, callId) => incidentLinkOfCall(parts.incidents, account, callId),
        resolve: (resolved) => resolveCall(parts, resolved),
      })
      await app.register(awayRoutes, { deps: { ...parts, enqueueNotice: parts.incidents.enqueueNotice } })
      await app.register(hotDayRoutes, { deps: parts })
      await app.register(incidentRoutes, { deps: parts.incidents })
      await app.register(heartbeatRoutes, { deps: parts })
      await app.register(notificationRoutes, {
        deps: { ...parts, onMissesUnwanted: (trx, account) => mailIfNobodyLeft(parts, trx, account) },
      })
      await app.register(pushRoutes, {
        deps: {
          ...parts,
          deviceTokenOf: broughtDevice,
          noteBrowser: (session, device) => noteBrowser(parts.db, session, device),
          enqueuePush: async (trx, { accountId, personId, deviceId, content }) => {
            await enqueueMessage(parts.jobs, trx, {
              ...{ accountId, personId, isForMember: true, channel: 'push' },
              recipient: String(deviceId),
              text: JSON.stringify(content),
              createdAt: parts.clock.now(),
            })
          },
        },
      })
      await app.register(ownNumberRoutes, { deps: parts })
      await app.register(recordingRoutes, { deps: parts })
      await app.register(talkRoutes, { deps: parts })
      await app.register(voiceRoutes, { deps: parts.voiceCalls })
      await app.register(playedVoiceRoutes, { deps: parts.voiceCalls })
      await app.register(reportRoutes, { deps: parts })
      await app.register(calendarRoutes, { deps: parts })
      await app.register(dashboardRoutes, {
        deps: {
          ...parts,
          screens,
          incidents: incidentsOfCalls,
          planOf: (accountId) => planOf(parts.billing, accountId),
        },
      })
      await app.register(adminRoutes, { deps: parts.admin, screens, accounts: parts })
      await app.register(billingRoutes, { deps: parts.billing })
      await app.register(paymentWebhookRoutes, { deps: parts.billing })
      await app.register(webhookRoutes, { deps: parts })
      await parts.adapterRoutes?.(app)
      await app.register(sandboxRunningRoute, {
        addressOf: () => (isSandboxOpen(parts) ? (parts.sandboxAddress?.() ?? null) : null),
      })
    },
  })
}
