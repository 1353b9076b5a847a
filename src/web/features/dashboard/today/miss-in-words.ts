import type { Call } from '#contract/calls/calls.ts'
import { callAtTime } from '#web/domain/calls/call-when.tsx'

/** A missed call, without a full stop: what the last try that reached a phone showed, with the loved one's time and the reader's. */
export function missInWords(call: Pick<Call, 'attempts' | 'scheduledTime' | 'lovedOne'>, name: string): string {
  const missed = callAtTime(call)
  switch (call.attempts.findLast(({ outcome }) => outcome !== null && outcome !== 'failed')?.outcome) {
    case 'not_yet':
      return `${name} answered the ${missed}, but hasn’t said it’s done`
    case 'no_response':
      return `We got no clear answer from ${name} on the ${missed}`
    default:
      return `${name} didn’t answer the ${missed}`
  }
}
