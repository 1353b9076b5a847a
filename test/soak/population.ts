import { type AsksBy, CALL_TYPES, type CallType } from '#core/calls/call-vocabulary.ts'
import type { ConsentSubject } from '#core/consent/consent.ts'
import { type Recurrence, type RecurrencePattern, WEEK_DAYS } from '#core/recurrence/recurrence.ts'
import type { LOVED_ONE_TIME_ZONES } from '#core/time-zones.ts'
import { noCallLimits, scheduleCall } from '#server/features/calls/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { insertAccount } from '../insert-account.ts'
import type { Chance } from './chance.ts'
import { agreedBefore } from './consent-rows.ts'
import { type Habit, habitOf, ordinaryHabit } from './phones.ts'
import type { Wish } from './promise-book.ts'
import { simulatedJobs } from './simulated-jobs.ts'

/** Those with daylight saving, by an hour and by half of one, and those without. */
export const ZONES: readonly (typeof LOVED_ONE_TIME_ZONES)[number][] = [
  'Australia/Sydney',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Australia/Adelaide',
  'Australia/Perth',
]
/** Many at the same time, and some in the hour that is left out or comes twice. */
const TIMES = [
  '09:00',
  '09:00',
  '09:00',
  '08:30',
  '18:00',
  '02:30',
  '02:15',
  '03:00',
  '12:05',
  '20:45',
  '06:10',
  '15:30',
]
const ORDINARY_TIMES = ['07:30', '09:00', '12:00', '18:00', '20:00']
const PATTERNS = ['daily', 'daily', 'daily', 'weekdays', 'weekends', 'weekly', 'custom', 'once'] as const

export interface Population {
  wishes: Wish[]
  habits: Map<string, Habit>
  lovedOnes: PersonCalled[]
}

export interface PersonCalled {
  id: number
  accountId: number
  phoneNumbers: string[]
  zones: Stay[]
  /** Times away, as the database has them; `setFrom` is the earliest moment at which each may have been set. */
  away: { id: number; from: number; to: number; setFrom: number }[]
  retries: RetryRule
  /** Whether they had agreed to calls, and to recording, before the simulation began. */
  hasAgreed: boolean
  mayBeRecorded: boolean
}

/** A zone somebody lives in, and when; both zones while a move is being saved. */
export interface Stay {
  zone: string
  from: number
  until: number
}

/** What was asked for: further tries after the first, and the pause between them. */
export interface RetryRule {
  attempts: number
  delayMs: number
}

/** The operator's setting, for loved ones without one of their own. */
export const USUAL_RETRIES: RetryRule = { attempts: 2, delayMs: 600_000 }

export interface Making {
  db: Db
  clock: Clock
  chance: Chance
  days: number
}

export interface PopulationSize {
  /** People with every kind of habit: most of them are hard to reach. */
  lovedOnes: number
  /** Further people who nearly always answer that all is well, as most people do. */
  ordinary: number
}

/** Account holders with their loved ones, contacts, and what they have asked for. */
export async function aPopulation(making: Making, { lovedOnes: count, ordinary }: PopulationSize): Promise<Population> {
  const { db, chance, clock } = making
  const population: Population = { wishes: [], habits: new Map(), lovedOnes: [] }
  let numbers = 0
  const aNumber = (owner: Habit['owner']) => {
    numbers += 1
    const number = `+6149157${String(numbers).padStart(4, '0')}`
    population.habits.set(number, habitOf(owner, chance))
    return number
  }
  const contactNumbers: string[] = []
  /** Some look after several people. */
  const aContact = () => {
    const number = aNumber('contact')
    contactNumbers.push(number)
    return number
  }
  await db.updateTable('inboundTextPolls').set({ polledUntil: clock.now() }).execute()
  const accounts: number[] = []
  for (let index = 0; index < Math.ceil(count / 2.5); index++) {
    const { id } = await insertAccount(db, {
      username: `holder${index}`,
      email: `holder${index}@example.com`,
      verifiedEmail: `holder${index}@example.com`,
      passwordHash: 'none',
      firstName: `Holder${index}`,
      phoneNumber: chance.happens(0.7) ? aNumber('contact') : null,
    })
    accounts.push(id)
  }
  for (let index = 0; index < count; index++) {
    const accountId = chance.oneOf(accounts)
    const before = population.lovedOnes.length > 0 && chance.happens(0.15) ? chance.oneOf(population.lovedOnes) : null
    // A couple on one landline, or one person in the care of two families.
    const phoneNumber = before?.phoneNumbers[0] ?? aNumber('loved_one')
    const isSamePerson = before !== null && before.accountId !== accountId
    const secondPhoneNumber = chance.happens(0.2) ? aNumber('loved_one') : null
    const zone = chance.oneOf(ZONES)
    const retryAttempts = chance.oneOf([null, 0, 1, 3])
    const retryDelayMinutes = chance.oneOf([null, 5, 15])
    const { id } = await db
      .insertInto('lovedOnes')
      .values({
        accountId,
        name: isSamePerson || chance.happens(0.1) ? 'Mum' : `Person ${index}`,
        phoneNumber,
        secondPhoneNumber,
        timezone: zone,
        retryAttempts,
        retryDelayMinutes,
        recordCalls: chance.happens(0.3),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const mayBeRecorded = chance.happens(0.7)
    const subjects: ConsentSubject[] = ['calls']
    if (chance.happens(0.7)) subjects.push('words')
    if (mayBeRecorded) subjects.push('recording')
    const at = new Date(clock.now().getTime() - 86_400_000)
    await agreedBefore(db, { accountId, lovedOneId: id, subjects, isUpgrade: chance.happens(0.3), at })
    const phoneNumbers = [phoneNumber, ...(secondPhoneNumber ? [secondPhoneNumber] : [])]
    const retries = {
      attempts: retryAttempts ?? USUAL_RETRIES.attempts,
      delayMs: retryDelayMinutes === null ? USUAL_RETRIES.delayMs : retryDelayMinutes * 60_000,
    }
    const zones = [{ zone, from: 0, until: Number.POSITIVE_INFINITY }]
    population.lovedOnes.push({ id, accountId, phoneNumbers, zones, away: [], retries, hasAgreed: true, mayBeRecorded })
    const contacts = chance.whole(0, 3)
    for (let position = 1; position <= contacts; position++) {
      await db
        .insertInto('contacts')
        .values({
          accountId,
          lovedOneId: id,
          name: `Contact ${index}.${position}`,
          phoneNumber: contactNumbers.length > 0 && chance.happens(0.15) ? chance.oneOf(contactNumbers) : aContact(),
          contactType: 'family',
          isEmergencyContact: chance.happens(0.85),
          position,
        })
        .execute()
    }
    // Somebody who cannot hear, on a mobile phone of their own.
    const asksBy = before === null && index % 5 === 3 ? 'text' : 'call'
    const wanted = chance.whole(1, 3)
    for (let wish = 0; wish < wanted; wish++) {
      population.wishes.push(await aWish(making, { accountId, lovedOneId: id, zone }, { asksBy }))
    }
  }
  for (let index = 0; index < ordinary; index++) await addOrdinary(making, population, index)
  return population
}

/** A family with one person whose phone is nearly always answered, one contact, and a call or two a day. */
async function addOrdinary(making: Making, population: Population, index: number): Promise<void> {
  const { db, chance, clock } = making
  const aNumber = (owner: Habit['owner'], kind: string) => {
    const number = `+6149158${kind}${String(index).padStart(3, '0')}`
    population.habits.set(number, ordinaryHabit(owner))
    return number
  }
  const { id: accountId } = await insertAccount(db, {
    username: `family${index}`,
    email: `family${index}@example.com`,
    verifiedEmail: `family${index}@example.com`,
    passwordHash: 'none',
    firstName: 'Robyn',
  })
  const zone = chance.oneOf(ZONES)
  const phoneNumber = aNumber('loved_one', '1')
  const { id } = await db
    .insertInto('lovedOnes')
    .values({ accountId, name: `Neighbour ${index}`, phoneNumber, timezone: zone })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('contacts')
    .values({
      accountId,
      lovedOneId: id,
      name: `Friend ${index}`,
      phoneNumber: aNumber('contact', '2'),
      contactType: 'family',
      isEmergencyContact: true,
      position: 1,
    })
    .execute()
  const zones = [{ zone, from: 0, until: Number.POSITIVE_INFINITY }]
  const at = new Date(clock.now().getTime() - 86_400_000)
  await agreedBefore(db, { accountId, lovedOneId: id, subjects: ['calls', 'words'], at })
  const known = { zones, away: [], retries: USUAL_RETRIES, hasAgreed: true, mayBeRecorded: false }
  population.lovedOnes.push({ id, accountId, phoneNumbers: [phoneNumber], ...known })
  const times = ORDINARY_TIMES.filter(() => chance.happens(0.5))
  for (const time of times.length > 0 ? times : ['09:00']) {
    const who = { accountId, lovedOneId: id, zone }
    population.wishes.push(await aWish(making, who, { pattern: 'daily', time, asksBy: 'call' }))
  }
}

/** The instant of a time on the wall, some days after today there. */
export function wallInstant(now: number, zone: string, days: number, time: string): number {
  const today = Temporal.Instant.fromEpochMilliseconds(Math.floor(now)).toZonedDateTimeISO(zone).toPlainDate()
  return today.add({ days }).toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
}

/** The rule of this kind whose first instant is `from`, in local time. */
export function ruleAt(pattern: RecurrencePattern, instant: number, zone: string): Recurrence {
  const wall = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  const timeOfDay = wall.toPlainTime().toString({ smallestUnit: 'minute' })
  const weekDay = WEEK_DAYS[wall.dayOfWeek - 1]
  switch (pattern) {
    case 'once':
      return { kind: 'once' }
    case 'daily':
    case 'weekdays':
    case 'weekends':
      return { kind: pattern, timeOfDay }
    case 'weekly':
      if (!weekDay) throw new RangeError('A day without a name')
      return { kind: 'weekly', timeOfDay, weekDay }
    default:
      throw new RangeError(`${pattern} is not read off a clock`)
  }
}

/** Somebody asks for a call, or for a schedule: as `wanted`, or anything. */
export async function aWish(
  { db, clock, chance, days }: Making,
  who: { accountId: number; lovedOneId: number; zone: string },
  wanted: { pattern?: 'daily'; time?: string; asksBy: AsksBy },
): Promise<Wish> {
  const now = clock.now().getTime()
  const callType: CallType = chance.oneOf(CALL_TYPES)
  const pattern = wanted.pattern ?? chance.oneOf(PATTERNS)
  const onDay = pattern === 'once' || pattern === 'weekly' ? chance.whole(1, Math.max(1, days - 1)) : 0
  const soon = wallInstant(now, who.zone, onDay, wanted.time ?? chance.oneOf(TIMES))
  const start = soon > now ? soon : wallInstant(now, who.zone, onDay + 1, '10:00')
  const slots = [0, 1, 2].map(() => ({ weekDay: chance.oneOf(WEEK_DAYS), timeOfDay: chance.oneOf(TIMES) }))
  const unique = slots.filter(
    (slot, index) => slots.findIndex((one) => JSON.stringify(one) === JSON.stringify(slot)) === index,
  )
  const rule: Recurrence = pattern === 'custom' ? { kind: 'custom', slots: unique } : ruleAt(pattern, start, who.zone)
  const deps = {
    db,
    clock,
    jobs: simulatedJobs(() => clock.now()),
    plans: noCallLimits,
    callsPerSecond: 1000,
    ownNumbers: ['+61255501234'] as const,
    limits: NO_LIMITS,
  }
  const callId = await scheduleCall(
    deps,
    { id: who.accountId },
    {
      lovedOneId: who.lovedOneId,
      callType,
      asksBy: wanted.asksBy,
      scheduledTime: new Date(start).toISOString(),
      recurrencePattern: pattern,
      schedulePatterns: pattern === 'custom' ? unique : [],
      confirmNight: true,
    },
  )
  const { scheduleId } = await db
    .selectFrom('calls')
    .select('scheduleId')
    .where('id', '=', callId)
    .executeTakeFirstOrThrow()
  return {
    ...who,
    callType,
    scheduleId,
    callId,
    rules: [{ from: start, rule, zone: who.zone }],
    until: [],
    skipped: new Set(),
    away: [],
    cancelledFrom: null,
    cancelledAt: null,
    removedAt: null,
    isBusy: false,
  }
}
