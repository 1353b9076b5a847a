import { describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  activities,
  aMissed,
  care,
  HOUR,
  inbound,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  STRANGER,
  SUSAN,
  setUpCheckIns,
  statusOf,
  textsTo,
  write,
} from '#test/check-in-fixture.ts'
import { withdrawVerification } from '#test/insert-account.ts'

setUpCheckIns()

describe('requests for help by text message', () => {
  test('a request for help by text opens an incident, or raises the open one, without an all-clear', async () => {
    const callId = await aMissed()
    expect(await write('HELP please')).toContain("We're letting your family know right now")
    expect(await incidents()).toMatchObject([
      { callId, cause: 'help', status: 'running', headline: 'Margaret Hartley texted us for help' },
    ])
    expect(textsTo(SUSAN).some((text) => text.includes('all clear'))).toBe(false)
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a request for help by text leaves the calls to come', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    await write('help')
    expect(await statusOf(callId)).toBe('scheduled')
    expect(care.notified).toMatchObject([{ channel: 'email', subject: expect.stringContaining('texted us for help') }])
  })
})

describe('inbound text messages', () => {
  test('a text message is kept, is reported to other systems once, and gets the same reply when it comes twice', async () => {
    const text = { from: MARGARET, text: 'OK', providerMessageId: 'SM-1' }
    const answers = [await inbound.texted(text), ...(await Promise.all([inbound.texted(text), inbound.texted(text)]))]
    expect(new Set(answers).size).toBe(1)
    const events = await care.db
      .selectFrom('events')
      .select(['event', 'accountId', 'data', 'words'])
      .where('event', '=', 'sms.received')
      .execute()
    expect(events).toMatchObject([
      { accountId: account.id, words: 'OK', data: { messageId: 'SM-1', from: MARGARET, text: null, lovedOneId } },
    ])
    expect(await care.db.selectFrom('inboundTexts').select(['text', 'reply', 'lovedOneId']).execute()).toEqual([
      { text: 'OK', reply: answers[0], lovedOneId },
    ])
  })

  test('a text message from a stranger is answered once a day, says who we are and no name', async () => {
    const answer = await write('Who is this?', STRANGER)
    expect(answer).toMatch(/^This is Cooee, an automated service/)
    expect(answer).not.toMatch(/Margaret|Robyn/)
    expect(await write('Hello??', STRANGER)).toBeNull()
    care.clock.advance(25 * HOUR)
    expect(await write('Hello??', STRANGER)).not.toBeNull()
    expect(await care.db.selectFrom('events').select('id').where('event', '=', 'sms.received').execute()).toHaveLength(
      3,
    )
  })

  test('a text message from a sender that is no number is kept and not answered', async () => {
    expect(await write('Your parcel is waiting', '')).toBeNull()
    expect(await care.db.selectFrom('inboundTexts').select('phoneNumber').execute()).toEqual([{ phoneNumber: null }])
  })

  test('a text message that makes no sense is answered with the choices, but not for ever', async () => {
    for (let times = 0; times < 5; times++) expect(await write('What is it')).toContain("Reply OK if all's well")
    expect(await write('What is it')).toBeNull()
    expect(await activities()).toEqual([])
  })

  test.each(['\0', '%', '👍\0', 'x'.repeat(5000), "'; drop table calls; --"])(
    'the text message %j is taken',
    async (text) => {
      await write(text)
      expect(await care.db.selectFrom('inboundTexts').select('reply').execute()).toHaveLength(1)
    },
  )
})

describe('help requests of an account whose email was not confirmed', () => {
  const waits = async () => {
    await withdrawVerification(care.db)
    await care.db.updateTable('people').set({ phoneNumber: STRANGER }).execute()
  }
  const escalate = async () => {
    for (let minutes = 0; minutes < 30; minutes++) {
      await care.escalate()
      await pass(MINUTE)
    }
  }

  test('an unconfirmed account is notified of a request for help by mail; none of its contacts is rung or texted', async () => {
    await waits()
    await write('help')
    await escalate()
    expect(care.telephony.alertsDialled).toEqual([])
    expect(new Set(care.notified.map(({ channel }) => channel))).toEqual(new Set(['email']))
    expect(care.notified[0]?.text).toContain("You haven't confirmed your email, so we can't ask anyone else")
  })

  test('an unconfirmed account has no phone rung for an alert that was queued before', async () => {
    await write('help')
    await waits()
    await escalate()
    expect(care.telephony.alertsDialled).toEqual([])
  })
})

test.each([
  ['after the first half hour', 45, 1],
  ['a day later, when people are notified each morning', 24 * 60, 15],
])('a request for help in the pause before the next round begins that round at once: %s', async (_, after, step) => {
  await write('HELP', MARGARET)
  const pausedUntil = async () => {
    const { roundStartsAt } = await care.db.selectFrom('incidents').select('roundStartsAt').executeTakeFirstOrThrow()
    return roundStartsAt > care.clock.now() ? roundStartsAt : null
  }
  for (let minutes = 0; minutes < after || !(await pausedUntil()); minutes += step) {
    await care.escalate()
    await pass(step * MINUTE)
  }
  const alerts = async () => {
    await care.escalate()
    return (await care.db.selectFrom('alerts').select('id').execute()).length
  }
  const before = await alerts()
  expect(await alerts(), 'nobody is notified in the pause').toBe(before)
  await write("HELP I've fallen again", MARGARET)
  expect(await pausedUntil()).toBeNull()
  const notified = await alerts()
  expect(notified).toBeGreaterThan(before)
  await write('HELP', MARGARET)
  expect(await alerts(), 'they were just notified').toBe(notified)
})

test('an owner of a request for help hears that the loved one has asked again', async () => {
  await write('HELP', MARGARET)
  await care.escalate()
  await write('on my way, 120 min', SUSAN)
  expect((await incidents()).map(({ status }) => status)).toEqual(['owned'])
  care.clock.advance(90 * MINUTE)
  const notified = care.notified.length
  await write("HELP I've fallen", MARGARET)
  await care.escalate()
  expect(care.notified.slice(notified).map(({ recipient }) => recipient)).toContain(SUSAN)
})
