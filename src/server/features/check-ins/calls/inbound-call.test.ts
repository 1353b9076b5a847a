import { describe, expect, test } from 'vitest'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  aBetweenTries,
  account,
  activities,
  aMissed,
  care,
  dials,
  HOUR,
  inbound,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  ring,
  ringWell,
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

setUpCheckIns()

describe('people who ring Cooee', () => {
  test('a loved one who rings is thanked by name and asked how they are, twice', async () => {
    const { script, text } = await ring()
    expect(text).toMatch(
      /^Thank you for ringing Cooee, Margaret Hartley\. If you're all right, press 1, or just say I'm fine\. If you'd like some help, press 2\. If you're going away, press 5\. Once more\./,
    )
    expect(stepsOf(script)).toEqual(['how', 'how again'])
    expect(script.at(-1)).toEqual({ kind: 'hang_up' })
  })

  test('ringing alone says nothing: no call is answered, no alarm ends, and everybody who was alerted hears that fact', async () => {
    const callId = await aMissed()
    await care.escalate()
    await ring()
    expect(await statusOf(callId)).toBe('missed')
    expect(await incidents()).toMatchObject([{ callId, status: 'running' }])
    expect((await activities()).filter(([type]) => type === 'call_acknowledged')).toEqual([])
    expect(textsTo(SUSAN).at(-1)).toContain('rang us')
  })

  test.each([
    ['key 1', { keys: '1' }],
    ['"I am fine"', { speech: 'I am fine' }],
  ])('a caller’s check-in is recorded by %s', async (_what, heard) => {
    const callId = await aMissed()
    const { answer } = await ring()
    expect(spoken(await answer('how', heard))).toContain('I have noted that you are all right.')
    expect(await statusOf(callId)).toBe('completed')
    expect(await incidents()).toMatchObject([{ callId, status: 'resolved' }])
  })

  test.each([
    ['nothing', null],
    ['words nobody understands', { speech: 'the roses I said' }],
    ['"hello?"', { speech: 'hello?' }],
  ])('a caller’s check-in is not recorded after %s', async (_what, heard) => {
    const callId = await aMissed()
    const { answer } = await ring()
    if (heard) await answer('how', heard)
    expect(await statusOf(callId)).toBe('missed')
  })

  test('a loved one may ring from the second number', async () => {
    const callId = await aBetweenTries()
    await ringWell(SECOND_PHONE)
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a caller hears the same when the provider asks twice, and counts once', async () => {
    for (const hours of [1, 2]) {
      await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR) })
    }
    const { call, script, answer } = await ring()
    const reply = await answer('how', { keys: '1' })
    care.clock.advance(90 * MINUTE)
    const again = await Promise.all([inbound.called(call), inbound.called(call)])
    expect(again).toEqual([script, script])
    expect(await Promise.all([answer('how', { keys: '1' }), answer('how', { keys: '1' })])).toEqual([reply, reply])
    expect(await scheduled()).toHaveLength(1)
    expect((await activities()).filter(([type]) => type === 'call_acknowledged')).toHaveLength(1)
  })

  test('two rings at once are one check-in', async () => {
    const call = { from: MARGARET, providerCallId: 'CA-twice' }
    const [one, two] = await Promise.all([inbound.called(call), inbound.called(call)])
    expect(one).toEqual(two)
    const well = () => inbound.answered(call, 'how', { keys: '1', speech: '' })
    const [first, second] = await Promise.all([well(), well()])
    expect(first).toEqual(second)
    expect((await activities()).filter(([type]) => type === 'call_acknowledged')).toHaveLength(1)
  })

  test.each([
    ['key 2', { keys: '2' }],
    ['"help"', { speech: 'please help me' }],
    ['"I have fallen, but I am fine"', { speech: 'I have fallen but I am fine' }],
  ])(
    'a caller gets help by %s: it beats the check-in, and the account holder is notified at once',
    async (_what, heard) => {
      const callId = await aMissed()
      const { answer } = await ring()
      expect(spoken(await answer('how', heard))).toContain('I am letting your family know right now')
      expect(await incidents()).toMatchObject([
        { callId, cause: 'help', status: 'running', headline: 'Margaret Hartley rang us and asked for help' },
      ])
      expect(care.notified.at(-1)).toMatchObject({
        channel: 'email',
        subject: 'Margaret Hartley rang us and asked for help',
      })
      await care.escalate()
      expect(textsTo(SUSAN).at(-1)).toContain('Margaret Hartley rang us and asked for help')
    },
  )

  test('a caller gets help where no call is concerned, and once, however often they ask', async () => {
    const first = await ring()
    await first.press('how', '2')
    await first.press('how', '2')
    await first.press('how again', '2')
    await write('HELP')
    expect(await incidents()).toMatchObject([{ callId: null, cause: 'help', status: 'running' }])
    expect(care.notified).toHaveLength(1)
  })

  test('a caller whose call was lost by a fail-over before they press 2 is asked again, and gets help', async () => {
    const { call, press } = await ring()
    await care.db.deleteFrom('inboundCalls').where('providerCallId', '=', call.providerCallId).execute()
    expect(await press('how', '2')).toContain('press 2')
    expect(await incidents()).toEqual([])
    expect(await press('how', '2')).toContain('letting your family know')
    expect(await incidents()).toMatchObject([{ cause: 'help' }])
  })

  test('a caller gets help again after the first incident is over', async () => {
    const callId = await aMissed()
    await (await ring()).press('how', '2')
    await care.db
      .updateTable('incidents')
      .set({ status: 'resolved', nextAt: null, endedAt: care.clock.now() })
      .execute()
    await (await ring()).press('how', '2')
    expect(await incidents()).toMatchObject([
      { callId, cause: 'help', status: 'resolved' },
      { callId: null, cause: 'help', status: 'running' },
    ])
  })

  test('a caller who presses a key that is not offered hears which one it was, is asked once more, and then hears goodbye', async () => {
    const { answer } = await ring()
    const again = await answer('how', { keys: '7' })
    expect(spoken(again)).toMatch(/^You pressed 7\. That is not one of the choices\. If you're all right, press 1/)
    expect(stepsOf(again)[0]).toBe('how retry')
    expect(spoken(await answer('how retry', { keys: '8' }))).toBe(
      'You pressed 8. That is not one of the choices. Goodbye.',
    )
  })

  test('a caller who was removed is a stranger', async () => {
    await removeLovedOne(care.deps, account, lovedOneId)
    expect((await ring()).text).toContain('an automated service')
  })
})

describe('medication reminders of a caller', () => {
  const medicine = { callType: 'medication_reminder' } as const

  test('a medication reminder that waits for its next try is asked about without a word of medicine, and done with 1', async () => {
    const callId = await aBetweenTries(medicine)
    const { text, press } = await ringWell()
    expect(text).toContain(
      'About your 9:00 AM reminder: press 1 if it is done. Press 2 if not yet. Press 3 if there is a problem.',
    )
    expect(text).not.toMatch(/medic|tablet|pill|dose/i)
    expect(await statusOf(callId)).toBe('in_progress')
    expect(await press(`reminder ${callId}`, '1')).toBe(
      'You pressed 1. Thank you. I have noted that it is done. Goodbye.',
    )
    expect(await statusOf(callId)).toBe('completed')
    await pass(30 * MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('a medication reminder is rung again 15 minutes after "not yet"', async () => {
    const callId = await aBetweenTries(medicine)
    expect(await (await ringWell()).press(`reminder ${callId}`, '2')).toContain('I will call you again')
    await pass(14 * MINUTE)
    expect(dials()).toHaveLength(1)
    await pass(MINUTE)
    expect(dials()).toHaveLength(2)
  })

  test('3 at the question about a medication reminder asks for help', async () => {
    const callId = await aBetweenTries(medicine)
    await (await ringWell()).press(`reminder ${callId}`, '3')
    expect(await incidents()).toMatchObject([{ callId, cause: 'help' }])
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a medication reminder stays open when nothing is pressed about it: being all right does not mean that a medicine was taken', async () => {
    await aBetweenTries(medicine)
    await ringWell()
    await pass(10 * MINUTE)
    expect(dials()).toHaveLength(2)
  })

  test('a missed medication reminder ends its alarm on a ring, the all-clear says what is still open, and 1 completes it', async () => {
    const callId = await aMissed(medicine)
    const { press } = await ringWell()
    expect(await incidents()).toMatchObject([{ status: 'resolved' }])
    expect(textsTo(SUSAN).at(-1)).toContain('What the 9:00 AM call asked is still open.')
    expect(await statusOf(callId)).toBe('missed')
    expect(await press(`reminder ${callId}`, '2')).toContain('Please ring me when it is done')
    expect(await statusOf(callId)).toBe('missed')
    expect(await (await ringWell()).press(`reminder ${callId}`, '1')).toContain('noted that it is done')
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a medication reminder is answered by text, in words', async () => {
    const callId = await aBetweenTries(medicine)
    expect(await write('ok')).toContain('About your 9:00 AM reminder: reply DONE')
    expect(await statusOf(callId)).toBe('in_progress')
    expect(await write('not yet')).toContain("We'll ring you again")
    expect(await write('Done.')).toContain("noted that it's done")
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a medication reminder of another loved one is not answered by a step that names it', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { phoneNumber: STRANGER })
    const callId = await care.aCall(other, { lovedOneId: theirs, at: NINE_IN_SYDNEY, ...medicine })
    care.clock.set(NINE_IN_SYDNEY)
    await care.dispatch()
    const { press } = await ring()
    for (const keys of ['1', '3']) await press(`reminder ${callId}${keys === '3' ? ' again' : ''}`, keys)
    expect((await care.call(other, callId)).status).toBe('in_progress')
    expect(await incidents()).toEqual([])
  })
})
