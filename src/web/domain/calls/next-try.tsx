import { RefreshCw } from 'lucide-react'
import type { Call, ShownOutcome } from '#contract/calls/calls.ts'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { useNow } from '#web/lib/use-now.ts'
import { bothTimes } from './call-when.tsx'

/** A call that waits for another try: when that is due, and how the last one ended. */
interface Waiting {
  /** ISO 8601. */
  nextTryAt: string
  lastOutcome: ShownOutcome | null
  /** Left out: by ringing. */
  asksBy?: AsksBy
}

/** What a call waits for; null unless it is under way and nobody is on the phone. */
export function waitingOf({
  nextTryAt,
  attempts,
  asksBy = 'call',
}: Pick<Call, 'nextTryAt' | 'attempts'> & Partial<Pick<Call, 'asksBy'>>): Waiting | null {
  return nextTryAt === null ? null : { nextTryAt, lastOutcome: attempts.at(-1)?.outcome ?? null, asksBy }
}

/** The same of a loved one's next call. */
export function nextCallWaiting({ nextTryAt, lastOutcome, asksBy }: NonNullable<LovedOne['nextCall']>): Waiting | null {
  return nextTryAt === null ? null : { nextTryAt, lastOutcome, asksBy }
}

/** "No answer yet, trying again at 9:10 AM", on the loved one's clock and the reader's. */
export function nextTryInWords({ nextTryAt, lastOutcome, asksBy }: Waiting, zone: string, now: Date): string {
  const when = Date.parse(nextTryAt) > now.getTime() ? `at ${bothTimes(nextTryAt, zone)}` : 'now'
  switch (lastOutcome) {
    case 'not_yet':
      return `Not yet, ${asksBy === 'text' ? 'texting' : 'ringing'} again ${when}`
    case 'busy':
      return `The line was busy, trying again ${when}`
    case 'failed':
      return `Didn’t go through, trying again ${when}`
    default:
      return `No answer yet, trying again ${when}`
  }
}

/** The same under a call that is shown; nothing when it waits for nothing. */
export function NextTryOf({
  call,
}: {
  call: Pick<Call, 'nextTryAt' | 'attempts' | 'lovedOne'> & Partial<Pick<Call, 'asksBy'>>
}) {
  const waiting = waitingOf(call)
  return waiting && <NextTry waiting={waiting} zone={call.lovedOne.timezone} />
}

/** The same in its place. */
export function NextTry({ waiting, zone }: { waiting: Waiting; zone: string }) {
  const now = useNow()
  return (
    <span className="next-try num">
      <RefreshCw />
      <span>{nextTryInWords(waiting, zone, now)}</span>
    </span>
  )
}
