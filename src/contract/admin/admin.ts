import { z } from 'zod'
import {
  errorBody,
  hasNoControls,
  id,
  idInText,
  instant,
  optionalText,
  pageLimit,
  shownCallType,
} from '#contract/wire.ts'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'

export const adminStatsSchema = z.object({
  usersCount: z.number().int(),
  lovedOnesCount: z.number().int(),
  completedCallsCount: z.number().int(),
  /** US dollars. */
  monthlyRevenue: z.number(),
})
export type AdminStats = z.infer<typeof adminStatsSchema>

const phoneNumber = z
  .string('Phone number must be at least 10 characters')
  .trim()
  .min(10, 'Phone number must be at least 10 characters')
  .max(40, 'Please enter a valid phone number')

export const testCallBody = z.object({
  phoneNumber,
  callType: z.enum(CALL_TYPES, 'Please select a call type'),
  promptText: optionalText({ max: 500 }),
})
export type TestCallBody = z.infer<typeof testCallBody>
export const testCallAnswer = z.object({ callSid: z.string(), message: z.string() })

/** A call of the testing centre, as the list of the latest shows it. */
export const testCallSchema = z.object({
  id,
  phoneNumber: z.string(),
  callType: shownCallType,
  promptText: z.string().nullable(),
  /** Null until the provider reports it, and forever when it placed nothing. */
  callSid: z.string().nullable(),
  /** `dialling`, `unknown`, `rejected` and `not placed` are ours; every other word is the provider's. */
  status: z.string(),
  /** What was pressed, in order. */
  keys: z.string(),
  createdAt: instant,
  endedAt: instant.nullable(),
})
export type TestCall = z.infer<typeof testCallSchema>

export const testSmsBody = z.object({
  phoneNumber,
  message: z
    .string('Message must be at least 5 characters')
    .trim()
    .min(5, 'Message must be at least 5 characters')
    .max(480, 'Must be at most 480 characters'),
})
export type TestSmsBody = z.infer<typeof testSmsBody>
export const testSmsAnswer = z.object({ messageSid: z.string().nullable(), error: z.string().nullable() })
/** The provider did not take the text: `error` and `message` are the same sentence. */
export const testSmsRefusal = errorBody.extend({ messageSid: z.null().optional(), error: z.string().optional() })

/** The id of a call as the provider writes it. */
export const callSidParams = z.object({
  callSid: z
    .string()
    .trim()
    .regex(/^CA[0-9a-f]{32}$/i, 'Must be a Call SID: CA and 32 letters and digits'),
})
/** `recordingUrl` is a path under /api. */
export const callRecordingAnswer = z.object({ recordingUrl: z.string() })

export const updateWebhooksBody = z.object({
  baseUrl: z
    .string('Please enter a valid URL')
    .trim()
    .max(2048, 'Please enter a valid URL')
    .refine(hasNoControls, 'Please enter a valid URL')
    .pipe(z.url({ protocol: /^https?$/, error: 'Please enter a valid URL' }))
    .transform((url) => url.replace(/\/+$/, '')),
})
/** The addresses by name (voice, status, sms, fallbacks) now and before; an application or trunk that handled it before is listed among the former ones, by its SID. */
export const updateWebhooksAnswer = z.object({
  webhooks: z.record(z.string(), z.string()),
  previous: z.record(z.string(), z.string()),
})

/** The scripts that the provider can store, ready to be copied. */
export const twimlTemplate = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  twiml: z.string(),
})
export type TwimlTemplate = z.infer<typeof twimlTemplate>

/** What ended calls are counted as, beside `scheduled` and `in_progress`. */
export type CallEndCount =
  | 'completed'
  | 'reached'
  | 'voicemail'
  | 'missed'
  | 'failed'
  | 'cancelled'
  | 'not_wanted'
  | 'away'

const perDay = z.object({ day: z.string(), counts: z.record(z.string(), z.number().int()) })
const capacityQuarter = z.object({
  startsAt: instant,
  due: z.number().int(),
  /** Of them those that cannot leave in their grace period. */
  late: z.number().int(),
})
/** How the system does: the first tab. */
export const systemSchema = z.object({
  version: z.string(),
  node: z.string(),
  database: z.string(),
  /** Whether phones and cards are the built-in sandboxes. */
  sandbox: z.object({ phones: z.boolean(), cards: z.boolean() }),
  /** Off, nobody is charged and there is no card provider. */
  isBillingOn: z.boolean().default(true),
  /** Jobs that wait, by queue; the last queue holds webhook deliveries. */
  queues: z.array(z.object({ name: z.string(), waiting: z.number().int(), failed: z.number().int() })),
  /** The call that has been due longest and has not left; null when none is late. */
  oldestDueCallSeconds: z.number().int().nullable(),
  lastHeartbeatSeconds: z.number().int().nullable(),
  /** The same under its name of before: sent for one release. */
  lastLookSeconds: z.number().int().nullable().optional(),
  /** Whether the phone line suffices for what is booked in the next 24 hours. */
  capacity: z.object({
    /** First dials that are certain to leave in a quarter of an hour: half of the provider's rate. */
    callsPerQuarter: z.number().int(),
    /** The quarter of an hour in which most falls due; null where nothing does. */
    fullest: capacityQuarter.nullable(),
    /** Quarters in which something falls due that cannot leave in its grace period, soonest first. */
    short: z.array(capacityQuarter),
  }),
  /** The zone of the admin who asks: its days are counted. */
  zone: z.string(),
  callsToday: z.record(z.string(), z.number().int()),
  /** Of the last 24 hours. */
  providerErrors: z.number().int(),
  textsNotDelivered: z.number().int(),
  webhookFailures: z.number().int(),
  webhooksSwitchedOff: z.number().int(),
  openIncidents: z.number().int(),
  /** The oldest of them, with the username of their account. */
  incidents: z.array(z.object({ id, username: z.string(), cause: z.string(), status: z.string(), openedAt: instant })),
  /** Whose password alone opens the admin area. */
  adminsWithoutSecondFactor: z.number().int(),
  /** The last 30 days, oldest first; `day` as YYYY-MM-DD in `zone`. */
  callsPerDay: z.array(perDay),
  /** The same days: what went wrong on each. */
  troublesPerDay: z.array(
    z.object({ day: z.string(), providerErrors: z.number().int(), webhookFailures: z.number().int() }),
  ),
})
export type SystemReport = z.infer<typeof systemSchema>

export const auditEntry = z.object({
  id,
  username: z.string(),
  action: z.string(),
  detail: z.string().nullable(),
  address: z.string().nullable(),
  at: instant,
})
export type AuditEntry = z.infer<typeof auditEntry>

/** `before` continues after that entry. */
export const auditQuery = z.object({
  limit: pageLimit(50, 100),
  before: idInText.optional(),
})
export type AuditQuery = z.infer<typeof auditQuery>
