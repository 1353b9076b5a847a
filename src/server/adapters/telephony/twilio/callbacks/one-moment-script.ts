import twilio from 'twilio'
import { speak } from '../scripts/render-script.ts'

const PAUSE_SECONDS = 5

/** "One moment please", a pause, and on at `nextUrl`. */
export function oneMomentScript(nextUrl: string): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(response, 'One moment please.')
  response.pause({ length: PAUSE_SECONDS })
  response.redirect({ method: 'POST' }, nextUrl)
  return response.toString()
}
