import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'

const MINUTE = 60_000

let care: CareFixture
let account: { id: number }
let callId: number
beforeAll(async () => {
  care = await careFixture()
})
afterAll(() => care.close())
beforeEach(async () => {
  await care.startOver(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  callId = await care.aCall(account, { lovedOneId: await care.aLovedOne(account) })
  care.clock.set(NINE_IN_SYDNEY)
})

const last = () => {
  const dialled = care.telephony.dialled.at(-1)
  if (!dialled?.providerCallId) throw new Error('Nothing was dialled')
  return { attemptId: dialled.attemptId, providerCallId: dialled.providerCallId }
}
const answered = () => care.facts.answered(last().attemptId, last().providerCallId)
const pressed = async (keys: string) => {
  await care.facts.heard(last().attemptId, 'listen 1', { keys: '', speech: '' })
  await care.facts.heard(last().attemptId, 'question 2', { keys, speech: '' })
}
const ended = (endedStatus: 'completed' | 'no-answer') =>
  care.facts.progressed(last().attemptId, {
    providerCallId: last().providerCallId,
    status: endedStatus,
    endedStatus,
    answeredBy: null,
    durationSeconds: endedStatus === 'completed' ? 12 : null,
  })
const details = async () => JSON.stringify(await care.call(account, callId))
const kinds = async () => (await care.call(account, callId)).timeline.map(({ kind }) => kind)

/** A viewer of the call sees something else after this step, and was notified to fetch it again. */
async function changesAndNotifies(step: () => Promise<unknown>): Promise<void> {
  const before = await details()
  care.announced.length = 0
  await step()
  expect(await details()).not.toBe(before)
  expect(new Set(care.announced)).toEqual(new Set([account.id]))
}

test('every step of a call that changes what is shown of it is notified to viewers', async () => {
  await changesAndNotifies(care.dispatch)
  await changesAndNotifies(() => ended('no-answer'))
  care.clock.advance(10 * MINUTE)
  await changesAndNotifies(care.dispatch)
  await changesAndNotifies(answered)
  await changesAndNotifies(() => pressed('1'))
  await changesAndNotifies(() => ended('completed'))
})

test('a dial whose answer was lost is notified to viewers when its call is found', async () => {
  care.telephony.outcomes.push({ kind: 'lost_answer' })
  await care.dispatch()
  expect(await kinds()).toEqual(['scheduled'])
  care.clock.advance(MINUTE)
  await changesAndNotifies(care.settle)
  expect(await kinds()).toEqual(['scheduled', 'dialled'])
})

test('a call that is asked for now is notified to every window', async () => {
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  await changesAndNotifies(() => callNow(care.deps, account, callId))
  expect((await care.call(account, callId)).timeline.map(({ text }) => text)).toEqual(['You chose Call Now'])
})

describe('timelines', () => {
  test('the timeline shows a call from its booking to its end, with what was said and heard', async () => {
    await care.dispatch()
    expect(await kinds()).toEqual(['scheduled', 'dialled'])
    await ended('no-answer')
    expect(await kinds()).toEqual(['scheduled', 'dialled', 'ended', 'retry'])
    care.clock.advance(10 * MINUTE)
    await care.dispatch()
    await answered()
    await pressed('1')
    await ended('completed')
    const { timeline } = await care.call(account, callId)
    expect(timeline.map(({ kind, text }) => `${kind}: ${text}`)).toEqual([
      expect.stringMatching(/^scheduled: Booked for Mar 10, 2026 9:00 AM$/),
      'dialled: Rang +61 491 570 156',
      'ended: No answer',
      'dialled: Rang +61 491 570 156, try 2',
      'answered: Answered by a person',
      expect.stringMatching(/^said: Good morning Margaret, it's Cooee/),
      'heard: Pressed 1',
      expect.stringMatching(/^said: /),
      'ended: Answered and responded',
      'completed: Margaret Hartley answered',
    ])
  })

  test('the timeline says when a call was late and the account holder was notified', async () => {
    await care.db.updateTable('calls').set({ lateNotifiedAt: care.clock.now() }).where('id', '=', callId).execute()
    expect((await care.call(account, callId)).timeline.at(-1)).toEqual({
      at: NINE_IN_SYDNEY.toISOString(),
      kind: 'told',
      text: "We didn't ring on time, and let you know why",
    })
  })

  test('the timeline of a call that was not dialled yet holds its booking alone', async () => {
    expect(await kinds()).toEqual(['scheduled'])
  })
})
