import type { Subscription } from '#contract/accounts/billing.ts'
import { listInWords } from '#core/format/list-in-words.ts'
import { dayOf } from '#web/domain/account/plan-days.ts'
import { callTypeLabel } from '#web/domain/calls/service-tag.tsx'
import { Callout } from '#web/ui/callout.tsx'

/** Which schedules of the free trial end with the first paid month, when that is, and how to keep them. */
export function EndingTypes({ ending: { callTypes, at } }: { ending: NonNullable<Subscription['endingTypes']> }) {
  const types = listInWords(callTypes.map(callTypeLabel))
  return (
    <Callout kind="warning" title={`Your ${types} calls end on ${dayOf(at)}`}>
      <p>
        You scheduled them in your free trial, and your plan doesn’t include them. To keep them, add {types} below
        before then. Your other calls continue as scheduled.
      </p>
    </Callout>
  )
}
