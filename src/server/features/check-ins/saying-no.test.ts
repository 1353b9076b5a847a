import { describe, expect, test } from 'vitest'
import { callNow } from '#server/features/calls/changes/call-now.ts'
import { stopCallsTo } from '#server/features/care/public.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aBetweenTries,
  account,
  activities,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  inbound,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  ring,
  SECOND_PHONE,
  STRANGER,
  SUSAN,
  scheduled,
  setUpCheckIns,
  spoken,
  statusOf,
  stepsOf,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { deleteEverybody } from '#test/insert-account.ts'
import { aRefusal, refusedBy } from '#test/refusals.ts'

setUpCheckIns()

const ASKED_NOT_TO = 'Margaret Hartley has asked not to be called.'
const reasonOf = async (callId: number) => (await care.call(account, callId)).reason
/** What the account holder was notified of about it. */
const notified = () => care.notified.map(({ subject }) => subject)

/** Presses keys in the last answered call, each at the question that was asked. */
async function pressIn(attemptId: number, ...keys: string[]) {
  let script = await care.facts.answered(attemptId, sid())
  for (const pressed of ['', ...keys]) {
    const [step = ''] = stepsOf(script).slice(-1)
    script = await care.facts.heard(attemptId, step, { keys: pressed, speech: '' })
  }
  return spoken(script)
}
const sid = () => dials().at(-1)?.providerCallId ?? ''
const attempt = () => dials().at(-1)?.attemptId ?? 0

describe('STOP from a loved one', () => {
  test('STOP from a loved one ends the call that rings, and no further try follows', async () => {
    const callId = await aRinging()
    expect(await write('STOP')).toBeNull()
    expect(care.telephony.stopped).toEqual([sid()])
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason: ASKED_NOT_TO, isRefused: true })
    await endLast()
    await pass(HOUR)
    expect(dials()).toHaveLength(1)
  })

  test('STOP from a loved one keeps every later call from ringing, alarms no contact and is reported once, not for each call', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await write('stop calling me')
    const told1 = notified()
    expect(told1).toEqual(['Margaret Hartley has asked not to be called'])
    for (let day = 0; day < 3; day++) {
      care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + day * 24 * HOUR))
      await care.dispatch()
    }
    expect(dials()).toEqual([])
    const ended = await care.db
      .selectFrom('calls')
      .select(['status', 'reason'])
      .where('status', '<>', 'scheduled')
      .execute()
    expect(ended).toEqual(Array(3).fill({ status: 'missed', reason: ASKED_NOT_TO }))
    expect(await scheduled()).toHaveLength(1)
    expect(await incidents()).toEqual([])
    expect(textsTo(SUSAN)).toEqual([])
    expect(notified()).toEqual(told1)
  })

  test('STOP twice counts once', async () => {
    await write('STOP')
    await write('stop!')
    expect(notified()).toEqual(['Margaret Hartley has asked not to be called'])
    expect(await care.db.selectFrom('phoneRefusals').select('id').execute()).toHaveLength(1)
  })

  test('STOP between two tries ends the call', async () => {
    const callId = await aRinging()
    await endLast()
    await write('Please stop ringing me')
    expect(await statusOf(callId)).toBe('missed')
    await pass(HOUR)
    expect(dials()).toHaveLength(1)
    expect(await incidents()).toEqual([])
  })

  test('STOP is lifted by START alone, and the schedule continues by itself', async () => {
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await write('STOP')
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    await write('OK')
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls', 'texts'])
    await write('start')
    await write('start')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
    expect(notified().filter((subject) => subject?.includes('again'))).toEqual([
      'Margaret Hartley wants calls from Cooee again',
    ])
    await pass(24 * HOUR)
    expect(dials()).toHaveLength(1)
  })

  test('"stop texting me" is not taken back by a bare "Yes", and START takes it back', async () => {
    await write('stop texting me')
    await write('Yes')
    expect(await refusedBy(care.db, MARGARET)).toEqual(['texts'])
    await write('START')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
  })

  test('a bare "Yes" lets texts through again that STOP had stopped, as the networks do, and no calls', async () => {
    await write('STOP')
    await write('Yes')
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls'])
  })

  test('STOP holds for the number: through an edit there and back, deletion of the account, and a new one', async () => {
    await write('STOP')
    await care.db.updateTable('lovedOnes').set({ phoneNumber: '+61255501199' }).execute()
    await care.db.updateTable('lovedOnes').set({ phoneNumber: MARGARET }).execute()
    const callId = await aRinging()
    expect(await reasonOf(callId)).toBe(ASKED_NOT_TO)
    await deleteEverybody(care.db)
    const other = await care.anAccount()
    const again = await care.aLovedOne(other, { phoneNumber: MARGARET })
    await care.aCall(other, { lovedOneId: again, at: new Date(NINE_IN_SYDNEY.getTime() + MINUTE) })
    await pass(MINUTE)
    expect(dials()).toEqual([])
    // An account holder who was not notified is notified at their first call.
    expect(care.notified.filter(({ accountId }) => accountId === other.id)).toHaveLength(1)
  })

  test('STOP is reported to every account with that number', async () => {
    const other = await care.anAccount()
    await care.aLovedOne(other, { name: 'Mum', phoneNumber: MARGARET })
    await write('STOP')
    expect(care.notified.map(({ accountId }) => accountId)).toEqual([account.id, other.id])
  })

  test('STOP together with a request for help is a request for help', async () => {
    expect(await write('stop, help me')).toContain('letting your family know')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
    expect(await incidents()).toMatchObject([{ cause: 'help' }])
  })

  test('STOP makes Call Now a refusal that says so', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    await write('STOP')
    await expect(callNow(care.deps, account, callId)).rejects.toMatchObject({ code: 'conflict', message: ASKED_NOT_TO })
  })

  test('STOP from the second phone leaves the first one, which is rung for every try', async () => {
    await aRefusal(care.db, { phoneNumber: SECOND_PHONE, calls: true }, NINE_IN_SYDNEY)
    await aRinging()
    await endLast()
    await pass(10 * MINUTE)
    expect(dials().map(({ to }) => to)).toEqual([MARGARET, MARGARET])
  })

  test('STOP from the second phone while it rings stops its ringing and no call, and the next try rings the first one', async () => {
    const callId = await aBetweenTries()
    const later = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 5 * MINUTE) })
    await pass(5 * MINUTE)
    await endLast()
    await pass(5 * MINUTE)
    expect(dials().at(-1)?.to).toBe(SECOND_PHONE)
    await write('STOP', SECOND_PHONE)
    expect(care.telephony.stopped).toEqual([sid()])
    await endLast('canceled')
    expect([await statusOf(callId), await statusOf(later)]).toEqual(['in_progress', 'in_progress'])
    dials().splice(0)
    for (let minutes = 0; minutes < 15; minutes += 5) {
      await pass(5 * MINUTE)
      if (dials().length > 0) await endLast()
    }
    expect(dials().map(({ to }) => to)).toEqual([MARGARET, MARGARET, MARGARET])
    expect([await reasonOf(callId), await reasonOf(later)]).toEqual(['The phone rang out.', 'The phone rang out.'])
    expect(await incidents()).toMatchObject([{ cause: 'not_reached' }])
  })

  test('STOP from the second phone in the last try leaves a call that nobody answered, and people are notified', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 1 }).where('id', '=', lovedOneId).execute()
    const callId = await aBetweenTries()
    await pass(10 * MINUTE)
    await write('STOP', SECOND_PHONE)
    await endLast('canceled')
    const reason = 'We stopped ringing before anyone answered.'
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason, isRefused: false })
    expect(await incidents()).toMatchObject([{ callId, cause: 'not_reached' }])
  })

  test('STOP between the claim of a call and its dial keeps the phone from ringing', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    const { claimDueCalls } = await import('#server/features/care/dispatch/claim-due-calls.ts')
    const { dialAttempt } = await import('#server/features/care/dispatch/dial-attempt.ts')
    const { claimed } = await claimDueCalls(care.deps)
    await aRefusal(care.db, { phoneNumber: MARGARET, calls: true }, NINE_IN_SYDNEY)
    for (const dial of claimed) await dialAttempt(care.deps, dial)
    expect(dials()).toEqual([])
    expect(await reasonOf(callId)).toBe(ASKED_NOT_TO)
  })

  test('STOP while the provider is asked stops the phone as soon as it is known', async () => {
    const callId = await aRinging()
    await aRefusal(care.db, { phoneNumber: MARGARET, calls: true }, NINE_IN_SYDNEY)
    await stopCallsTo(care.deps, MARGARET)
    await stopCallsTo(care.deps, MARGARET)
    expect(care.telephony.stopped).toEqual([sid()])
    expect(await statusOf(callId)).toBe('missed')
  })

  test('STOP in the middle of an outage leaves nothing to make up for', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    await write('STOP')
    await pass(12 * HOUR)
    expect(await reasonOf(callId)).toBe(ASKED_NOT_TO)
    expect(await scheduled()).toEqual([])
    expect(await incidents()).toEqual([])
  })

  test('STOP RECORDING ends the recording of her calls and no call, and DELETE RECORDINGS deletes what there is', async () => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: true }).where('id', '=', lovedOneId).execute()
    const callId = await aRinging()
    const isRecorded = async () =>
      (await care.db.selectFrom('attempts').select('isRecorded').where('callId', '=', callId).execute())[0]?.isRecorded
    expect(await isRecorded()).toBe(true)
    await endLast()
    expect(await write('STOP RECORDING')).toContain("We don't record your calls any more.")
    expect(await isRecorded(), 'what there is stays').toBe(true)
    expect(await write('DELETE RECORDINGS')).toContain("we've deleted what there was")
    expect(await isRecorded()).toBe(false)
    const { recordCalls } = await care.db.selectFrom('lovedOnes').select('recordCalls').executeTakeFirstOrThrow()
    expect(recordCalls).toBe(false)
    expect((await care.call(account, callId)).isRefused).toBe(false)
  })

  test.each([
    [29, 1],
    [31, 0],
  ])('after DELETE RECORDINGS the provider is asked about a call of %i days ago %i times', async (days, times) => {
    await care.db.updateTable('lovedOnes').set({ recordCalls: true }).where('id', '=', lovedOneId).execute()
    await aRinging()
    await endLast()
    const startedAt = new Date(NINE_IN_SYDNEY.getTime() - days * 24 * HOUR)
    await care.db.updateTable('attempts').set({ startedAt }).execute()
    await care.db.deleteFrom('recordingDeletions').execute()
    await write('DELETE RECORDINGS')
    expect(await care.db.selectFrom('recordingDeletions').select('providerCallId').execute()).toHaveLength(times)
  })
})

describe('9 pressed twice in a call', () => {
  test('pressing 9 twice ends all calls: the call is not retried, and nobody is alarmed', async () => {
    const callId = await aRinging()
    expect(await pressIn(attempt(), '9', '9')).toContain('Cooee will not ring this phone any more.')
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', reason: ASKED_NOT_TO, isRefused: true })
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls'])
    expect(notified()).toEqual(['Margaret Hartley has asked not to be called'])
    await pass(HOUR)
    expect([dials().length, await incidents()]).toEqual([1, []])
  })

  test('pressing 9 twice on the second phone ends no call, and the next try rings the first one', async () => {
    const callId = await aBetweenTries()
    await pass(10 * MINUTE)
    expect(dials().at(-1)?.to).toBe(SECOND_PHONE)
    expect(await pressIn(attempt(), '9', '9')).toContain('Cooee will not ring this phone any more.')
    await endLast('completed')
    expect(await refusedBy(care.db, SECOND_PHONE)).toEqual(['calls'])
    expect(await statusOf(callId)).toBe('in_progress')
    await pass(10 * MINUTE)
    expect(dials().map(({ to }) => to)).toEqual([MARGARET, SECOND_PHONE, MARGARET])
  })

  test('pressing 9 twice has the same effect as "stop calling me" said aloud and a yes', async () => {
    const callId = await aRinging()
    await care.facts.answered(attempt(), sid())
    const offer = await care.facts.heard(attempt(), 'listen 1', { keys: '', speech: 'Stop calling me please' })
    expect(spoken(offer)).toContain('To stop all calls from Cooee to this phone, press 9, or say yes.')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
    const [step = ''] = stepsOf(offer)
    expect(spoken(await care.facts.heard(attempt(), step, { keys: '', speech: 'Yes' }))).toContain('any more')
    await endLast('completed')
    expect(await care.call(account, callId)).toMatchObject({ status: 'missed', isRefused: true })
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls'])
  })

  test('pressing 9 twice after an answer leaves the answer, and only ends the calls to come', async () => {
    const callId = await aRinging()
    await pressIn(attempt(), '1', '9', '9')
    await endLast('completed')
    expect(await statusOf(callId)).toBe('completed')
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls'])
  })

  test('pressing 9 twice also works after a verdict of machine', async () => {
    await aRinging()
    await care.facts.answered(attempt(), sid())
    const script = await care.facts.heard(attempt(), 'listen 1', { keys: '', speech: "You've reached Margaret" })
    const [step = ''] = stepsOf(script)
    const offer = await care.facts.heard(attempt(), step, { keys: '9', speech: '' })
    await care.facts.heard(attempt(), stepsOf(offer)[0] ?? '', { keys: '9', speech: '' })
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls'])
  })

  test('pressing 9 once, and then something else, refuses nothing', async () => {
    const callId = await aRinging()
    await pressIn(attempt(), '9', '1')
    await endLast('completed')
    expect(await statusOf(callId)).toBe('completed')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
  })

  test.each([
    ['a loved one', MARGARET, 'how'],
    ['a stranger', STRANGER, 'stranger'],
  ])('pressing 9 twice works for %s who rings Cooee, and 1 lifts it the next time', async (_who, from, step) => {
    const rung = await ring(from)
    expect(await rung.press(step, '9')).toContain('To stop all calls from Cooee to this phone, press 9 again.')
    expect(await rung.press(`stop ${step}`, '9')).toContain('Cooee will not ring this phone any more.')
    expect(await refusedBy(care.db, from)).toEqual(['calls'])
    const again = await ring(from)
    expect(again.text).toContain('To let Cooee ring it again, press 1.')
    expect(await again.press('lift', '1')).toContain('Cooee may ring this phone again.')
    expect(await refusedBy(care.db, from)).toEqual([])
  })

  test('pressing 9 twice is reported again if a ring had lifted the calls and the texts stayed stopped', async () => {
    await write('STOP')
    await (await ring()).press('lift', '1')
    const rung = await ring()
    await rung.press('how', '9')
    await rung.press('stop how', '9')
    expect(await refusedBy(care.db, MARGARET)).toEqual(['calls', 'texts'])
    expect(notified().filter((subject) => subject?.includes('asked not to be called'))).toHaveLength(2)
  })

  test('after the first 9 of a caller another key answers the question before it', async () => {
    const rung = await ring()
    await rung.press('how', '9')
    expect(await rung.press('stop how', '2')).toContain('letting your family know')
    expect(await refusedBy(care.db, MARGARET)).toEqual([])
  })

  test('a phone that refuses calls can still ask for help', async () => {
    await aRefusal(care.db, { phoneNumber: MARGARET, calls: true }, NINE_IN_SYDNEY)
    expect(await (await ring()).press('lift', '2')).toContain('letting your family know')
    expect(await incidents()).toMatchObject([{ cause: 'help' }])
  })

  test('pressing 9 on a withheld number is no choice', async () => {
    const call = { from: '', providerCallId: 'CA-withheld' }
    const [step = ''] = stepsOf(await inbound.called(call))
    expect(spoken(await inbound.answered(call, step, { keys: '9', speech: '' }))).not.toContain('press 9 again')
  })
})

describe('texts from a number that several accounts hold', () => {
  const turns = () => care.db.selectFrom('turns').select('text').where('speaker', '=', 'person').execute()

  test('a text from a number that several accounts hold reaches none of them in words: each hears what was meant', async () => {
    await aRinging()
    const other = await care.anAccount()
    await care.aLovedOne(other, { phoneNumber: MARGARET })
    await endLast()
    await write("I'm fine, marmalade aside")
    await write('OK')
    expect(await turns()).toEqual([{ text: 'Wrote to Cooee' }])
    const events = await care.db.selectFrom('events').select('words').where('event', '=', 'sms.received').execute()
    expect(new Set(events.map(({ words }) => words))).toEqual(new Set([null]))
    const rows = await care.db.selectFrom('inboundTexts').select('accountId').execute()
    expect(rows).toEqual([{ accountId: null }, { accountId: null }])
    expect(JSON.stringify(await activities())).not.toContain('marmalade')
  })

  test('a text from a shared number is not shown either if another account has the number as a contact alone', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { phoneNumber: '+61491570199' })
    const contact = { contactType: 'family', position: 1, name: 'M', phoneNumber: MARGARET } as const
    await care.db
      .insertInto('contacts')
      .values({ accountId: other.id, lovedOneId: theirs, ...contact })
      .execute()
    await aRinging()
    await endLast()
    await write('OK')
    expect(await turns()).toEqual([{ text: 'Wrote to Cooee' }])
  })

  test('a text is shown to the one account that holds its number', async () => {
    await aRinging()
    await endLast()
    await write('OK')
    expect(await turns()).toEqual([{ text: 'Wrote: OK' }])
  })
})
