import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.ts'
import type { Callback, SimulatedNumber } from '../simulated-records.ts'
import { ApiError } from './api-error.ts'
import { type Form, field, readCallback, readForm } from './api-forms.ts'
import { presentPage } from './api-paging.ts'
import { accountUri, presentNumber } from './api-resources.ts'

const LONGEST_NAME = 64

/** The IncomingPhoneNumbers, list and update (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource). */
export function numbersApi(app: FastifyInstance, deps: { ledger: Ledger; accountSid: string }): void {
  const { ledger, accountSid } = deps
  const base = `${accountUri(accountSid)}/IncomingPhoneNumbers`

  app.get<{ Querystring: Record<string, unknown> }>(`${base}.json`, async ({ query }) => {
    const { PhoneNumber: number = '' } = query
    return presentPage(ledger.numbers.all(), { uri: `${base}.json`, query }, 'incoming_phone_numbers', {
      matches: ({ phoneNumber }) => matchesPattern(phoneNumber, String(number)),
      present: presentNumber,
    })
  })

  app.post<{ Params: { sid: string } }>(`${base}/:sid.json`, async ({ params, body }) => {
    const number = requireNumber(params.sid)
    ledger.changeNumber(number, readChange(readForm(body), number))
    return presentNumber(number)
  })

  function requireNumber(sid: string): SimulatedNumber {
    const number = ledger.numbers.get(sid)
    if (!number) throw new ApiError('notFound', `The requested resource ${base}/${sid}.json was not found`)
    return number
  }
}

/** What is left out of the form stays as it is; an empty URL takes the setting away. */
function readChange(form: Form, number: SimulatedNumber): Partial<SimulatedNumber> {
  const setting = (urlName: string, methodName: string, present: Callback | null): Callback | null => {
    const url = form[urlName] === undefined ? (present?.url ?? '') : field(form, urlName)
    const method = field(form, methodName) || (present?.method ?? 'POST')
    return readCallback({ [urlName]: url, [methodName]: method }, urlName, methodName, 'numberUrlInvalid')
  }
  const friendlyName = field(form, 'FriendlyName') || number.friendlyName
  if (friendlyName.length > LONGEST_NAME) {
    throw new ApiError('invalidParameter', `FriendlyName must be at most ${LONGEST_NAME} characters`)
  }
  const sid = (name: string, present: string | undefined) => (form[name] === undefined ? present : field(form, name))
  return {
    friendlyName,
    voiceApplicationSid: sid('VoiceApplicationSid', number.voiceApplicationSid),
    smsApplicationSid: sid('SmsApplicationSid', number.smsApplicationSid),
    trunkSid: sid('TrunkSid', number.trunkSid),
    voice: setting('VoiceUrl', 'VoiceMethod', number.voice),
    voiceFallback: setting('VoiceFallbackUrl', 'VoiceFallbackMethod', number.voiceFallback),
    sms: setting('SmsUrl', 'SmsMethod', number.sms),
    smsFallback: setting('SmsFallbackUrl', 'SmsFallbackMethod', number.smsFallback),
    statusCallback: setting('StatusCallback', 'StatusCallbackMethod', number.statusCallback),
  }
}

/** The filter may be a part of a number, and `*` stands for any digit. */
function matchesPattern(number: string, pattern: string): boolean {
  const digits = pattern.replace(/[^\d*]/g, '').replaceAll('*', '\\d')
  return new RegExp(digits).test(number)
}
