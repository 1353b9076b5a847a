import { describe, expect, test } from 'vitest'
import { claimDueCalls } from '#server/features/care/dispatch/claim-due-calls.ts'
import { dialAttempt } from '#server/features/care/dispatch/dial-attempt.ts'
import { addAdminRefusal, applyAdminRefusal, applyDecline } from '#server/features/refusals/public.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aBetweenTries,
  account,
  activities,
  care,
  dials,
  endLast,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  ring,
  SECOND_PHONE,
  setUpCheckIns,
  statusOf,
  stepsOf,
  write,
} from '#test/check-in-fixture.ts'
import { aRefusal } from '#test/refusals.ts'

setUpCheckIns()

const REFUSES = "Margaret Hartley's second phone wants no calls"
const TAKES_AGAIN = "Margaret Hartley's second phone takes calls again"
const mails = () => care.notified.filter(({ channel }) => channel === 'email')
const subjects = () => mails().map(({ subject }) => subject)
const lastMail = () => mails().at(-1)?.text ?? ''
const logged = async () => (await activities()).map(([, description]) => description)

/** Nothing that is only true of a first phone. */
function expectNothingOfAFirstPhone(text: string): void {
  expect(text).not.toMatch(/has asked not to|would rather not|won't ring,|won't alert|start again|keep an eye/)
}

async function nineTwice(): Promise<void> {
  await aBetweenTries()
  await pass(10 * MINUTE)
  const { attemptId, providerCallId, to } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
  expect(to).toBe(SECOND_PHONE)
  let script = await care.facts.answered(attemptId, providerCallId ?? '')
  for (const keys of ['', '9', '9']) {
    const [step = ''] = stepsOf(script).slice(-1)
    script = await care.facts.heard(attemptId, step, { keys, speech: '' })
  }
}
async function adminRefuses(): Promise<void> {
  await care.db.transaction().execute(async (trx) => {
    const refused = { phoneNumber: SECOND_PHONE, reason: 'A complaint', username: 'ops' }
    const { id } = await addAdminRefusal(care.deps, trx, refused, NINE_IN_SYDNEY)
    await applyAdminRefusal(care.deps, trx, SECOND_PHONE, { id, refusedAt: NINE_IN_SYDNEY })
  })
}
const nineOnce = () =>
  care.db
    .transaction()
    .execute((trx) => applyDecline(care.deps, trx, { accountId: account.id, phoneNumber: SECOND_PHONE }))

describe('what members read when a second phone wants no calls', () => {
  test.each([
    ['STOP', () => write('STOP', SECOND_PHONE)],
    ['9 pressed twice', nineTwice],
    ['9 in a first call', nineOnce],
  ])('after %s from a second phone members read that the first one is rung from now on', async (_how, sayNo) => {
    await sayNo()
    expect(subjects()).toEqual([REFUSES])
    expect(lastMail()).toContain("Every try rings Margaret's first phone instead.")
    expect(lastMail()).toContain('change or remove the second number')
    for (const { text } of care.notified) expectNothingOfAFirstPhone(text)
    expect(await logged()).toContain(REFUSES)
    expect((await logged()).join()).not.toContain('asked not to be called')
  })

  test('STOP from a second phone says that texts end too, and "stop calling me" does not', async () => {
    await write('stop calling me', SECOND_PHONE)
    expect(lastMail()).toContain("We won't ring that number any more.")
    await (await ring(SECOND_PHONE)).press('lift', '1')
    await write('STOP', SECOND_PHONE)
    expect(lastMail()).toContain("We won't ring or text that number any more.")
  })

  test('no texts to a second phone is reported to nobody: check-ins by text never go there', async () => {
    await care.aCall(account, { lovedOneId, asksBy: 'text', at: NINE_IN_SYDNEY })
    await write('stop texting me', SECOND_PHONE)
    expect(care.notified).toEqual([])
  })

  test('START from a second phone says that later tries ring it again, and not that scheduled calls start again', async () => {
    await write('STOP', SECOND_PHONE)
    await write('START', SECOND_PHONE)
    expect(subjects()).toEqual([REFUSES, TAKES_AGAIN])
    expect(lastMail()).toContain('when nobody answers the first phone')
    expectNothingOfAFirstPhone(lastMail())
    expect(await logged()).toContain(TAKES_AGAIN)
    expect(await logged()).not.toContain('Margaret Hartley wants calls again')
  })

  test('members read that an admin refuses the second number, and that the first phone is rung', async () => {
    await adminRefuses()
    expect(subjects()).toEqual(["We no longer ring or text Margaret Hartley's second number"])
    expect(lastMail()).toContain("Every try rings Margaret's first phone instead.")
    for (const { text } of care.notified) expectNothingOfAFirstPhone(text)
  })

  test.each([
    ['STOP', () => write('STOP', SECOND_PHONE), 'Jack Hartley has asked not to be called'],
    ['9 in a first call', nineOnce, 'Jack Hartley would rather not be called'],
    ['a refusal by an admin', adminRefuses, "We no longer ring or text Jack Hartley's number"],
  ])('after %s the members of somebody whose first phone it is read the usual words', async (_how, sayNo, subject) => {
    await care.aLovedOne(account, { name: 'Jack Hartley', phoneNumber: SECOND_PHONE })
    await sayNo()
    expect(subjects()).toHaveLength(2)
    expect(subjects()).toContain(subject)
  })

  test('members whose second number refuses calls are notified once more when they make it the first', async () => {
    await write('STOP', SECOND_PHONE)
    await care.db.updateTable('lovedOnes').set({ phoneNumber: SECOND_PHONE, secondPhoneNumber: null }).execute()
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    expect(dials()).toEqual([])
    expect(subjects()).toEqual([REFUSES, 'Margaret Hartley has asked not to be called'])
  })

  test('START from a second phone that never said no notifies nobody', async () => {
    await aRefusal(care.db, { phoneNumber: SECOND_PHONE, texts: true }, NINE_IN_SYDNEY)
    await write('START', SECOND_PHONE)
    expect(care.notified).toEqual([])
  })
})

describe('STOP from a second phone that the provider is just being asked to ring', () => {
  const lastSid = () => dials().at(-1)?.providerCallId ?? ''

  async function expectStoppedAndFirstPhoneNext(callId: number): Promise<void> {
    expect(dials().map(({ to }) => to)).toEqual([MARGARET, SECOND_PHONE])
    expect(care.telephony.stopped).toEqual([lastSid()])
    expect(await statusOf(callId)).toBe('in_progress')
    await endLast('canceled')
    await pass(10 * MINUTE)
    expect(dials().at(-1)?.to).toBe(MARGARET)
  }

  test('STOP while the provider is asked to ring a second phone stops it as soon as its call is stored', async () => {
    const callId = await aBetweenTries()
    care.clock.advance(10 * MINUTE)
    const { claimed } = await claimDueCalls(care.deps)
    const telephony: typeof care.telephony = {
      ...care.telephony,
      async dial(asked) {
        const answer = await care.telephony.dial(asked)
        await write('STOP', SECOND_PHONE)
        expect(care.telephony.stopped).toEqual([])
        return answer
      },
    }
    for (const dial of claimed) await dialAttempt({ ...care.deps, telephony }, dial)
    await expectStoppedAndFirstPhoneNext(callId)
  })

  test.each([
    [
      'the reconciler finds its call',
      async () => {
        care.clock.advance(MINUTE)
        await care.settle()
      },
    ],
    [
      'the provider reports that it rings',
      async () => {
        const report = { status: 'ringing', endedStatus: null, answeredBy: null, durationSeconds: null } as const
        await care.facts.progressed(dials().at(-1)?.attemptId ?? 0, { providerCallId: lastSid(), ...report })
      },
    ],
  ])('STOP from a second phone whose dial was not answered stops it when %s', async (_when, becomesKnown) => {
    const callId = await aBetweenTries()
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await pass(10 * MINUTE)
    await write('STOP', SECOND_PHONE)
    expect(care.telephony.stopped).toEqual([])
    await becomesKnown()
    await expectStoppedAndFirstPhoneNext(callId)
  })

  test('a second phone that refuses nothing rings on', async () => {
    await aBetweenTries()
    await pass(10 * MINUTE)
    expect(dials().at(-1)?.to).toBe(SECOND_PHONE)
    expect(care.telephony.stopped).toEqual([])
  })
})
