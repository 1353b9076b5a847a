import type { SystemReport } from '#contract/admin/admin.ts'
import { formatTime, formatWeekDayDate } from '#core/format/dates.ts'
import { viewerZone, zoneName } from '#web/domain/local-time.tsx'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { Callout } from '#web/ui/callout.tsx'
import { Panel } from '#web/ui/card.tsx'

type Quarter = SystemReport['capacity']['short'][number]

/** Whether the phone line suffices for the next 24 hours, and the quarters of an hour in which it does not. */
export function LineAhead({ capacity }: { capacity: SystemReport['capacity'] }) {
  const { callsPerQuarter, fullest, short } = capacity
  return (
    <Panel title="Phone line, next 24 hours">
      <div className="card__body grid gap-3 pt-2 md:pt-2">
        <p>
          We can place {countOf(callsPerQuarter)} in 15 minutes, even while alerts use the other half of the line.{' '}
          {fullest === null
            ? 'Nothing is booked.'
            : `The fullest 15 minutes begin at ${whenOf(fullest)}, with ${countOf(fullest.due)}.`}
        </p>
        {fullest !== null && fullest.due > callsPerQuarter && short.length === 0 && (
          <p>
            That is more than leave in those 15 minutes. The others leave after them, each before it is too late for it:
            a wake-up call has 15 minutes, a medication reminder 30, other calls an hour. A new call that would make one
            of them late is refused.
          </p>
        )}
        {short.length > 0 && (
          <>
            <Callout kind="warning" title="Some calls cannot be placed in time">
              Ask your phone provider for more calls per second. New calls at these times are refused.
            </Callout>
            <ul className="list" aria-label="Calls that cannot be placed in time">
              {short.map((quarter) => (
                <li key={quarter.startsAt} className="list__row">
                  <div className="list__main">
                    <span className="list__title">{whenOf(quarter)}</span>
                    <span className="list__meta num">
                      {countOf(quarter.due)} due · {quarter.late} too many
                    </span>
                  </div>
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
    </Panel>
  )
}

/** "9:00 AM AEDT, Tuesday, Mar 10, 2026" on the reader's clock. */
function whenOf({ startsAt }: Quarter): string {
  const at = new Date(startsAt)
  return `${keptTogether(`${formatTime(at, viewerZone())} ${zoneName(startsAt, viewerZone())}`)}, ${formatWeekDayDate(at, viewerZone())}`
}

const countOf = (calls: number): string => (calls === 1 ? '1 call' : `${calls.toLocaleString('en-AU')} calls`)
