import { expect, test } from 'vitest'
import { scriptedForecast } from '#test/adapters/scripted-forecast.ts'
import { watchForecast } from './watch-forecast.ts'

test('the log says once that the source is down, and once that it is back', async () => {
  const lines: string[] = []
  const log = {
    debug: () => {},
    info: (words: string) => void lines.push(words),
    warn: (_: object, words: string) => void lines.push(words),
    error: () => {},
  }
  const script = scriptedForecast()
  const forecast = watchForecast(script, log as never)
  const ask = () => forecast.fetchDays({ latitude: -34.2, longitude: 142.2, timezone: 'Australia/Melbourne' })
  await ask()
  script.days = null
  await ask()
  await ask()
  script.days = {}
  await ask()
  await ask()
  expect(lines).toEqual([
    'The forecast source does not answer; the last forecasts are kept',
    'The forecast source answers again',
  ])
})
