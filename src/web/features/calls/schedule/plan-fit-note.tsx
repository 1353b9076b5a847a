import { useQuery } from '@tanstack/react-query'
import { LONGEST_PAGE } from '#contract/page-limits.ts'
import { neededInMonth, overPlan } from '#web/domain/account/plan-fit.ts'
import { subscriptionQuery } from '#web/domain/account/plan-standing.ts'
import { recurringCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { Callout } from '#web/ui/callout.tsx'
import { patternsOf, type ScheduleForm } from './schedule-form.ts'

/** Says, while a schedule is made, that it needs more calls a month than the plan has, with those that go on beside it. */
export function PlanFitNote({ form, callId }: { form: ScheduleForm; callId: number | undefined }) {
  const plan = useQuery(subscriptionQuery).data
  const listed = useQuery(recurringCallsQuery()).data ?? []
  const others = listed.filter(({ id }) => id !== callId)
  if (!plan || form.recurrencePattern === 'once') return null
  const isPart = listed.length >= LONGEST_PAGE
  const own = { recurrencePattern: form.recurrencePattern, schedulePatterns: patternsOf(form) }
  const words = overPlan(neededInMonth([...others, own]), plan.usage.callsPerMonth, isPart)
  return words && <Callout kind="warning">{words}</Callout>
}
