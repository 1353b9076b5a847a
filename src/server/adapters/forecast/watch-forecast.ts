import type { Logger } from '#server/platform/health/logger.ts'
import type { Forecast } from './forecast.ts'

/** The same forecast; the log says once that the source no longer answers, and once that it does again. */
export function watchForecast(forecast: Forecast, log: Logger): Forecast {
  let isDown = false
  return {
    ...forecast,
    async fetchDays(place) {
      const result = await forecast.fetchDays(place)
      if (result.kind === 'failed' && !isDown) {
        log.warn({ reason: result.reason }, 'The forecast source does not answer; the last forecasts are kept')
      }
      if (result.kind === 'ok' && isDown) log.info('The forecast source answers again')
      isDown = result.kind === 'failed'
      return result
    },
  }
}
