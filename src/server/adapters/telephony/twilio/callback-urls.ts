import type { CallSubject } from '../telephony.ts'

/** Where the provider calls back about one call. The id in the address ties a lost answer to its dial. */
export function callbackUrls(publicUrl: string, subject: CallSubject) {
  const base = `${publicUrl}/api/twilio`
  const [prefix, id] = placeOf(subject)
  return {
    voice: `${base}/${prefix}voice/${id}`,
    answer: (step: string) => `${base}/${prefix}voice/${id}/answer?step=${encodeURIComponent(step)}`,
    status: `${base}/${prefix}status/${id}`,
    machineDetection: `${base}/machine-detection/${id}`,
    recording: `${base}/recording/${id}`,
  }
}

function placeOf(subject: CallSubject): [prefix: string, id: number] {
  if ('alertId' in subject) return ['alert-', subject.alertId]
  return 'testCallId' in subject ? ['test-', subject.testCallId] : ['', subject.attemptId]
}

/** Where the provider tells what reaches our own number: set once for the number, not with each call. */
export function numberUrls(publicUrl: string) {
  const base = `${publicUrl}/api/twilio/inbound`
  return {
    voice: `${base}/voice`,
    answer: (step: string) => `${base}/answer?step=${encodeURIComponent(step)}`,
    status: `${base}/status`,
    sms: `${base}/text`,
  }
}

/** What the templates for the provider's own console refer to. */
export function templateUrls(publicUrl: string) {
  const base = `${publicUrl}/api/twilio`
  return { goodbye: `${base}/template/goodbye`, transcription: `${base}/transcription` }
}

/** Where the provider tells whether a text message arrived. */
export function textStatusUrl(publicUrl: string, messageId: number): string {
  return `${publicUrl}/api/twilio/text-status/${messageId}`
}
