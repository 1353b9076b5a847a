import { type Account, registerAccount } from './account.ts'
import { waitUntil } from './wait-until.ts'

/** Nothing is as long as this, and no room is kept for it while it loads. */
const LONGEST_NAME = 'Giuseppe Featherstonehaugh-Papadopoulos'

/** Somebody with three loved ones, a contact, calls of every kind, and one call that is over. */
export async function aFullAccount(url: string, secondName = LONGEST_NAME): Promise<Account & { lovedOneId: number }> {
  const account = await registerAccount(url, { firstName: 'Robyn', lastName: 'Hartley' })
  const [lovedOneId = 0, second = 0] = await Promise.all([
    account.addLovedOne(),
    account.addLovedOne({
      name: secondName,
      phoneNumber: '+61491570101',
      timezone: 'Australia/Perth',
    }),
    account.addLovedOne({ name: 'June Murray', relationship: null }),
  ])
  const now = Date.now()
  const scheduledTime = new Date(now + 26 * 60 * 60 * 1000).toISOString()
  await account.addContact(lovedOneId, { name: 'Alexandrina Featherstonehaugh', isEmergencyContact: true })
  await account.addContact(lovedOneId, { name: 'Tom Hartley' })
  await account.schedule({ lovedOneId, scheduledTime: new Date(now).toISOString() })
  await account.schedule({ lovedOneId, scheduledTime, callType: 'wake_up_call' })
  await account.schedule({ lovedOneId: second, scheduledTime, callType: 'wellness_check', recurrencePattern: 'daily' })
  await account.schedule({
    lovedOneId,
    scheduledTime,
    callType: 'medication_reminder',
    recurrencePattern: 'custom',
    schedulePatterns: [
      { weekDay: 'monday', timeOfDay: '08:05' },
      { weekDay: 'friday', timeOfDay: '20:00' },
    ],
  })
  await waitUntil('the first call is over', async () => (await account.history()).length === 1)
  return { ...account, lovedOneId }
}
