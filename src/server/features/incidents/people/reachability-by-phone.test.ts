import { beforeEach, expect, test } from 'vitest'
import { escalateAfter, open, setUpAlerted, TOM } from '#test/alerted-fixture.ts'
import { care, SUSAN, textsTo } from '#test/check-in-fixture.ts'

setUpAlerted()

const JUNE = '+61491570110'
const change = (phoneNumber: string, fields: Record<string, unknown>) =>
  care.db.updateTable('contacts').set(fields).where('phoneNumber', '=', phoneNumber).execute()
/** Who was texted, in the order in which it happened. */
const textedInOrder = () =>
  care.notified.flatMap(({ channel, recipient }) => (channel === 'sms' && recipient !== null ? recipient : []))
async function untilEverybodyIsNotified() {
  for (let minute = 0; minute < 14; minute++) await escalateAfter(1)
}

beforeEach(async () => {
  await change(SUSAN, { reachableFrom: '18:00', reachableTo: '22:00' })
})

test('contacts who can be reached now come before those who cannot, who come after them', async () => {
  await open()
  expect(textedInOrder(), 'it is nine in the morning').toEqual([TOM])
  await untilEverybodyIsNotified()
  expect(textedInOrder().slice(0, 2)).toEqual([TOM, SUSAN])
})

test('hours are those of the zone that a contact has given', async () => {
  // Nine in Sydney is eleven at night in London, and six in the morning in Perth.
  await change(SUSAN, { reachableFrom: '06:00', reachableTo: '09:00', reachableZone: 'Australia/Perth' })
  await open()
  expect(textedInOrder()).toEqual([SUSAN])
})

test('a contact who is away comes after the others until the day they gave', async () => {
  await change(SUSAN, { reachableFrom: null, reachableTo: null, awayUntil: '2026-03-11' })
  await open()
  expect(textedInOrder()).toEqual([TOM])
  await care.db.deleteFrom('incidents').execute()
  care.notified.length = 0
  await change(SUSAN, { awayUntil: '2026-03-10' })
  await open()
  expect(textedInOrder()).toEqual([SUSAN])
})

test('everybody is notified in the order of the list where nobody can be reached now', async () => {
  await change(TOM, { awayUntil: '2026-04-01' })
  await open()
  await untilEverybodyIsNotified()
  expect(textedInOrder().slice(0, 2)).toEqual([SUSAN, TOM])
})

test('the entry that is to be notified counts for a person with two entries', async () => {
  await change(SUSAN, { reachableFrom: null, reachableTo: null })
  const { accountId, lovedOneId } = await care.db
    .selectFrom('contacts')
    .select(['accountId', 'lovedOneId'])
    .where('phoneNumber', '=', SUSAN)
    .executeTakeFirstOrThrow()
  const again = { name: 'Susan again', phoneNumber: SUSAN, position: 9, awayUntil: '2026-04-01' }
  await care.db
    .insertInto('contacts')
    .values({ accountId, lovedOneId, contactType: 'friend', isEmergencyContact: false, ...again })
    .execute()
  await open()
  expect(textedInOrder()).toEqual([SUSAN])
})

test('a contact who was notified keeps their turn when their hours end meanwhile', async () => {
  await change(SUSAN, { reachableFrom: '08:00', reachableTo: '09:01' })
  await open()
  expect(textedInOrder()).toEqual([SUSAN])
  await escalateAfter(2)
  expect(care.telephony.alertsDialled.map(({ to }) => to)).toEqual([SUSAN])
  expect(textsTo(TOM)).toEqual([])
})

test('a contact whom texts have never reached comes last, and is still tried', async () => {
  await change(SUSAN, { state: 'unreachable' })
  await open()
  await untilEverybodyIsNotified()
  expect(textedInOrder().slice(0, 2)).toEqual([TOM, SUSAN])
})

test('a contact who had agreed and whom a text did not reach comes last', async () => {
  const then = care.clock.now()
  await change(SUSAN, { state: 'unreachable', agreedAt: then, answeredAt: then })
  await open()
  await untilEverybodyIsNotified()
  expect(textedInOrder().slice(0, 2)).toEqual([TOM, SUSAN])
})

test('everybody is tried where texts reach nobody', async () => {
  await change(SUSAN, { state: 'unreachable', reachableFrom: null, reachableTo: null })
  await change(TOM, { state: 'unreachable' })
  await open()
  expect(textedInOrder()).toEqual([SUSAN])
})

test('declined contacts are not notified, and the others are', async () => {
  await change(SUSAN, { state: 'declined', askAt: null, answeredAt: care.clock.now() })
  await change(TOM, { phoneNumber: JUNE })
  await open()
  await untilEverybodyIsNotified()
  expect(new Set(textedInOrder())).toEqual(new Set([JUNE]))
})
