import { beforeEach, describe, expect, test } from 'vitest'
import { MAY_NEED_HELP_REASON, NOT_UNDERSTOOD_REASON } from '#core/call-policy/after-attempt.ts'
import type { AnsweredBy } from '#core/call-policy/attempt-outcome.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  care,
  incidents,
  lovedOneId,
  MINUTE,
  SECOND_PHONE,
  setUpCheckIns,
  stepsOf,
  write,
} from '#test/check-in-fixture.ts'

// Callbacks of a try arrive late and in any order: words that may have asked for help are reported in each.

setUpCheckIns()

let callId: number
async function isRung({ retryAttempts = 0 } = {}) {
  await care.db.updateTable('lovedOnes').set({ retryAttempts, retryDelayMinutes: 10 }).execute()
  callId = await care.aCall(account, { lovedOneId })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  return pickUp()
}

/** The phone that was rung last is picked up. */
async function pickUp() {
  const { attemptId, providerCallId } = care.telephony.dialled.at(-1) ?? { attemptId: 0, providerCallId: '' }
  const sid = providerCallId ?? ''
  let [step = ''] = stepsOf(await care.facts.answered(attemptId, sid)).slice(-1)
  const hears = async (keys: string, speech: string) => {
    const [next = step] = stepsOf(await care.facts.heard(attemptId, step, { keys, speech }, sid)).slice(-1)
    step = next
  }
  return {
    attemptId,
    says: (speech: string) => hears('', speech),
    isSilent: () => hears('', ''),
    presses: (keys: string) => hears(keys, ''),
    async isMachine() {
      await care.facts.answererDetected(attemptId, sid, 'machine')
      const said = care.telephony.said.at(-1)
      if (said?.providerCallId === sid) step = stepsOf(said.script).at(-1) ?? step
    },
    ends: (answeredBy: AnsweredBy | null = null) =>
      care.facts.progressed(attemptId, {
        ...{ providerCallId: sid, status: 'completed', endedStatus: 'completed', answeredBy, durationSeconds: 20 },
      }),
  }
}
type Phone = Awaited<ReturnType<typeof pickUp>>

const theCall = () => care.call(account, callId)
const subjects = () => care.notified.flatMap(({ subject }) => subject ?? [])
const MAY_HAVE_ASKED = [expect.stringContaining('may have asked for help')]
/** In the same try, in one of the two orders in which the provider may report it. */
const ORDERS = [
  ['before', async (words: () => Promise<void>, end: () => Promise<void>) => words().then(end)],
  ['after', async (words: () => Promise<void>, end: () => Promise<void>) => end().then(words)],
] as const

describe('words after the beep of a machine', () => {
  const asksAfterBeep = async (phone: Phone) => {
    await phone.says('help me')
    await phone.isSilent()
  }

  test.each(ORDERS)('may ask for help, and their call goes on, if they arrive %s its end', async (_, inOrder) => {
    const phone = await isRung({ retryAttempts: 1 })
    await phone.isMachine()
    await inOrder(
      () => asksAfterBeep(phone),
      () => phone.ends('machine'),
    )
    expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
    expect(subjects()).toEqual(MAY_HAVE_ASKED)
    expect(await theCall()).toMatchObject({ status: 'in_progress', attempts: [{ outcome: 'machine' }] })
    await phone.ends('machine')
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    expect(care.telephony.dialled).toHaveLength(2)
    expect(subjects()).toHaveLength(1)
  })

  test.each(ORDERS)(
    'may ask for help in a call that ends as voicemail, if they arrive %s its end',
    async (_, inOrder) => {
      const phone = await isRung()
      await phone.isMachine()
      await inOrder(
        () => asksAfterBeep(phone),
        () => phone.ends('machine'),
      )
      expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
      expect(subjects().slice(-1)).toEqual(MAY_HAVE_ASKED)
      expect(await theCall()).toMatchObject({
        status: 'voicemail',
        reason: expect.stringContaining('An answering machine picked up.'),
      })
    },
  )
})

test('words that may ask for help are reported though others before them were not understood, and the call had ended', async () => {
  const phone = await isRung()
  await phone.isSilent()
  await phone.says('the cat is on the mat')
  await phone.ends()
  expect(await incidents()).toMatchObject([{ cause: 'unclear' }])
  expect(await theCall()).toMatchObject({ status: 'missed', reason: NOT_UNDERSTOOD_REASON })
  await phone.says('help me')
  await phone.isSilent()
  expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
  expect(await theCall()).toMatchObject({ status: 'missed', reason: MAY_NEED_HELP_REASON })
  expect(subjects().filter((subject) => subject.includes('may have asked for help'))).toHaveLength(1)
})

describe('a try that is talked on while its call is answered in another way', () => {
  let phone: Phone
  beforeEach(async () => {
    phone = await isRung({ retryAttempts: 1 })
    await phone.isSilent()
    await write('OK', SECOND_PHONE)
    expect(await theCall()).toMatchObject({ status: 'completed' })
    care.notified.length = 0
    care.clock.advance(MINUTE)
  })

  test.each(ORDERS)('words in it that may ask for help are reported if they arrive %s its end', async (_, inOrder) => {
    await inOrder(
      () => phone.says('help me'),
      () => phone.ends(),
    )
    await phone.ends()
    expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
    expect(subjects()).toEqual(MAY_HAVE_ASKED)
    expect(await theCall()).toMatchObject({ status: 'completed', reason: null })
  })

  test.each(ORDERS)(
    'words in it that nobody understands notify nobody if they arrive %s its end',
    async (_, inOrder) => {
      await inOrder(
        () => phone.says('the cat is on the mat'),
        () => phone.ends(),
      )
      expect(await incidents()).toEqual([])
      expect(await theCall()).toMatchObject({ status: 'completed', reason: null })
    },
  )

  test('the alarm is withdrawn if a machine said them, and the call stays answered', async () => {
    await phone.says('help me')
    await phone.ends()
    await phone.isMachine()
    expect(await incidents()).toMatchObject([{ cause: 'uncertain_help', status: 'resolved' }])
    expect(await theCall()).toMatchObject({ status: 'completed', reason: null })
  })
})

test('words that may ask for help in a second try are reported though a late key has answered the first', async () => {
  const first = await isRung({ retryAttempts: 1 })
  await first.isSilent()
  await first.ends()
  care.clock.advance(10 * MINUTE)
  await care.dispatch()
  const second = await pickUp()
  await second.isSilent()
  await first.presses('1')
  expect(await theCall()).toMatchObject({ status: 'completed' })
  await second.says('help me')
  await second.ends()
  expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
  expect(await theCall()).toMatchObject({ status: 'completed' })
})

test('words that may have asked for help are reported though the answers after a fail-over may be lost', async () => {
  const phone = await isRung()
  await phone.isSilent()
  await phone.says('help me')
  care.clock.advance(MINUTE)
  await care.db.updateTable('dials').set({ outcomeUnknownSince: care.clock.now() }).execute()
  await phone.ends()
  expect(await incidents()).toMatchObject([{ callId, cause: 'uncertain_help', status: 'running' }])
  expect(await theCall()).toMatchObject({ status: 'missed' })
})
