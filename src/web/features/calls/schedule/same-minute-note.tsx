import { useQuery } from '@tanstack/react-query'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatTime, formatWeekDayDate } from '#core/format/dates.ts'
import { UPCOMING_SHOWN, upcomingCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { callTypeLabel } from '#web/domain/calls/service-tag.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Callout } from '#web/ui/callout.tsx'
import { sameMinute } from './same-minute.ts'
import type { ScheduleForm } from './schedule-form.ts'

interface SameMinuteNoteProps {
  form: ScheduleForm
  lovedOne: LovedOne
  zone: string
  now: Date
  callId: number | undefined
}

/** Says, while a call is scheduled, that the same phone has another one at the same minute. It is no refusal: both ring. */
export function SameMinuteNote({ form, lovedOne, zone, now, callId }: SameMinuteNoteProps) {
  const first = useQuery({ ...upcomingCallsQuery(), refetchInterval: false }).data ?? []
  // Of very many calls the first may be of other people: this person's own are asked for as well.
  const isLong = first.length >= UPCOMING_SHOWN
  const own = useQuery({ ...upcomingCallsQuery(lovedOne.id), refetchInterval: false, enabled: isLong }).data ?? []
  const scheduled = isLong ? [...first, ...own] : first
  const other = sameMinute({ form, phoneNumber: lovedOne.phoneNumber, zone, now, callId }, scheduled)
  if (!other) return null
  const { call, at } = other
  const when = `${formatWeekDayDate(at, zone)} at ${formatTime(at, zone)}`
  return (
    <Callout kind="warning">
      {keptTogether(
        `${shortName(call.lovedOne.name)}’s phone already has a call then: ${callTypeLabel(call.callType)}, ${when}. We’ll make one call after the other.`,
      )}
    </Callout>
  )
}
