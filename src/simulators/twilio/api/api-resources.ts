import type { SimulatedCall, SimulatedMessage, SimulatedNumber, SimulatedRecording } from '../simulated-records.ts'
import { toRfc2822 } from './api-dates.ts'

// No shape is imported from the official package: these are the fields of the provider's API description, version 2010-04-01.
const API_VERSION = '2010-04-01'
const CALL_SUBRESOURCES = [
  'notifications',
  'recordings',
  'payments',
  'events',
  'siprec',
  'streams',
  'transcriptions',
  'user_defined_message_subscriptions',
  'user_defined_messages',
] as const

export function accountUri(accountSid: string): string {
  return `/${API_VERSION}/Accounts/${accountSid}`
}

/** The Call resource. */
export function presentCall(call: SimulatedCall): Record<string, unknown> {
  const uri = `${accountUri(call.accountSid)}/Calls/${call.sid}`
  return {
    sid: call.sid,
    date_created: toRfc2822(call.createdTime),
    date_updated: toRfc2822(call.updatedTime),
    parent_call_sid: call.parentCallSid,
    account_sid: call.accountSid,
    to: call.to,
    to_formatted: call.to,
    from: call.from,
    from_formatted: call.from,
    phone_number_sid: call.phoneNumberSid,
    status: call.status,
    start_time: call.startTime && toRfc2822(call.startTime),
    end_time: call.endTime && toRfc2822(call.endTime),
    duration: call.durationSeconds === null ? null : String(call.durationSeconds),
    price: null,
    price_unit: 'USD',
    direction: call.direction,
    answered_by: call.answeredBy,
    api_version: API_VERSION,
    forwarded_from: null,
    group_sid: null,
    caller_name: null,
    queue_time: '0',
    trunk_sid: null,
    uri: `${uri}.json`,
    subresource_uris: Object.fromEntries(CALL_SUBRESOURCES.map((name) => [name, `${uri}/${pascalCase(name)}.json`])),
  }
}

/** The Message resource. */
export function presentMessage(message: SimulatedMessage): Record<string, unknown> {
  const uri = `${accountUri(message.accountSid)}/Messages/${message.sid}`
  return {
    body: message.body,
    num_segments: String(segmentCount(message.body)),
    direction: message.direction,
    from: message.from || null,
    to: message.to,
    date_updated: toRfc2822(message.updatedTime),
    price: null,
    error_message: message.error?.message ?? null,
    uri: `${uri}.json`,
    account_sid: message.accountSid,
    num_media: '0',
    status: message.status,
    messaging_service_sid: message.messagingServiceSid,
    sid: message.sid,
    date_sent: message.sentTime && toRfc2822(message.sentTime),
    date_created: toRfc2822(message.createdTime),
    error_code: message.error?.code ?? null,
    price_unit: 'USD',
    api_version: API_VERSION,
    subresource_uris: { media: `${uri}/Media.json` },
  }
}

/** The Recording resource. */
export function presentRecording(recording: SimulatedRecording, publicUrl: string): Record<string, unknown> {
  const uri = `${accountUri(recording.accountSid)}/Recordings/${recording.sid}`
  return {
    account_sid: recording.accountSid,
    api_version: API_VERSION,
    call_sid: recording.callSid,
    conference_sid: null,
    date_created: toRfc2822(recording.createdTime),
    date_updated: toRfc2822(recording.updatedTime),
    start_time: toRfc2822(recording.startTime),
    duration: recording.durationSeconds === null ? null : String(recording.durationSeconds),
    sid: recording.sid,
    price: null,
    price_unit: 'USD',
    status: recording.status,
    channels: 1,
    source: recording.source,
    error_code: null,
    uri: `${uri}.json`,
    encryption_details: null,
    subresource_uris: {
      add_on_results: `${uri}/AddOnResults.json`,
      transcriptions: `${uri}/Transcriptions.json`,
    },
    media_url: `${publicUrl}${uri}`,
  }
}

/** The same as a resource of its call, which knows no media and names the recorded track. */
export function presentCallRecording(recording: SimulatedRecording): Record<string, unknown> {
  const { subresource_uris: _, media_url: __, ...fields } = presentRecording(recording, '')
  const uri = `${accountUri(recording.accountSid)}/Calls/${recording.callSid}/Recordings/${recording.sid}.json`
  return { ...fields, track: 'both', uri }
}

/** The IncomingPhoneNumber resource. What is not set is an empty text there, not null. */
export function presentNumber(number: SimulatedNumber): Record<string, unknown> {
  const { voice, voiceFallback, sms, smsFallback, statusCallback } = number
  return {
    sid: number.sid,
    account_sid: number.accountSid,
    friendly_name: number.friendlyName,
    phone_number: number.phoneNumber,
    date_created: toRfc2822(number.createdTime),
    date_updated: toRfc2822(number.updatedTime),
    voice_url: voice?.url ?? '',
    voice_method: voice?.method ?? 'POST',
    voice_fallback_url: voiceFallback?.url ?? '',
    voice_fallback_method: voiceFallback?.method ?? 'POST',
    voice_caller_id_lookup: false,
    voice_application_sid: number.voiceApplicationSid ?? '',
    voice_receive_mode: 'voice',
    sms_url: sms?.url ?? '',
    sms_method: sms?.method ?? 'POST',
    sms_fallback_url: smsFallback?.url ?? '',
    sms_fallback_method: smsFallback?.method ?? 'POST',
    sms_application_sid: number.smsApplicationSid ?? '',
    status_callback: statusCallback?.url ?? '',
    status_callback_method: statusCallback?.method ?? 'POST',
    capabilities: { voice: true, sms: true, mms: false, fax: false },
    address_requirements: 'none',
    address_sid: null,
    identity_sid: null,
    bundle_sid: null,
    trunk_sid: number.trunkSid || null,
    emergency_status: 'Inactive',
    emergency_address_sid: null,
    emergency_address_status: 'unregistered',
    beta: false,
    origin: 'twilio',
    status: 'in-use',
    type: 'local',
    api_version: API_VERSION,
    uri: `${accountUri(number.accountSid)}/IncomingPhoneNumbers/${number.sid}.json`,
  }
}

// Beyond ASCII the provider counts 16-bit characters, of which fewer fit. (Its basic alphabet has a few letters more.)
const PLAIN_TEXT = /^[\n\r\x20-\x7e]*$/

function segmentCount(body: string): number {
  const [single, joined] = PLAIN_TEXT.test(body) ? [160, 153] : [70, 67]
  return body.length <= single ? 1 : Math.ceil(body.length / joined)
}

function pascalCase(name: string): string {
  return name
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')
}
