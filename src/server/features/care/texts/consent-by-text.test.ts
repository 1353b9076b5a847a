import { beforeEach, expect, test } from 'vitest'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { aTextAtNine, care, lovedOneId, questions, setUpTextCheckIns, write } from '#test/text-check-in-fixture.ts'

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
