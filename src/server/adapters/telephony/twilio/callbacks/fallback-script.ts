import twilio from 'twilio'
import { LANGUAGES, type Language } from '#core/languages/language.ts'
import { phrase } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { speak } from '../scripts/render-script.ts'
import { answerQuery } from './callback-forms.ts'
import { afterWaitingUrl, answerPlaceOf, type CarriedAnswer } from './callback-urls.ts'
import { oneMomentScript } from './one-moment-script.ts'

/** About a minute and a half with the words, as long as a restart may take; then nobody should hold a phone any more. */
export const MAX_WAITS = 6

interface FailedRequest {
  publicUrl: string
  /** The call, as `fallbackUrl` names it. */
  call: string
  /** The address that gave no answer, as the provider reports it; empty when it does not. */
  failedUrl: string
  /** The keys that the provider sends; empty if nothing was pressed. */
  keys: string
  now: Date
  /** In which they are spoken to. */
  language?: Language
}

/**
 * Asks for patience and continues the call where it is, a few times; then says goodbye. What is promised must be true without
 * a database query: a care call that ends without an answer is retried, or the family is notified.
 */
export function fallbackScript({ publicUrl, call, failedUrl, keys, now, ...spoken }: FailedRequest): string {
  const language = languageIn(failedUrl) ?? spoken.language ?? 'en-AU'
  const waited = waitedBefore(failedUrl)
  const answer = answerIn(failedUrl, { call, keys, now })
  if (waited < MAX_WAITS) {
    return oneMomentScript(afterWaitingUrl(publicUrl, call, waited + 1, { answer, language }), language)
  }
  const response = new twilio.twiml.VoiceResponse()
  speak(response, goodbyeTo(call, { hasAnswered: answer !== undefined, language }), language)
  response.hangup()
  return response.toString()
}

/** How often this call was asked to wait since it last got a script. */
function waitedBefore(failedUrl: string): number {
  const waited = URL.parse(failedUrl)?.searchParams.get('waited') ?? ''
  return /^\d{1,3}$/.test(waited) ? Number(waited) : 0
}

/**
 * The answer that was not counted: the one the address carries, else keys that the provider sends along. Words that it
 * sends along are asked for again, since nobody knows when they were said.
 */
function answerIn(
  failedUrl: string,
  { call, keys, now }: Pick<FailedRequest, 'call' | 'keys' | 'now'>,
): CarriedAnswer | undefined {
  const url = URL.parse(failedUrl)
  if (!url?.pathname.endsWith(`/api/twilio/${answerPlaceOf(call)}`)) return undefined
  const query = answerQuery.safeParse(Object.fromEntries(url.searchParams))
  if (!query.success) return undefined
  const { step, at, ...carried } = query.data
  if (at !== undefined) return { step, at, keys: carried.keys, speech: carried.speech }
  return keys === '' ? undefined : { step, keys, speech: '', at: now.getTime() }
}

/** What the address that failed says of it: the person who rings Cooee is known only there. */
function languageIn(failedUrl: string): Language | undefined {
  const named = URL.parse(failedUrl)?.searchParams.get('language')
  return LANGUAGES.find((language) => language === named)
}

/** The last words of a call, as `fallbackUrl` names it. An answer may still be counted later, and then nobody rings again. */
export function goodbyeTo(
  call: string,
  { hasAnswered, language = 'en-AU' }: { hasAnswered: boolean; language?: Language },
): string {
  const wording = wordingOf(language)
  const sorry = phrase(wording, 'calls.cannotGoOn')
  if (call === 'inbound/voice') return `${sorry} ${phrase(wording, 'calls.ringLater')}`
  if (!call.startsWith('voice/')) return `${sorry} ${phrase(wording, 'calls.goodbye')}`
  return `${sorry} ${phrase(wording, hasAnswered ? 'calls.mayRing' : 'calls.willRingOrTell')}`
}
