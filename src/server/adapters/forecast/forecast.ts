/** Where a forecast is wanted. Nothing else leaves Cooee: no address, and nobody's name. */
export interface ForecastPlace {
  /** In degrees, rounded to a tenth. */
  latitude: number
  longitude: number
  /** An IANA zone: days are those of its calendar. */
  timezone: string
}

/** One day of a forecast. */
export interface ForecastDay {
  /** `YYYY-MM-DD` */
  day: string
  /** The highest temperature, in whole degrees Celsius. */
  degrees: number
}

export type ForecastResult =
  | { kind: 'ok'; days: readonly ForecastDay[] }
  /** It did not answer, or in a way that is not understood. `reason` holds no key. */
  | { kind: 'failed'; reason: string }

/** A source of temperatures of the days to come. Never throws. */
export interface Forecast {
  /** The sandbox's: screens and notices say so. */
  readonly isMadeUp?: boolean
  fetchDays(place: ForecastPlace): Promise<ForecastResult>
}
