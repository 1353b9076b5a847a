import twilio from 'twilio'
import { CALLS } from '#core/languages/english/calls.ts'
import type { Language } from '#core/languages/language.ts'
import { phrase } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { speak } from '../scripts/render-script.ts'

export const ONE_MOMENT = CALLS.oneMoment
export const PAUSE_SECONDS = 5

/** "One moment please", a pause, and on at `nextUrl`. As it was shipped: the corrections of reviewers are in the database. */
export function oneMomentScript(nextUrl: string, language: Language = 'en-AU'): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(response, phrase(wordingOf(language), 'calls.oneMoment'), language)
  response.pause({ length: PAUSE_SECONDS })
  response.redirect({ method: 'POST' }, nextUrl)
  return response.toString()
}
