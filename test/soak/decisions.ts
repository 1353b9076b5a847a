import type pg from 'pg'
import type { AddLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { scheduleCall } from '#server/features/calls/public.ts'
import { notifyOfRemoval } from '#server/features/incidents/public.ts'
import { addLovedOne, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import type { Decider } from './deciders.ts'
import { type Population, ruleAt, USUAL_RETRIES, wallInstant } from './population.ts'
import { dueInstants } from './promise-book.ts'
import type { SimulatedTime } from './simulated-time.ts'

interface World {
  time: SimulatedTime
  chance: Chance
  control: pg.Pool
  population: Population
  deciders: readonly Decider[]
  anyProcess(): CareProcess | null
  write(from: string, text: string): void
  /** Rings Cooee and takes back a no by key. */
  takeBack(from: string): void
}

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** Longer than a request whose connection was cut may take to arrive. */
const NEXT_STEP_MS = 200_000
const MAX_STEPS = 40

/** Plans what people decide by text, and who is added again after a no, until `end`. */
export function planDecisions(world: World, end: number): void {
  const { time, chance, deciders, write, takeBack } = world
  for (const decider of deciders) {
    const due = decider.wishes.flatMap((wish) => dueInstants(wish, end - HOUR))
    if (due.length === 0) continue
    const at = chance.oneOf(due)
    if (decider.deciding === 'texts STOP' || decider.deciding === 'texts STOP, then START') {
      // Between two tries, where the first was not answered.
      const stopsAt = at + chance.between(20_000, 12 * MINUTE)
      time.at(stopsAt, () => write(decider.phoneNumber, chance.oneOf(['STOP', 'Stop', 'stop calling me'])))
      if (decider.deciding === 'texts STOP, then START') {
        time.at(stopsAt + chance.between(2 * HOUR, 10 * HOUR), () => write(decider.phoneNumber, 'START'))
      }
    }
    if (decider.deciding === 'presses 9 twice, then rings') {
      for (let hours = 4; hours <= 16; hours += 4) time.at(at + hours * HOUR, () => takeBack(decider.phoneNumber))
    }
    if (decider.deciding === 'contact texts STOP') {
      time.at(at + chance.between(MINUTE, HOUR), () => write(decider.contactNumber, 'STOP'))
    }
    if (decider.deciding === 'declines, and is added again') {
      time.at(at + chance.between(20 * MINUTE, 2 * HOUR), () => void addAgain(world, decider))
    }
  }
}

/** Removes somebody, adds them once more with the same number, and asks for a call a day. */
async function addAgain({ time, chance, control, population, anyProcess }: World, decider: Decider): Promise<void> {
  const { accountId, lovedOneId, zone, phoneNumber } = decider
  const key = `again-${lovedOneId}`
  const start = wallInstant(time.now(), zone, 1, chance.oneOf(['09:00', '12:00', '18:00']))
  const rule = ruleAt('daily', start, zone)
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const [people, calls] = await inAnInstant(async () => [
      (await control.query<{ id: number }>('select id from loved_ones where account_id = $1 order by id', [accountId]))
        .rows,
      (
        await control.query<{ id: number; scheduleId: number }>(
          `select id, schedule_id as "scheduleId" from calls where account_id = $1 and loved_one_id <> $2 order by id limit 1`,
          [accountId, lovedOneId],
        )
      ).rows,
    ])
    const process = anyProcess()
    const isThere = people.some(({ id }) => id === lovedOneId)
    const again = people.find(({ id }) => id !== lovedOneId)
    if (!isThere)
      for (const wish of population.wishes) if (wish.lovedOneId === lovedOneId) wish.removedAt ??= time.now()
    if (again && !population.lovedOnes.some(({ id }) => id === again.id)) {
      const zones = [{ zone, from: 0, until: Number.POSITIVE_INFINITY }]
      const known = { zones, away: [], retries: USUAL_RETRIES, hasAgreed: false, mayBeRecorded: false }
      population.lovedOnes.push({ id: again.id, accountId, phoneNumbers: [phoneNumber], ...known })
    }
    const [call] = calls
    if (again && call) {
      population.wishes.push({
        ...{ accountId, lovedOneId: again.id, zone, callType: 'daily_check_in', scheduleId: call.scheduleId },
        ...{ callId: call.id, rules: [{ from: start, rule, zone }], until: [], skipped: new Set<number>(), away: [] },
        ...{ cancelledFrom: null, cancelledAt: null, removedAt: null, isBusy: true },
      })
      return
    }
    if (process) {
      const work = (): Promise<unknown> =>
        isThere ? remove(process) : again ? schedule(process, again.id) : add(process)
      // What became of it is read from the database.
      void process.serve(work).catch(() => {})
    }
    await new Promise<void>((resolve) => void time.after(NEXT_STEP_MS, resolve))
  }

  function inAnInstant<Result>(read: () => Promise<Result>): Promise<Result> {
    return new Promise((resolve) => void time.after(0, async () => resolve(await read())))
  }

  function remove({ deps }: CareProcess): Promise<void> {
    const beforeRemoving: Parameters<typeof removeLovedOne>[0]['beforeRemoving'] = (trx, removal) =>
      notifyOfRemoval(deps.incidents, trx, removal)
    return removeLovedOne({ ...deps, beforeRemoving }, { id: accountId }, lovedOneId)
  }

  function add({ deps }: CareProcess): Promise<number> {
    const hooks = { beforeAdding: async () => {}, beforeRemoving: async () => {}, onZoneChanged: async () => {} }
    const body = { name: 'Mum', phoneNumber, timezone: zone, relationship: 'parent' } as AddLovedOneBody
    return addLovedOne({ ...deps, ...hooks }, { id: accountId }, body, key)
  }

  function schedule({ deps }: CareProcess, id: number): Promise<number> {
    return scheduleCall(
      deps,
      { id: accountId },
      {
        ...{ lovedOneId: id, callType: 'daily_check_in', scheduledTime: new Date(start).toISOString() },
        ...{ recurrencePattern: 'daily', schedulePatterns: [], confirmNight: true },
      },
    )
  }
}
