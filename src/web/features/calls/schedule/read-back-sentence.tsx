import { PhoneOutgoing } from 'lucide-react'
import type { ReadBack } from './read-back.ts'

const WEIGHTY =
  /((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d{1,2}:\d{2} [AP]M|[A-Z][a-z]{2} \d{1,2}, \d{4}|\d+(?:st|nd|rd|th))/

/** The schedule said back: "Cooee will ring Margaret Hartley every day at 9:00 AM, Sydney time." */
export function ReadBackSentence({ name, readBack, isEdit }: { name: string; readBack: ReadBack; isEdit: boolean }) {
  return (
    <p className="readback" role="status">
      <PhoneOutgoing />
      <span>
        Cooee will ring <strong>{name}</strong> <Emphasised>{readBack.when}</Emphasised>, {readBack.zone}.
        {readBack.first && (
          <>
            {' '}
            The {isEdit ? 'next' : 'first'} call is on <Emphasised>{readBack.first}</Emphasised>.
          </>
        )}
      </span>
    </p>
  )
}

/** Days, dates and times in bold: what a reader must not miss. */
function Emphasised({ children }: { children: string }) {
  return children
    .split(WEIGHTY)
    .map((part, index) => ({ part, key: `${index} ${part}` }))
    .map(({ part, key }) => (WEIGHTY.test(part) ? <strong key={key}>{part}</strong> : part))
}
