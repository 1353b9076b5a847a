import { sql } from 'kysely'
import type pg from 'pg'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { skipCall } from '#server/features/calls/changes/skip-call.ts'
import { rezoneCalls } from '#server/features/care/ending/rezone-calls.ts'
import { addContact, editContact, removeContact } from '#server/features/contacts/contacts.ts'
import { notifyOfRemoval } from '#server/features/incidents/public.ts'
import { editLovedOne, type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import type { CareProcess } from './care-process.ts'
import type { Chance } from './chance.ts'
import { habitOf } from './phones.ts'
import { type PersonCalled, type Population, ruleAt, wallInstant, ZONES } from './population.ts'
import { dueInstants, type Wish } from './promise-book.ts'
import type { SimulatedTime } from './simulated-time.ts'
import { planTimesAway } from './times-away.ts'

/** What account holders do while calls are due, and the outcome. */
export interface AccountHolders {
  /** Plans what they do until `end`, much of it at the very moment at which a call is due. */
  plan(end: number): void
  /** Presses of Call Now; several in the same moment are repeated presses of one person. */
  readonly pressed: { at: number; scheduleId: number | null; callIds: Set<number> }[]
  /** Accounts that were suspended for some time. */
  readonly suspended: { accountId: number; from: number; liftedFrom: number; until: number }[]
  readonly counts: Record<Deed, number>
}

export const DEEDS = [
  'cancel',
  'skip',
  'edit',
  'call-now',
  'remove',
  'check-in',
  'contacts',
  'move',
  'suspend',
] as const
type Deed = (typeof DEEDS)[number]

const HOUR = 3_600_000
/** The distance of a move from every call of the person: more than two of our zones differ. */
const FAR_MS = 5 * HOUR
/** How long after its connection was cut a request may still arrive: longer than any delay of `client-lines.ts`. */
const ON_ITS_WAY_MS = 130_000

interface World {
  time: SimulatedTime
  chance: Chance
  control: pg.Pool
  population: Population
  /** A process that answers requests; null while there is no such process. */
  anyProcess(): CareProcess | null
  write(from: string, text: string): void
  /** Of who goes away, and of those who do not. */
  awayChance: Chance
  isLeftAlone(person: PersonCalled): boolean
}

interface NextCall {
  id: number
  scheduledFor: number
}

export function accountHolders(world: World): AccountHolders {
  const { time, chance, control, population } = world
  const pressed: AccountHolders['pressed'] = []
  const suspended: AccountHolders['suspended'] = []
  let numbers = 0
  const counts = Object.fromEntries(DEEDS.map((deed) => [deed, 0])) as Record<Deed, number>

  /** Reads in an instant of its own: nothing else happens meanwhile. */
  const query = <Row>(sql: string, values: unknown[]) =>
    new Promise<Row[]>((resolve) => {
      time.after(0, async () => resolve((await control.query(sql, values)).rows))
    })

  async function nextCall(wish: Wish): Promise<NextCall | null> {
    const [row] = await query<{ id: number; at: Date }>(
      `select id, scheduled_for as at from calls where status = 'scheduled' and (schedule_id = $1 or id = $2)`,
      [wish.scheduleId, wish.scheduleId === null ? wish.callId : 0],
    )
    return row ? { id: row.id, scheduledFor: row.at.getTime() } : null
  }

  /**
   * Asks a process, and waits until it has answered or is dead; after an error, until nothing of the request can arrive
   * any more. The caller reads the outcome from the database, the only record when a process dies before it answers.
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
        // Refused, or the database connection was lost: a commit that was sent may still arrive.
        () => new Promise<void>((resolve) => void time.after(ON_ITS_WAY_MS, resolve)),
      )
      .finally(() => {
        isOver = true
      })
    while (!isOver && !process.life.isDead) await new Promise<void>((resolve) => void time.after(200, resolve))
    return result
  }

  async function whereIs(call: NextCall): Promise<number | null> {
    const [row] = await query<{ at: Date }>('select scheduled_for as at from calls where id = $1', [call.id])
    return row ? row.at.getTime() : null
  }

  async function hasEnded({ scheduleId }: Wish): Promise<boolean> {
    const ended = await query('select id from call_schedules where id = $1 and ended_at is not null', [scheduleId])
    return ended.length > 0
  }

  async function cancel(wish: Wish, call: NextCall): Promise<void> {
    await ask(({ deps }) => cancelCall(deps, { id: wish.accountId }, call.id))
    const isThere = (await whereIs(call)) !== null
    if (isThere && !(await hasEnded(wish))) return
    // A call that has started meanwhile stays in the history; the calls after it are not placed.
    wish.cancelledFrom = isThere ? call.scheduledFor + 1 : call.scheduledFor
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
      wish.rules.at(-1)?.zone ?? wish.zone,
      chance.whole(0, 1),
      chance.oneOf(['10:15', '13:40', '17:05', '21:20']),
    )
    if (from < time.now() + 60_000 || dueInstants(wish, from + 1).includes(from)) return
    if (wish.away.some((away) => away.from <= from && from < away.to)) return
    await ask(({ deps }) =>
      editCall(deps, { id: wish.accountId }, call.id, { scheduledTime: new Date(from).toISOString() }),
    )
    const now = await whereIs(call)
    // A call of somebody who is away moves on by itself.
    if (now !== from) return
    wish.until.push(call.scheduledFor)
    const zone = wish.rules.at(-1)?.zone ?? wish.zone
    wish.rules.push({ from, zone, rule: ruleAt(kind, from, zone) })
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
        notifyOfRemoval(deps.incidents, trx, removal)
      return removeLovedOne({ ...deps, beforeRemoving }, { id: accountId }, lovedOneId)
    })
    if ((await query('select id from loved_ones where id = $1', [lovedOneId])).length > 0) return
    for (const one of population.wishes) if (one.lovedOneId === lovedOneId) one.removedAt ??= time.now()
  }

  /** Adds, removes or renumbers a contact, mostly while contacts are being notified. */
  async function changeContacts({ accountId, lovedOneId }: Wish): Promise<void> {
    const contacts = await query<{ id: number }>('select id from contacts where loved_one_id = $1 order by id', [
      lovedOneId,
    ])
    numbers += 1
    const phoneNumber = `+6149158${String(numbers).padStart(4, '0')}`
    population.habits.set(phoneNumber, habitOf('contact', chance))
    const change = contacts.length === 0 ? 'add' : chance.oneOf(['add', 'remove', 'edit'] as const)
    const contact = contacts.length === 0 ? undefined : chance.oneOf(contacts)
    const added = {
      lovedOneId,
      name: `New ${numbers}`,
      phoneNumber,
      contactType: 'family',
      isEmergencyContact: true,
      relationship: null,
      notes: null,
    } as const
    await ask(async ({ deps }) => {
      if (change === 'add') await addContact(deps, { id: accountId }, added)
      else if (contact && change === 'remove')
        await removeContact(deps.db, { id: accountId }, contact.id, { confirmLast: true })
      else if (contact) await editContact(deps, { id: accountId }, contact.id, { phoneNumber })
    })
  }

  /** Moves a person to another zone, some hours from every call of theirs: other tests cover which of two days is meant. */
  async function move({ accountId, lovedOneId }: Wish): Promise<void> {
    const wishes = population.wishes.filter((wish) => wish.lovedOneId === lovedOneId)
    const zone = chance.oneOf(ZONES)
    if (wishes.some((wish) => wish.isBusy && wish.lovedOneId !== lovedOneId)) return
    // Its days stay and its instants move: which of two days is meant is asked elsewhere.
    if (
      population.lovedOnes.some(({ id, away }) => id === lovedOneId && away.some(({ to }) => to > time.now() - FAR_MS))
    )
      return
    if (!wishes.every((wish) => isFarFromCalls(wish, zone))) return
    const before = await zoneOf(lovedOneId)
    if (before === zone) return
    const deps = (process: CareProcess) => ({
      ...process.deps,
      beforeAdding: async () => {},
      beforeRemoving: async () => {},
      onZoneChanged: (...change: Parameters<LovedOnesDeps['onZoneChanged']>) => rezoneCalls(process.deps, ...change),
    })
    const at = time.now()
    await ask((process) =>
      editLovedOne(deps(process), { id: accountId }, lovedOneId, { timezone: zone, confirmNight: true }),
    )
    if ((await zoneOf(lovedOneId)) !== zone) return
    const zones = population.lovedOnes.find(({ id }) => id === lovedOneId)?.zones
    for (const stay of zones ?? []) stay.until = Math.min(stay.until, time.now())
    zones?.push({ zone, from: at, until: Number.POSITIVE_INFINITY })
    for (const wish of wishes) {
      const last = wish.rules.at(-1)
      if (!last || last.rule.kind === 'once') continue
      wish.until.push(at)
      wish.rules.push({ from: at, rule: last.rule, zone })
    }
  }

  async function zoneOf(lovedOneId: number): Promise<string | undefined> {
    const [row] = await query<{ zone: string }>('select timezone as zone from loved_ones where id = $1', [lovedOneId])
    return row?.zone
  }

  function isFarFromCalls(wish: Wish, zone: string): boolean {
    const now = time.now()
    const last = wish.rules.at(-1)
    if (!last || last.rule.kind === 'once') return true
    if (last.from > now || [...wish.skipped].some((skipped) => skipped > now - FAR_MS)) return false
    const elsewhere = { ...wish, until: [], rules: [{ ...last, zone }] }
    return [wish, elsewhere].every((one) => dueInstants(one, now + FAR_MS).every((due) => due < now - FAR_MS))
  }

  /** Suspends as billing does, seven days after a notice, and lifts the suspension as after a payment. */
  async function suspend({ accountId }: Wish): Promise<void> {
    if (suspended.some((one) => one.accountId === accountId)) return
    const never = Number.POSITIVE_INFINITY
    const one = { accountId, from: time.now(), liftedFrom: never, until: never }
    const since = new Date(one.from)
    await ask(({ deps }) =>
      sql`update accounts set lapse_notified_at = ${since}::timestamptz - interval '169 hours', suspended_at = ${since},
        suspended_because = 'trial_over' where id = ${accountId}`.execute(deps.db),
    )
    const rows = await query('select id from accounts where id = $1 and suspended_at is not null', [accountId])
    if (rows.length === 0) return
    suspended.push(one)
    await new Promise<void>((resolve) => void time.after(chance.between(HOUR, 30 * HOUR), resolve))
    const lift = sql`update accounts set lapse_notified_at = null, suspended_at = null, suspended_because = null where id = ${accountId}`
    one.liftedFrom = time.now()
    for (;;) {
      await ask(({ deps }) => lift.execute(deps.db))
      const left = await query('select id from accounts where id = $1 and suspended_at is not null', [accountId])
      if (left.length === 0) break
      await new Promise<void>((resolve) => void time.after(10_000, resolve))
    }
    one.until = time.now()
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
      if (deed === 'contacts') return await changeContacts(wish)
      if (deed === 'suspend') return await suspend(wish)
      if (deed === 'move') return await whileNobodyElseActs(wish, () => move(wish))
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

  /** Runs `work`, which concerns all calls of a person, unless somebody is acting on one of them; nobody else acts meanwhile. */
  async function whileNobodyElseActs(wish: Wish, work: () => Promise<void>): Promise<void> {
    const others = population.wishes.filter((one) => one !== wish && one.lovedOneId === wish.lovedOneId)
    if (others.some(({ isBusy }) => isBusy)) return
    for (const one of others) one.isBusy = true
    try {
      await work()
    } finally {
      for (const one of others) one.isBusy = false
    }
  }

  return {
    pressed,
    suspended,
    counts,
    plan(end) {
      planTimesAway({ time, chance: world.awayChance, population, isLeftAlone: world.isLeftAlone, ask, query }, end)
      for (const wish of population.wishes) {
        if (chance.happens(0.3)) continue // not changed: every call must ring as it was asked for
        const due = dueInstants(wish, end)
        for (let deeds = chance.whole(1, 3); deeds > 0; deeds--) {
          const when = chance.next()
          const at =
            due.length > 0 && when < 0.5
              ? chance.oneOf(due) + chance.between(-300, 1_200)
              : due.length > 0 && when < 0.8
                ? chance.oneOf(due) + chance.between(0, 1_800_000)
                : chance.between(time.now(), end)
          const deed = chance.oneOf([...DEEDS, 'skip', 'edit', 'call-now', 'check-in', 'contacts'] as const)
          if ((deed === 'remove' || deed === 'suspend') && !chance.happens(0.3)) continue
          // Not awaited: others act meanwhile.
          time.at(at, () => void act(deed, wish))
        }
      }
    },
  }
}
