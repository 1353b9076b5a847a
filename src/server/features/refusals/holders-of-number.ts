import type { Trx } from '#server/platform/database/database.ts'

/** Somebody of an account who has a number. */
export interface StoredNumber {
  accountId: number
  lovedOneId: number
  name: string
}

/** A loved one of whom a phone is the first or the second. */
export interface LovedOneAt extends StoredNumber {
  isSecond: boolean
}

/** The loved ones of every account whose first or second phone it is. */
export async function lovedOnesAt(trx: Trx, phoneNumber: string): Promise<LovedOneAt[]> {
  const lovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id as lovedOneId', 'accountId', 'name', 'phoneNumber as firstPhoneNumber'])
    .where((eb) => eb.or([eb('phoneNumber', '=', phoneNumber), eb('secondPhoneNumber', '=', phoneNumber)]))
    .orderBy('id')
    .execute()
  return lovedOnes.map(({ firstPhoneNumber, ...of }) => ({ ...of, isSecond: firstPhoneNumber !== phoneNumber }))
}

/** Those whom calls to come, or under way, ask by text on this phone, their first: without texts nobody asks them. */
export async function askedByText(trx: Trx, all: readonly LovedOneAt[]): Promise<LovedOneAt[]> {
  const lovedOnes = all.filter(({ isSecond }) => !isSecond)
  if (lovedOnes.length === 0) return []
  const asked = await trx
    .selectFrom('calls')
    .select('lovedOneId')
    .distinct()
    .where(
      'lovedOneId',
      'in',
      lovedOnes.map(({ lovedOneId }) => lovedOneId),
    )
    .where('asksBy', '=', 'text')
    .where('status', 'in', ['scheduled', 'in_progress'])
    .execute()
  const ids = new Set(asked.map(({ lovedOneId }) => lovedOneId))
  return lovedOnes.filter(({ lovedOneId }) => ids.has(lovedOneId))
}

/** The contacts of every account with that number, and the emergency contacts of its loved ones. */
export async function contactsAt(trx: Trx, phoneNumber: string): Promise<StoredNumber[]> {
  const contacts = await trx
    .selectFrom('contacts')
    .select(['lovedOneId', 'accountId', 'name'])
    .where('phoneNumber', '=', phoneNumber)
    .orderBy('id')
    .execute()
  const ofLovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id', 'accountId', 'emergencyContactName'])
    .where('emergencyContactPhone', '=', phoneNumber)
    .orderBy('id')
    .execute()
  const emergency = ofLovedOnes
    .filter(({ id }) => !contacts.some(({ lovedOneId }) => lovedOneId === id))
    .map(({ id, accountId, emergencyContactName }) => ({
      lovedOneId: id,
      accountId,
      name: emergencyContactName ?? 'The emergency contact',
    }))
  return [...contacts, ...emergency]
}
