import { Gauge, type Registry } from 'prom-client'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database.ts'
import type { Dispatcher } from './dispatcher.ts'

/** The rounds make it look every second. */
const STUCK_AFTER_MS = 30_000

/** Throws while the dispatcher is stuck: for half a minute it could not look for due calls, or not claim what it found. */
export async function checkDispatcher(dispatcher: Dispatcher, clock: Clock): Promise<void> {
  const ageMs = lookAgeMs(dispatcher, clock)
  if (ageMs > STUCK_AFTER_MS) throw new Error(`Due calls were last looked up ${Math.round(ageMs / 1000)} seconds ago.`)
}

/**
 * Measures how many dials are due, wherever they are dialled, and how long ago this process looked for them (left out
 * where it has no dispatcher).
 */
export function measureDueCalls(
  registry: Registry,
  { db, clock, dispatcher }: { db: Db; clock: Clock; dispatcher(): Dispatcher | undefined },
): void {
  new Gauge({
    name: 'cooee_calls_due',
    help: 'Calls whose dial is due and that wait for their place in the rate.',
    registers: [registry],
    async collect() {
      // A database that is away is told by /api/ready; the other numbers are still wanted.
      const due = await countDue(db, clock.now()).catch(() => Number.NaN)
      this.set(due)
    },
  })
  new Gauge({
    name: 'cooee_dispatcher_look_age_seconds',
    help: 'How long ago the dispatcher of this process last looked for due calls and could claim them.',
    registers: [registry],
    collect() {
      const present = dispatcher()
      if (present) this.set(lookAgeMs(present, clock) / 1000)
      else this.reset()
    },
  })
}

function lookAgeMs(dispatcher: Dispatcher, clock: Clock): number {
  return Math.max(0, clock.now().getTime() - dispatcher.lastGoodLook().getTime())
}

async function countDue(db: Db, now: Date): Promise<number> {
  const { due } = await db
    .selectFrom('calls')
    .select((eb) => eb.fn.countAll<number>().as('due'))
    .where('dialAt', '<=', now)
    .executeTakeFirstOrThrow()
  return due
}
