import { z } from 'zod'
import { localDate } from '#contract/wire.ts'
import type { Forecast, ForecastDay, ForecastPlace, ForecastResult } from '../forecast.ts'

export interface OpenMeteoOptions {
  /** Of the server, without `/v1/forecast`. */
  baseUrl: string
  /** Of the paid host; null for a server that asks for none. */
  apiKey: string | null
  /** Whether it is the sandbox that answers. */
  isMadeUp?: boolean
  /** How long an answer may take with its body, in milliseconds. */
  answerWithinMs?: number
}

const ANSWER_WITHIN_MS = 10_000
/** Seven days of one value are less than a kilobyte. */
const MAX_ANSWER_BYTES = 64 * 1024
/** Nothing on earth is colder or hotter: another value is a mistake, or in another unit. */
const COLDEST = -30
const HOTTEST = 60

const MAXIMUM = 'temperature_2m_max'

/** Source: https://open-meteo.com/en/docs, "JSON Return Object". A day without a value yet is null. */
const answerSchema = z
  .object({
    daily_units: z.object({ [MAXIMUM]: z.literal('°C') }),
    daily: z.object({
      time: z.array(localDate).min(1).max(16),
      [MAXIMUM]: z.array(z.number().min(COLDEST).max(HOTTEST).nullable()),
    }),
  })
  .refine(({ daily }) => daily.time.length === daily[MAXIMUM].length)

/** The forecast of any server that speaks Open-Meteo's protocol: the operator's own, or the paid host. */
export function openMeteoForecast({
  baseUrl,
  apiKey,
  isMadeUp = false,
  answerWithinMs = ANSWER_WITHIN_MS,
}: OpenMeteoOptions): Forecast {
  return {
    isMadeUp,
    async fetchDays(place) {
      try {
        // A redirect would take the key along.
        const answer = await fetch(addressFor(place), {
          redirect: 'manual',
          signal: AbortSignal.timeout(answerWithinMs),
        })
        if (!answer.ok) {
          await answer.body?.cancel()
          return failed(`It answered ${answer.status}`)
        }
        return read(await shortText(answer))
      } catch (error) {
        return failed(describe(error))
      }
    },
  }

  function addressFor({ latitude, longitude, timezone }: ForecastPlace): string {
    const query = new URLSearchParams({
      latitude: String(latitude),
      longitude: String(longitude),
      daily: MAXIMUM,
      timezone,
      ...(apiKey !== null && { apikey: apiKey }),
    })
    return `${baseUrl.replace(/\/+$/, '')}/v1/forecast?${query}`
  }

  /** Some errors repeat the address, and with it the key. */
  function failed(reason: string): ForecastResult {
    return { kind: 'failed', reason: apiKey === null ? reason : reason.replaceAll(apiKey, '…') }
  }

  function read(text: string): ForecastResult {
    const parsed = answerSchema.safeParse(jsonIn(text))
    if (!parsed.success) return failed('Its answer is not a forecast')
    const { time, [MAXIMUM]: maxima } = parsed.data.daily
    const days = time.flatMap((day, place): ForecastDay[] => {
      const maximum = maxima[place]
      return typeof maximum === 'number' ? [{ day, degrees: Math.round(maximum) }] : []
    })
    return days.length > 0 ? { kind: 'ok', days } : failed('Its answer has no temperature')
  }
}

async function shortText(answer: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of answer.body ?? []) {
    size += chunk.length
    // Leaving the loop cancels the body.
    if (size > MAX_ANSWER_BYTES) break
    chunks.push(chunk)
  }
  return size > MAX_ANSWER_BYTES ? '' : Buffer.concat(chunks).toString()
}

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** `fetch` says "fetch failed" and keeps why in the cause. */
function describe(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? error.cause.message || error.message : error.message
}
