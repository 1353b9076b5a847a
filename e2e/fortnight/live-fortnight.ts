import { join } from 'node:path'
import { sql } from 'kysely'
import type { Browser } from 'playwright-core'
import { z } from 'zod'
import { type LiveServer, startLiveServer } from '#test/live-server.ts'
import { startBrowser, type Visit, type VisitOptions, visit } from '../browser.ts'
import { waitUntil } from '../wait-until.ts'
import { moveTime } from './moved-time.ts'
import type { Sent } from './who-was-told.ts'

const ZONE = 'Australia/Sydney'
const RINGS_AT = '09:00'
/** A jump ends so long before what is due, which then happens by itself. */
const BEFORE_MS = 1_000

/** The whole product, its phones and its browsers for fourteen days, which pass in jumps. */
export interface Fortnight {
  readonly url: string
  readonly live: LiveServer
  /** The calendar day, 1 (a Monday) to 14. On day 7 the clocks go back. */
  day(number: number): Temporal.PlainDate
  at(day: number, time: string): Date
  dayOf(instant: Date): number
  /** Lets everything under way end, then moves all clocks, those of the browsers too. */
  jumpTo(day: number, time: string): Promise<void>
  /** To just before 9:00 AM of that day, when a call is due. */
  jumpToCall(day: number): Promise<void>
  /** What workers do each minute, now. */
  runScheduled(work: string): Promise<void>
  /** Waits until nothing is under way: no message waits, and no phone rings. */
  settled(): Promise<void>
  /** Every mail, text and ring to people so far, the oldest first. */
  sent(): Sent[]
  open(options?: Partial<VisitOptions>): Promise<Visit>
  /** What went wrong in a browser, and nobody expected. */
  unexpected(): string[]
  close(): Promise<void>
}

/** `environment` adds to that of the product. */
export async function startFortnight(environment: Record<string, string> = {}): Promise<Fortnight> {
  const monday = mondayBeforeTheClocksGoBack()
  const day = (number: number) => monday.add({ days: number - 1 })
  const at = (number: number, time: string) =>
    new Date(day(number).toZonedDateTime({ timeZone: ZONE, plainTime: time }).epochMilliseconds)
  const time = moveTime(at(1, '08:00'))
  const mails: Sent[] = []
  const live = await startLiveServer(
    {},
    {
      reachedBy: time.databaseReachedBy,
      phonesReachedBy: time.phonesReachedBy,
      webDirectory: join(import.meta.dirname, '../../dist/web'),
      mail: {
        async send({ to, subject, text }) {
          mails.push({ by: 'mail', to, text: `${subject}\n${text}`, at: time.now() })
          return { kind: 'kept' }
        },
        close: () => {},
      },
    },
    { BILLING: 'off', ...environment },
  )
  const { simulator, server } = live
  const { db, jobs } = server
  const url = server.address ?? ''
  const visits: Visit[] = []
  let browser: Browser | undefined

  const isQuiet = async () => {
    const { rows } = await sql`
      select from messages where sent_at is null and failed_at is null
      union all select from attempts where next_at is not null
      union all select from alert_calls where next_at is not null`.execute(db)
    return rows.length === 0 && simulator.phones().length === 0
  }
  const fortnight: Fortnight = {
    url,
    live,
    day,
    at,
    dayOf: (instant) =>
      1 +
      monday.until(Temporal.Instant.fromEpochMilliseconds(instant.getTime()).toZonedDateTimeISO(ZONE).toPlainDate())
        .days,
    async jumpTo(number, clock) {
      await fortnight.settled()
      await moveTo(at(number, clock))
    },
    async jumpToCall(number) {
      await fortnight.settled()
      await moveTo(new Date(at(number, RINGS_AT).getTime() - BEFORE_MS))
    },
    async runScheduled(work) {
      const job = {
        name: 'scheduled-work',
        payload: z.object({ work: z.string() }),
        retryLimit: 5,
        retryDelaySeconds: 1,
      }
      await jobs.send(db, job, { work })
    },
    settled: async () => void (await waitUntil('nothing is under way', isQuiet)),
    sent() {
      const texts = simulator.messages().filter(({ direction }) => direction !== 'inbound')
      const rings = simulator.calls().filter(({ direction }) => direction !== 'inbound')
      return [
        ...mails,
        ...texts.map(({ to, body, createdTime }) => ({ by: 'text' as const, to, text: body, at: createdTime })),
        ...rings.map(({ to, createdTime }) => ({ by: 'ring' as const, to, text: 'rings', at: createdTime })),
      ].sort((one, other) => one.at.getTime() - other.at.getTime())
    },
    async open(options = {}) {
      browser ??= await startBrowser(process.env.CHROME_PATH ?? '/usr/bin/chromium')
      const opened = await visit(browser, { baseURL: url, ...options })
      await opened.context.clock.setFixedTime(time.now())
      // Sessions and links of alerts last for seven days.
      opened.expectInConsole(/status of 401|status of 404 .*\/api\/incidents\//)
      visits.push(opened)
      return opened
    },
    unexpected: () => visits.flatMap((each) => each.unexpected()),
    async close() {
      await browser?.close()
      await live.close()
      await time.end()
    },
  }
  async function moveTo(instant: Date) {
    await time.jumpTo(instant)
    for (const { context } of visits) await context.clock.setFixedTime(instant)
    await waitUntil('it trusts the moved clocks', async () => (await fetch(`${url}/api/ready`)).ok)
  }
  return fortnight
}

/** The clocks of Sydney go back on the first Sunday of April. */
function mondayBeforeTheClocksGoBack(): Temporal.PlainDate {
  const april = Temporal.PlainDate.from({ year: new Date().getFullYear() + 1, month: 4, day: 1 })
  return april.add({ days: (7 - april.dayOfWeek) % 7 }).subtract({ days: 6 })
}
