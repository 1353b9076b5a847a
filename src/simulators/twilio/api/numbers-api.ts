import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../ledger.ts'
import type { Callback, SimulatedNumber } from '../simulated-records.ts'
import { ApiError } from './api-error.ts'
import { type Form, field, readCallback, readForm } from './api-forms.ts'
import { type ListQuery, presentPage } from './api-paging.ts'
import { accountUri, presentNumber } from './api-resources.ts'

/** The IncomingPhoneNumbers, list and update (https://www.twilio.com/docs/phone-numbers/api/incomingphonenumber-resource). */
export function numbersApi(app: FastifyInstance, deps: { ledger: Ledger; accountSid: string }): void {
  const { ledger, accountSid } = deps
  const base = `${accountUri(accountSid)}/IncomingPhoneNumbers`

  app.get<{ Querystring: ListQuery }>(`${base}.json`, async ({ query }) => {
    const { PhoneNumber: number = '' } = query
    return presentPage(ledger.numbers.all(), { uri: `${base}.json`, query }, 'incoming_phone_numbers', {
      // The filter may be a part of a number.
      matches: ({ phoneNumber }) => phoneNumber.includes(String(number).replace(/\D/g, '')),
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
  const setting = (name: string, present: Callback | null): Callback | null =>
    form[name] === undefined ? present : readCallback(form, name, 'numberUrlInvalid')
  const sid = (name: string, present: string | undefined) => (form[name] === undefined ? present : field(form, name))
  return {
    voiceApplicationSid: sid('VoiceApplicationSid', number.voiceApplicationSid),
    smsApplicationSid: sid('SmsApplicationSid', number.smsApplicationSid),
    trunkSid: sid('TrunkSid', number.trunkSid),
    voice: setting('VoiceUrl', number.voice),
    voiceFallback: setting('VoiceFallbackUrl', number.voiceFallback),
    sms: setting('SmsUrl', number.sms),
    smsFallback: setting('SmsFallbackUrl', number.smsFallback),
    statusCallback: setting('StatusCallback', number.statusCallback),
  }
}
