import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Language } from '#core/languages/language.ts'
import type { CallSubject } from '#server/adapters/telephony/telephony.ts'
import type { TalkUrls } from '../scripts/render-script.ts'

/**
 * How the provider asks for what is said next, while somebody holds the phone: two more times after any failure, 5 seconds
 * for each answer and 9 in all, then it asks for the fallback. Left out it would wait for 15. The fragment is neither sent
 * nor signed. Source: https://www.twilio.com/docs/usage/webhooks/webhooks-connection-overrides
 */
export const DOCUMENT_OVERRIDES = '#rc=2&ct=2000&rt=5000&tt=9000&rp=all'

/** Where the provider calls back about one call. The id in the address ties a lost answer to its dial. */
export function callbackUrls(publicUrl: string, subject: CallSubject, language: Language = 'en-AU') {
  const base = `${publicUrl}/api/twilio`
  const [prefix, id] = prefixOf(subject)
  return {
    voice: `${base}/${prefix}voice/${id}${spokenIn(language, '?')}${DOCUMENT_OVERRIDES}`,
    answer: (step: string, language: Language = 'en-AU') =>
      `${base}/${prefix}voice/${id}/answer?step=${encodeURIComponent(step)}${spokenIn(language, '&')}${DOCUMENT_OVERRIDES}`,
    status: `${base}/${prefix}status/${id}`,
    machineDetection: `${base}/${prefix}machine-detection/${id}`,
    recording: `${base}/recording/${id}`,
  }
}

/** Carries in which language somebody holds the phone, for what is said to them while the database is away. English is not named. */
function spokenIn(language: Language, joint: '?' | '&'): string {
  return language === 'en-AU' ? '' : `${joint}language=${language}`
}

/** What the address of every relay begins with. */
export const RELAY_PATH = '/api/twilio/relay/'

/** Where the talk of an attempt is held. Only who knows `authToken` can tell the address of a relay. */
export function talkUrls({ publicUrl, authToken }: RelayAccount, attemptId: number): TalkUrls {
  return {
    // Few documents hold a talk: the key is made for those.
    get relay() {
      return `${publicUrl.replace(/^http/, 'ws')}${RELAY_PATH}${attemptId}-${relayKey(authToken, attemptId)}`
    },
    ended: (step) =>
      `${publicUrl}/api/twilio/relay-ended/${attemptId}?step=${encodeURIComponent(step)}${DOCUMENT_OVERRIDES}`,
  }
}

interface RelayAccount {
  publicUrl: string
  /** Of the account that places calls: it signs the request for the relay, too. */
  authToken: string
}

/** The attempt whose relay has this address, by the path alone; null for every other path. */
export function attemptOfRelay({ authToken }: Pick<RelayAccount, 'authToken'>, path: string): number | null {
  const [, id, key] = /^\/api\/twilio\/relay\/([1-9]\d{0,15})-([\w-]{43})$/.exec(path) ?? []
  if (id === undefined || key === undefined) return null
  const attemptId = Number(id)
  return timingSafeEqual(Buffer.from(relayKey(authToken, attemptId)), Buffer.from(key)) ? attemptId : null
}

const relayKey = (authToken: string, attemptId: number): string =>
  createHmac('sha256', authToken).update(`relay ${attemptId}`).digest('base64url')

/** What the addresses of a call begin with, by what it is for. */
export type SubjectPrefix = '' | 'alert-' | 'test-' | 'own-'

function prefixOf(subject: CallSubject): [subjectPrefix: SubjectPrefix, id: number] {
  if ('alertId' in subject) return ['alert-', subject.alertId]
  if ('voiceCallId' in subject) return ['own-', subject.voiceCallId]
  return 'testCallId' in subject ? ['test-', subject.testCallId] : ['', subject.attemptId]
}

/** Where our own fallback script is, below the base of its address. */
export const FALLBACK_PATH = '/api/twilio/fallback'

/** What the provider requests when it cannot get the next script: a Cooee, or a script elsewhere, which learns from `call` where to continue. */
export function fallbackUrl(
  { publicUrl, base }: { publicUrl: string; base: string },
  subject: CallSubject,
  language: Language = 'en-AU',
): string {
  const [prefix, id] = prefixOf(subject)
  const address = fallbackFor({ publicUrl, base }, `${prefix}voice/${id}`)
  return `${address}${spokenIn(language, '&')}${DOCUMENT_OVERRIDES}`
}

/** The fallback script, which learns from `call` where to continue. */
function fallbackFor({ publicUrl, base }: { publicUrl: string; base: string }, call: string): string {
  const script = isOwnFallback({ publicUrl, base }) ? base + FALLBACK_PATH : base
  return `${script}${script.includes('?') ? '&' : '?'}call=${call}`
}

/** Whether the fallback script at `base` is a Cooee's: an address without a path. */
export function isOwnFallback({ publicUrl, base }: { publicUrl: string; base: string }): boolean {
  return base === publicUrl || new URL(base).pathname === '/'
}

/** An answer that could not be counted yet: the question, the keys or words, and when they were heard, in milliseconds. */
export interface CarriedAnswer {
  step: string
  keys: string
  speech: string
  at: number
}

/** An address has to stay short; nobody needs more words to be understood. */
export const CARRIED_SPEECH_LIMIT = 500

/**
 * Where a call that was asked to wait so many times goes on; `call` is as `fallbackUrl` gives it. With an answer it goes
 * on with that, which the address carries: the provider sends what was heard once. Who writes down addresses with their
 * query writes down what was said.
 */
export function afterWaitingUrl(
  publicUrl: string,
  call: string,
  waited: number,
  { answer, language = 'en-AU' }: { answer?: CarriedAnswer | undefined; language?: Language } = {},
): string {
  const carried = answer && {
    step: answer.step,
    keys: answer.keys.replace(/[^0-9#*]/g, ''),
    speech: answer.speech.slice(0, CARRIED_SPEECH_LIMIT),
    at: String(answer.at),
  }
  const query = Object.entries({ ...carried, waited: String(waited) }).map(
    ([name, value]) => `${name}=${encoded(value)}`,
  )
  const place = answer ? answerPlaceOf(call) : call
  return `${publicUrl}/api/twilio/${place}?${query.join('&')}${spokenIn(language, '&')}${DOCUMENT_OVERRIDES}`
}

/** Where the answers of a call arrive. */
export function answerPlaceOf(call: string): string {
  return call === 'inbound/voice' ? 'inbound/answer' : `${call}/answer`
}

/** Nothing is left that one program would write in another way: the signature is over every letter. */
function encoded(value: string): string {
  const hex = (letter: string) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`
  return encodeURIComponent(value.toWellFormed()).replace(/[!'()*]/g, hex)
}

/** Where the provider reports what reaches our own number, set once for the number. `fallbackBase` is as `fallbackUrl` takes it. */
export function numberUrls(publicUrl: string, fallbackBase = publicUrl) {
  const base = `${publicUrl}/api/twilio/inbound`
  return {
    voice: `${base}/voice`,
    answer: (step: string, language: Language = 'en-AU') =>
      `${base}/answer?step=${encodeURIComponent(step)}${spokenIn(language, '&')}${DOCUMENT_OVERRIDES}`,
    status: `${base}/status`,
    sms: `${base}/text`,
    voiceFallback: fallbackFor({ publicUrl, base: fallbackBase }, 'inbound/voice'),
    smsFallback: `${base}/text`,
  }
}

/** What the templates for the provider's own console refer to. */
export function templateUrls(publicUrl: string) {
  const base = `${publicUrl}/api/twilio`
  return { goodbye: `${base}/template/goodbye`, transcription: `${base}/transcription` }
}

/** Where the provider reports whether a text message was delivered. */
export function textStatusUrl(publicUrl: string, messageId: number): string {
  return `${publicUrl}/api/twilio/text-status/${messageId}`
}
