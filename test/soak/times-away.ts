import { dayPlus } from '#core/away/away-period.ts'
import { editAway, endAway } from '#server/features/aways/change-away.ts'
import { startAway } from '#server/features/aways/start-away.ts'
import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import { type PersonCalled, type Population, wallInstant } from './population.ts'
import { dueInstants, type Wish } from './promise-book.ts'
import type { SimulatedTime } from './simulated-time.ts'

interface World {
  time: SimulatedTime
  chance: Chance
  population: Population
  /** Whose calls other tests judge call by call. */
  isLeftAlone(person: PersonCalled): boolean
  /** Asks a process and waits until nothing of the request can arrive any more. */
  ask<Result>(work: (process: CareProcess) => Promise<Result>): Promise<Result | undefined>
  query<Row>(sql: string, values: unknown[]): Promise<Row[]>
}

const HOUR = 3_600_000
const SHARE = 0.35
const AWAY_REASONS = ['holiday', 'hospital'] as const

/** Plans that a few people go away soon after the beginning; that is extended, or ended early, and moved by nobody. */
export function planTimesAway(world: World, end: number): void {
  const { time, chance, population } = world
  for (const person of population.lovedOnes) {
    person.away = []
    const wishes = population.wishes.filter(({ lovedOneId }) => lovedOneId === person.id)
    for (const wish of wishes) wish.away = person.away
    if (world.isLeftAlone(person) || wishes.length === 0 || !chance.happens(SHARE)) continue
    const moments = { start: time.now() + chance.between(60_000, 900_000), change: chance.between(0.1, 1.2) }
    const days = chance.whole(0, 1)
    const ends = chance.happens(0.5)
    const reason = chance.oneOf(AWAY_REASONS)
    time.at(moments.start, () => void goes(person, wishes))

    const goes = async ({ id: lovedOneId, accountId, away }: PersonCalled, wishes: readonly Wish[]): Promise<void> => {
      if (wishes.some(({ isBusy, removedAt }) => isBusy || removedAt !== null)) return
      const zone = person.zones.at(-1)?.zone ?? 'Australia/Sydney'
      const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date(time.now()))
      // What is due already would be left out or not, as the moment has it.
      const isQuiet = wishes.every((wish) => dueInstants(wish, time.now() + HOUR / 2).length === 0)
      if (!isQuiet && wallInstant(time.now(), zone, 1, '00:00') < time.now() + HOUR) return
      const from = isQuiet ? today : dayPlus(today, 1)
      const until = dayPlus(from, days)
      const note = null
      await alone(wishes, async () => {
        const setFrom = time.now()
        await world.ask(({ deps }) => startAway(deps, { id: accountId }, lovedOneId, { from, until, reason, note }))
        await reread(person, setFrom)
      })
      const [period] = away
      if (!period) return
      const at = period.from + moments.change * (period.to - period.from)
      // An end that has come cannot be moved any more.
      if (at >= Math.min(end, period.to - HOUR) || at < time.now()) return
      time.at(at, () => void changes(period.id, until, person, wishes))
    }
    const changes = (awayId: number, until: string, { accountId }: PersonCalled, wishes: readonly Wish[]) =>
      alone(wishes, async () => {
        await world.ask(({ deps }) =>
          ends
            ? endAway(deps, { id: accountId }, awayId)
            : editAway(deps, { id: accountId }, awayId, { until: dayPlus(until, 1), note: undefined }),
        )
        await reread(person, time.now())
      })
  }

  /** The only record when a process dies before it answers. */
  async function reread({ id, away }: PersonCalled, setFrom: number): Promise<void> {
    const rows = await world.query<{ id: number; from: Date; to: Date }>(
      'select id, starts_at as from, ends_at as to from aways where loved_one_id = $1 order by starts_at',
      [id],
    )
    const known = new Map(away.map((period) => [period.id, period.setFrom]))
    const periods = rows.map((row) => ({
      ...{ id: row.id, from: row.from.getTime(), to: row.to.getTime() },
      setFrom: known.get(row.id) ?? setFrom,
    }))
    away.splice(0, away.length, ...periods)
  }

  /** Nobody else changes calls of the person meanwhile. */
  async function alone(wishes: readonly Wish[], work: () => Promise<void>): Promise<void> {
    while (wishes.some(({ isBusy }) => isBusy)) await new Promise<void>((resolve) => void time.after(10_000, resolve))
    for (const wish of wishes) wish.isBusy = true
    try {
      await work()
    } finally {
      for (const wish of wishes) wish.isBusy = false
    }
  }
}
