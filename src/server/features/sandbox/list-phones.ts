import type { PhoneOwner, SandboxPhone } from '#contract/admin/sandbox.ts'
import type { Db } from '#server/platform/database/database.ts'
import { nameVoices } from './name-voices.ts'
import type { SandboxPhones } from './sandbox-phones.ts'

const REMEMBERED_CALLS = 60

/** Every phone worth showing: those of people here, then those that ring, rang, wrote or were set. */
export async function listPhones(db: Db, phones: SandboxPhones): Promise<SandboxPhone[]> {
  const people = await knownPeople(db)
  const live = phones.liveCalls()
  const ended = phones.endedCalls(REMEMBERED_CALLS)
  const others = [...live, ...ended].map(({ number }) => number)
  const named = await nameVoices(db, [...live, ...ended])
  const numbers = new Set([...people.keys(), ...others, ...phones.numbersSet()])
  return [...numbers].map((number) => ({
    number,
    owners: people.get(number) ?? [],
    ...phones.settingsOf(number),
    questionReply: phones.questionReplyOf(number),
    calls: live.filter((call) => call.number === number).map(named),
    lastCall: ended.filter((call) => call.number === number).map(named)[0] ?? null,
  }))
}

/** Enough for trying Cooee out; with more, the sandbox page could not be read. */
const MAX_LOVED_ONES = 30

/** The people of this machine's accounts by number: each loved one before their contacts, then the account holders. */
async function knownPeople(db: Db): Promise<Map<string, PhoneOwner[]>> {
  const lovedOnes = await db
    .selectFrom('lovedOnes')
    .select(['id', 'accountId', 'name', 'phoneNumber', 'secondPhoneNumber', 'emergencyContactName'])
    .select('emergencyContactPhone')
    .orderBy('id')
    .limit(MAX_LOVED_ONES)
    .execute()
  const contacts = await db
    .selectFrom('contacts')
    .select(['lovedOneId', 'name', 'phoneNumber'])
    .where('lovedOneId', 'in', [0, ...lovedOnes.map(({ id }) => id)])
    .orderBy('position')
    .execute()
  const signedUp = await db
    .selectFrom('people')
    .select(['firstName', 'lastName', 'username', 'phoneNumber'])
    .where('phoneNumber', 'is not', null)
    .where((eb) =>
      eb.or([
        eb('id', 'in', (ofFamilies) =>
          ofFamilies
            .selectFrom('members')
            .select('personId')
            .where('accountId', 'in', [0, ...lovedOnes.map(({ accountId }) => accountId)]),
        ),
        // A user who waits for the code that proves their phone must be able to read it.
        eb('id', 'in', eb.selectFrom('phoneCodes').select('personId')),
      ]),
    )
    .orderBy('id')
    .execute()

  const people = new Map<string, PhoneOwner[]>()
  const add = (number: string | null, owner: PhoneOwner) => {
    if (number === null) return
    const owners = people.get(number) ?? []
    const isKnown = owners.some(({ name, role }) => name === owner.name && role === owner.role)
    if (!isKnown) people.set(number, [...owners, owner])
  }
  for (const { id, name, ...lovedOne } of lovedOnes) {
    add(lovedOne.phoneNumber, { name, role: 'loved_one', of: null })
    add(lovedOne.secondPhoneNumber, { name, role: 'loved_one', of: null })
    for (const contact of contacts.filter(({ lovedOneId }) => lovedOneId === id)) {
      add(contact.phoneNumber, { name: contact.name, role: 'contact', of: name })
    }
    const emergency = lovedOne.emergencyContactName ?? 'Emergency contact'
    add(lovedOne.emergencyContactPhone, { name: emergency, role: 'contact', of: name })
  }
  for (const { firstName, lastName, username, phoneNumber } of signedUp) {
    const name = [firstName, lastName].filter(Boolean).join(' ') || username
    add(phoneNumber, { name, role: 'account_holder', of: null })
  }
  return people
}
