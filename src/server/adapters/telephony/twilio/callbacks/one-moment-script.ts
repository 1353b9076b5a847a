import twilio from 'twilio'
import { speak } from '../scripts/render-script.ts'

export const ONE_MOMENT = 'One moment please.'
export const PAUSE_SECONDS = 5

/** "One moment please", a pause, and on at `nextUrl`. */
export function oneMomentScript(nextUrl: string): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(response, ONE_MOMENT)
  response.pause({ length: PAUSE_SECONDS })
  response.redirect({ method: 'POST' }, nextUrl)
  return response.toString()
}
