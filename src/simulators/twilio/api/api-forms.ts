import type { Callback, CallEvent, CallInstructions, DocumentSource } from '../simulated-records.ts'
import { parseUrl } from '../webhooks.ts'
import { ApiError } from './api-error.ts'

export type Form = Readonly<Record<string, string | string[]>>

const E164 = /^\+[1-9]\d{6,14}$/
const LONGEST_INLINE_TWIML = 4000
const DEFAULT_TIMEOUT_SECONDS = 60
const LONGEST_TIMEOUT_SECONDS = 600
const CALL_EVENTS: readonly CallEvent[] = ['initiated', 'ringing', 'answered', 'completed']

/** The body of a form request as names and values; an absent body is an empty form. Of the HTTP methods the sandbox knows POST. */
export function readForm(body: unknown): Form {
  const form: Form = typeof body === 'object' && body !== null ? { ...(body as Form) } : {}
  const method = Object.keys(form).find((name) => name.endsWith('Method') && field(form, name) !== 'POST')
  if (method) throw new ApiError('invalidParameter', `${method} must be POST: the phone sandbox knows no other`)
  return form
}

/** A field's value; the last one where it is repeated; '' where it is absent. */
export function field(form: Form, name: string): string {
  const value = form[name]
  return (Array.isArray(value) ? value.at(-1) : value) ?? ''
}

/** A phone number in E.164, without the spaces and brackets that people write; null when it is not a number. */
export function readNumber(text: string): string | null {
  const number = text.replace(/[\s().-]/g, '')
  return E164.test(number) ? number : null
}

/** What a create request asks for. Throws ApiError as the provider refuses it. */
export function readInstructions(form: Form): CallInstructions {
  // Of the provider's kinds of detection the one that Cooee asks for.
  const detects = field(form, 'MachineDetection') === 'DetectMessageEnd' && field(form, 'AsyncAmd') === 'true'
  return {
    document: requireDocument(form),
    fallback: readCallback(form, 'FallbackUrl', 'urlInvalid'),
    statusCallback: readStatusCallback(form),
    timeoutSeconds: Math.min(readCount(form, 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS, LONGEST_TIMEOUT_SECONDS),
    timeLimitSeconds: readCount(form, 'TimeLimit'),
    asyncDetection: detects
      ? { callback: readCallback(form, 'AsyncAmdStatusCallback', 'statusCallbackInvalid') }
      : null,
    recording: field(form, 'Record') === 'true' ? { callback: readRecordingCallback(form) } : null,
  }
}

/** The document a form names by `Url` or carries as `Twiml`; null when it has neither. The URL wins, as at the provider. */
export function readDocument(form: Form): DocumentSource | null {
  const url = field(form, 'Url')
  if (url !== '') {
    if (!parseUrl(url)) throw new ApiError('urlInvalid', `Url is not a valid URL: ${url}`)
    return { kind: 'url', url }
  }
  const twiml = field(form, 'Twiml')
  if (twiml.length > LONGEST_INLINE_TWIML) {
    throw new ApiError('invalidParameter', `Twiml must be at most ${LONGEST_INLINE_TWIML} characters`)
  }
  return twiml === '' ? null : { kind: 'inline', twiml }
}

/** An optional URL field. */
export function readCallback(
  form: Form,
  urlName: string,
  refusal: 'urlInvalid' | 'statusCallbackInvalid' | 'numberUrlInvalid',
): Callback | null {
  const url = field(form, urlName)
  if (url === '') return null
  if (!parseUrl(url)) throw new ApiError(refusal, `${urlName} is not a valid URL: ${url}`)
  return { url }
}

function requireDocument(form: Form): DocumentSource {
  const document = readDocument(form)
  if (!document) throw new ApiError('urlInvalid', 'Url parameter is required.')
  return document
}

function readStatusCallback(form: Form): CallInstructions['statusCallback'] {
  const callback = readCallback(form, 'StatusCallback', 'statusCallbackInvalid')
  if (!callback) return null
  // A field that may be repeated, or hold several values separated by spaces.
  const asked = [form.StatusCallbackEvent ?? []].flat().flatMap((value) => value.split(/\s+/))
  return { ...callback, events: CALL_EVENTS.filter((event) => event === 'completed' || asked.includes(event)) }
}

/** Who is notified when a recording is complete; null for nobody. */
export function readRecordingCallback(form: Form): Callback | null {
  return readCallback(form, 'RecordingStatusCallback', 'statusCallbackInvalid')
}

function readCount(form: Form, name: string): number | null {
  const value = field(form, name)
  if (value === '') return null
  if (!/^\d+$/.test(value)) throw new ApiError('invalidParameter', `${name} must be a whole number of seconds`)
  return Number(value)
}
