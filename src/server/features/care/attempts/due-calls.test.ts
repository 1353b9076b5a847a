import { afterAll, beforeAll, expect, test } from 'vitest'
import { NUMBER_TO_DIAL } from '#server/features/calls/public.ts'
import { type CareFixture, careFixture } from '#test/care-fixture.ts'
import { DUE_COLUMNS, numberToDial } from './due-calls.ts'

const OWN = '+61491570156'
const SECOND = '+61491570159'

let care: CareFixture
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

test.each([
  ['the first try', { triesMade: 0, uncountedTries: 0 }, SECOND, OWN],
  ['a further try', { triesMade: 1, uncountedTries: 0 }, SECOND, SECOND],
  ['a further try without a second number', { triesMade: 2, uncountedTries: 0 }, null, OWN],
  ['the first try that counts', { triesMade: 2, uncountedTries: 2 }, SECOND, OWN],
  ['a further try after one that did not count', { triesMade: 2, uncountedTries: 1 }, SECOND, SECOND],
  ['the try after "not yet"', { triesMade: 1, uncountedTries: 0, notYetCount: 1 }, SECOND, OWN],
  ['the third try after "not yet" twice', { triesMade: 3, uncountedTries: 1, notYetCount: 2 }, SECOND, OWN],
  ['a retry of the try after "not yet"', { triesMade: 2, uncountedTries: 0, notYetCount: 1 }, SECOND, SECOND],
  ['the try after "not yet" on the second phone', { triesMade: 3, uncountedTries: 0, notYetCount: 2 }, SECOND, SECOND],
])('%s waits until the phone that it then rings is free', async (_, tries, secondPhoneNumber, expected) => {
  const account = await care.anAccount()
  const lovedOneId = await care.aLovedOne(account, { phoneNumber: OWN, secondPhoneNumber })
  const callId = await care.aCall(account, { lovedOneId })
  await care.db.updateTable('calls').set(tries).where('id', '=', callId).execute()
  const due = await care.db
    .selectFrom('calls')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(DUE_COLUMNS)
    .select(NUMBER_TO_DIAL.as('waitedFor'))
    .where('calls.id', '=', callId)
    .executeTakeFirstOrThrow()
  expect([due.waitedFor, numberToDial(due)]).toEqual([expected, expected])
})
