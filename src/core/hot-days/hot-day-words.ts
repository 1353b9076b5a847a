import { shortName } from '../escalation/texts/parts/short-name.ts'
import { formatTimeOfDay } from '../format/dates.ts'
import { CALLS } from '../languages/english/calls.ts'
import { sentNameOr } from '../names/sent-name.ts'
import { FORECAST_SOURCE, MADE_UP_FORECAST } from './forecast-source.ts'

/** What is written about an offer. */
export interface OfferInWords {
  /** Who would be rung: "Margaret Hartley". */
  name: string
  /** "Mildura" */
  town: string
  degrees: number
  isToday: boolean
  /** "14:00", on their clock. */
  timeOfDay: string
  /** Where it is accepted or declined. */
  link: string
  /** The forecast is the sandbox's. */
  isMadeUp?: boolean
}

/** The notice of an offer, to those who may schedule calls. In a text the sign for degrees would halve how much fits. */
export function offerText({ name, town, degrees, isToday, timeOfDay, link, isMadeUp = false }: OfferInWords) {
  const day = isToday ? 'today' : 'tomorrow'
  const called = shortName(name)
  const at = formatTimeOfDay(timeOfDay)
  return {
    subject: `${degrees}° in ${town} ${day}: one more call for ${sentNameOr(name)}?`,
    mail: [
      `It is going to be ${degrees}° in ${town} ${day}. We can ring ${called} once more, at ${at}, and say: “${CALLS.coolDown}” Then we ask how they are, as always.`,
      `We ring only if you ask us to: ${link}`,
      `Forecast: ${isMadeUp ? MADE_UP_FORECAST : `${FORECAST_SOURCE.name}, ${FORECAST_SOURCE.link}`}`,
    ].join('\n\n'),
    sms: `Cooee: It is going to be ${degrees} degrees in ${town} ${day}. Shall we ring ${called} once more, at ${at}, with a word on keeping cool? We ring only if you ask us to: ${link}`,
  }
}
