import { describe, expect, test } from 'vitest'
import { DEFAULT_NOTIFICATION_SETTINGS } from '#core/notifications/settings.ts'
import { saveNotificationSettings } from '#server/features/notifications/settings-of.ts'
import {
  account,
  alertCall,
  answerAs,
  answerOf,
  care,
  ended,
  incident,
  key,
  MINUTE,
  open,
  pass,
  ringSusan,
  rings,
  SUSAN,
  said,
  setUpAlertCalls,
  sidOf,
  spoken,
  TOM,
  textsTo,
} from '#test/alert-calls-fixture.ts'
import { refusedBy } from '#test/refusals.ts'
import { stepAfterUndelivered } from './make-step-due.ts'

setUpAlertCalls()

describe('alerts by phone', () => {
  test('an alerted person who picks up hears what happened and what the keys do, and takes the incident on with 1', async () => {
    const alertId = await ringSusan()
    expect(spoken(await care.alerts.answered(alertId, sidOf(alertId)))).toMatch(
      /^Hello Susan Hartley\. This is Cooee, calling for Robyn Hartley about Margaret Hartley\. Margaret Hartley didn't answer the 9:00 AM call\. To check on Margaret, press 1\./,
    )
    expect(spoken(await care.alerts.heard(alertId, 'first', key('1')))).toContain(
      'You pressed 1. Thank you. You are checking on Margaret Hartley.',
    )
    expect(await incident()).toMatchObject({ status: 'owned', intent: 'calling' })
    expect(await answerOf(alertId)).toEqual({ answer: 'took', answeredAt: care.clock.now() })
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'took', keys: '1', nextAt: null })
    await pass(20 * MINUTE)
    expect(textsTo(TOM)).toEqual([])
  })

  test('pressing 2 in an alert hands the incident on, and the next person is notified at once', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    expect(spoken(await care.alerts.heard(alertId, 'first', key('2')))).toMatch(/^You pressed 2\. Thank you/)
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'declined' })
  })

  test('pressing 3 in an alert ends the incident', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'second', key('3'))
    expect(await incident()).toMatchObject({ status: 'resolved', endedHow: "Susan Hartley says all's well." })
    expect(await answerOf(alertId)).toMatchObject({ answer: 'ok' })
  })

  test('an alerted person who says yes is asked for a key, because a machine can say it, too', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    expect(spoken(await care.alerts.heard(alertId, 'first', said('yes, I will go')))).toContain('Please press a key')
    expect(await incident()).toMatchObject({ status: 'running' })
    expect(spoken(await care.alerts.heard(alertId, 'again', said('hello')))).toBe(
      'I did not hear an answer. Goodbye. hang_up',
    )
    expect(await alertCall(alertId)).toMatchObject({ keys: '' })
  })

  test('an alert that a machine answers is not acknowledged, and the next person is notified at once', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'first', said("You've reached Susan. I can't take your call, leave a message."))
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'no_response' })
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test.each([
    ['9 twice', [key('9'), key('9')]],
    ['"stop calling me" and a yes', [said('Stop calling me please'), said('Yes')]],
    ['"stop calling me" and 9', [said("Don't ring me any more"), key('9')]],
  ])(
    'an alerted person who says %s is not rung any more: the next person is notified at once and the texts go on',
    async (_, [first, second]) => {
      const alertId = await ringSusan()
      const textsBefore = textsTo(SUSAN).length
      await care.alerts.answered(alertId, sidOf(alertId))
      expect(spoken(await care.alerts.heard(alertId, 'first', first ?? key('')))).toContain(
        'To stop all calls from Cooee',
      )
      expect(await refusedBy(care.db, SUSAN)).toEqual([])
      expect(spoken(await care.alerts.heard(alertId, 'stop', second ?? key('')))).toContain(
        'will not ring this phone any more',
      )
      expect(await refusedBy(care.db, SUSAN)).toEqual(['calls'])
      expect(await answerOf(alertId)).toMatchObject({ answer: 'declined' })
      expect(await incident()).toMatchObject({ status: 'running' })
      await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
      await care.escalate()
      expect(textsTo(TOM)).toHaveLength(1)
      await pass(30 * MINUTE)
      expect(rings().filter((ring) => ring.to === SUSAN)).toHaveLength(1)
      expect(textsTo(SUSAN).length).toBeGreaterThanOrEqual(textsBefore)
    },
  )

  test('an alerted person who says 9 with no further question, as before, refuses nothing', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.heard(alertId, 'first', key('9'))
    await care.alerts.heard(alertId, 'stop', key('1'))
    expect(await refusedBy(care.db, SUSAN)).toEqual([])
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test.each([
    ['busy', 'busy'],
    ['no-answer', 'no_answer'],
  ] as const)('an alert to a phone that is %s is not waited for', async (endedStatus, outcome) => {
    const alertId = await ringSusan()
    await care.alerts.progressed(alertId, ended(sidOf(alertId), endedStatus))
    expect(await alertCall(alertId)).toMatchObject({ outcome })
    await care.escalate()
    expect(textsTo(TOM)).toHaveLength(1)
  })

  test('the end of an alert counts once, however often and in whatever order it is reported', async () => {
    const alertId = await ringSusan()
    const sid = sidOf(alertId)
    await care.alerts.progressed(alertId, ended(sid, 'completed'))
    await care.alerts.answered(alertId, sid)
    const replies = await Promise.all([1, 2, 3].map(() => care.alerts.heard(alertId, 'first', key('1'))))
    expect(new Set(replies.map(spoken)).size).toBe(1)
    await care.alerts.progressed(alertId, ended(sid, 'completed'))
    expect(await alertCall(alertId)).toMatchObject({ outcome: 'took', keys: '1' })
    const events = await care.db.selectFrom('events').select('event').where('event', '=', 'call.acknowledged').execute()
    expect(events).toHaveLength(1)
  })

  test('an alerted person may ask once to hear again: the question, the result of the answer, or the keys, which still count', async () => {
    const alertId = await ringSusan()
    const asked = async () => spoken(await care.alerts.answered(alertId, sidOf(alertId)))
    const question = await asked()
    expect(await asked()).toBe(question)
    await care.alerts.heard(alertId, 'first', said('what was that?'))
    expect(await asked()).toMatch(/To check on Margaret, press 1\..*hang_up$/)
    await care.alerts.heard(alertId, 'again', key('1'))
    expect(await incident()).toMatchObject({ status: 'owned' })
    expect(await asked()).toContain('You are checking on Margaret Hartley.')
  })

  test('an alert is one call at the provider: reports about another call change nothing', async () => {
    const alertId = await ringSusan()
    const other = 'CA-of-somebody-else'
    const before = await alertCall(alertId)
    // Nothing is asked in it, but the caller still hears a closing sentence.
    expect(await care.alerts.answered(alertId, other)).toEqual([
      { kind: 'say', text: expect.stringContaining('If you can, ring this number back.') },
      { kind: 'hang_up' },
    ])
    expect(await care.alerts.heard(alertId, 'first', key('1'), other)).toEqual([{ kind: 'hang_up' }])
    await care.alerts.progressed(alertId, { ...ended(other, 'completed'), status: 'ringing', endedStatus: null })
    await care.alerts.progressed(alertId, ended(other, 'busy'))
    expect(await alertCall(alertId)).toEqual(before)
    expect(await incident()).toMatchObject({ status: 'running', ownerId: null })
    await care.alerts.heard(alertId, 'first', key('1'), sidOf(alertId))
    expect(await incident()).toMatchObject({ status: 'owned' })
  })

  test('an answer that arrives again after its person gave the incident back does not take it on again', async () => {
    const alertId = await ringSusan()
    await care.alerts.heard(alertId, 'first', key('1'))
    await care.alerts.heard(alertId, 'second', key('2'))
    await care.alerts.heard(alertId, 'first', key('1'))
    expect(await incident()).toMatchObject({ status: 'running', ownerId: null })
  })
})

describe('alerts by text that fail', () => {
  const messageOf = async (phoneNumber: string) => {
    const alert = await care.db
      .selectFrom('alerts')
      .innerJoin('incidentPeople', 'incidentPeople.id', 'alerts.incidentPersonId')
      .select('alerts.id')
      .where('incidentPeople.phoneNumber', '=', phoneNumber)
      .where('alerts.channel', '=', 'sms')
      .orderBy('alerts.id', 'desc')
      .executeTakeFirstOrThrow()
    const { id } = await care.db
      .insertInto('messages')
      .values({
        channel: 'sms',
        recipient: phoneNumber,
        text: 'told',
        accountId: account.id,
        failedAt: care.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await care.db.updateTable('alerts').set({ messageId: id }).where('id', '=', alert.id).execute()
    return id
  }
  const undelivered = (messageId: number) =>
    care.db.transaction().execute((trx) => stepAfterUndelivered(care.deps.incidents, trx, messageId))

  test('an alert by text that will not arrive lets the phone ring at once', async () => {
    await open()
    await care.escalate()
    await undelivered(await messageOf(SUSAN))
    await care.escalate()
    expect(rings().map(({ to }) => to)).toEqual([SUSAN])
  })

  test('a text that will not arrive brings no step forward once the next person is being notified or somebody has taken the incident on', async () => {
    await ringSusan()
    await undelivered(await messageOf(SUSAN))
    await care.escalate()
    expect(textsTo(TOM)).toEqual([])
    const alertId = care.telephony.alertsDialled[0]?.alertId ?? 0
    await care.alerts.heard(alertId, 'first', key('1'))
    const owned = await incident()
    await undelivered(await messageOf(SUSAN))
    expect(await incident()).toEqual(owned)
  })
})

test('an account holder who was not rung before is rung at the end of the list, and hears that nobody has taken it on', async () => {
  await care.db.updateTable('people').set({ phoneNumber: '+61491570150' }).execute()
  const notFirst = { ...DEFAULT_NOTIFICATION_SETTINGS, ringMeFirst: false }
  await saveNotificationSettings(
    care.db,
    { accountId: account.id, personId: account.personId },
    notFirst,
    care.clock.now(),
  )
  await open()
  for (let minute = 0; minute < 60 && (await incident()).status === 'running'; minute++) await pass(MINUTE)
  const last = care.telephony.alertsDialled.at(-1)
  expect(last).toMatchObject({ to: '+61491570150' })
  const alertId = last?.alertId ?? 0
  expect(spoken(await care.alerts.answered(alertId, sidOf(alertId)))).toContain(
    "didn't answer the 9:00 AM call. Nobody is checking on Margaret yet. To check on Margaret yourself, press 1.",
  )
  await care.alerts.heard(alertId, 'first', key('1'))
  expect(await incident()).toMatchObject({ status: 'owned' })
})

describe('a key of an alert by phone that is counted after its call has ended', () => {
  test('makes its person the owner, who is notified of it by text, once', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    const before = textsTo(SUSAN).length
    await care.alerts.heard(alertId, 'alert', key('1'), sidOf(alertId))
    await care.alerts.heard(alertId, 'alert', key('1'), sidOf(alertId))
    expect(await incident()).toMatchObject({ status: 'owned' })
    expect(textsTo(SUSAN).slice(before)).toEqual([
      expect.stringContaining("Thank you. You're checking on Margaret Hartley: +61 491 570 156. Reply 3"),
    ])
  })

  test('by a call that goes on is answered there, and not by text', async () => {
    const alertId = await ringSusan()
    await care.alerts.answered(alertId, sidOf(alertId))
    const before = textsTo(SUSAN).length
    await care.alerts.heard(alertId, 'alert', key('1'), sidOf(alertId))
    await care.alerts.progressed(alertId, ended(sidOf(alertId), 'completed'))
    expect(textsTo(SUSAN).slice(before)).toEqual([])
  })
})

describe('alerts by phone that are picked up after they were given up', () => {
  /** The provider reports nothing about the call and does not answer. */
  async function givenUp() {
    const alertId = await ringSusan()
    care.telephony.isDown = true
    for (let minute = 0; minute < 17; minute++) {
      care.clock.advance(MINUTE)
      await care.settle()
    }
    expect(await alertCall(alertId)).toMatchObject({ state: 'ended', outcome: 'failed' })
    return alertId
  }
  const heardLate = async (alertId: number) => spoken(await care.alerts.answered(alertId, sidOf(alertId)))

  test('a person who picks up a late alert hears who rings, what happened, that it comes late, and how to answer', async () => {
    const before = await givenUp()
    const call = await alertCall(before)
    expect(await heardLate(before)).toBe(
      "Hello Susan Hartley. This is Cooee, calling about Margaret Hartley. We're sorry: this call comes later than it should. Margaret Hartley didn't answer the 9:00 AM call. Nobody is checking on Margaret yet. If you can, ring this number back. Goodbye. hang_up",
    )
    expect(await alertCall(before)).toEqual(call)
  })

  test('a person who picks up a late alert hears that somebody has taken the incident on, or that it is over', async () => {
    const alertId = await givenUp()
    await answerAs('Tom Hartley', { kind: 'calling' })
    expect(await heardLate(alertId)).toContain('Tom Hartley is already checking on Margaret Hartley.')
    await answerAs('Tom Hartley', { kind: 'ok' })
    expect(await heardLate(alertId)).toContain("We have already closed this. Tom Hartley says all's well.")
  })

  test('a contact who was removed since hears that the incident is over', async () => {
    const alertId = await givenUp()
    await care.db.deleteFrom('lovedOnes').execute()
    expect(await heardLate(alertId)).toBe(
      "Hello. This is Cooee. The person we asked you to check on has been removed from Cooee. You don't need to do anything. If someone is in danger, call triple zero. Goodbye. hang_up",
    )
  })
})
