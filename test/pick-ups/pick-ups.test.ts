import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveServer, startLiveServer } from '../live-server.ts'
import { oneForEach } from '../slow-tests.ts'
import { ALL_PICK_UPS } from './all-pick-ups.ts'
import { type Concluded, concludedFrom, faultsIn } from './concluded.ts'
import type { PickUp } from './pick-up.ts'

// The whole product, rung through by the phone sandbox over signed callbacks: every pick-up is a call of its own. The
// product decides by time whether a question was cut short, so the time that a crowded machine takes to answer counts as
// time on the line: a second there is longer than usual, and the next phone rings only while the product keeps up with
// those before it. The conclusions are read from the stored rows and the messages.
/** Only against waiting for ever: a crowded machine may take its time. */
const DEADLINE_MS = 1_500_000
const SECOND_MS = 500
const ON_THE_PHONE = 80
const UNANSWERED = 8
const SOME = 20

/** A quick run plays one of each family, call and end. */
const PLAYED = oneForEach(ALL_PICK_UPS, ({ family, callType, mayEndAs }) => [family, callType, ...mayEndAs].join())

let live: LiveServer
const concluded = new Map<string, Concluded>()
const nameOf = ({ family, name, callType }: (typeof ALL_PICK_UPS)[number]) => `${family}: ${name} (${callType})`
/** Of the people who are called, and of their contacts. */
const NUMBERS = { 1: '+6149151', 2: '+6149152' } as const
const numberOf = (index: number, who: 1 | 2) => `${NUMBERS[who]}${String(index).padStart(3, '0')}0`

beforeAll(async () => {
  live = await startLiveServer({ pace: { secondMilliseconds: SECOND_MS } })
  const { db } = live.server
  const people = await inTurns(PLAYED, async (pickUp, index) => {
    const number = numberOf(index, 1)
    live.simulator.setBehaviour(number, { kind: 'script', script: pickUp.script })
    const person = await live.aLovedOneAt(number)
    await db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', person.lovedOneId).execute()
    await db
      .insertInto('contacts')
      .values({ ...person, ...CONTACT, phoneNumber: numberOf(index, 2) })
      .execute()
    return { pickUp, person }
  })
  const booked: { pickUp: PickUp; accountId: number; callId: number }[] = []
  for (const { pickUp, person } of people) {
    while (isBehind(booked.length)) await pause(50)
    const callId = await live.aCall(person, new Date(), pickUp.callType)
    booked.push({ pickUp, accountId: person.accountId, callId })
  }
  await live.everyCallEnded(DEADLINE_MS)
  for (const { pickUp, accountId, callId } of booked) {
    concluded.set(nameOf(pickUp), await concludedFrom(db, accountId, callId))
  }
}, DEADLINE_MS + 60_000)
afterAll(() => live.close())

/** In order, some at a time: six hundred at once would wait for connections longer than the pool lets them. */
async function inTurns<T, R>(all: readonly T[], make: (item: T, index: number) => Promise<R>): Promise<R[]> {
  const made: R[] = []
  for (let from = 0; from < all.length; from += SOME) {
    const some = all.slice(from, from + SOME)
    made.push(...(await Promise.all(some.map((item, index) => make(item, from + index)))))
  }
  return made
}

/** Whether the product is still busy with the calls it has to place. */
function isBehind(booked: number): boolean {
  const { simulator } = live
  const rung = simulator.calls().filter(({ to }) => to.startsWith(NUMBERS[1])).length
  const phones = simulator.phones()
  const requests = phones.flatMap(({ callSid }) => simulator.call(callSid)?.requests ?? [])
  const unanswered = requests.filter(({ statusCode, failure }) => statusCode === null && failure === null).length
  return phones.length >= ON_THE_PHONE || booked - rung + unanswered >= UNANSWERED
}

const CONTACT = { name: 'Susan', contactType: 'family', isEmergencyContact: true, position: 1 } as const

test('there are more than 550, each under a name of its own', () => {
  expect(ALL_PICK_UPS.length).toBeGreaterThan(550)
  expect(new Set(ALL_PICK_UPS.map(nameOf)).size).toBe(ALL_PICK_UPS.length)
})

test.each(PLAYED.map((pickUp) => [nameOf(pickUp), pickUp] as const))('%s', (name, pickUp) => {
  const found = concluded.get(name)
  if (!found) throw new Error(`${name} was not played`)
  expect({ faults: faultsIn(found, pickUp), ...found }).toEqual({ faults: [], ...found })
})

test('no callback was refused and no document was missing', () => {
  const requests = live.simulator.calls().flatMap((call) => call.requests)
  expect(requests.length).toBeGreaterThan(PLAYED.length)
  expect(requests.filter(({ statusCode }) => statusCode !== null && statusCode >= 400)).toEqual([])
})
