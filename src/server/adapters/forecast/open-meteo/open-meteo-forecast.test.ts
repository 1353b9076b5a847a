import { afterEach, expect, test } from 'vitest'
import { type OpenMeteoSimulator, startOpenMeteoSimulator } from '#simulators/open-meteo/open-meteo-simulator.ts'
import { openMeteoForecast } from './open-meteo-forecast.ts'

const MILDURA = { latitude: -34.2, longitude: 142.2, timezone: 'Australia/Melbourne' }
const KEY = 'a-key-of-the-operator'
const today = () => new Date('2026-01-13T14:00:00Z')

let simulator: OpenMeteoSimulator | undefined
afterEach(() => simulator?.close())

async function forecastOf(options: { apiKey?: string; given?: string | null } = {}) {
  const { apiKey, given = apiKey ?? null } = options
  simulator = await startOpenMeteoSimulator({ today, slowMs: 400, ...(apiKey !== undefined && { apiKey }) })
  return {
    simulator,
    forecast: openMeteoForecast({ baseUrl: `${simulator.url}/`, apiKey: given, answerWithinMs: 200 }),
  }
}

test('the days to come are those of the town’s calendar, in whole degrees', async () => {
  const { simulator, forecast } = await forecastOf()
  simulator.maxima = [40.4, 40.5, null, 12]
  expect(await forecast.fetchDays(MILDURA)).toEqual({
    kind: 'ok',
    days: [
      { day: '2026-01-14', degrees: 40 },
      { day: '2026-01-15', degrees: 41 },
      { day: '2026-01-17', degrees: 12 },
    ],
  })
})

test('no more is asked than the place, the zone and the highest temperature', async () => {
  const { simulator, forecast } = await forecastOf()
  await forecast.fetchDays(MILDURA)
  expect(simulator.requests.map((query) => query.toString())).toEqual([
    'latitude=-34.2&longitude=142.2&daily=temperature_2m_max&timezone=Australia%2FMelbourne',
  ])
})

test('the key of the paid host goes along', async () => {
  const { forecast } = await forecastOf({ apiKey: KEY })
  expect(await forecast.fetchDays(MILDURA)).toMatchObject({ kind: 'ok' })
})

test('a wrong key is a failure whose reason names no key', async () => {
  const { forecast } = await forecastOf({ apiKey: 'another', given: KEY })
  const result = await forecast.fetchDays(MILDURA)
  expect(result).toEqual({ kind: 'failed', reason: 'It answered 400' })
})

test.each(['too-many-requests', 'broken', 'fahrenheit', 'slow', 'down'] as const)(
  'a source that is %s fails, and throws nothing',
  async (weather) => {
    const { simulator, forecast } = await forecastOf({ apiKey: KEY })
    simulator.weather = weather
    const result = await forecast.fetchDays(MILDURA)
    expect(result.kind).toBe('failed')
    expect(JSON.stringify(result)).not.toContain(KEY)
  },
)

test.each([[[]], [[null, null]], [[400]]])('an answer of %j is no forecast', async (maxima) => {
  const { simulator, forecast } = await forecastOf()
  simulator.maxima = maxima
  expect(await forecast.fetchDays(MILDURA)).toMatchObject({ kind: 'failed' })
})

test('an address at which nothing listens fails', async () => {
  const { simulator, forecast } = await forecastOf({ apiKey: KEY })
  await simulator.close()
  const result = await forecast.fetchDays(MILDURA)
  expect(result.kind).toBe('failed')
  expect(JSON.stringify(result)).not.toContain(KEY)
})
