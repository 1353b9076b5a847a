import { useQuery } from '@tanstack/react-query'
import type { Call } from '#contract/calls/calls.ts'
import { formatDate, formatTime } from '#core/format/dates.ts'
import { inAnotherZone } from '#core/recurrence/in-another-zone.ts'
import { nextOccurrence } from '#core/recurrence/next-occurrence.ts'
import { recurrenceFrom } from '#core/recurrence/recurrence-from.ts'
import { zoneCity } from '#core/time-zones.ts'
import { upcomingCallsQuery } from '#web/domain/calls/calls-queries.ts'
import { howOften } from '#web/domain/calls/schedule-in-words.ts'
import { callLabelOf } from '#web/domain/calls/service-tag.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Callout } from '#web/ui/callout.tsx'

/** Says, before it is saved, what another timezone does to each call that is scheduled, on the reader's clock too. */
export function MovedCalls({ lovedOneId, zone }: { lovedOneId: number; zone: string }) {
  const now = useNow()
  const calls = useQuery({ ...upcomingCallsQuery(lovedOneId), refetchInterval: false }).data ?? []
  const moved = calls.filter((call) => call.status === 'scheduled' && call.lovedOne.timezone !== zone)
  if (moved.length === 0) return null
  return (
    <Callout kind="warning" title="This changes when we ring" className="span-2">
      <ul className="mt-1 grid gap-1">
        {moved.map((call) => (
          <li key={call.id}>{keptTogether(moveInWords(call, zone, now))}</li>
        ))}
      </ul>
    </Callout>
  )
}

/** "Daily Check-in, every day: still 9:00 AM, now Adelaide time." A single call stays at its moment: "Wellness Check on Nov 25, 2026: …". */
function moveInWords(call: Call, zone: string, now: Date): string {
  const before = new Date(call.scheduledTime)
  const { timezone } = call.lovedOne
  const type = callLabelOf(call)
  const often = howOften(call)
  const place = zoneCity(zone)
  if (often === null) {
    return `${type} on ${formatDate(before, timezone)}: the same moment, now ${formatTime(before, zone)} ${place}.`
  }
  const rule = recurrenceFrom(call.recurrencePattern, before, timezone, call.schedulePatterns)
  const sameTime = inAnotherZone(rule, before, timezone, zone)
  const after = sameTime > now ? sameTime : (nextOccurrence(rule, now, zone) ?? sameTime)
  const stays = `${type}, ${often.charAt(0).toLowerCase()}${often.slice(1)}: still ${formatTime(after, zone)}, now ${place}.`
  const yours = [before, after].map((instant) => formatTime(instant, viewerZone()))
  return yours[0] === yours[1] ? stays : `${stays} For you that’s ${yours[1]} instead of ${yours[0]}.`
}
