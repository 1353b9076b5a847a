import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { WebSocket } from 'ws'
import { CONSENT_WORDING } from '#core/consent/consent.ts'
import type { Db } from '#server/platform/database/database.ts'
import { databaseUse } from './database-use.ts'
import { untilFinished } from './dispatch.ts'
import { type Distribution, distribution } from './distribution.ts'
import { bookCalls } from './due-calls.ts'
import { startPhones } from './phone-process.ts'
import { startProduct } from './product.ts'

export interface TalksResult {
  /** Talks that were held to their end, and the most that were open at once. */
  held: number
  atOnce: number
  /** From a finished turn on our socket to the first words that we send: what we and the model's protocol take, since the model answers at once. */
  answerMs: Distribution & { p95: number }
  /** Of all talks together, from the first to the last: people take some ten seconds for a turn, simulated ones less than one. */
  turnsPerSecond: number
  /** How much larger the server's process was at its largest than before the calls, for each talk at once. */
  residentMbEach: number
  /** Processor of the server's process, and of PostgreSQL (null where the system does not say), for a minute of talk, calls included. */
  serverMsPerMinute: number
  databaseMsPerMinute: number | null
}

const RING_SECONDS = 1
const LEAD_MS = 5_000
const LOOKS_EVERY_MS = 100

/**
 * Holds `count` talks, each begun `apartMs` after the one before, with phones and model in processes of their own. Throws
 * unless every call is completed.
 */
export async function benchTalks(
  databaseUrl: string,
  { count, apartMs }: { count: number; apartMs: number },
): Promise<TalksResult> {
  const phones = await startPhones({ ringSeconds: RING_SECONDS })
  const model = fork(join(import.meta.dirname, 'model-process.ts'), {
    execArgv: ['--disable-warning=ExperimentalWarning'],
  })
  const [modelUrl] = (await once(model, 'message')) as [string]
  const turns = tapTurns()
  try {
    const talkModel = { baseUrl: modelUrl, model: 'scripted', apiKey: null }
    const product = await startProduct({ databaseUrl, phones, callsPerSecond: 1_000, talkModel })
    try {
      const { db } = product
      const due = new Date(Date.now() + LEAD_MS)
      await bookCalls(db, product.jobs, { count, due, apartMs })
      await letThemTalk(db)
      await pause(due.getTime() - Date.now())
      const before = { resident: process.memoryUsage.rss(), cpu: process.cpuUsage(), database: await databaseUse(db) }
      const watched = watchTalks(db)
      await untilFinished(db, count)
      const { atOnce, resident } = await watched.stop()
      const cpu = process.cpuUsage(before.cpu)
      const database = await databaseUse(db)
      const { held, minutes } = await whatWasHeld(db)
      if (held !== count) throw new Error(`${held} talks were held for ${count} calls`)
      return {
        ...{ held, atOnce },
        answerMs: { ...distribution(turns.answerMs), p95: percentile(turns.answerMs, 0.95) },
        turnsPerSecond: turns.perSecond(),
        residentMbEach: (resident - before.resident) / 1024 / 1024 / atOnce,
        serverMsPerMinute: (cpu.user + cpu.system) / 1000 / minutes,
        databaseMsPerMinute:
          database.cpuMs === null || before.database.cpuMs === null
            ? null
            : (database.cpuMs - before.database.cpuMs) / minutes,
      }
    } finally {
      await product.stop()
    }
  } finally {
    turns.stop()
    model.disconnect()
    await phones.stop()
  }
}

/** Everybody has agreed to talks, is asked how they are, and has a phone that talks. */
async function letThemTalk(db: Db): Promise<void> {
  await sql`update loved_ones set talks = true, phone_number = '+61' || (400000041 + id * 100)`.execute(db)
  await sql`
    insert into consents (account_id, loved_one_id, subject, state, how, wording, at)
    select account_id, id, 'conversation', 'agreed', 'key', ${CONSENT_WORDING}, now() from loved_ones`.execute(db)
  await sql`update call_schedules set call_type = 'daily_check_in'`.execute(db)
  await sql`update calls set call_type = 'daily_check_in'`.execute(db)
}

async function whatWasHeld(db: Db): Promise<{ held: number; minutes: number }> {
  const { rows } = await sql<{ held: number; minutes: number }>`
    select count(*)::int as held, sum(extract(epoch from ended_at - opened_at))::float8 / 60 as minutes
    from talks where ended_at is not null`.execute(db)
  return rows[0] ?? { held: 0, minutes: 0 }
}

/** How many talks are open at once at most, and how large this process becomes. */
function watchTalks(db: Db) {
  let isOver = false
  const most = { atOnce: 0, resident: 0 }
  const watching = (async () => {
    while (!isOver) {
      const { rows } = await sql<{ open: number }>`
        select count(*)::int as open from talks where ended_at is null`.execute(db)
      most.atOnce = Math.max(most.atOnce, rows[0]?.open ?? 0)
      most.resident = Math.max(most.resident, process.memoryUsage.rss())
      await pause(LOOKS_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return most
    },
  }
}

/** Notes how long after each finished turn the first words leave, on the sockets of this process. */
function tapTurns() {
  const answerMs: number[] = []
  const answeredAt: number[] = []
  const asked = new WeakMap<WebSocket, number>()
  const { emit, send } = WebSocket.prototype
  WebSocket.prototype.emit = function (this: WebSocket, event: string | symbol, ...values: unknown[]) {
    if (event === 'message') {
      const message = JSON.parse(String(values[0]))
      if (message.type === 'prompt' && message.last) asked.set(this, performance.now())
    }
    return Reflect.apply(emit, this, [event, ...values])
  } as typeof emit
  WebSocket.prototype.send = function (this: WebSocket, data: string, ...more: never[]) {
    const since = asked.get(this)
    const message = JSON.parse(data)
    if (since !== undefined && message.type === 'text' && message.token.trim() !== '') {
      answeredAt.push(performance.now())
      answerMs.push(performance.now() - since)
      asked.delete(this)
    }
    return Reflect.apply(send, this, [data, ...more])
  } as typeof send
  return {
    answerMs,
    perSecond: () => (answeredAt.length / ((answeredAt.at(-1) ?? 0) - (answeredAt[0] ?? 0))) * 1000,
    stop: () => void Object.assign(WebSocket.prototype, { emit, send }),
  }
}

const percentile = (values: readonly number[], share: number): number =>
  [...values].sort((one, other) => one - other)[Math.ceil(share * values.length) - 1] ?? Number.NaN
