import { MessageCircleHeart, PhoneOutgoing } from 'lucide-react'
import { useId } from 'react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import type { AsksBy } from '#core/calls/call-vocabulary.ts'
import { mayBeTexted } from '#web/domain/people/may-be-texted.ts'
import { refusedInWords } from '#web/domain/people/refused.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import type { ReadBack } from './read-back.ts'

const WEIGHTY =
  /((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|\d{1,2}:\d{2} [AP]M|[A-Z][a-z]{2} \d{1,2}, \d{4}|\d+(?:st|nd|rd|th))/

/**
 * The schedule said back: "Cooee will ring Margaret Hartley every day at 9:00 AM, Sydney time." A schedule that repeats
 * names the calls after its first below. Only the sentence is read out when something changes; the dates can be gone through.
 */
export function ReadBackSentence({
  name,
  readBack,
  asksBy,
  isEdit,
}: {
  name: string
  readBack: ReadBack
  asksBy: AsksBy
  isEdit: boolean
}) {
  const isText = asksBy === 'text'
  const headingId = useId()
  const [first, ...later] = readBack.next
  return (
    <div className="readback">
      {isText ? <MessageCircleHeart /> : <PhoneOutgoing />}
      <div className="grid gap-3">
        <p role="status">
          Cooee will {isText ? 'text' : 'ring'} <strong>{name}</strong> <Emphasised>{readBack.when}</Emphasised>,{' '}
          {readBack.zone}.
          {first && (
            <>
              {' '}
              The {isEdit ? 'next' : 'first'} {isText ? 'text' : 'call'} is on <Emphasised>{first}</Emphasised>.
            </>
          )}
        </p>
        {later.length > 0 && (
          <div>
            <p id={headingId} className="readback__label">
              The {isText ? 'texts' : 'calls'} after that
            </p>
            <ol className="readback__dates num" aria-labelledby={headingId}>
              {later.map((date) => (
                <li key={date}>{keptTogether(date)}</li>
              ))}
            </ol>
          </div>
        )}
      </div>
    </div>
  )
}

/** In place of the sentence, where their phone wants no calls: to say that Cooee will ring would be untrue. */
export function WontRing({ lovedOne, onText }: { lovedOne: LovedOne; onText: () => void }) {
  return (
    <Callout kind="warning">
      <p role="status">{refusedInWords(lovedOne.name, lovedOne)}, so this call won’t ring.</p>
      {mayBeTexted(lovedOne) && (
        <Button size="sm" className="mt-3" onClick={onText}>
          <MessageCircleHeart />
          Ask by text instead
        </Button>
      )}
    </Callout>
  )
}

/** Days, dates and times in bold: what a reader must not miss. */
function Emphasised({ children }: { children: string }) {
  return children
    .split(WEIGHTY)
    .map((part, index) => ({ part, key: `${index} ${part}` }))
    .map(({ part, key }) =>
      WEIGHTY.test(part) ? (
        <strong key={key} className="whitespace-nowrap">
          {part}
        </strong>
      ) : (
        part
      ),
    )
}
