import { Sun } from 'lucide-react'
import { useId, useState } from 'react'
import type { HotDayOffer, HotDays } from '#contract/calls/hot-days.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import { formatClock, formatDateTime, formatTimeOfDay } from '#core/format/dates.ts'
import { forecastAge } from '#core/hot-days/forecast-age.ts'
import { FORECAST_SOURCE, MADE_UP_FORECAST } from '#core/hot-days/forecast-source.ts'
import { LANGUAGE_NAMES } from '#core/languages/language-names.ts'
import { ForRight } from '#web/domain/account/rights.tsx'
import { viewerZone } from '#web/domain/local-time.tsx'
import { errorText } from '#web/lib/http/api-client.ts'
import { keptTogether } from '#web/lib/http/kept-together.ts'
import { useNow } from '#web/lib/use-now.ts'
import { Button } from '#web/ui/button.tsx'
import { Callout } from '#web/ui/callout.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TimePicker } from '#web/ui/form/time-picker.tsx'
import { VisuallyHidden } from '#web/ui/live-region.tsx'
import { toast } from '#web/ui/overlay/toast.tsx'
import { useAcceptHotDay, useDeclineHotDay } from './decide-hot-day.ts'
import './hot-day-offers.css'

/** So many are shown before somebody asks for the rest. */
const SHOWN_AT_FIRST = 3

/** One more call, offered for each very hot day. */
export function HotDayOffers({ offers, isMadeUp = false }: Pick<HotDays, 'offers' | 'isMadeUp'>) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? offers : offers.slice(0, SHOWN_AT_FIRST)
  const more = offers.length - shown.length
  return (
    <div className="hot-days">
      {shown.map((offer) => (
        <Offer key={offer.id} offer={offer} isMadeUp={isMadeUp} />
      ))}
      {more > 0 && (
        <div>
          <Button variant="outline" onClick={() => setWhole(true)}>
            Show {more} more
          </Button>
        </div>
      )}
    </div>
  )
}

function Offer({ offer, isMadeUp }: { offer: HotDayOffer; isMadeUp: boolean }) {
  const headingId = useId()
  const { lovedOneName, town, degrees, isToday, says, language, fetchedAt } = offer
  const name = shortName(lovedOneName)
  const day = isToday ? 'today' : 'tomorrow'
  const now = useNow()
  return (
    <section className="card hot-day" aria-labelledby={headingId}>
      <Sun />
      <div className="hot-day__body">
        <h2 id={headingId} className="num">
          It’s going to be {degrees}° in {town} {day} <VisuallyHidden>for {name}</VisuallyHidden>
        </h2>
        <p>
          We can ring {name} once more and say
          {language === 'en-AU' ? '' : ` in ${LANGUAGE_NAMES[language].english}`}: “{says}” Then we ask how they are.
        </p>
        <ForRight right="care">
          <Decision offer={offer} name={name} />
        </ForRight>
        <p className="muted num">
          Forecast:{' '}
          {isMadeUp ? (
            MADE_UP_FORECAST
          ) : (
            <>
              <a href={FORECAST_SOURCE.link} rel="noreferrer" target="_blank">
                {FORECAST_SOURCE.name}
              </a>
              , from {keptTogether(forecastAge(new Date(fetchedAt), now, viewerZone()))}
            </>
          )}
        </p>
      </div>
    </section>
  )
}

function Decision({ offer, name }: { offer: HotDayOffer; name: string }) {
  const { id, proposedTime, isToday, timezone } = offer
  const [chosen, setChosen] = useState<string>()
  const accept = useAcceptHotDay(id)
  const decline = useDeclineHotDay(id)
  const now = useNow()
  const timeOfDay = chosen ?? proposedTime
  const failed = accept.error ?? decline.error
  const about = <VisuallyHidden>to {name}</VisuallyHidden>

  function ring() {
    accept.mutate(timeOfDay, {
      onSuccess: ({ scheduledTime }) =>
        toast.success(`We’ll ring ${name} on ${formatDateTime(new Date(scheduledTime), timezone)}, their time.`),
    })
  }
  return (
    <>
      {failed && (
        <Callout kind="error">
          {errorText(failed, 'We couldn’t save that. Please try again.').replace(/^Validation error: /, '')}
        </Callout>
      )}
      <div className="hot-day__decision">
        <Field label={`Time, on ${name}’s clock`} className="hot-day__time">
          {(control) => (
            <TimePicker
              {...control}
              label={`Time, on ${name}’s clock`}
              value={timeOfDay}
              onChange={setChosen}
              earliest={isToday ? formatClock(now, timezone) : '07:00'}
            />
          )}
        </Field>
        <Button
          variant="primary"
          onClick={ring}
          busy={accept.isPending}
          busyLabel="Scheduling…"
          disabled={decline.isPending}
        >
          <span className="num">
            Ring at {formatTimeOfDay(timeOfDay)} {about}
          </span>
        </Button>
        <Button variant="outline" onClick={() => decline.mutate()} disabled={accept.isPending || decline.isPending}>
          <span>
            No, thanks <VisuallyHidden>for {name}</VisuallyHidden>
          </span>
        </Button>
      </div>
    </>
  )
}
