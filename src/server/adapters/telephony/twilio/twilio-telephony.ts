import twilio from 'twilio'
import { type PhoneAccount, sendingNumber, sentByUs } from '../phone-account.ts'
import type { DialResult, ProviderCall, Telephony } from '../telephony.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { answeredBy, endedStatus } from './call-status.ts'
import { callbackUrls, fallbackUrl } from './callbacks/callback-urls.ts'
import { describeFailure, lookup } from './lookup.ts'
import { renderScript } from './scripts/render-script.ts'
import { isCreatedAtOrAfter } from './twilio-time.ts'

export interface TwilioConfig extends PhoneAccount {
  publicUrl: string
  /** Where the provider asks what to say while this server cannot be reached; left out, `publicUrl`. */
  fallbackUrl?: string | undefined
}

/** Rings long enough for somebody slow on their feet; the provider allows up to 600. */
const RING_SECONDS = 45
/** No script takes longer, one with a talk of four minutes included; a line left open must not cost for hours. */
const TIME_LIMIT_SECONDS = 480

/** Real Twilio and the sandbox alike: only the base URL differs. Speaks through the official package. */
export function twilioTelephony(config: TwilioConfig): Telephony {
  const client = twilio(config.accountSid, config.authToken, { httpClient: new BaseUrlClient(config.baseUrl) })
  return {
    async dial({ to, from, language, ...subject }) {
      const urls = callbackUrls(config.publicUrl, subject, language)
      try {
        const call = await client.calls.create({
          to,
          from: sendingNumber(config, from),
          url: urls.voice,
          method: 'POST',
          fallbackUrl: fallbackUrl(
            { publicUrl: config.publicUrl, base: config.fallbackUrl ?? config.publicUrl },
            subject,
            language,
          ),
          fallbackMethod: 'POST',
          statusCallback: urls.status,
          statusCallbackMethod: 'POST',
          statusCallbackEvent: ['initiated', 'ringing', 'answered', 'completed'],
          timeout: RING_SECONDS,
          timeLimit: TIME_LIMIT_SECONDS,
          ...('attemptId' in subject ? detection(urls.machineDetection) : {}),
          ...('testCallId' in subject ? { record: true } : {}),
        })
        return { kind: 'accepted', providerCallId: call.sid }
      } catch (error) {
        return toDialResult(error)
      }
    },

    fetchCall: (providerCallId) => lookup(async () => toProviderCall(await client.calls(providerCallId).fetch())),

    // Not narrowed by start time: a call that is still queued has none, and exactly that one may be the one in question.
    findCalls: ({ to, since }) =>
      lookup(async () => {
        const { filter, isOurs } = await sentByUs(config)
        const calls = await client.calls.list({ to, ...filter, limit: 50 })
        return calls.filter((call) => isOurs(call) && isCreatedAtOrAfter(call, since)).map(toProviderCall)
      }),

    async say(providerCallId, { script, ...subject }) {
      try {
        await client
          .calls(providerCallId)
          .update({ twiml: renderScript(script, callbackUrls(config.publicUrl, subject).answer) })
        return true
      } catch {
        return false
      }
    },

    async startRecording(providerCallId, subject) {
      try {
        await client.calls(providerCallId).recordings.create({
          recordingStatusCallback: callbackUrls(config.publicUrl, subject).recording,
          recordingStatusCallbackMethod: 'POST',
          recordingStatusCallbackEvent: ['completed'],
        })
        return true
      } catch {
        return false
      }
    },

    // "canceled" leaves a call that was just answered alone; "completed" would cut somebody off.
    async stopRinging(providerCallId) {
      try {
        await client.calls(providerCallId).update({ status: 'canceled' })
        return true
      } catch {
        return false
      }
    },
  }
}

/** Asynchronous, while we listen for two seconds: in a silence until the verdict people hang up. Alerts and tests go without. */
function detection(callback: string) {
  return {
    machineDetection: 'DetectMessageEnd',
    asyncAmd: 'true',
    asyncAmdStatusCallback: callback,
    asyncAmdStatusCallbackMethod: 'POST',
  }
}

interface CallResource {
  sid: string
  status: string
  answeredBy: string | null
  duration: string | null
}

function toProviderCall(call: CallResource): ProviderCall {
  const seconds = Number(call.duration)
  return {
    providerCallId: call.sid,
    status: call.status,
    endedStatus: endedStatus(call.status),
    answeredBy: answeredBy(call.answeredBy),
    durationSeconds: call.duration !== null && Number.isFinite(seconds) ? seconds : null,
  }
}

/** Errors of a connection that was never made: no request can have arrived. */
const NEVER_CONNECTED = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'])

/** Twilio's error codes about the number, where asking again does not help (https://www.twilio.com/docs/api/errors). */
const NUMBER_REJECTED = new Set([13223, 13224, 21211, 21214, 21216, 21217])

/**
 * What an error of the official package says about the call. A few codes are about the number. Every other 4xx (a
 * suspended account, a wrong key, a wrong setting of ours) is certain too, but not the number's fault: it is retried
 * until the grace period ends. 408, 429, 5xx and everything without an answer leave it open whether the phone rings.
 */
export function toDialResult(error: unknown): DialResult {
  const reason = describeFailure(error)
  if (error instanceof twilio.RestException) {
    const { status, code } = error
    if (status === 400 && code !== undefined && NUMBER_REJECTED.has(code)) return { kind: 'rejected', reason }
    if (status >= 400 && status < 500 && status !== 429 && status !== 408) return { kind: 'not_placed', reason }
    return { kind: 'unknown', saidBusy: status === 429 || status === 503, reason }
  }
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (NEVER_CONNECTED.has(code)) return { kind: 'not_placed', reason }
  return { kind: 'unknown', saidBusy: false, reason }
}
