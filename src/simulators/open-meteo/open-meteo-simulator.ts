import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** How it answers: with temperatures, late, not understandably, or not at all. */
export type Weather = 'hot' | 'mild' | 'slow' | 'broken' | 'fahrenheit' | 'too-many-requests' | 'down'

export interface OpenMeteoSimulatorOptions {
  /** Refuses requests without it. Nothing: asks for none, and refuses one. */
  apiKey?: string
  /** The first of the seven days that it forecasts. */
  today(): Date
  /** The highest temperature of each day at a place, in degrees; left out: the same everywhere, by `weather`. */
  maximumAt?(latitude: number, longitude: number): number
  /** How long `slow` takes, in milliseconds. */
  slowMs?: number
}

/** A running simulator. */
export interface OpenMeteoSimulator {
  /** What a client is given as its base address. */
  readonly url: string
  weather: Weather
  /** The highest temperature of each day from today, in place of the seven of `weather`. */
  maxima: (number | null)[] | null
  /** The queries of the requests, as they came. */
  readonly requests: URLSearchParams[]
  close(): Promise<void>
}

const DAYS = 7
const HOT = 42.6
const MILD = 24.2
const TENTH = /^-?\d{1,3}(\.\d)?$/

/**
 * Starts a simulator of a server of Open-Meteo: `GET /v1/forecast`. It is stricter than that is: it refuses a parameter it does not
 * know, coordinates that say more than the town, and a zone that does not exist.
 */
export async function startOpenMeteoSimulator({
  apiKey,
  today,
  maximumAt,
  slowMs = 2_000,
}: OpenMeteoSimulatorOptions): Promise<OpenMeteoSimulator> {
  const state = {
    weather: 'hot' as Weather,
    maxima: null as (number | null)[] | null,
    requests: [] as URLSearchParams[],
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://simulator')
    if (request.method !== 'GET' || pathname !== '/v1/forecast') return deny(response, 404, 'Not Found')
    state.requests.push(searchParams)
    const fault = faultIn(searchParams, apiKey)
    if (fault) return deny(response, 400, fault)
    switch (state.weather) {
      case 'down':
        response.destroy()
        return
      case 'too-many-requests':
        return deny(response, 429, 'Minutely API request limit exceeded. Please try again in one minute.')
      case 'broken':
        return send(response, 200, '<html>Bad gateway</html>')
      case 'slow':
        await pause(slowMs)
        break
      case 'hot':
      case 'mild':
      case 'fahrenheit':
    }
    send(response, 200, JSON.stringify(forecast(searchParams)))
  }

  function forecast(query: URLSearchParams) {
    const timezone = query.get('timezone') ?? ''
    const place = [Number(query.get('latitude')), Number(query.get('longitude'))] as const
    const usual = Array<number>(DAYS).fill(maximumAt?.(...place) ?? (state.weather === 'mild' ? MILD : HOT))
    const maxima = state.maxima ?? usual
    const first = Temporal.Instant.fromEpochMilliseconds(today().getTime()).toZonedDateTimeISO(timezone).toPlainDate()
    return {
      latitude: Number(query.get('latitude')),
      longitude: Number(query.get('longitude')),
      generationtime_ms: 0.1,
      timezone,
      daily_units: { time: 'iso8601', temperature_2m_max: state.weather === 'fahrenheit' ? '°F' : '°C' },
      daily: { time: maxima.map((_, days) => first.add({ days }).toString()), temperature_2m_max: maxima },
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

/** What is wrong with a query; null where nothing is. */
function faultIn(query: URLSearchParams, apiKey: string | undefined): string | null {
  const known = ['latitude', 'longitude', 'daily', 'timezone', ...(apiKey === undefined ? [] : ['apikey'])]
  for (const name of query.keys()) if (!known.includes(name)) return `Unknown parameter ${name}`
  for (const name of known) if (query.getAll(name).length !== 1) return `Parameter ${name} must be given once`
  if (apiKey !== undefined && query.get('apikey') !== apiKey) return 'The supplied API key is invalid.'
  for (const [name, most] of [
    ['latitude', 90],
    ['longitude', 180],
  ] as const) {
    const value = query.get(name) ?? ''
    if (!TENTH.test(value) || Math.abs(Number(value)) > most) return `Value of ${name} out of range`
  }
  if (query.get('daily') !== 'temperature_2m_max') return 'Only temperature_2m_max is simulated'
  return isZone(query.get('timezone') ?? '') ? null : 'Invalid timezone'
}

function isZone(zone: string): boolean {
  try {
    return Temporal.Now.zonedDateTimeISO(zone).timeZoneId === zone
  } catch {
    return false
  }
}

function deny(response: ServerResponse, status: number, reason: string): void {
  send(response, status, JSON.stringify({ error: true, reason }))
}

function send(response: ServerResponse, status: number, body: string): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(body)
}
