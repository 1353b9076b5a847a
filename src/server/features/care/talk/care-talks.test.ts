import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { conversationFrom } from '#core/conversation/conversation-state.ts'
import { recordConsent } from '#server/features/consents/public.ts'
import { withdrawConsent } from '#server/features/loved-ones/public.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { withdrawDeps } from '../conversation/delete-what-was-said.ts'
import { talkStepOf } from '../conversation/talk-step.ts'
import { careTalks } from './care-talks.ts'

const HOUR = 3_600_000
const SILENCE = { keys: '', speech: '' }

let care: CareFixture
let account: { id: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture({ talks: { minutesPerMonth: 60 } })
})
afterAll(() => care.close())

beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { talks: true })
  await decide('agreed')
})

const decide = (state: 'agreed' | 'withdrawn') =>
  care.db.transaction().execute((trx) =>
    recordConsent(trx, {
      ...{ accountId: account.id, lovedOneId, subject: 'conversation', state, how: 'key' },
      at: care.clock.now(),
    }),
  )

/** A call whose talk is open. */
async function aTalk() {
  await care.aCall(account, { lovedOneId, callType: 'daily_check_in' })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  await care.facts.answererDetected(attemptId, sid, 'human')
  await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: 'hello?' }, sid)
  const judge = careTalks(care.deps)
  expect(await judge.open(attemptId, sid)).not.toBeNull()
  const row = () => care.db.selectFrom('attempts').selectAll().where('id', '=', attemptId).executeTakeFirstOrThrow()
  const step = talkStepOf(conversationFrom((await row()).conversation)) ?? ''
  /** The provider asks for what follows. */
  const over = () => care.facts.heard(attemptId, step, SILENCE, sid)
  const ends = () =>
    care.facts.progressed(attemptId, {
      ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed' as const },
      ...{ answeredBy: null, durationSeconds: 20 },
    })
  return { judge, attemptId, over, ends, row }
}

const causes = async () =>
  (await care.db.selectFrom('incidentCauses').select('cause').execute()).map(({ cause }) => cause)

describe('turns that are written down after the talk has ended', () => {
  test.each([
    ['key 2', { keys: '2', speech: '' }],
    ['words', { keys: '', speech: "I've fallen and I need help" }],
  ])('a request for help by %s counts after the talk has ended', async (_how, late) => {
    const { judge, attemptId, over, row } = await aTalk()
    await over()
    await judge.heard(attemptId, { ...late, together: '' }, [])
    expect((await row()).response).toBe('help')
    expect(await causes()).toEqual(['help'])
  })

  test('a request for help that the model heard is reported where nobody answers the question about it', async () => {
    const { judge, attemptId, over, ends } = await aTalk()
    await over()
    await judge.raiseHelp(attemptId)
    await ends()
    expect(await causes()).toEqual(['uncertain_help'])
  })

  test('key 1 that arrives after the talk has ended does not complete the call', async () => {
    const { judge, attemptId, over, row } = await aTalk()
    await over()
    await judge.heard(attemptId, { keys: '1', speech: '', together: '' }, [])
    expect((await row()).response).toBeNull()
  })
})

describe('a talk under way', () => {
  test('ends when the person takes their consent back, or the family switches talks off', async () => {
    const { judge, attemptId } = await aTalk()
    expect(await judge.mayGoOn(attemptId)).toBe(true)
    await care.db.updateTable('lovedOnes').set({ talks: false }).execute()
    expect(await judge.mayGoOn(attemptId)).toBe(false)
    await care.db.updateTable('lovedOnes').set({ talks: true }).execute()
    await decide('withdrawn')
    expect(await judge.mayGoOn(attemptId)).toBe(false)
  })
})

test('what is remembered of their words goes when the family may not read these any more', async () => {
  const at = care.clock.now()
  const topic = {
    accountId: account.id,
    lovedOneId,
    words: 'the races',
    sealedWith: null,
    createdAt: at,
    updatedAt: at,
  }
  await care.db.insertInto('talkTopics').values(topic).execute()
  const withdrawn = { accountId: account.id, lovedOneId, subject: 'words', deletesExisting: false, how: 'key' } as const
  await care.db.transaction().execute((trx) => withdrawConsent(withdrawDeps(care.deps), trx, withdrawn))
  expect(await care.db.selectFrom('talkTopics').select('id').execute()).toEqual([])
})
