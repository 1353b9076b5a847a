import twilio from 'twilio'
import type { ScriptPart } from '#core/call-script/script.ts'

const VOICE = 'Polly.Olivia-Neural'
const LANGUAGE = 'en-AU'
/** Slower than usual, for somebody who hears badly or has just woken up. Neural voices know the rate of `<prosody>`. */
const SPEAKING_RATE = '90%'
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
        speak(response, part.text)
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
        speak(gather, part.prompt)
        break
      }
      case 'hang_up':
        response.hangup()
        break
    }
  }
  return response.toString()
}

type Speaker = Pick<InstanceType<typeof twilio.twiml.VoiceResponse>, 'say'>

/** Says a text in Cooee's voice. */
export function speak(speaker: Speaker, text: string): void {
  speaker.say({ voice: VOICE, language: LANGUAGE }, '').prosody({ rate: SPEAKING_RATE }, speakable(text))
}

/** XML 1.0, section 2.2: what is not a character of it cannot be in a document, not even escaped. */
const NOT_OF_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu

function speakable(text: string): string {
  return text.replace(NOT_OF_XML, ' ')
}
