import type { Db } from '#server/platform/database/database.ts'
import { insertAccount } from '../insert-account.ts'
import type { Chance } from './chance.ts'
import { agreedBefore } from './consent-rows.ts'
import { AGREES, type ConsentHabit, type Habit, ordinaryHabit } from './phones.ts'
import { aWish, type Making, type Population, type Stay, USUAL_RETRIES, ZONES } from './population.ts'
import type { Wish } from './promise-book.ts'

/** What people decide about calls, and how. */
export const DECIDING = [
  'agrees at once',
  'agrees in the second call',
  'agrees in the third call',
  'never presses a key',
  'declines',
  'declines on the second phone',
  'declines for one family',
  'declines, and is added again',
  'presses 9 twice',
  'texts STOP',
  'texts STOP, then START',
  'contact texts STOP',
  'presses 9 twice, then rings',
] as const
export type Deciding = (typeof DECIDING)[number]

/** Somebody who decides about calls while the simulation runs. */
export interface Decider {
  readonly deciding: Deciding
  readonly accountId: number
  readonly lovedOneId: number
  readonly zone: string
  readonly phoneNumber: string
  readonly contactNumber: string
  readonly wishes: readonly Wish[]
}

/** How many of the kinds there are in a run. */
const SHARE = 0.4
const TIMES = ['08:00', '09:00', '12:05', '15:30', '18:00', '20:45']
/** Before 8 AM or after 9 PM: nobody who has not agreed is rung. */
const NIGHTLY = ['06:10', '07:55', '21:05']
const UNASKED: Partial<Record<Deciding, Partial<ConsentHabit>>> = {
  'agrees at once': {},
  'agrees in the second call': { whenAsked: [null, '1'] },
  'agrees in the third call': { whenAsked: [null, null, '1'] },
  'never presses a key': { whenAsked: [null] },
  declines: { whenAsked: ['9'] },
  'declines on the second phone': { whenAsked: ['9'] },
  'declines for one family': { declinesFor: 'Tom' },
  'declines, and is added again': { whenAsked: ['9'] },
}

/** Adds families with one person each, of whom most have not been asked whether calls are all right. */
export async function addDeciders(making: Making, population: Population): Promise<Decider[]> {
  const { chance } = making
  const deciders: Decider[] = []
  let numbers = 0
  const aNumber = (habit: Habit) => {
    numbers += 1
    const number = `+6149159${String(numbers).padStart(4, '0')}`
    population.habits.set(number, habit)
    return number
  }
  for (const deciding of DECIDING) {
    if (!chance.happens(SHARE)) continue
    const phoneNumber = aNumber(habitOf(deciding, chance))
    const contactNumber = aNumber(ordinaryHabit('contact'))
    const zone = chance.oneOf(ZONES)
    const holders = deciding === 'declines for one family' ? ['Robyn', 'Tom'] : ['Robyn']
    for (const holder of holders) {
      const username = `decider${deciders.length}`
      const family = { deciding, username, holder, phoneNumber, contactNumber, zone }
      deciders.push(await addFamily(making, population, family))
    }
  }
  return deciders
}

function habitOf(deciding: Deciding, chance: Chance): Habit {
  const unasked = UNASKED[deciding]
  const refusesAt = deciding.startsWith('presses 9 twice') ? chance.whole(1, 2) : null
  const answers = unasked || refusesAt ? 0.95 : 0.4
  const consent: ConsentHabit = { ...AGREES, ...unasked, refusesAt }
  return {
    ...ordinaryHabit('loved_one'),
    answers: deciding === 'declines on the second phone' ? 0.98 : answers,
    consent,
  }
}

interface NewFamily {
  deciding: Deciding
  username: string
  holder: string
  phoneNumber: string
  contactNumber: string
  zone: (typeof ZONES)[number]
}

async function addFamily(
  making: Making,
  population: Population,
  { deciding, username, holder, phoneNumber, contactNumber, zone }: NewFamily,
): Promise<Decider> {
  const { db, chance, clock } = making
  const { id: accountId } = await insertAccount(db, {
    ...{ username, email: `${username}@example.com`, verifiedEmail: `${username}@example.com` },
    ...{ passwordHash: 'none', firstName: holder },
  })
  const isSecond = deciding === 'declines on the second phone'
  const firstNumber = isSecond ? silentNumber(population) : phoneNumber
  const secondPhoneNumber = isSecond ? phoneNumber : null
  const recordCalls = chance.happens(0.4)
  const { id: lovedOneId } = await db
    .insertInto('lovedOnes')
    .values({
      ...{ accountId, name: 'Mum', phoneNumber: firstNumber, secondPhoneNumber, timezone: zone, recordCalls },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await addContact(db, { accountId, lovedOneId, phoneNumber: contactNumber, position: 1 })
  const hasAgreed = UNASKED[deciding] === undefined
  const at = new Date(clock.now().getTime() - 86_400_000)
  if (hasAgreed) await agreedBefore(db, { accountId, lovedOneId, subjects: ['calls'], at })
  const zones: Stay[] = [{ zone, from: 0, until: Number.POSITIVE_INFINITY }]
  const phoneNumbers = isSecond ? [firstNumber, phoneNumber] : [phoneNumber]
  const mayBeRecorded = false
  population.lovedOnes.push({
    ...{ id: lovedOneId, accountId, phoneNumbers, zones, away: [], retries: USUAL_RETRIES, hasAgreed, mayBeRecorded },
  })
  const who = { accountId, lovedOneId, zone }
  const times = [chance.oneOf(TIMES), chance.oneOf(TIMES), ...(chance.happens(0.3) ? [chance.oneOf(NIGHTLY)] : [])]
  const wishes: Wish[] = []
  for (const time of new Set(times)) wishes.push(await aWish(making, who, { pattern: 'daily', asksBy: 'call', time }))
  population.wishes.push(...wishes)
  return { deciding, ...who, phoneNumber, contactNumber, wishes }
}

/** A phone that nobody picks up. */
function silentNumber(population: Population): string {
  const number = '+61491599001'
  population.habits.set(number, { ...ordinaryHabit('loved_one'), answers: 0 })
  return number
}

interface NewContact {
  accountId: number
  lovedOneId: number
  phoneNumber: string
  position: number
}

async function addContact(db: Db, contact: NewContact): Promise<void> {
  const friend = { name: 'Friend', contactType: 'family', isEmergencyContact: true } as const
  await db
    .insertInto('contacts')
    .values({ ...contact, ...friend })
    .execute()
}
