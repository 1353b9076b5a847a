import type { SandboxPhone } from '#contract/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { knownPeople } from './known-people.ts'
import type { SandboxPhones } from './sandbox-phones.ts'

const REMEMBERED_CALLS = 60

/** Every phone worth showing: those of people here, then those that ring, rang, wrote or were set. */
export async function listPhones(db: Db, phones: SandboxPhones): Promise<SandboxPhone[]> {
  const people = await knownPeople(db)
  const live = phones.liveCalls()
  const ended = phones.endedCalls(REMEMBERED_CALLS)
  const others = [...live, ...ended].map(({ number }) => number)
  const numbers = new Set([...people.keys(), ...others, ...phones.numbersSet()])
  return [...numbers].map((number) => ({
    number,
    owners: people.get(number) ?? [],
    ...phones.settingsOf(number),
    calls: live.filter((call) => call.number === number),
    lastCall: ended.find((call) => call.number === number) ?? null,
  }))
}
