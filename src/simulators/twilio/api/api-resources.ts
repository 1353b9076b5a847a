import type { SimulatedCall, SimulatedMessage, SimulatedNumber, SimulatedRecording } from '../simulated-records.ts'
import { toRfc2822 } from './api-dates.ts'

// Of the provider's API description, version 2010-04-01, the fields that Cooee reads. No shape is imported from the official package.
const API_VERSION = '2010-04-01'

export function accountUri(accountSid: string): string {
  return `/${API_VERSION}/Accounts/${accountSid}`
}

/** The Call resource. */
export function presentCall(call: SimulatedCall): Record<string, unknown> {
  return {
    sid: call.sid,
    date_created: toRfc2822(call.createdTime),
    date_updated: toRfc2822(call.updatedTime),
    account_sid: call.accountSid,
    to: call.to,
    from: call.from,
    phone_number_sid: call.phoneNumberSid,
    status: call.status,
    start_time: call.startTime && toRfc2822(call.startTime),
    end_time: call.endTime && toRfc2822(call.endTime),
    duration: call.durationSeconds === null ? null : String(call.durationSeconds),
    direction: call.direction,
    answered_by: call.answeredBy,
  }
}

/** The Message resource. */
export function presentMessage(message: SimulatedMessage): Record<string, unknown> {
  return {
    body: message.body,
    direction: message.direction,
    from: message.from,
    to: message.to,
    date_updated: toRfc2822(message.updatedTime),
    error_message: message.error?.message ?? null,
    account_sid: message.accountSid,
    status: message.status,
    sid: message.sid,
    date_sent: message.sentTime && toRfc2822(message.sentTime),
    date_created: toRfc2822(message.createdTime),
    error_code: message.error?.code ?? null,
  }
}

/** The Recording resource. */
export function presentRecording(recording: SimulatedRecording): Record<string, unknown> {
  return {
    account_sid: recording.accountSid,
    call_sid: recording.callSid,
    date_created: toRfc2822(recording.createdTime),
    date_updated: toRfc2822(recording.updatedTime),
    start_time: toRfc2822(recording.startTime),
    duration: recording.durationSeconds === null ? null : String(recording.durationSeconds),
    sid: recording.sid,
    status: recording.status,
    source: recording.source,
  }
}

/** The IncomingPhoneNumber resource. What is not set is an empty text there, not null. */
export function presentNumber(number: SimulatedNumber): Record<string, unknown> {
  const { voice, voiceFallback, sms, smsFallback, statusCallback } = number
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    phone_number: number.phoneNumber,
    date_created: toRfc2822(number.createdTime),
    date_updated: toRfc2822(number.updatedTime),
    voice_url: voice?.url ?? '',
    voice_method: 'POST',
    voice_fallback_url: voiceFallback?.url ?? '',
    voice_fallback_method: 'POST',
    voice_application_sid: number.voiceApplicationSid ?? '',
    sms_url: sms?.url ?? '',
    sms_method: 'POST',
    sms_fallback_url: smsFallback?.url ?? '',
    sms_fallback_method: 'POST',
    sms_application_sid: number.smsApplicationSid ?? '',
    status_callback: statusCallback?.url ?? '',
    status_callback_method: 'POST',
    capabilities: { voice: true, sms: true, mms: false, fax: false },
    trunk_sid: number.trunkSid || null,
  }
}
