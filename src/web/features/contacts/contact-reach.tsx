import { CalendarClock, CarFront, MessageSquareCheck, Plane } from 'lucide-react'
import type { Contact } from '#contract/people/contacts.ts'
import { relativeTime } from '#core/format/relative-time.ts'
import { useNow } from '#web/lib/use-now.ts'
import { awayInWords, distanceInWords, hoursInWords } from './reach-in-words.ts'

/** When a contact can be reached and how far they are, as they have said, and when our last text arrived. */
export function ContactReach({ contact: { availability, keyNote, lastDeliveredAt } }: { contact: Contact }) {
  const now = useNow()
  const hours = availability && hoursInWords(availability)
  const away = availability && awayInWords(availability, now)
  const distance = availability && distanceInWords(availability, keyNote)
  return (
    <>
      {away && (
        <div>
          <Plane />
          <span>{away}</span>
        </div>
      )}
      {hours && (
        <div>
          <CalendarClock />
          <span>{hours}</span>
        </div>
      )}
      {distance && (
        <div>
          <CarFront />
          <span>{distance}</span>
        </div>
      )}
      {lastDeliveredAt && (
        <div>
          <MessageSquareCheck />
          <span>
            Our last text arrived{' '}
            {relativeTime(new Date(lastDeliveredAt), now, availability?.zone ?? 'Australia/Sydney')}
          </span>
        </div>
      )}
    </>
  )
}
