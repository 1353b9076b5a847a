import twilio from 'twilio'
import type { ScriptPart } from '#core/call-script/script.ts'

const VOICE = 'Polly.Olivia-Neural'
const LANGUAGE = 'en-AU'
/** How long a person may think after a question before it is asked again, in seconds. */
const ANSWER_SECONDS = 8

/**
 * A script as TwiML. Texts are escaped by the official builder: nothing a person typed can become a verb. `answerUrl`
 * gives the address that is told what was heard after a question.
 */
export function renderScript(script: readonly ScriptPart[], answerUrl: (step: string) => string): string {
  const response = new twilio.twiml.VoiceResponse()
  for (const part of script) {
    switch (part.kind) {
      case 'say':
        response.say({ voice: VOICE, language: LANGUAGE }, part.text)
        break
      case 'ask': {
        const gather = response.gather({
          input: ['dtmf', 'speech'],
          numDigits: 1,
          timeout: ANSWER_SECONDS,
          language: LANGUAGE,
          speechTimeout: 'auto',
          hints: 'yes, no, not yet, help, fine, okay',
          action: answerUrl(part.step),
          method: 'POST',
        })
        gather.say({ voice: VOICE, language: LANGUAGE }, part.prompt)
        break
      }
      case 'hang_up':
        response.hangup()
        break
    }
  }
  return response.toString()
}
