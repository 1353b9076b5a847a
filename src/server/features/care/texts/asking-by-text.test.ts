import { afterEach, describe, expect, test } from 'vitest'
import { cancelCall } from '#server/features/calls/changes/cancel-call.ts'
import { editCall } from '#server/features/calls/changes/edit-call.ts'
import { findLostTexts } from '#server/features/check-ins/public.ts'
import { editLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  aTextAtNine,
  bounce,
  callOf,
  care,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  provider,
  questions,
  STRANGER,
  setUpTextCheckIns,
  work,
  write,
} from '#test/text-check-in-fixture.ts'

setUpTextCheckIns()

const noDuties = { beforeAdding: async () => {}, onZoneChanged: async () => {}, beforeRemoving: async () => {} }

const QUESTION = "Hello Margaret, it's Cooee, texting for Robyn. Reply OK if all is well, HELP if not."

describe('A call that asks by text', () => {
  test('sends one text at its time, rings nowhere and waits', async () => {
    const callId = await aTextAtNine()
    expect(questions()).toEqual([QUESTION])
    expect(care.telephony.dialled).toEqual([])
    const call = await callOf(callId)
    expect(call).toMatchObject({ asksBy: 'text', status: 'in_progress', attempts: [{ endedAt: null, outcome: null }] })
    expect(call.timeline.map(({ text }) => text)).toEqual(expect.arrayContaining(['Texted +61 491 570 156', QUESTION]))
  })

  test('a call that asks by text is completed by OK', async () => {
    const callId = await aTextAtNine()
    expect(await write('OK')).toContain("We've noted that Margaret Hartley is all right")
    expect(await callOf(callId)).toMatchObject({ status: 'completed', attempts: [{ outcome: 'acknowledged' }] })
    await pass(60 * MINUTE)
    expect(questions()).toHaveLength(1)
    expect(await incidents()).toEqual([])
  })

  test('on a phone that two people share, is completed by OK, which names nobody', async () => {
    await care.aLovedOne(account, { name: 'Con Papadakis', phoneNumber: MARGARET })
    const callId = await aTextAtNine()
    expect(await write('OK')).toContain("We've noted that Margaret Hartley is all right")
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
  })

  test('on a phone that two people share, waits for a name while both are asked', async () => {
    const con = await care.aLovedOne(account, { name: 'Con Papadakis', phoneNumber: MARGARET })
    await care.aCall(account, { lovedOneId: con, asksBy: 'text' })
    const callId = await aTextAtNine()
    expect(await write('OK')).toContain('CON PAPADAKIS IS OK')
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    expect(await write('Margaret is OK')).toContain("We've noted that Margaret Hartley is all right")
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
  })

  test('texts again when nobody replies for the retry delay, at least 15 minutes, and then is missed', async () => {
    const callId = await aTextAtNine()
    await pass(14 * MINUTE)
    expect(questions()).toHaveLength(1)
    await pass(MINUTE)
    expect(questions()).toHaveLength(2)
    expect(questions()[1]).toContain("it's Cooee again")
    await pass(15 * MINUTE)
    expect(questions()).toHaveLength(3)
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    await pass(15 * MINUTE)
    expect(await callOf(callId)).toMatchObject({ status: 'missed', reason: 'There was no reply to our text.' })
    expect(await incidents()).toMatchObject([
      {
        cause: 'not_reached',
        headline: "Margaret Hartley didn't answer the 9:00 AM text",
        detail: 'There was no reply to our text. We texted three times.',
      },
    ])
  })

  test('waits as long as the loved one is given', async () => {
    await care.db.updateTable('lovedOnes').set({ retryDelayMinutes: 30, retryAttempts: 1 }).execute()
    const callId = await aTextAtNine()
    await pass(29 * MINUTE)
    expect(questions()).toHaveLength(1)
    await pass(MINUTE)
    expect(questions()).toHaveLength(2)
    await pass(30 * MINUTE)
    expect(await callOf(callId)).toMatchObject({ status: 'missed' })
  })

  test('opens the help ladder at once on HELP, and the reply says so', async () => {
    const callId = await aTextAtNine()
    expect(await write('HELP')).toContain("We're letting your family know right now")
    expect(await incidents()).toMatchObject([{ cause: 'help', status: 'running' }])
    expect(await callOf(callId)).toMatchObject({ status: 'completed', attempts: [{ outcome: 'help' }] })
  })

  test('books its next occurrence by text as well', async () => {
    await aTextAtNine({ recurrencePattern: 'daily' })
    const next = await care.db
      .selectFrom('calls')
      .select(['asksBy', 'scheduledFor'])
      .where('status', '=', 'scheduled')
      .execute()
    expect(next).toEqual([{ asksBy: 'text', scheduledFor: new Date('2026-03-11T09:00:00+11:00') }])
  })

  test('does not keep another call of ours from ringing that phone', async () => {
    await aTextAtNine()
    await care.aCall(account, { lovedOneId, at: new Date(care.clock.now().getTime() + MINUTE) })
    await pass(MINUTE)
    expect(care.telephony.dialled).toHaveLength(1)
  })
})

describe('A text that does not arrive', () => {
  test('a text that does not arrive is a failed try, and is reported as such after the last', async () => {
    const callId = await aTextAtNine()
    for (let tries = 1; tries <= 3; tries++) {
      await bounce()
      await pass(0)
      await pass(10 * MINUTE)
    }
    expect(await callOf(callId)).toMatchObject({
      status: 'failed',
      reason: "The phone company couldn't deliver our text.",
    })
    expect(await incidents()).toMatchObject([{ headline: "The 9:00 AM text to Margaret Hartley didn't go through" }])
  })

  test('a text that the provider does not take in its grace period leaves the call not placed, with a catch-up by text', async () => {
    provider.outcome = () => ({ kind: 'unreachable', reason: 'Away' })
    const callId = await aTextAtNine()
    for (let minutes = 0; minutes < 70; minutes += 5) await pass(5 * MINUTE)
    expect(await callOf(callId)).toMatchObject({
      status: 'failed',
      reason: "The phone company didn't confirm our text in time.",
    })
    expect(await incidents()).toMatchObject([
      { cause: 'not_made', headline: "We couldn't send the 9:00 AM text to Margaret Hartley" },
    ])
    const catchUp = await care.db.selectFrom('calls').select('asksBy').where('catchUpFor', 'is not', null).execute()
    expect(catchUp).toEqual([{ asksBy: 'text' }])
    // What was given up is not sent after all.
    provider.outcome = () => ({ kind: 'accepted', providerId: 'SM-late' })
    await pass(5 * MINUTE)
    expect(questions().filter((text) => text === QUESTION)).toEqual([])
  })

  test('to a number that the provider refuses fails the call at once', async () => {
    provider.outcome = () => ({ kind: 'rejected', reason: '21211' })
    const callId = await aTextAtNine()
    await pass(MINUTE)
    expect(await callOf(callId)).toMatchObject({ status: 'failed', attempts: [{ outcome: 'rejected' }] })
  })
})

describe('A reply', () => {
  test('a reply that nobody understands ends the tries, and the members are notified with its words', async () => {
    const callId = await aTextAtNine()
    expect(await write('purple monkey dishwasher')).toContain("we're letting your family know")
    expect(await callOf(callId)).toMatchObject({
      status: 'missed',
      reason: 'There was a reply, but we could not understand it.',
      attempts: [{ outcome: 'not_understood' }],
    })
    expect(await incidents()).toMatchObject([{ cause: 'unclear' }])
    await care.escalate()
    expect(care.notified.find(({ text }) => text.includes('purple monkey dishwasher'))).toBeDefined()
    await pass(60 * MINUTE)
    expect(questions()).toHaveLength(1)
    // And an OK after it ends that.
    await write('OK')
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
  })

  test('a reply that asks who is writing gets the question again, and the call stays open', async () => {
    const callId = await aTextAtNine()
    expect(await write('Who is this?')).toBe(
      'This is Cooee, an automated service. Robyn set it up. Reply OK if all is well, HELP if not.',
    )
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
  })

  test('answers what was asked, and not the next check-in of the same morning', async () => {
    const next = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 120 * MINUTE) })
    const callId = await aTextAtNine()
    await write('OK')
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    expect(await callOf(next)).toMatchObject({ status: 'scheduled' })
    const activity = await care.db.selectFrom('activity').select('description').orderBy('id').execute()
    expect(activity.map(({ description }) => description)).toEqual(
      expect.arrayContaining([
        'Margaret Hartley replied to our text',
        'Daily Check-in by text with Margaret Hartley completed',
      ]),
    )
  })

  test('a second "OK" a moment later does not answer the next check-in of the same morning either', async () => {
    const next = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 120 * MINUTE) })
    await aTextAtNine()
    await write('OK')
    await pass(MINUTE)
    await write('OK thanks')
    expect(await callOf(next)).toMatchObject({ status: 'scheduled' })
    await pass(40 * MINUTE)
    await write('OK')
    expect(await callOf(next), 'by themselves, well before its time').toMatchObject({ status: 'completed' })
  })

  test('a late reply answers what was asked, and not the next check-in of the same morning', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
    const next = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + 120 * MINUTE) })
    const callId = await aTextAtNine()
    await pass(15 * MINUTE)
    await write('OK')
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    expect(await callOf(next)).toMatchObject({ status: 'scheduled' })
  })

  test('a late reply completes the call and gives the all-clear', async () => {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).execute()
    const callId = await aTextAtNine()
    await pass(15 * MINUTE)
    await care.escalate()
    expect(await callOf(callId)).toMatchObject({ status: 'missed' })
    await write('ok')
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    expect(await incidents()).toMatchObject([{ status: 'resolved' }])
  })

  test('a reply of a stranger, or of another family’s person, changes nothing here', async () => {
    const callId = await aTextAtNine()
    const other = await care.anAccount()
    await care.aLovedOne(other, { name: 'Jo Nguyen', phoneNumber: '+61491571999' })
    await write('OK', STRANGER)
    await write('OK', '+61491571999')
    await write('HELP', '+61491571999')
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    const ours = await care.db.selectFrom('incidents').select('id').where('accountId', '=', account.id).execute()
    expect(ours).toEqual([])
  })

  test('between two tries, after a text that was lost, completes the call and nothing more is sent', async () => {
    const callId = await aTextAtNine()
    await bounce()
    await pass(MINUTE)
    await write('OK')
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    await pass(30 * MINUTE)
    expect(questions()).toHaveLength(1)
  })

  test('a reply at the moment of the next try completes the call, and the next text is not sent', async () => {
    const callId = await aTextAtNine()
    care.clock.advance(15 * MINUTE)
    await care.settle()
    // The next try is claimed, and its text waits in the outbox.
    await care.dispatch()
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    await write('OK')
    await work()
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    expect(questions()).toHaveLength(1)
  })

  test('and the next try at once: one of the two comes first, and the call is completed in both cases', async () => {
    const callId = await aTextAtNine()
    care.clock.advance(15 * MINUTE)
    await care.settle()
    await Promise.all([care.dispatch(), write('OK')])
    await work()
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    await pass(30 * MINUTE)
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    expect(questions()).toHaveLength(1)
  })

  test('a reply that comes twice counts once', async () => {
    const callId = await aTextAtNine()
    const first = await write('OK', MARGARET, 'SM-twice')
    expect(await write('OK', MARGARET, 'SM-twice')).toBe(first)
    const { timeline } = await callOf(callId)
    expect(timeline.filter(({ kind }) => kind === 'heard')).toHaveLength(1)
  })

  test('a reply that arrives before its question is known to be sent completes the call', async () => {
    let replied: string | null = null
    provider.outcome = async () => {
      replied = await write('OK')
      return { kind: 'accepted', providerId: 'SM-quick' }
    }
    const callId = await aTextAtNine()
    expect(replied).toContain('all right')
    expect(await callOf(callId)).toMatchObject({ status: 'completed', attempts: [{ outcome: 'acknowledged' }] })
    await pass(60 * MINUTE)
    expect(questions()).toHaveLength(1)
  })

  test('STOP between two tries ends the call within its moment, and no more texts are sent', async () => {
    const callId = await aTextAtNine({ recurrencePattern: 'daily' })
    await bounce()
    await pass(MINUTE)
    await write('STOP')
    expect(await callOf(callId)).toMatchObject({
      status: 'missed',
      reason: 'Margaret Hartley has asked not to be texted.',
      isRefused: true,
    })
    await pass(60 * MINUTE)
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() + 86_400_000))
    await work()
    expect(questions()).toHaveLength(1)
    expect(await incidents()).toEqual([])
  })

  test('STOP while a reply is awaited ends the call too, and the members are notified once', async () => {
    const callId = await aTextAtNine()
    await write('STOP')
    expect(await callOf(callId)).toMatchObject({ status: 'missed', isRefused: true })
    await pass(60 * MINUTE)
    expect(questions()).toHaveLength(1)
    expect(care.notified.filter(({ dedupeKey }) => dedupeKey.startsWith('refusal:')).length).toBeGreaterThan(0)
  })

  test('"stop calling me" leaves the texts, which are no calls', async () => {
    const callId = await aTextAtNine()
    await write('stop calling me')
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
  })
})

describe('After an outage', () => {
  const polled = (at: Date) => care.db.updateTable('inboundTextPolls').set({ polledUntil: at }).execute()
  afterEach(() => polled(new Date()))
  /** A text of nine whose reply is awaited until a quarter past; nothing worked from four past on. */
  async function awaitedThroughAnOutage(): Promise<number> {
    await care.db.updateTable('lovedOnes').set({ retryAttempts: 0 }).where('id', '=', lovedOneId).execute()
    const callId = await aTextAtNine()
    await polled(new Date(NINE_IN_SYDNEY.getTime() + 4 * MINUTE))
    await pass(16 * MINUTE)
    return callId
  }

  test('a reply that was written meanwhile is looked for before anybody is notified that there was none', async () => {
    const callId = await awaitedThroughAnOutage()
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    const sentAt = new Date(NINE_IN_SYDNEY.getTime() + 6 * MINUTE)
    const found = [{ providerMessageId: 'SM-lost-1', from: MARGARET, text: 'OK', sentAt }]
    await findLostTexts(care.deps, { received: async () => ({ kind: 'found', found }) })
    expect(await callOf(callId)).toMatchObject({ status: 'completed' })
    await pass(15 * MINUTE)
    expect(questions()).toHaveLength(1)
    expect(await incidents()).toEqual([])
  })

  test('people are notified as soon as none was found', async () => {
    const callId = await awaitedThroughAnOutage()
    await findLostTexts(care.deps, { received: async () => ({ kind: 'found', found: [] }) })
    await pass(20_000)
    expect(await callOf(callId)).toMatchObject({ status: 'missed', reason: 'There was no reply to our text.' })
  })

  test('people are notified after ten minutes where the provider cannot be asked', async () => {
    const callId = await awaitedThroughAnOutage()
    await findLostTexts(care.deps, { received: async () => ({ kind: 'unavailable', reason: 'connection refused' }) })
    await pass(20_000)
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
    await pass(10 * MINUTE)
    expect(await callOf(callId)).toMatchObject({ status: 'missed' })
  })
})

describe('A reminder by text', () => {
  const reminder = { callType: 'medication_reminder' } as const

  test('holds no health words, and gives the words of the reminder to somebody who asks', async () => {
    await care.db.updateTable('lovedOnes').set({ reminderText: 'The white heart tablet' }).execute()
    const callId = await aTextAtNine(reminder)
    expect(questions()[0]).toContain('I have a reminder for you: reply READ to read it.')
    expect(questions()[0]).not.toContain('tablet')
    expect(await write('READ')).toBe(
      "The white heart tablet Reply DONE if it's done, NOT YET if it isn't, HELP for help.",
    )
    expect(await callOf(callId)).toMatchObject({ status: 'in_progress' })
  })

  test('a reminder by text is completed by DONE', async () => {
    const callId = await aTextAtNine(reminder)
    expect(await write('Done')).toContain("We've noted that it's done")
    expect(await callOf(callId)).toMatchObject({ status: 'completed', attempts: [{ outcome: 'acknowledged' }] })
  })

  test('a reminder by text is repeated 15 minutes after NOT YET, and the fourth ends it', async () => {
    const callId = await aTextAtNine(reminder)
    expect(await write('not yet')).toContain("We'll text you again")
    for (let times = 1; times < 4; times++) {
      await pass(15 * MINUTE)
      expect(questions()).toHaveLength(times + 1)
      await write('not yet')
    }
    expect(await callOf(callId)).toMatchObject({ status: 'missed' })
    expect(await incidents()).toMatchObject([
      { headline: "Margaret Hartley answered the 9:00 AM text, but hasn't said it's done" },
    ])
  })
})

describe('What ends calls under way', () => {
  test('ends one that waits for a reply: cancelled, and no more texts are sent', async () => {
    const callId = await aTextAtNine()
    await cancelCall(care.deps, account, callId)
    expect(await callOf(callId)).toMatchObject({
      status: 'missed',
      wasCancelled: true,
      reason: 'Cancelled while waiting for a reply.',
    })
    await pass(60 * MINUTE)
    expect(questions()).toHaveLength(1)
    expect(await incidents()).toEqual([])
  })
})

describe('Other people’s texts', () => {
  test('several accounts with the number are notified of a text that was not understood, without its words', async () => {
    const callId = await aTextAtNine()
    const other = await care.anAccount()
    await care.aLovedOne(other, { name: 'Margaret Hartley', phoneNumber: MARGARET })
    await write('purple monkey dishwasher')
    expect(await callOf(callId)).toMatchObject({ status: 'missed' })
    await care.escalate()
    expect(care.notified.filter(({ text }) => text.includes('purple'))).toEqual([])
    const theirs = await care.db.selectFrom('incidents').select('id').where('accountId', '=', other.id).execute()
    expect(theirs).toEqual([])
  })
})

describe('Scheduling by text', () => {
  test('refuses a landline with a sentence that names the way out', async () => {
    await care.db.updateTable('lovedOnes').set({ phoneNumber: '+61255501122' }).execute()
    await expect(care.aCall(account, { lovedOneId, asksBy: 'text' })).rejects.toMatchObject({
      errors: [{ path: 'asksBy' }],
      message:
        "Margaret's number is a landline, which takes no texts. Please give us a mobile number first, or choose a call.",
    })
  })

  test('keeps the loved one’s number one that takes texts, until they are rung again', async () => {
    const callId = await care.aCall(account, { lovedOneId, asksBy: 'text' })
    const change = () =>
      editLovedOne({ ...care.deps, ...noDuties }, account, lovedOneId, { phoneNumber: '+61255501122' })
    await expect(change()).rejects.toMatchObject({ errors: [{ path: 'phoneNumber' }] })
    await editCall(care.deps, account, callId, { asksBy: 'call' })
    await change()
    expect(await callOf(callId)).toMatchObject({ asksBy: 'call', lovedOne: { phoneNumber: '+61255501122' } })
  })
})
