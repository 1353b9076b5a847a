import { beforeEach, expect, test } from 'vitest'
import { consentsOfOne } from '#server/features/consents/public.ts'
import {
  account,
  aTextAtNine,
  callOf,
  care,
  lovedOneId,
  questions,
  setUpTextCheckIns,
  work,
  write,
} from '#test/text-check-in-fixture.ts'

setUpTextCheckIns()
beforeEach(() => {
  care.deps.consent = 'asked'
})
const calls = async () => (await consentsOfOne(care.db, lovedOneId, 'asked')).calls

test('somebody who was not asked reads how to stop the texts, and agrees by the first OK', async () => {
  await aTextAtNine()
  expect(questions()[0]).toMatch(/Rather not\? Reply STOP\.$/)
  expect((await calls()).state).toBe('not_asked')
  await write('OK')
  expect(await calls()).toMatchObject({ state: 'agreed', how: 'text' })
})

test('somebody who has not agreed is not texted at night, and the account holder reads of a text, not of a ring', async () => {
  const callId = await care.aCall(account, { lovedOneId, asksBy: 'text', at: new Date('2026-03-10T21:30:00+11:00') })
  care.clock.set(new Date('2026-03-10T21:30:00+11:00'))
  await work()
  expect(questions()).toEqual([])
  expect(await callOf(callId)).toMatchObject({
    status: 'missed',
    reason: "Margaret Hartley hasn't agreed to our texts yet. Until then we only text between 8 AM and 9 PM.",
  })
  const [notice] = care.notified.filter(({ channel }) => channel === 'email')
  expect(notice?.subject).toBe("We didn't text Margaret Hartley at 9:30 PM")
  expect(notice?.text).not.toMatch(/ring|call/i)
})

test('an OK by text does not take back that somebody would rather not be called', async () => {
  const { accountId } = await care.db.selectFrom('lovedOnes').select('accountId').executeTakeFirstOrThrow()
  const declined = { subject: 'calls', state: 'declined', how: 'key', wording: 'x', at: care.clock.now() } as const
  await care.db
    .insertInto('consents')
    .values({ accountId, lovedOneId, ...declined })
    .execute()
  await aTextAtNine()
  expect(questions()).toHaveLength(1)
  await write('OK')
  expect((await calls()).state).toBe('declined')
})
