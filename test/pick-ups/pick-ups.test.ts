import { afterAll, beforeAll, expect, test } from 'vitest'
import { type LiveServer, startLiveServer } from '../live-server.ts'
import { ALL_PICK_UPS } from './all-pick-ups.ts'
import { type Concluded, concludedFrom, faultsIn } from './concluded.ts'

// The whole product, rung through by the phone sandbox over signed callbacks: every pick-up is a call of its own, one
// close behind the other, and a second on the line is longer than usual: the product tells by time whether a question was
// cut short, and the time that a crowded machine takes to answer must not count as time on the line. What was concluded is read from what is stored and told.
const DEADLINE_MS = 300_000
const APART_MS = 100
const SOME = 20

let live: LiveServer
const concluded = new Map<string, Concluded>()
const nameOf = ({ family, name, callType }: (typeof ALL_PICK_UPS)[number]) => `${family}: ${name} (${callType})`
const numberOf = (index: number, who: '1' | '2') => `+614915${who}${String(index).padStart(3, '0')}0`

beforeAll(async () => {
  live = await startLiveServer({ pace: { secondMilliseconds: 250 } })
  const { db } = live.server
  const people = await inTurns(ALL_PICK_UPS, async (pickUp, index) => {
    const number = numberOf(index, '1')
    live.simulator.setBehaviour(number, { kind: 'script', script: pickUp.script })
    const person = await live.aLovedOneAt(number)
    await db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', person.lovedOneId).execute()
    await db
      .insertInto('contacts')
      .values({ ...person, ...CONTACT, phoneNumber: numberOf(index, '2') })
      .execute()
    return { pickUp, person }
  })
  const from = Date.now() + 2_000
  const booked = await inTurns(people, async ({ pickUp, person }, index) => ({
    pickUp,
    accountId: person.accountId,
    callId: await live.aCall(person, new Date(from + index * APART_MS), pickUp.callType),
  }))
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

const CONTACT = { name: 'Susan', contactType: 'family', isEmergencyContact: true, position: 1 } as const

test('there are more than 550, each under a name of its own', () => {
  expect(ALL_PICK_UPS.length).toBeGreaterThan(550)
  expect(new Set(ALL_PICK_UPS.map(nameOf)).size).toBe(ALL_PICK_UPS.length)
})

test.each(ALL_PICK_UPS.map((pickUp) => [nameOf(pickUp), pickUp] as const))('%s', (name, pickUp) => {
  const found = concluded.get(name)
  if (!found) throw new Error(`${name} was not played`)
  expect({ faults: faultsIn(found, pickUp), ...found }).toEqual({ faults: [], ...found })
})

test('no callback was refused and no document was missing', () => {
  const requests = live.simulator.calls().flatMap((call) => call.requests)
  expect(requests.length).toBeGreaterThan(ALL_PICK_UPS.length)
  expect(requests.filter(({ statusCode }) => statusCode !== null && statusCode >= 400)).toEqual([])
})
