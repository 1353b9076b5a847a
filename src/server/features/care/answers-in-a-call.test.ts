import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AnsweredBy } from '#core/call-policy/attempt-outcome.ts'
import { spokenIn } from '#core/conversation/script/script-of.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const SILENCE = { keys: '', speech: '' }
const says = (speech: string) => ({ keys: '', speech })
const presses = (keys: string) => ({ keys, speech: '' })

let care: CareFixture
let account: { id: number }
let lovedOneId: number
let callId: number

beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())

beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account)
  callId = await care.aCall(account, { lovedOneId })
})

/** The phone rings and is picked up; the provider reports what follows to the care feature. */
async function pickedUp() {
  if (care.clock.now() < NINE_IN_SYDNEY) care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  await care.facts.answered(attemptId, sid)
  return {
    attemptId,
    sid,
    hears: async (step: string, heard: { keys: string; speech: string }) =>
      spokenIn(await care.facts.heard(attemptId, step, heard, sid)),
    verdict: (by: AnsweredBy) => care.facts.answererDetected(attemptId, sid, by),
    ends: (answeredBy: AnsweredBy | null = null) =>
      care.facts.progressed(attemptId, {
        providerCallId: sid,
        status: 'completed',
        endedStatus: 'completed',
        answeredBy,
        durationSeconds: 20,
      }),
  }
}

const theCall = () => care.call(account, callId)
const incidents = () => care.db.selectFrom('incidents').select(['cause', 'status', 'endedHow']).orderBy('id').execute()
const subjects = () => care.notified.flatMap(({ subject }) => subject ?? [])

describe('words that nobody understands', () => {
  test('words that nobody understands end the call without another try, and the account holder reads them', async () => {
    const phone = await pickedUp()
    await phone.verdict('human')
    await phone.hears('listen 1', says('hello?'))
    await phone.hears('question 2', says('the roses I said'))
    await phone.hears('question 3', says('he has a ladder in the roses'))
    expect(await phone.hears('question 4', says('the roses'))).toContain('you answered and I could not understand')
    await phone.ends()
    expect(await theCall()).toMatchObject({
      status: 'missed',
      reason: 'The call was answered, but we could not understand what was said.',
      attempts: [{ outcome: 'not_understood' }],
    })
    expect(await incidents()).toMatchObject([{ cause: 'unclear', status: 'running' }])
    expect(care.notified[0]?.text).toContain('he has a ladder in the roses')
    care.clock.advance(HOUR)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(1)
  })

  test('words that nobody understands are reported though the loved one hangs up after the first of them', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says('the roses I said'))
    await phone.ends()
    expect(await incidents()).toMatchObject([{ cause: 'unclear' }])
  })

  test('words that nobody understands are reported though they arrive after the end of the call', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.ends()
    expect(await theCall()).toMatchObject({ status: 'in_progress' })
    await phone.hears('question 2', says('the roses I said'))
    expect(await theCall()).toMatchObject({ status: 'missed' })
    expect(await incidents()).toMatchObject([{ cause: 'unclear' }])
  })

  test('words that nobody understands are reported though the family read before that nobody gave an answer', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.ends()
    expect(await incidents()).toMatchObject([{ cause: 'not_reached' }])
    await phone.hears('question 2', says('help me'))
    expect(await incidents()).toMatchObject([{ cause: 'uncertain_help', status: 'running' }])
    expect(subjects().at(-1)).toContain('may have asked for help')
  })

  test('words that nobody understands are withdrawn and the call is retried when it turns out after the end that a machine said them', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says('the roses I said'))
    await phone.ends()
    await phone.verdict('machine')
    await phone.verdict('machine')
    expect(await incidents()).toMatchObject([{ cause: 'unclear', status: 'resolved' }])
    expect(await theCall()).toMatchObject({ status: 'in_progress', attempts: [{ outcome: 'machine' }] })
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(2)
  })

  test('a call with words that nobody understands is not retried when a person has settled it before the verdict', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says('the roses I said'))
    await phone.ends()
    await care.db
      .updateTable('incidents')
      .set({
        status: 'resolved',
        endedAt: care.clock.now(),
        endedHow: "Robyn says all's well.",
        nextAt: null,
      })
      .execute()
    await phone.verdict('machine')
    expect(await theCall()).toMatchObject({ status: 'missed', attempts: [{ outcome: 'machine' }] })
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(1)
  })

  test('words of a machine on the last try are withdrawn, and the family is notified that the loved one was not reached', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says('the roses I said'))
    await phone.ends()
    await phone.verdict('machine')
    expect(await theCall()).toMatchObject({ status: 'voicemail' })
    expect(await incidents()).toMatchObject([{ cause: 'not_reached', status: 'running' }])
    expect(subjects().at(-1)).toContain("didn't answer")
  })
})

test('an all-clear that a machine said is withdrawn though the end was reported before, and the call is retried', async () => {
  const phone = await pickedUp()
  await phone.verdict('human')
  await phone.hears('listen 1', says('hello?'))
  care.clock.advance(20_000)
  await phone.hears('question 2', says("I'm fine"))
  await phone.ends()
  expect(await theCall()).toMatchObject({ status: 'completed' })
  await phone.hears('goodbye 3', says('just joking, please leave a message after the tone'))
  expect(await theCall()).toMatchObject({ status: 'in_progress', attempts: [{ outcome: 'machine' }] })
  care.clock.advance(10 * MINUTE)
  await care.dispatch()
  expect(care.telephony.dialled).toHaveLength(2)
})

test('other systems are notified of the miss when an all-clear of the last try turns out to be a machine', async () => {
  await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
  const phone = await pickedUp()
  await phone.hears('listen 1', says('hello?'))
  care.clock.advance(20_000)
  await phone.hears('question 2', says("I'm fine"))
  await phone.ends()
  expect(await theCall()).toMatchObject({ status: 'completed' })
  await phone.hears('goodbye 3', says('just joking, please leave a message after the tone'))
  expect(await theCall()).toMatchObject({ status: 'voicemail' })
  const ends = await care.db
    .selectFrom('events')
    .select('event')
    .where('event', 'in', ['call.completed', 'call.missed', 'call.failed'])
    .orderBy('id')
    .execute()
  expect(ends).toEqual([{ event: 'call.completed' }, { event: 'call.missed' }])
})

describe('requests for help in words', () => {
  test('a request for help in words is reported at once after the question, if a person was detected', async () => {
    const phone = await pickedUp()
    await phone.verdict('human')
    await phone.hears('listen 1', says('hello?'))
    await phone.hears('question 2', says("I've had a fall"))
    expect(await incidents()).toMatchObject([{ cause: 'help' }])
    await phone.ends()
    expect(await theCall()).toMatchObject({ status: 'completed', attempts: [{ outcome: 'help' }] })
  })

  test('a request for help in words that was never confirmed is reported at the end as what it is', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', says('please help me'))
    expect(await incidents()).toEqual([])
    await phone.hears('confirm_help 2', SILENCE)
    await phone.ends()
    expect(await incidents()).toMatchObject([{ cause: 'uncertain_help', status: 'running' }])
    expect(subjects()[0]).toContain('may have asked for help')
    expect(await theCall()).toMatchObject({ status: 'missed' })
  })

  test('a request for help in words of a machine is reported to nobody, before the end or after', async () => {
    for (const isLate of [false, true]) {
      const phone = await pickedUp()
      await phone.hears('listen 1', says('please help me'))
      if (!isLate) await phone.verdict('machine')
      await phone.ends()
      if (isLate) await phone.verdict('machine')
      expect((await incidents()).filter(({ status }) => status === 'running')).toEqual([])
      expect(await theCall()).toMatchObject({ status: 'in_progress' })
      care.clock.advance(10 * MINUTE)
    }
  })

  test('a request for help in words that was reported is still withdrawn by a later verdict, and the call is retried', async () => {
    const phone = await pickedUp()
    await phone.verdict('human')
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', says("I've had a fall"))
    await phone.verdict('machine')
    expect(await incidents()).toMatchObject([{ cause: 'help', status: 'resolved' }])
    expect(care.notified.at(-1)?.text).toContain('voicemail')
    expect(care.telephony.said).toHaveLength(1)
    await phone.ends('machine')
    expect(await theCall()).toMatchObject({ status: 'in_progress', attempts: [{ outcome: 'machine' }] })
  })

  test('a request for help by key is never withdrawn', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.hears('question 2', presses('2'))
    await phone.verdict('machine')
    await phone.ends('machine')
    expect(await incidents()).toMatchObject([{ cause: 'help', status: 'running' }])
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })
})

describe('verdicts of machine detection', () => {
  test('a verdict of machine detection changes nothing after an answer, by key or in words', async () => {
    // It would be due at the same minute, and either might be dialled last.
    await care.db.deleteFrom('calls').where('id', '=', callId).execute()
    for (const answer of [presses('1'), says("I'm fine")]) {
      const at = new Date(care.clock.now().getTime() + HOUR)
      callId = await care.aCall(account, { lovedOneId: await care.somebodyElse(account), at })
      care.clock.advance(HOUR)
      const phone = await pickedUp()
      await phone.hears('listen 1', SILENCE)
      await phone.hears('question 2', answer)
      await phone.verdict('machine')
      await phone.ends('machine')
      expect(await theCall()).toMatchObject({ status: 'completed' })
    }
    expect(care.telephony.said).toEqual([])
  })

  test('a verdict of machine detection that comes twice says its message once', async () => {
    const phone = await pickedUp()
    await Promise.all([phone.verdict('machine'), phone.verdict('machine')])
    expect(care.telephony.said).toHaveLength(1)
  })

  test('a verdict of machine detection never hangs up on a person: her key leads to the question, on every try', async () => {
    for (let attempt = 1; attempt <= 3; attempt++) {
      const phone = await pickedUp()
      await phone.hears('listen 1', SILENCE)
      await phone.verdict('machine')
      expect(JSON.stringify(care.telephony.said.at(-1)?.script)).toContain('If you are there, press 1.')
      expect(await phone.hears('message 3', presses('1'))).toContain("If you're all right, press 1")
      if (attempt < 3) await phone.ends('machine')
      else await phone.hears('question 4', presses('1'))
      care.clock.advance(10 * MINUTE)
      if (attempt === 3) await phone.ends('machine')
    }
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('a verdict of fax ends the call', async () => {
    const phone = await pickedUp()
    await phone.verdict('fax')
    expect(care.telephony.said).toMatchObject([{ script: [{ kind: 'hang_up' }] }])
  })
})

test('a callback of a call other than the attempt’s changes nothing', async () => {
  const phone = await pickedUp()
  await phone.hears('listen 1', SILENCE)
  const before = await care.db.selectFrom('attempts').selectAll().execute()
  const other = 'CA-of-somebody-else'
  expect(await care.facts.heard(phone.attemptId, 'question 2', presses('1'), other)).toEqual([{ kind: 'hang_up' }])
  expect(await care.facts.answered(phone.attemptId, other)).toEqual([{ kind: 'hang_up' }])
  await care.facts.answererDetected(phone.attemptId, other, 'machine')
  await care.facts.answererDetected(phone.attemptId, other, 'human')
  const ended = { status: 'completed', endedStatus: 'completed', answeredBy: null, durationSeconds: 1 } as const
  await care.facts.progressed(phone.attemptId, { ...ended, providerCallId: other })
  expect(await care.db.selectFrom('attempts').selectAll().execute()).toEqual(before)
  expect(care.telephony.said).toEqual([])
})

describe('calls that ask again for what to say', () => {
  const asksAgain = async ({ attemptId, sid }: Awaited<ReturnType<typeof pickedUp>>) =>
    spokenIn(await care.facts.answered(attemptId, sid))

  test('a call that asks again hears the question whose answer was lost, and ends once', async () => {
    const phone = await pickedUp()
    const question = await phone.hears('listen 1', says('hello?'))
    expect(await asksAgain(phone)).toBe(question)
    expect(await phone.hears('question 2', presses('1'))).toContain('You pressed 1')
    await phone.ends()
    expect(await theCall()).toMatchObject({ status: 'completed', attempts: [{ outcome: 'acknowledged', keys: '1' }] })
  })

  test('a call that asks again hears thanks if its answer was taken and the thanks were lost', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    const thanks = await phone.hears('question 2', presses('1'))
    expect(await asksAgain(phone)).toBe(thanks)
    await phone.ends()
    expect(await theCall()).toMatchObject({ status: 'completed' })
  })

  test('a call that asks again hears again that help is on its way, and nobody is notified twice', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    const noted = await phone.hears('question 2', presses('2'))
    const notified = care.notified.length
    expect(await asksAgain(phone)).toBe(noted)
    expect(care.notified).toHaveLength(notified)
  })

  test('a call that asks again after a verdict of machine is left the message, not asked the question', async () => {
    const phone = await pickedUp()
    await phone.hears('listen 1', SILENCE)
    await phone.verdict('machine')
    expect(await asksAgain(phone)).toContain('If you are there, press 1')
  })
})

test.each(['nonsense 1', 'question 7', 'goodbye 1', 'listen 2', 'first', ''])(
  'a key at the step "%s", which was never asked, answers nothing',
  async (step) => {
    for (const keys of ['1', '2']) {
      const phone = await pickedUp()
      expect(await phone.hears(step, presses(keys))).toBe('')
      const { response } = await care.db
        .selectFrom('attempts')
        .select('response')
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow()
      expect(response).toBeNull()
      expect(await incidents()).toEqual([])
      await phone.ends()
      care.clock.advance(10 * MINUTE)
    }
  },
)

test('the key that asks for help counts when two arrive at once', async () => {
  const phone = await pickedUp()
  await phone.hears('listen 1', SILENCE)
  await phone.hears('question 2', presses('21'))
  expect(await incidents()).toMatchObject([{ cause: 'help' }])
})

test('a callback that comes twice gets one answer, and its words are recorded once', async () => {
  const phone = await pickedUp()
  const [one, two] = await Promise.all([
    phone.hears('listen 1', says('hello?')),
    phone.hears('listen 1', says('hello?')),
  ])
  expect(one).toBe(two)
  const turns = await care.db.selectFrom('turns').select('step').execute()
  expect(turns.map(({ step }) => step)).toEqual(['answer listen 1', 'reply listen 1'])
})

test('an all-clear before the question can have been said to its end is asked for again', async () => {
  const slow = await careFixture({ timing: { ...care.deps.timing, spokenWordMs: 300 } })
  try {
    const family = await slow.anAccount()
    const call = await slow.aCall(family, { lovedOneId: await slow.aLovedOne(family) })
    slow.clock.set(NINE_IN_SYDNEY)
    await slow.dispatch()
    const { attemptId, providerCallId } = slow.telephony.dialled[0] ?? { attemptId: 0, providerCallId: '' }
    await slow.facts.answered(attemptId, providerCallId ?? '')
    await slow.facts.heard(attemptId, 'listen 1', SILENCE)
    slow.clock.advance(3_000)
    expect(spokenIn(await slow.facts.heard(attemptId, 'question 2', says("I'm fine")))).toContain(
      'I was still speaking',
    )
    slow.clock.advance(3_000)
    await slow.facts.heard(attemptId, 'question 3', says("I'm fine"))
    const attempt = await slow.db.selectFrom('attempts').select('response').executeTakeFirstOrThrow()
    expect(attempt).toEqual({ response: 'acknowledged' })
    expect(await slow.call(family, call)).toMatchObject({ status: 'in_progress' })
  } finally {
    await slow.close()
  }
})

test('the stored state of a conversation holds no words', async () => {
  const phone = await pickedUp()
  await phone.hears('listen 1', says('please help me with the roses'))
  const { rows } = await sql<{ kept: string }>`select conversation::text as kept from attempts`.execute(care.db)
  expect(rows[0]?.kept).not.toMatch(/roses|Margaret|Robyn/)
})
