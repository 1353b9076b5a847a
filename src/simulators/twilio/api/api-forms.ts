import type { Callback, CallEvent, CallInstructions, DocumentSource, HttpMethod } from '../simulated-records.ts'
import { parseUrl } from '../webhooks.ts'
import { ApiError } from './api-error.ts'

export type Form = Readonly<Record<string, string | string[]>>

const E164 = /^\+[1-9]\d{6,14}$/
const LONGEST_INLINE_TWIML = 4000
const DEFAULT_TIMEOUT_SECONDS = 60
const LONGEST_TIMEOUT_SECONDS = 600
const CALL_EVENTS: readonly CallEvent[] = ['initiated', 'ringing', 'answered', 'completed']

/** The body of a form request as names and values; an absent body is an empty form. */
export function readForm(body: unknown): Form {
  return typeof body === 'object' && body !== null ? { ...(body as Form) } : {}
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
  const detection = field(form, 'MachineDetection')
  const machineDetection = detection === 'Enable' || detection === 'DetectMessageEnd' ? detection : null
  // "If both SendDigits and MachineDetection are provided, MachineDetection is ignored."
  const detects = machineDetection !== null && field(form, 'SendDigits') === ''
  return {
    document: requireDocument(form),
    fallback: readCallback(form, 'FallbackUrl', 'FallbackMethod', 'urlInvalid'),
    statusCallback: readStatusCallback(form),
    timeoutSeconds: Math.min(readCount(form, 'Timeout') ?? DEFAULT_TIMEOUT_SECONDS, LONGEST_TIMEOUT_SECONDS),
    timeLimitSeconds: readCount(form, 'TimeLimit'),
    machineDetection: detects ? machineDetection : null,
    asyncDetection:
      detects && field(form, 'AsyncAmd') === 'true'
        ? {
            callback: readCallback(
              form,
              'AsyncAmdStatusCallback',
              'AsyncAmdStatusCallbackMethod',
              'statusCallbackInvalid',
            ),
          }
        : null,
    recording: field(form, 'Record') === 'true' ? { callback: readRecordingCallback(form) } : null,
  }
}

/** The document a form names by `Url` or carries as `Twiml`; null when it has neither. The URL wins, as at the provider. */
export function readDocument(form: Form): DocumentSource | null {
  const url = field(form, 'Url')
  if (url !== '') {
    if (!parseUrl(url)) throw new ApiError('urlInvalid', `Url is not a valid URL: ${url}`)
    return { kind: 'url', url, method: readMethod(field(form, 'Method')) }
  }
  const twiml = field(form, 'Twiml')
  if (twiml.length > LONGEST_INLINE_TWIML) {
    throw new ApiError('invalidParameter', `Twiml must be at most ${LONGEST_INLINE_TWIML} characters`)
  }
  return twiml === '' ? null : { kind: 'inline', twiml }
}

/** An optional URL field with its method field. */
export function readCallback(
  form: Form,
  urlName: string,
  methodName: string,
  refusal: 'urlInvalid' | 'statusCallbackInvalid' | 'numberUrlInvalid',
): Callback | null {
  const url = field(form, urlName)
  if (url === '') return null
  if (!parseUrl(url)) throw new ApiError(refusal, `${urlName} is not a valid URL: ${url}`)
  return { url, method: readMethod(field(form, methodName)) }
}

function requireDocument(form: Form): DocumentSource {
  const document = readDocument(form)
  if (!document) throw new ApiError('urlInvalid', 'Url parameter is required.')
  return document
}

function readStatusCallback(form: Form): CallInstructions['statusCallback'] {
  const callback = readCallback(form, 'StatusCallback', 'StatusCallbackMethod', 'statusCallbackInvalid')
  if (!callback) return null
  const asked = words(form, 'StatusCallbackEvent')
  return { ...callback, events: CALL_EVENTS.filter((event) => event === 'completed' || asked.includes(event)) }
}

/** Who is notified of a recording, and of which events; null for nobody. */
export function readRecordingCallback(form: Form): NonNullable<CallInstructions['recording']>['callback'] {
  const callback = readCallback(
    form,
    'RecordingStatusCallback',
    'RecordingStatusCallbackMethod',
    'statusCallbackInvalid',
  )
  if (!callback) return null
  const asked = words(form, 'RecordingStatusCallbackEvent')
  return { ...callback, events: asked.length > 0 ? asked : ['completed'] }
}

/** The words of a field that may be repeated, or hold several values separated by spaces. */
function words(form: Form, name: string): string[] {
  return [form[name] ?? []].flat().flatMap((value) => value.split(/\s+/).filter(Boolean))
}

function readMethod(value: string): HttpMethod {
  return value.toUpperCase() === 'GET' ? 'GET' : 'POST'
}

function readCount(form: Form, name: string): number | null {
  const value = field(form, name)
  if (value === '') return null
  if (!/^\d+$/.test(value)) throw new ApiError('invalidParameter', `${name} must be a whole number of seconds`)
  return Number(value)
}
