import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { tryTogether } from '#server/features/calls/changes/try-together.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const DAY = 24 * 60 * 60_000

let care: CareFixture
let account: { id: number }
beforeAll(async () => {
  care = await careFixture({ consent: 'asked' })
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(NINE_IN_SYDNEY)
  for (const table of ['phoneRefusals', 'numberDials', 'quotaUses'] as const) await care.db.deleteFrom(table).execute()
  account = await care.anAccount()
})

const tries = (lovedOneId: number, by = account) => tryTogether({ ...care.deps, consent: 'asked' }, by, lovedOneId)
async function outcomeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
    return 'done'
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
async function pickedUp() {
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  return {
    hears: (step: string, keys: string, speech = '') => care.facts.heard(attemptId, step, { keys, speech }, sid),
    ends: () =>
      care.facts.progressed(attemptId, {
        ...{
          providerCallId: sid,
          status: 'completed',
          endedStatus: 'completed' as const,
          answeredBy: 'human' as const,
        },
        durationSeconds: 9,
      }),
  }
}

test('Try it together, pressed twice at once, rings once', async () => {
  const lovedOneId = await care.aLovedOne(account)
  const [one, other] = await Promise.all([tries(lovedOneId), tries(lovedOneId)])
  expect(one).toBe(other)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(1)
})

test('the phones of strangers are not tried one by one by changing a number', async () => {
  const lovedOneId = await care.aLovedOne(account)
  for (let stranger = 0; stranger < 20; stranger++) {
    const phoneNumber = `+6149157${String(1000 + stranger)}`
    await care.db.updateTable('lovedOnes').set({ phoneNumber }).where('id', '=', lovedOneId).execute()
    expect(await outcomeOf(tries(lovedOneId))).toBe('done')
    await (await pickedUp()).ends()
    care.clock.advance(60_000)
  }
  expect(await outcomeOf(tries(lovedOneId))).toContain('20 times today')
  const another = await care.anAccount()
  expect(await outcomeOf(tries(await care.somebodyElse(another), another)), 'another family').toBe('done')
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + DAY + 3_600_000))
  expect(await outcomeOf(tries(lovedOneId)), 'the next day').toBe('done')
})

test('9 in a rehearsal declines: nobody is alarmed, it is found, and a second rehearsal is refused', async () => {
  const lovedOneId = await care.aLovedOne(account)
  const callId = await tries(lovedOneId)
  const phone = await pickedUp()
  await phone.hears('listen 1', '', 'hello?')
  await phone.hears('consent 2', '9')
  await phone.ends()
  expect((await consentsOfOne(care.db, lovedOneId, 'asked')).calls.state).toBe('declined')
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed', finding: 'declined' })
  expect(await outcomeOf(tries(lovedOneId))).toContain('rather not be called')
  expect(await care.db.selectFrom('incidents').select('id').execute()).toEqual([])
  expect(care.notified.map(({ subject }) => subject)).toEqual([expect.stringContaining('rather not be called')])
})

test('a rehearsal that is not dialled in two minutes rings nobody, and nobody is notified', async () => {
  const lovedOneId = await care.aLovedOne(account)
  const callId = await tries(lovedOneId)
  care.clock.advance(5 * 60_000)
  await care.dispatch()
  expect(care.telephony.dialled).toEqual([])
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed', finding: 'not_placed' })
  expect(care.notified).toEqual([])
  expect(await care.db.selectFrom('calls').select('id').where('catchUpFor', 'is not', null).execute()).toEqual([])
})

test('somebody with one phone in two families who declined one is still tried by the other, and asked there', async () => {
  const lovedOneId = await care.aLovedOne(account)
  await tries(lovedOneId)
  const phone = await pickedUp()
  await phone.hears('listen 1', '', 'hello?')
  await phone.hears('consent 2', '9')
  await phone.ends()
  const other = await care.anAccount()
  const theirs = await care.aLovedOne(other)
  await tries(theirs, other)
  const second = await pickedUp()
  expect(JSON.stringify(await second.hears('listen 1', '', 'hello?'))).toContain('Press 9')
  await second.hears('consent 2', '1')
  expect((await consentsOfOne(care.db, theirs, 'asked')).calls.state).toBe('agreed')
  expect((await consentsOfOne(care.db, lovedOneId, 'asked')).calls.state).toBe('declined')
})
