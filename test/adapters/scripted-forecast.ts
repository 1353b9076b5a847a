import type { Forecast, ForecastPlace } from '#server/adapters/forecast/forecast.ts'

/** A forecast that says what the test wants of every place, and counts what it was asked. */
export interface ScriptedForecast extends Forecast {
  /** As the sandbox's. */
  isMadeUp?: boolean
  /** Degrees by day; null: it fails. */
  days: Record<string, number> | null
  readonly asked: ForecastPlace[]
}

export function scriptedForecast(days: Record<string, number> | null = {}): ScriptedForecast {
  const script: ScriptedForecast = {
    days,
    asked: [],
    async fetchDays(place) {
      script.asked.push(place)
      if (script.days === null) return { kind: 'failed', reason: 'It answered 503' }
      return { kind: 'ok', days: Object.entries(script.days).map(([day, degrees]) => ({ day, degrees })) }
    },
  }
  return script
}

/** Very hot everywhere, on the first day and the next ones. */
export function hotFrom(first: string): Record<string, number> {
  const day = (days: number) => Temporal.PlainDate.from(first).add({ days }).toString()
  return { [day(0)]: 45, [day(1)]: 45, [day(2)]: 45 }
}
