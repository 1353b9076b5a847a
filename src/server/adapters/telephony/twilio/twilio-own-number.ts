import twilio from 'twilio'
import type { NumberAddresses, OwnNumber } from '../own-number.ts'
import { numbersOf, type PhoneAccount } from '../phone-account.ts'
import { BaseUrlClient } from './base-url-client.ts'
import { numberUrls } from './callbacks/callback-urls.ts'

/** The accounts for calls and texts to our number: the same twice, unless texts have a separate one. */
interface Accounts {
  voice: PhoneAccount
  messaging?: PhoneAccount | undefined
  /** Where a caller is asked to wait while Cooee is down, if not at Cooee's own address. */
  fallbackBase?: string | undefined
}

/** The numbers of the account, each by itself, and all together: of several every address is named with its number. */
export function twilioOwnNumbers({ voice, messaging = voice, ...others }: Accounts): OwnNumber & {
  each: readonly { number: string; own: OwnNumber }[]
} {
  const each = numbersOf(voice).map((number) => {
    // Texts may have a number of their own.
    const texting = numbersOf(messaging).includes(number) ? { ...messaging, from: number } : messaging
    return { number, own: twilioOwnNumber({ ...others, voice: { ...voice, from: number }, messaging: texting }) }
  })
  const [first] = each
  if (each.length === 1 && first) return { ...first.own, each }
  return {
    each,
    async read() {
      const readings = await Promise.all(each.map(({ own }) => own.read()))
      const found = readings.filter((reading) => reading.kind === 'found')
      return (
        readings.find((reading) => reading.kind !== 'found') ?? {
          kind: 'found',
          addresses: namedAddresses(found.map(({ addresses }, index) => [each[index]?.number ?? '', addresses])),
          canCall: found.every(({ canCall }) => canCall),
          canText: found.every(({ canText }) => canText),
          isTrial: found.some(({ isTrial }) => isTrial),
        }
      )
    },
    async pointAt(publicUrl) {
      const pointed: { number: string; addresses: NumberAddresses; previous: NumberAddresses }[] = []
      for (const { number, own } of each) {
        const outcome = await own.pointAt(publicUrl)
        if (outcome.kind === 'not_ours') return { kind: 'not_ours', number }
        if (outcome.kind !== 'pointed') return outcome
        pointed.push({ number, ...outcome })
      }
      return {
        kind: 'pointed',
        addresses: namedAddresses(pointed.map(({ number, addresses }) => [number, addresses])),
        previous: namedAddresses(pointed.map(({ number, previous }) => [number, previous])),
      }
    },
  }
}

function namedAddresses(ofNumbers: readonly (readonly [number: string, addresses: NumberAddresses])[]) {
  return Object.fromEntries(
    ofNumbers.flatMap(([number, addresses]) =>
      Object.entries(addresses).map(([name, url]) => [`${number} ${name}`, url] as const),
    ),
  )
}

/** One number of the account, at Twilio or in the sandbox. Texts with a separate account or host are pointed there. */
export function twilioOwnNumber({ voice, messaging = voice, fallbackBase }: Accounts): OwnNumber {
  const isOne = (['accountSid', 'authToken', 'from', 'baseUrl'] as const).every((key) => voice[key] === messaging[key])
  const forCalls = numberOf(voice)
  const forTexts = isOne ? null : numberOf(messaging)
  return {
    async read() {
      try {
        const [calls, texts] = await Promise.all([forCalls.read(), forTexts?.read()])
        if (!calls || texts === null) return { kind: 'not_ours' }
        return {
          kind: 'found',
          addresses: { ...calls.addresses, ...onlyOf('sms', (texts ?? calls).addresses) },
          canCall: calls.canCall,
          canText: (texts ?? calls).canText,
          isTrial: calls.isTrial || (texts?.isTrial ?? false),
        }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
    async pointAt(publicUrl) {
      const urls = numberUrls(publicUrl, fallbackBase)
      try {
        const calls = await forCalls.point(forTexts ? voiceOf(urls) : { ...voiceOf(urls), ...textsOf(urls) })
        const texts = forTexts && calls ? await forTexts.point(textsOf(urls)) : calls
        if (!calls || !texts) return { kind: 'not_ours' }
        return {
          kind: 'pointed',
          addresses: { ...calls.addresses, ...onlyOf('sms', texts.addresses) },
          previous: { ...calls.previous, ...onlyOf('sms', texts.previous) },
        }
      } catch (error) {
        return { kind: 'unavailable', reason: error instanceof Error ? error.message : String(error) }
      }
    },
  }
}

type NumberUrls = ReturnType<typeof numberUrls>

const voiceOf = ({ voice, voiceFallback, status }: NumberUrls) => ({
  voiceUrl: voice,
  voiceMethod: 'POST',
  voiceFallbackUrl: voiceFallback,
  voiceFallbackMethod: 'POST',
  statusCallback: status,
  statusCallbackMethod: 'POST',
})
const textsOf = ({ sms, smsFallback }: NumberUrls) => ({
  smsUrl: sms,
  smsMethod: 'POST',
  smsFallbackUrl: smsFallback,
  smsFallbackMethod: 'POST',
})

/** The addresses whose names begin like that. */
function onlyOf(prefix: string, addresses: NumberAddresses): NumberAddresses {
  return Object.fromEntries(Object.entries(addresses).filter(([name]) => name.startsWith(prefix)))
}

/** The number `from` of one account. What it answers is null where the account has no such number. */
function numberOf({ accountSid, authToken, from, baseUrl }: PhoneAccount) {
  const client = twilio(accountSid, authToken, { httpClient: new BaseUrlClient(baseUrl) })
  // The filter also finds numbers that only contain the digits.
  const find = async () => {
    const numbers = await client.incomingPhoneNumbers.list({ phoneNumber: from, limit: 20 })
    return numbers.find(({ phoneNumber }) => phoneNumber === from)
  }
  return {
    async read() {
      const [ours, account] = await Promise.all([find(), client.api.v2010.accounts(accountSid).fetch()])
      if (!ours) return null
      return {
        addresses: addressesOf(ours),
        canCall: ours.capabilities?.voice ?? true,
        canText: ours.capabilities?.sms ?? true,
        isTrial: account.type === 'Trial',
      }
    },
    async point(settings: Partial<ReturnType<typeof voiceOf> & ReturnType<typeof textsOf>>) {
      const ours = await find()
      if (!ours) return null
      const updated = await client.incomingPhoneNumbers(ours.sid).update({
        ...settings,
        // An application or a trunk would be used in place of them.
        ...(settings.voiceUrl && ours.voiceApplicationSid ? { voiceApplicationSid: '' } : {}),
        ...(settings.smsUrl && ours.smsApplicationSid ? { smsApplicationSid: '' } : {}),
        ...(settings.voiceUrl && ours.trunkSid ? { trunkSid: '' } : {}),
      })
      return { addresses: addressesOf(updated), previous: addressesOf(ours) }
    },
  }
}

interface NumberResource {
  voiceUrl: string | null
  statusCallback: string | null
  smsUrl: string | null
  voiceFallbackUrl: string | null
  smsFallbackUrl: string | null
  voiceApplicationSid: string | null
  smsApplicationSid: string | null
  trunkSid: string | null
}

function addressesOf(number: NumberResource): NumberAddresses {
  const all = {
    voice: number.voiceUrl,
    status: number.statusCallback,
    sms: number.smsUrl,
    voiceFallback: number.voiceFallbackUrl,
    smsFallback: number.smsFallbackUrl,
    voiceApplication: number.voiceApplicationSid,
    smsApplication: number.smsApplicationSid,
    trunk: number.trunkSid,
  }
  return Object.fromEntries(Object.entries(all).flatMap(([name, url]) => (url ? [[name, url]] : [])))
}
