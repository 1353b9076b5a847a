import type pg from 'pg'
import { callNow } from '#server/features/calls/call-now.ts'
import { cancelCall } from '#server/features/calls/cancel-call.ts'
import { editCall } from '#server/features/calls/edit-call.ts'
import { skipCall } from '#server/features/calls/skip-call.ts'
import { tellOfRemoval } from '#server/features/incidents/public.ts'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import { type Population, ruleAt, wallInstant } from './population.ts'
import { dueInstants, type Wish } from './promise-book.ts'
import type { SimulatedTime } from './simulated-time.ts'

/** What account holders do while calls are due, and what came of it. */
export interface AccountHolders {
  /** Plans what they do until `end`, a good part of it at the very moment in which a call is due. */
  plan(end: number): void
  /** How often each call was asked for at once; several times in the same moment is nervous fingers. */
  readonly pressed: { at: number; scheduleId: number | null; callIds: Set<number> }[]
  readonly counts: Record<Deed, number>
}

export const DEEDS = ['cancel', 'skip', 'edit', 'call-now', 'remove', 'check-in'] as const
type Deed = (typeof DEEDS)[number]

interface World {
  time: SimulatedTime
  chance: Chance
  control: pg.Pool
  population: Population
  /** A process that answers requests; null while there is none. */
  anyProcess(): CareProcess | null
  write(from: string, text: string): void
}

interface NextCall {
  id: number
  scheduledFor: number
}

export function accountHolders(world: World): AccountHolders {
  const { time, chance, control, population } = world
  const pressed: AccountHolders['pressed'] = []
  const counts = Object.fromEntries(DEEDS.map((deed) => [deed, 0])) as Record<Deed, number>

  /** In an instant of its own: nothing else happens while the database is read. */
  const look = <Row>(sql: string, values: unknown[]) =>
    new Promise<Row[]>((resolve) => {
      time.after(0, async () => resolve((await control.query(sql, values)).rows))
    })

  async function nextCall(wish: Wish): Promise<NextCall | null> {
    const [row] = await look<{ id: number; at: Date }>(
      `select id, scheduled_for as at from calls where status = 'scheduled' and (schedule_id = $1 or id = $2)`,
      [wish.scheduleId, wish.scheduleId === null ? wish.callId : 0],
    )
    return row ? { id: row.id, scheduledFor: row.at.getTime() } : null
  }

  /**
   * Asks a process, and waits until it has answered or can answer no more. What came of it is then read from the
   * database, which alone knows where a process died over its answer.
   */
  async function ask<Result>(work: (process: CareProcess) => Promise<Result>): Promise<Result | undefined> {
    const process = world.anyProcess()
    if (!process) return undefined
    let isOver = false
    let result: Result | undefined
    void process
      .serve(() => work(process))
      .then(
        (answer) => {
          result = answer
        },
        () => {}, // refused, or the database went away
      )
      .finally(() => {
        isOver = true
      })
    while (!isOver && !process.life.isDead) await new Promise<void>((resolve) => void time.after(200, resolve))
    return result
  }

  async function whereIs(call: NextCall): Promise<number | null> {
    const [row] = await look<{ at: Date }>('select scheduled_for as at from calls where id = $1', [call.id])
    return row ? row.at.getTime() : null
  }

  async function cancel(wish: Wish, call: NextCall): Promise<void> {
    await ask(({ deps }) => cancelCall(deps, { id: wish.accountId }, call.id))
    if ((await whereIs(call)) !== null) return
    wish.cancelledFrom = call.scheduledFor
    wish.cancelledAt = time.now()
  }

  async function skip(wish: Wish, call: NextCall): Promise<void> {
    if (wish.scheduleId === null) return
    const scheduledTime = new Date(call.scheduledFor).toISOString()
    await ask(({ deps }) => skipCall(deps, { id: wish.accountId }, call.id, { scheduledTime }))
    const now = await whereIs(call)
    if (now !== null && now !== call.scheduledFor) wish.skipped.add(call.scheduledFor)
  }

  async function edit(wish: Wish, call: NextCall): Promise<void> {
    const kind = wish.rules.at(-1)?.rule.kind
    if (kind === undefined || kind === 'custom' || kind === 'monthly') return
    const from = wallInstant(
      time.now(),
      wish.zone,
      chance.whole(0, 1),
      chance.oneOf(['10:15', '13:40', '17:05', '21:20']),
    )
    if (from < time.now() + 60_000 || dueInstants(wish, from + 1).includes(from)) return
    await ask(({ deps }) =>
      editCall(deps, { id: wish.accountId }, call.id, { scheduledTime: new Date(from).toISOString() }),
    )
    const now = await whereIs(call)
    if (now === null || now === call.scheduledFor) return
    wish.until.push(call.scheduledFor)
    wish.rules.push({ from, rule: ruleAt(kind, from, wish.zone) })
  }

  async function pressCallNow(wish: Wish, call: NextCall): Promise<void> {
    if (wish.scheduleId === null) return
    const press = { at: time.now(), scheduleId: wish.scheduleId, callIds: new Set<number>() }
    pressed.push(press)
    const presses = Array.from({ length: chance.whole(1, 4) }, () =>
      ask(({ deps }) => callNow(deps, { id: wish.accountId }, call.id)),
    )
    for (const callId of await Promise.all(presses)) if (callId !== undefined) press.callIds.add(callId)
  }

  async function remove(wish: Wish): Promise<void> {
    const { accountId, lovedOneId } = wish
    await ask(({ deps }) => {
      const beforeRemoving: Parameters<typeof removeLovedOne>[0]['beforeRemoving'] = (trx, removal) =>
        tellOfRemoval(deps.incidents, trx, removal)
      return removeLovedOne({ ...deps, beforeRemoving }, accountId, lovedOneId)
    })
    if ((await look('select id from loved_ones where id = $1', [lovedOneId])).length > 0) return
    for (const one of population.wishes) if (one.lovedOneId === lovedOneId) one.removedAt ??= time.now()
  }

  function checkIn({ lovedOneId }: Wish): void {
    const person = population.lovedOnes.find(({ id }) => id === lovedOneId)
    if (person)
      world.write(
        chance.oneOf(person.phoneNumbers),
        chance.oneOf(["I'm fine", 'OK', 'all good thanks', 'help', 'what?']),
      )
  }

  async function act(deed: Deed, wish: Wish): Promise<void> {
    if (wish.isBusy || wish.removedAt !== null || wish.cancelledFrom !== null) return
    counts[deed] += 1
    if (deed === 'check-in') return checkIn(wish)
    wish.isBusy = true
    try {
      if (deed === 'remove') return await remove(wish)
      const call = await nextCall(wish)
      if (!call) return
      if (deed === 'cancel') await cancel(wish, call)
      if (deed === 'skip') await skip(wish, call)
      if (deed === 'edit') await edit(wish, call)
      if (deed === 'call-now') await pressCallNow(wish, call)
    } finally {
      wish.isBusy = false
    }
  }

  return {
    pressed,
    counts,
    plan(end) {
      for (const wish of population.wishes) {
        if (chance.happens(0.3)) continue // left alone: what it was is what must ring
        const due = dueInstants(wish, end)
        for (let deeds = chance.whole(1, 3); deeds > 0; deeds--) {
          const when = chance.next()
          const at =
            due.length > 0 && when < 0.5
              ? chance.oneOf(due) + chance.between(-300, 1_200)
              : due.length > 0 && when < 0.8
                ? chance.oneOf(due) + chance.between(0, 1_800_000)
                : chance.between(time.now(), end)
          const deed = chance.oneOf([...DEEDS, 'skip', 'edit', 'call-now', 'check-in'] as const)
          if (deed === 'remove' && !chance.happens(0.3)) continue
          // Not waited for: others act meanwhile.
          time.at(at, () => void act(deed, wish))
        }
      }
    },
  }
}
