import { describe, expect, test } from 'vitest'
import { type DialHandlers, reconcileDials } from '#server/features/dialling/public.ts'
import { NO_LIMITS } from '#server/platform/visitors/limits.ts'
import { aRefusal } from '#test/refusals.ts'
import {
  aCareCallTo,
  admin,
  audited,
  call,
  calls,
  cooee,
  DAY,
  deps,
  PHONE,
  progress,
  START,
  setUpTesting,
  texts,
} from '#test/testing-fixture.ts'
import { deleteOldTestCalls } from './list-test-calls.ts'
import { placeTestCall } from './place-test-call.ts'
import { testDialHandler } from './test-dial-handler.ts'
import { testProviderEvents } from './test-provider-events.ts'

setUpTesting()

describe('a test call', () => {
  test('a test call rings the number once, and shows its SID', async () => {
    const answer = await call()
    const [dialled] = deps.telephony.testsDialled
    expect(answer.statusCode).toBe(200)
    expect(answer.json()).toEqual({ callSid: dialled?.providerCallId, message: '+61 491 570 156 is being called.' })
    expect(deps.telephony.testsDialled).toMatchObject([{ to: PHONE }])
    expect(await calls()).toMatchObject([
      { phoneNumber: PHONE, callSid: dialled?.providerCallId, status: 'queued', keys: '', endedAt: null },
    ])
    expect(await audited()).toEqual([{ action: 'test_call.placed', detail: 'daily_check_in to ***156' }])
  })

  test('a test call is refused to a phone that refuses calls or that an admin refuses, and over the daily limit of dials', async () => {
    const dials = () => cooee.db.selectFrom('numberDials').select(['dialId', 'accountId', 'durationSeconds']).execute()
    await aRefusal(cooee.db, { phoneNumber: PHONE, calls: true }, START)
    const answer = await call()
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'That phone has asked not to be called.'])
    await cooee.db
      .updateTable('phoneRefusals')
      .set({ callsRefusedAt: null, adminRefusedAt: START, adminReason: 'Police report', adminUsername: 'ops' })
      .execute()
    expect((await call()).json().message).toMatch(/^That number is refused/)
    expect([deps.telephony.testsDialled, await dials()]).toEqual([[], []])
    await cooee.db.deleteFrom('phoneRefusals').execute()
    deps.limits = { ...NO_LIMITS, dialsPerNumberDay: 2 }
    for (const _ of ['one', 'two']) expect((await call()).statusCode).toBe(200)
    expect((await call()).json().message).toContain('dialled 2 times in 24 hours')
    const [first] = deps.telephony.testsDialled
    const testCallId = first?.testCallId ?? 0
    await testProviderEvents(deps).progressed(testCallId, {
      ...{ providerCallId: first?.providerCallId ?? '', status: 'completed', endedStatus: 'completed' as const },
      ...{ answeredBy: null, durationSeconds: 61 },
    })
    expect(await dials()).toContainEqual({ dialId: testCallId, accountId: admin.user.circle.id, durationSeconds: 61 })
    deps.telephony.outcomes.push({ kind: 'not_placed', reason: 'busy' })
    await call({ phoneNumber: '0491 570 157' })
    expect(await dials(), 'what was not placed is no dial').toHaveLength(2)
  })

  test('a test text is refused to a phone that refuses texts, and a sent one counts without its words and its number', async () => {
    const text = () => admin.post('/api/admin/test-sms', { phoneNumber: PHONE, message: 'x'.repeat(161) })
    await aRefusal(cooee.db, { phoneNumber: PHONE, texts: true }, START)
    const refused = await text()
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'That phone wants no text messages.'])
    expect(texts.written).toEqual([])
    await cooee.db.deleteFrom('phoneRefusals').execute()
    expect((await text()).statusCode).toBe(200)
    const counted = cooee.db.selectFrom('messages').select(['recipient', 'text', 'segments', 'accountId', 'sentAt'])
    expect(await counted.where('channel', '=', 'sms').execute()).toEqual([
      { recipient: '***156', text: '(a test)', segments: 2, accountId: admin.user.circle.id, sentAt: START },
    ])
  })

  test('a test call is refused while that phone is on a call of ours, and rings once that one has ended', async () => {
    const attemptId = await aCareCallTo(PHONE)
    const answer = await call()
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toBe('That phone is on a call with us just now. Try again in a minute.')
    expect(deps.telephony.testsDialled).toEqual([])
    expect(await calls()).toEqual([])
    expect(await audited()).toEqual([])
    expect((await call({ phoneNumber: '0491 570 157' })).statusCode).toBe(200)
    await cooee.db
      .updateTable('attempts')
      .set({ state: 'ended', outcome: 'no_answer', endedAt: START, nextAt: null })
      .where('id', '=', attemptId)
      .execute()
    expect((await call()).statusCode).toBe(200)
  })

  test('a test call is followed from ringing to its end, and shows the key that was pressed, whatever arrives twice or late', async () => {
    const facts = testProviderEvents(deps)
    const { callSid } = (await call({ promptText: 'One two three.' })).json()
    const testCallId = deps.telephony.testsDialled[0]?.testCallId ?? 0
    const said = JSON.stringify(await facts.answered(testCallId, callSid))
    expect(said).toMatch(/This is a test call from Cooee\. It is recorded\..*One two three\./)
    await progress(testCallId, callSid, 'ringing')
    expect(await calls()).toMatchObject([{ status: 'in-progress' }])
    for (const _ of ['once', 'twice']) await facts.heard(testCallId, 'first', { keys: '2', speech: '' })
    await progress(testCallId, callSid, 'completed', 'completed')
    await progress(testCallId, callSid, 'in-progress')
    expect(await calls()).toMatchObject([{ status: 'completed', keys: '2', endedAt: START.toISOString() }])
    expect(await facts.answered(testCallId, callSid)).toEqual([{ kind: 'hang_up' }])
  })

  test('a test call is one call at the provider: reports about another change nothing', async () => {
    const facts = testProviderEvents(deps)
    await call()
    const testCallId = deps.telephony.testsDialled[0]?.testCallId ?? 0
    const before = await calls()
    expect(await facts.answered(testCallId, 'CA-other')).toEqual([{ kind: 'hang_up' }])
    expect(await facts.heard(testCallId, 'first', { keys: '2', speech: '' }, 'CA-other')).toEqual([{ kind: 'hang_up' }])
    await progress(testCallId, 'CA-other', 'completed', 'completed')
    expect(await calls()).toEqual(before)
  })

  test('an unknown test call hangs up', async () => {
    const facts = testProviderEvents(deps)
    expect(await facts.answered(987_654, 'CA1')).toEqual([{ kind: 'hang_up' }])
    expect(await facts.heard(987_654, 'first', { keys: '1', speech: '' })).toEqual([{ kind: 'hang_up' }])
    await progress(987_654, 'CA1', 'completed', 'completed')
  })

  test('a test call alerts nobody and counts for nothing, also when help is requested', async () => {
    const { callSid } = (await call()).json()
    const testCallId = deps.telephony.testsDialled[0]?.testCallId ?? 0
    await testProviderEvents(deps).heard(testCallId, 'first', { keys: '2', speech: '' })
    await progress(testCallId, callSid, 'completed', 'completed')
    for (const table of ['calls', 'attempts', 'incidents', 'messages', 'activity', 'events'] as const) {
      expect(await cooee.db.selectFrom(table).selectAll().execute(), table).toEqual([])
    }
  })

  test('a test call that the provider refuses is a 400 with its words', async () => {
    deps.telephony.outcomes.push({ kind: 'rejected', reason: '400 (21211): not a phone number' })
    const answer = await call()
    expect(answer.statusCode).toBe(400)
    expect(answer.json().message).toContain('21211')
    expect(await calls()).toMatchObject([{ status: 'rejected', callSid: null, endedAt: START.toISOString() }])
  })

  test('a test call that was certainly not placed is a 502', async () => {
    deps.telephony.outcomes.push({ kind: 'not_placed', reason: 'ECONNREFUSED' })
    const answer = await call()
    expect(answer.statusCode).toBe(502)
    expect(answer.json().message).toContain('did not place the call')
    expect(await calls()).toMatchObject([{ status: 'not placed' }])
  })

  test('a test call that a busy provider did not take did not ring, which is said, and is over', async () => {
    await call()
    deps.telephony.outcomes.push({ kind: 'unknown', saidBusy: true, reason: '503' })
    const answer = await call()
    expect(answer.statusCode).toBe(502)
    expect(answer.json().message).toBe('The phone provider is busy. Nothing rang. Try again in a minute.')
    expect((await calls())[0]).toMatchObject({ status: 'not placed', callSid: null, endedAt: START.toISOString() })
  })

  test('a test call about which a busy provider cannot be asked may ring', async () => {
    deps.telephony.isDown = true
    deps.telephony.outcomes.push({ kind: 'unknown', saidBusy: true, reason: '503' })
    const answer = await call()
    expect(answer.json().message).toContain('did not say whether the phone rings')
    expect((await calls())[0]).toMatchObject({ status: 'unknown', endedAt: null })
  })

  test('a test call that a provider took although it said that it was busy is shown as dialling', async () => {
    const taken = await deps.telephony.dial({ to: PHONE, attemptId: 1 })
    const callSid = taken.kind === 'accepted' ? taken.providerCallId : ''
    deps.telephony.outcomes.push({ kind: 'unknown', saidBusy: true, reason: '503' })
    const answer = await call()
    expect(answer.json()).toMatchObject({ callSid, message: '+61 491 570 156 is being called.' })
    expect((await calls())[0]).toMatchObject({ status: 'queued', callSid, endedAt: null })
  })

  test('a test call whose callbacks were all lost ends as the provider says, and at the latest after ten minutes', async () => {
    const first = (await call()).json().callSid
    const dialHandlers = { test: testDialHandler(deps) } as DialHandlers
    deps.telephony.end(first, { endedStatus: 'completed', status: 'completed', durationSeconds: 5 })
    cooee.clock.set(new Date(START.getTime() + 2 * 60_000))
    await reconcileDials(deps, dialHandlers)
    expect((await calls())[0]).toMatchObject({ status: 'completed', endedAt: cooee.clock.now().toISOString() })
    deps.telephony.outcomes.push({ kind: 'lost_answer' })
    await call({ phoneNumber: '0491 570 157' })
    for (let minutes = 0; minutes < 12; minutes++) {
      cooee.clock.set(new Date(cooee.clock.now().getTime() + 60_000))
      await reconcileDials(deps, dialHandlers)
    }
    expect((await calls())[0]).toMatchObject({ status: 'unknown', endedAt: expect.any(String) })
    expect(deps.telephony.testsDialled).toHaveLength(2)
  })

  test('a test call that may ring says so, is not dialled again, and is known once the provider reports it', async () => {
    deps.telephony.outcomes.push({ kind: 'lost_answer' })
    const answer = await call()
    expect(answer.statusCode).toBe(502)
    expect(answer.json().message).toContain('did not say whether the phone rings')
    expect(deps.telephony.testsDialled).toHaveLength(1)
    expect(await calls()).toMatchObject([{ status: 'unknown', callSid: null }])
    const { testCallId = 0, providerCallId } = deps.telephony.testsDialled[0] ?? {}
    await progress(testCallId, providerCallId ?? '', 'ringing')
    expect(await calls()).toMatchObject([{ status: 'ringing', callSid: providerCallId }])
  })

  test('a test call is not made by a machine that has just woken: nothing rings, which is said, and it ends as not placed', async () => {
    const asking = { account: { id: admin.user.circle.id, username: admin.user.username }, address: '198.18.0.1' }
    const justAwake = { ...deps, clock: { now: () => cooee.clock.now(), isInSync: () => false } }
    const asked = placeTestCall(justAwake, asking, { phoneNumber: PHONE, callType: 'daily_check_in', promptText: '' })
    await expect(asked).rejects.toThrow('did not place the call')
    cooee.clock.set(new Date(START.getTime() + 30_000))
    await reconcileDials(deps, { test: testDialHandler(deps) } as DialHandlers)
    expect(deps.telephony.testsDialled).toEqual([])
    expect(await calls()).toMatchObject([{ status: 'not placed', endedAt: cooee.clock.now().toISOString() }])
  })

  test('a test call whose end was never reported is shown as unknown in time', async () => {
    await call()
    cooee.clock.set(new Date(START.getTime() + 11 * 60_000))
    expect(await calls()).toMatchObject([{ status: 'unknown', endedAt: null }])
  })

  test.each([
    ['000', 'at least 10 characters'],
    ['', 'at least 10 characters'],
    ['1900 123 456', 'cost extra'],
    ['+61 190 212 3456', 'cost extra'],
    ['not a number', 'valid phone number'],
  ])('to "%s" is refused', async (phoneNumber, why) => {
    const answer = await call({ phoneNumber })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().errors[0]).toMatchObject({ path: 'phoneNumber', message: expect.stringContaining(why) })
    expect(deps.telephony.testsDialled).toEqual([])
  })

  test('needs a call type', async () => {
    expect((await call({ callType: '' })).json().errors).toEqual([
      { path: 'callType', message: 'Please select a call type' },
    ])
  })

  test('a test call cannot say what is no text', async () => {
    expect((await call({ promptText: 5 })).json().errors).toEqual([{ path: 'promptText', message: 'Must be a text' }])
  })

  test('test calls can be made 60 times an hour', async () => {
    await cooee.db
      .insertInto('quotaUses')
      .values({ quota: 'test-call', subject: String(admin.user.circle.id), windowStartedAt: START, used: 60 })
      .execute()
    const answer = await call()
    expect(answer.statusCode).toBe(429)
    expect(answer.headers['retry-after']).toBe('3600')
    expect(await calls()).toEqual([])
  })

  test('a test call takes its permit in the rate of the provider, and waits for care calls that are dispatched', async () => {
    const [ownNumber] = deps.ownNumbers
    await cooee.db.deleteFrom('dialPace').execute()
    await cooee.db
      .insertInto('dialPace')
      .values({ ownNumber, nextAtMs: START.getTime() + 900 })
      .execute()
    const answer = await call()
    expect(answer.statusCode).toBe(503)
    expect(deps.telephony.testsDialled).toEqual([])
  })

  test('a test call is deleted after 30 days, and so is the provider’s recording', async () => {
    const { callSid } = (await call()).json()
    const deletion = await cooee.db.selectFrom('recordingDeletions').selectAll().executeTakeFirstOrThrow()
    expect(deletion).toMatchObject({ providerCallId: callSid, deleteAt: new Date(START.getTime() + 30 * DAY) })
    await deleteOldTestCalls(cooee.db, new Date(START.getTime() + 30 * DAY - 1))
    expect(await calls()).toHaveLength(1)
    await deleteOldTestCalls(cooee.db, new Date(START.getTime() + 30 * DAY + 1))
    expect(await calls()).toEqual([])
  })
})
