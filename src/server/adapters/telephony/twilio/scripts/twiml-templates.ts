import twilio from 'twilio'
import type { TwimlTemplate } from '#contract/admin/admin.ts'
import { CALL_TYPE_LABELS } from '#contract/calls/call-labels.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import { CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import { farewell, introduction, question } from '#core/conversation/script/phrases.ts'
import { templateUrls } from '../callbacks/callback-urls.ts'
import { renderScript, speak } from './render-script.ts'

/** Lifeline, the crisis line: https://www.lifeline.org.au. */
const LIFELINE = '131114'
const AFTER_HOURS_SECONDS = 120
const VOICEMAIL_SECONDS = 180

/** Documents for the provider's console (TwiML Bins), which Cooee itself does not use. What they ask for afterwards is at `publicUrl`. */
export function twimlTemplates(publicUrl: string): TwimlTemplate[] {
  const urls = templateUrls(publicUrl)
  return [
    {
      id: 'after_hours',
      name: 'After hours',
      description: 'Says that nobody is there and takes a message of up to 120 seconds. The message stays at Twilio.',
      twiml: afterHours(urls.goodbye),
    },
    {
      id: 'voicemail',
      name: 'Voicemail',
      description:
        'Takes a message of up to 180 seconds and has it written out. The message stays at Twilio, which writes out the first 120 seconds at most.',
      twiml: voicemail(urls),
    },
    {
      id: 'emergency',
      name: 'Emergency',
      description: 'Tells callers to ring 000 and connects them to Lifeline, 13 11 14. Cooee itself never dials 000.',
      twiml: emergency(),
    },
    ...CALL_TYPES.map((callType) => ({
      id: callType,
      name: CALL_TYPE_LABELS[callType],
      description:
        'What Cooee says in such a call, to a loved one called Margaret. The answer is thanked for and not kept.',
      twiml: renderScript(callToMargaret(callType), () => urls.goodbye),
    })),
  ]
}

/** Who is calling, the question, and a goodbye, with nobody behind it who could listen first. */
function callToMargaret(callType: CallType): ScriptPart[] {
  const subject = {
    callType,
    name: 'Margaret',
    preferredName: null,
    askedBy: 'Robyn',
    hour: 9,
    isDaily: true,
    isRecorded: false,
    reminderText: null,
    isCalledAgain: false,
  }
  return [
    { kind: 'say', text: introduction(subject) },
    { kind: 'ask', step: 'question', prompt: question(callType) },
    { kind: 'say', text: farewell(subject, 'no_answer') },
    { kind: 'hang_up' },
  ]
}

function afterHours(goodbyeUrl: string): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(
    response,
    'Thank you for ringing Cooee. Nobody is here just now. Please leave a message after the tone, and press hash when you have finished. If somebody is in danger, hang up and call triple zero.',
  )
  response.record({
    maxLength: AFTER_HOURS_SECONDS,
    playBeep: true,
    finishOnKey: '#',
    action: goodbyeUrl,
    method: 'POST',
  })
  speak(response, 'I did not hear a message. Goodbye.')
  response.hangup()
  return response.toString()
}

function voicemail({ goodbye, transcription }: ReturnType<typeof templateUrls>): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(
    response,
    'You have reached Cooee. Please leave your name, your number and your message after the tone, and press hash when you have finished.',
  )
  response.record({
    maxLength: VOICEMAIL_SECONDS,
    playBeep: true,
    finishOnKey: '#',
    transcribe: true,
    transcribeCallback: transcription,
    action: goodbye,
    method: 'POST',
  })
  speak(response, 'I did not hear a message. Goodbye.')
  response.hangup()
  return response.toString()
}

function emergency(): string {
  const response = new twilio.twiml.VoiceResponse()
  speak(
    response,
    'If somebody is in danger, hang up now and call 000. If you need somebody to talk to, stay on the line: I am connecting you to Lifeline. If nobody answers, ring 13 11 14 again.',
  )
  response.dial({ timeout: 45 }, LIFELINE)
  // What follows is said after a good talk too: nothing does.
  response.hangup()
  return response.toString()
}
