import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Heard } from '#core/call-script/answer.ts'
import type { ScriptPart } from '#core/call-script/script.ts'
import type { InboundFacts } from '#server/adapters/telephony/telephony.ts'
import { removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { type CareFixture, careFixture, NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { aNumber } from '#test/factories.ts'
import { inboundFacts } from './inbound-facts.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const MARGARET = '+61491570156'
const SECOND_PHONE = '+61255501122'
const SUSAN = '+61491570157'
const STRANGER = '+61491571234'

let care: CareFixture
let inbound: InboundFacts
let account: { id: number }
let lovedOneId: number

beforeAll(async () => {
  care = await careFixture()
  inbound = inboundFacts(care.deps)
})
afterAll(() => care.close())
beforeEach(async () => {
  for (const table of ['accounts', 'events', 'inboundCalls', 'inboundTexts', 'quotaUses'] as const) {
    await care.db.deleteFrom(table).execute()
  }
  await care.db.updateTable('dialPace').set({ nextAtMs: 0 }).execute()
  care.telephony.clear()
  care.told.length = 0
  care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - MINUTE))
  account = await care.anAccount()
  lovedOneId = await care.aLovedOne(account, { phoneNumber: MARGARET, secondPhoneNumber: SECOND_PHONE })
  await aContact('Susan Hartley', SUSAN)
})

async function aContact(name: string, phoneNumber: string, of = { accountId: account.id, lovedOneId }) {
  const fields = { contactType: 'family', isEmergencyContact: true, position: aNumber() } as const
  await care.db
    .insertInto('contacts')
    .values({ ...of, name, phoneNumber, ...fields })
    .execute()
}

const spoken = (script: readonly ScriptPart[]) =>
  script.flatMap((part) => (part.kind === 'ask' ? part.prompt : part.kind === 'say' ? part.text : [])).join(' ')
const stepsOf = (script: readonly ScriptPart[]) => script.flatMap((part) => (part.kind === 'ask' ? part.step : []))

/** Somebody rings: what they hear, and how they answer. */
async function ring(from = MARGARET) {
  const call = { from, providerCallId: `CA-in-${aNumber()}` }
  const script = await inbound.called(call)
  return {
    call,
    script,
    text: spoken(script),
    async press(step: string, keys: string) {
      return spoken(await inbound.answered(call, step, { keys, speech: '' }))
    },
    async say(step: string, speech: string) {
      return spoken(await inbound.answered(call, step, { keys: '', speech }))
    },
    answer: (step: string, heard: Partial<Heard>) => inbound.answered(call, step, { keys: '', speech: '', ...heard }),
  }
}
const write = (text: string, from = MARGARET) => inbound.texted({ from, text, providerMessageId: `SM-in-${aNumber()}` })
/** The two ways in which a loved one turns to Cooee. */
const WAYS = [
  ['ringing', async () => void (await ring())],
  ['writing OK', async () => void (await write('OK'))],
] as const

const dials = () => care.telephony.dialled
async function endLast(endedStatus: 'no-answer' | 'completed' = 'no-answer') {
  const { attemptId, providerCallId } = dials().at(-1) ?? { attemptId: 0, providerCallId: '' }
  const end = { status: endedStatus, endedStatus, answeredBy: null, durationSeconds: null }
  await care.facts.progressed(attemptId, { ...end, providerCallId: providerCallId ?? '' })
}
async function pass(ms: number) {
  care.clock.advance(ms)
  await care.dispatch()
}
/** A call that rings at nine. */
async function aRinging(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await care.aCall(account, { lovedOneId, ...fields })
  care.clock.set(NINE_IN_SYDNEY)
  await care.dispatch()
  return callId
}
async function aBetweenTries(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await aRinging(fields)
  await endLast()
  return callId
}
async function aMissed(fields: Partial<Parameters<CareFixture['aCall']>[1]> = {}) {
  const callId = await aBetweenTries(fields)
  for (let tries = 0; tries < 2; tries++) {
    await pass(10 * MINUTE)
    await endLast()
  }
  expect(await care.call(account, callId)).toMatchObject({ status: 'missed' })
  await care.escalate()
  return callId
}
const incidents = () =>
  care.db.selectFrom('incidents').select(['callId', 'cause', 'status', 'headline', 'endedHow']).orderBy('id').execute()
const textsTo = (number: string) => care.told.filter(({ recipient }) => recipient === number).map(({ text }) => text)
async function activities() {
  const rows = await care.db
    .selectFrom('activity')
    .select(['activityType', 'description', 'details'])
    .orderBy('id')
    .execute()
  return rows.map(({ activityType, description, details }) => [activityType, description, details])
}
const scheduled = () =>
  care.db.selectFrom('calls').select(['id', 'scheduledFor']).where('status', '=', 'scheduled').execute()
const statusOf = async (callId: number) => (await care.call(account, callId)).status

describe.each(WAYS)('%s by herself', (_way, checkIn) => {
  test('completes a call that waits for its next try, and it is not tried again', async () => {
    const callId = await aBetweenTries()
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    await pass(10 * MINUTE)
    expect(dials()).toHaveLength(1)
    expect(care.told).toEqual([])
  })

  test('completes the call that is being rung right now, and the phone stops', async () => {
    const callId = await aRinging()
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    expect(care.telephony.stopped).toEqual([dials()[0]?.providerCallId])
    await endLast()
    await pass(10 * MINUTE)
    expect(await statusOf(callId)).toBe('completed')
    expect(dials()).toHaveLength(1)
  })

  test('completes a call that was missed today, ends its incident and sends the all-clear', async () => {
    const callId = await aMissed()
    expect(textsTo(SUSAN)).toHaveLength(1)
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    expect(await incidents()).toMatchObject([{ callId, status: 'resolved' }])
    expect(textsTo(SUSAN).at(-1)).toMatch(
      /^Cooee: all clear for Margaret Hartley\. Margaret Hartley has (rung|written to) Cooee\./,
    )
  })

  test('ends an incident that was given up as unresolved', async () => {
    await aMissed()
    for (let minute = 0; minute < 60; minute++) {
      care.clock.advance(MINUTE)
      await care.escalate()
    }
    expect(await incidents()).toMatchObject([{ status: 'unresolved' }])
    await checkIn()
    expect(await incidents()).toMatchObject([{ status: 'resolved' }])
  })

  test('leaves a missed call as it is when somebody has said that all is well', async () => {
    const callId = await aMissed()
    await care.db
      .updateTable('incidents')
      .set({ status: 'resolved', nextStepAt: null, endedAt: care.clock.now() })
      .execute()
    await checkIn()
    expect(await statusOf(callId)).toBe('missed')
  })

  test('answers the next call within four hours without a ring, and its schedule goes on', async () => {
    const nine = new Date(NINE_IN_SYDNEY.getTime() + 3 * HOUR)
    const callId = await care.aCall(account, { lovedOneId, at: nine, recurrencePattern: 'daily' })
    await checkIn()
    expect(await statusOf(callId)).toBe('completed')
    const next = await scheduled()
    expect(next.map(({ scheduledFor }) => scheduledFor)).toEqual([new Date(nine.getTime() + 24 * HOUR)])
    await pass(4 * HOUR)
    expect(dials()).toEqual([])
    await pass(24 * HOUR - HOUR + MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('answers one call ahead, not two, however often', async () => {
    for (const hours of [1, 2, 3]) {
      await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR) })
    }
    await checkIn()
    await checkIn()
    expect(await scheduled()).toHaveLength(2)
  })

  test.each([
    ['a call five hours ahead', { at: new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR) }],
    [
      'medicine that is not due yet',
      { at: new Date(NINE_IN_SYDNEY.getTime() + HOUR), callType: 'medication_reminder' },
    ],
    ['a wake-up call to come', { at: new Date(NINE_IN_SYDNEY.getTime() + HOUR), callType: 'wake_up_call' }],
  ] as const)('leaves %s', async (_what, fields) => {
    const callId = await care.aCall(account, { lovedOneId, ...fields })
    await checkIn()
    expect(await statusOf(callId)).toBe('scheduled')
  })

  test('does not answer a call after midnight on her clock', async () => {
    care.clock.set(new Date('2026-03-10T23:00:00+11:00'))
    const callId = await care.aCall(account, { lovedOneId, at: new Date('2026-03-11T00:30:00+11:00') })
    await checkIn()
    expect(await statusOf(callId)).toBe('scheduled')
  })

  test('does not end a cry for help: no all-clear while it is open', async () => {
    await aMissed()
    await write('help')
    const before = textsTo(SUSAN).length
    await checkIn()
    expect(await incidents()).toMatchObject([{ cause: 'help', status: 'running' }])
    expect(textsTo(SUSAN)).toHaveLength(before)
  })

  test('is written down, also where no call waits for it', async () => {
    await checkIn()
    expect(await activities()).toEqual([
      [
        'call_acknowledged',
        expect.stringMatching(/^Margaret Hartley has (rung|written to) Cooee$/),
        'Noted as a check-in',
      ],
    ])
  })

  test('is in the activity log and the transcript of the call', async () => {
    const callId = await aMissed()
    await checkIn()
    const completed = (await activities()).find(([type]) => type === 'call_completed')
    expect(completed?.[2]).toMatch(/^Margaret Hartley has (rung|written to) Cooee\.$/)
    expect((await care.call(account, callId)).transcript).toMatch(
      /Margaret Hartley: (Rang Cooee|Wrote: OK)\nCooee: Thank you/,
    )
  })

  test('touches nobody else, of this account or of another', async () => {
    const other = await care.anAccount()
    const others = [
      await care.aCall(account, {
        lovedOneId: await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: SUSAN }),
        at: new Date(NINE_IN_SYDNEY.getTime() + HOUR),
      }),
      await care.aCall(other, {
        lovedOneId: await care.aLovedOne(other, { phoneNumber: STRANGER }),
        at: new Date(NINE_IN_SYDNEY.getTime() + HOUR),
      }),
    ]
    await checkIn()
    expect((await scheduled()).map(({ id }) => id)).toEqual(others)
    expect(
      await care.db
        .selectFrom('activity')
        .select('id')
        .where('accountId', '=', other.id)
        .where('activityType', '<>', 'call_scheduled')
        .execute(),
    ).toEqual([])
  })

  test('and a dial at the same moment: the phone rings at most once, and the call is completed', async () => {
    for (let round = 0; round < 12; round++) {
      const at = new Date(care.clock.now().getTime() + MINUTE)
      const callId = await care.aCall(account, { lovedOneId, at })
      care.clock.set(at)
      await Promise.all(round % 2 === 0 ? [care.dispatch(), checkIn()] : [checkIn(), care.dispatch()])
      expect(await statusOf(callId)).toBe('completed')
      const rings = dials().length
      for (const { attemptId, providerCallId } of [...dials()]) {
        const end = { status: 'no-answer', endedStatus: 'no-answer', answeredBy: null, durationSeconds: null } as const
        await care.facts.progressed(attemptId, { ...end, providerCallId: providerCallId ?? '' })
      }
      care.clock.advance(30 * MINUTE)
      await care.settle()
      await care.dispatch()
      expect(dials().length).toBe(rings)
      // Who dialled and who answered may both have it stopped.
      expect(new Set(care.telephony.stopped).size).toBe(rings)
    }
  })
})

test.each([
  ['ends', '2026-04-05', '+10:00', '+11:00'],
  ['begins', '2026-10-04', '+11:00', '+10:00'],
])('on the day daylight saving %s, today is the day on her wall', async (_what, date, after, before) => {
  care.clock.set(new Date(`${date}T00:30:00${before}`))
  const late = await care.aCall(account, { lovedOneId, at: new Date(`${date}T23:45:00${after}`) })
  const nextDay = await care.aCall(account, {
    lovedOneId,
    at: new Date(new Date(`${date}T23:45:00${after}`).getTime() + 30 * MINUTE),
  })
  care.clock.set(new Date(`${date}T22:00:00${after}`))
  await ring()
  expect(await statusOf(late)).toBe('completed')
  expect(await statusOf(nextDay)).toBe('scheduled')
})

describe('somebody who rings', () => {
  test('is thanked by name, noted at once, and asked whether help is wanted, twice', async () => {
    const { script, text } = await ring()
    expect(text).toMatch(
      /^Thank you for ringing, Margaret Hartley\. I have noted that you are all right\. If you would like help, press 2\. Once more\./,
    )
    expect(stepsOf(script)).toEqual(['help', 'help again'])
    expect(script.at(-1)).toEqual({ kind: 'hang_up' })
  })

  test('may ring from the second number', async () => {
    const callId = await aBetweenTries()
    await ring(SECOND_PHONE)
    expect(await statusOf(callId)).toBe('completed')
  })

  test('is told the same when the provider asks twice, and counts once', async () => {
    for (const hours of [1, 2]) {
      await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + hours * HOUR) })
    }
    const { call, script } = await ring()
    care.clock.advance(90 * MINUTE)
    const again = await Promise.all([inbound.called(call), inbound.called(call)])
    expect(again).toEqual([script, script])
    expect(await scheduled()).toHaveLength(1)
    expect((await activities()).filter(([type]) => type === 'call_acknowledged')).toHaveLength(1)
  })

  test('twice at once is one check-in', async () => {
    const call = { from: MARGARET, providerCallId: 'CA-twice' }
    const [one, two] = await Promise.all([inbound.called(call), inbound.called(call)])
    expect(one).toEqual(two)
    expect((await activities()).filter(([type]) => type === 'call_acknowledged')).toHaveLength(1)
  })

  test.each([
    ['key 2', { keys: '2' }],
    ['"help"', { speech: 'please help me' }],
    ['"I have fallen, but I am fine"', { speech: 'I have fallen but I am fine' }],
  ])('gets help by %s: it beats the check-in, and the account holder is told at once', async (_what, heard) => {
    const callId = await aMissed()
    const { answer } = await ring()
    expect(spoken(await answer('help', heard))).toContain('I am letting your family know right now')
    expect(await incidents()).toMatchObject([
      { callId, cause: 'help', status: 'running', headline: 'Margaret Hartley rang Cooee and asked for help' },
    ])
    expect(care.told.at(-1)).toMatchObject({
      channel: 'email',
      subject: 'Margaret Hartley rang Cooee and asked for help',
    })
    await care.escalate()
    expect(textsTo(SUSAN).at(-1)).toContain('Margaret Hartley rang Cooee and asked for help')
  })

  test('gets help where no call is concerned, and once, however often it is asked for', async () => {
    const first = await ring()
    await first.press('help', '2')
    await first.press('help', '2')
    await first.press('help again', '2')
    await write('HELP')
    expect(await incidents()).toMatchObject([{ callId: null, cause: 'help', status: 'running' }])
    expect(care.told).toHaveLength(1)
  })

  test('gets help again after the first time is over', async () => {
    const callId = await aMissed()
    await (await ring()).press('help', '2')
    await care.db
      .updateTable('incidents')
      .set({ status: 'resolved', nextStepAt: null, endedAt: care.clock.now() })
      .execute()
    await (await ring()).press('help', '2')
    expect(await incidents()).toMatchObject([
      { callId, cause: 'help', status: 'resolved' },
      { callId: null, cause: 'help', status: 'running' },
    ])
  })

  test('hears which key was pressed when it is none of the choices, is asked once more, and then goodbye', async () => {
    const { answer } = await ring()
    const again = await answer('help', { keys: '7' })
    expect(spoken(again)).toMatch(/^You pressed 7\. That is not one of the choices\. If you would like help, press 2\./)
    expect(stepsOf(again)[0]).toBe('help retry')
    expect(spoken(await answer('help retry', { keys: '8' }))).toBe(
      'You pressed 8. That is not one of the choices. Goodbye.',
    )
  })

  test('and was removed is nobody', async () => {
    await removeLovedOne(care.deps, account.id, lovedOneId)
    expect((await ring()).text).toContain('an automated service')
  })
})

describe('a number that several people share', () => {
  const john = () => care.aLovedOne(account, { name: 'John Hartley', phoneNumber: MARGARET })

  test('counts for nobody until a key says who it is, and then for them alone', async () => {
    const johnId = await john()
    const at = new Date(NINE_IN_SYDNEY.getTime() + HOUR)
    const hers = await care.aCall(account, { lovedOneId, at })
    const his = await care.aCall(account, { lovedOneId: johnId, at })
    const { text, press } = await ring()
    expect(text).toMatch(
      /^Thank you for ringing Cooee\. To check in for Margaret Hartley, press 1; for John Hartley, press 2\. If anybody needs help, press 9\./,
    )
    expect(text).toContain('nobody is checked in')
    expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'scheduled'])
    expect(await press('who 1', '2')).toMatch(
      /^You pressed 2\. Thank you for ringing, John Hartley\. .* To check in for Margaret Hartley, press 1\./,
    )
    expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'completed'])
    expect(await press('who 2', '1')).toMatch(
      /^You pressed 1\. Thank you for ringing, Margaret Hartley\. .* Goodbye\.$/,
    )
    expect(await statusOf(hers)).toBe('completed')
  })

  test('gets help for all of them by 9', async () => {
    await john()
    const { press } = await ring()
    expect(await press('who 1', '9')).toContain('Margaret Hartley and John Hartley need help')
    expect(await incidents()).toMatchObject([{ cause: 'help' }, { cause: 'help' }])
  })

  test('is one person where two accounts look after the same one: both are answered', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { name: 'margaret hartley', phoneNumber: MARGARET })
    const at = new Date(NINE_IN_SYDNEY.getTime() + HOUR)
    const one = await care.aCall(account, { lovedOneId, at })
    const two = await care.aCall(other, { lovedOneId: theirs, at })
    const { text } = await ring()
    expect(text).toMatch(/^Thank you for ringing, Margaret Hartley\./)
    expect([await statusOf(one), (await care.call(other, two)).status]).toEqual(['completed', 'completed'])
  })

  describe('in another account, whoever opened it,', () => {
    let hers: number
    let evilAccount: { id: number }
    beforeEach(async () => {
      evilAccount = await care.anAccount()
      hers = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    })
    const evil = (name: string) => care.aLovedOne(evilAccount, { name, phoneNumber: MARGARET })

    test.each([[['Win $1000 at example.com']], [['Win $1000', 'Call 1900']], [['Ok', 'Fine']], [['Help Me']]])(
      'as %j spoils no check-in by text, and puts no name into the answer',
      async (names) => {
        for (const name of names) await evil(name)
        const answer = await write('OK')
        expect(answer).toMatch(/^Thank you\. I have noted that you are all right\./)
        for (const name of names) expect(answer?.split(' Reply HELP')[0]).not.toContain(name)
        expect(await statusOf(hers)).toBe('completed')
      },
    )

    test('spoils no check-in by ringing, and is not named', async () => {
      await evil('Win $1000')
      const { text } = await ring()
      expect(text).toMatch(/^Thank you for ringing Cooee\./)
      expect(text).toContain('I have noted that you are all right. If you would like help, press 2.')
      expect(text).not.toContain('Win')
      expect(await statusOf(hers)).toBe('completed')
    })

    test('with a couple in it is asked about after the check-in, one account after the other', async () => {
      const one = await evil('Win $1000')
      await evil('Call 1900')
      const { text, press } = await ring()
      expect(text).toMatch(/^Thank you for ringing Cooee\. I have noted that you are all right/)
      expect(await statusOf(hers)).toBe('completed')
      expect(await press('who 2', '1')).toContain('Thank you for ringing, Win $1000.')
      const checkedIn = await care.db.selectFrom('inboundCalls').select('checkedIn').execute()
      expect(checkedIn).toEqual([{ checkedIn: [lovedOneId, one] }])
      expect(await press('who 3', '9')).toContain('I am letting your family know right now')
      expect(await incidents()).toHaveLength(3)
    })

    test('reads nothing of what was written, and each account learns that something was', async () => {
      await evil('Win $1000')
      await write('OK, the key is under the mat')
      const events = await care.db
        .selectFrom('events')
        .select(['accountId', 'data'])
        .where('event', '=', 'sms.received')
        .orderBy('id')
        .execute()
      expect(events).toMatchObject([
        { accountId: account.id, data: { from: MARGARET, text: null, lovedOneId } },
        { accountId: evilAccount.id, data: { from: MARGARET, text: null } },
      ])
      expect(await care.db.selectFrom('inboundTexts').select(['accountId', 'lovedOneId']).execute()).toEqual([
        { accountId: null, lovedOneId: null },
      ])
    })

    test('a cry for help counts in every account', async () => {
      await evil('Margaret')
      expect(await write('help')).toContain('I am letting your family know')
      expect((await incidents()).map(({ cause }) => cause)).toEqual(['help', 'help'])
    })

    test('of a couple: who is named is checked in wherever that name is known', async () => {
      const johnId = await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: MARGARET })
      const his = await care.aCall(account, { lovedOneId: johnId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
      await evil('John')
      expect(await write('OK')).toContain(
        'I have noted that you are all right. If you share this phone, reply with your',
      )
      expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'scheduled'])
      await write('John is ok')
      expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'completed'])
    })
  })

  test('by nine people gets help for every one of them', async () => {
    for (let times = 0; times < 8; times++)
      await care.aLovedOne(account, { name: `John ${times}`, phoneNumber: MARGARET })
    await write('help')
    expect(await incidents()).toHaveLength(9)
  })

  test('says no name but those of that very number', async () => {
    await care.aLovedOne(account, { name: 'Beryl', phoneNumber: STRANGER })
    expect((await ring()).text).not.toContain('Beryl')
  })

  test('by text message: who it is must be said, by name or digit', async () => {
    await john()
    expect(await write('OK')).toBe(
      'Thank you. To check in for Margaret Hartley, reply 1; for John Hartley, reply 2. Reply HELP if you would like help.',
    )
    expect(await activities()).toEqual([])
    expect(await write('2')).toMatch(
      /^Thank you\. I have noted that John Hartley is all right\. .* Margaret Hartley, reply 1/,
    )
    expect(await write('Margaret is ok')).toContain('noted that Margaret Hartley is all right')
    expect(await write('both fine')).toContain('Margaret Hartley and John Hartley are all right')
  })
})

describe('a medication reminder', () => {
  const medicine = { callType: 'medication_reminder' } as const

  test('that waits for its next try is asked about without a word of medicine, and done with 1', async () => {
    const callId = await aBetweenTries(medicine)
    const { text, press } = await ring()
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

  test('is rung again 15 minutes after "not yet"', async () => {
    const callId = await aBetweenTries(medicine)
    expect(await (await ring()).press(`reminder ${callId}`, '2')).toContain('I will call you again')
    await pass(14 * MINUTE)
    expect(dials()).toHaveLength(1)
    await pass(MINUTE)
    expect(dials()).toHaveLength(2)
  })

  test('asks for help with 3', async () => {
    const callId = await aBetweenTries(medicine)
    await (await ring()).press(`reminder ${callId}`, '3')
    expect(await incidents()).toMatchObject([{ callId, cause: 'help' }])
    expect(await statusOf(callId)).toBe('completed')
  })

  test('goes on when nothing is pressed: a ring alone proves no medicine', async () => {
    await aBetweenTries(medicine)
    await ring()
    await pass(10 * MINUTE)
    expect(dials()).toHaveLength(2)
  })

  test('that was missed: the alarm ends, the all-clear says what is still open, and 1 completes it', async () => {
    const callId = await aMissed(medicine)
    const { press } = await ring()
    expect(await incidents()).toMatchObject([{ status: 'resolved' }])
    expect(textsTo(SUSAN).at(-1)).toContain('What the 9:00 AM call asked is still open.')
    expect(await statusOf(callId)).toBe('missed')
    expect(await press(`reminder ${callId}`, '2')).toContain('Please ring me when it is done')
    expect(await statusOf(callId)).toBe('missed')
    expect(await (await ring()).press(`reminder ${callId}`, '1')).toContain('noted that it is done')
    expect(await statusOf(callId)).toBe('completed')
  })

  test('is answered by text, in words', async () => {
    const callId = await aBetweenTries(medicine)
    expect(await write('ok')).toContain('About your 9:00 AM reminder: reply DONE')
    expect(await statusOf(callId)).toBe('in_progress')
    expect(await write('not yet')).toContain('I will call you again')
    expect(await write('Done.')).toContain('noted that it is done')
    expect(await statusOf(callId)).toBe('completed')
  })

  test("of somebody else's is not answered by a step that names it", async () => {
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

describe('help by text message', () => {
  test('opens an incident, or turns the open one into it, without an all-clear', async () => {
    const callId = await aMissed()
    expect(await write('HELP please')).toContain('I am letting your family know right now')
    expect(await incidents()).toMatchObject([
      { callId, cause: 'help', status: 'running', headline: 'Margaret Hartley asked for help by text message' },
    ])
    expect(textsTo(SUSAN).some((text) => text.includes('all clear'))).toBe(false)
    expect(await statusOf(callId)).toBe('completed')
  })

  test('leaves the calls to come', async () => {
    const callId = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    await write('help')
    expect(await statusOf(callId)).toBe('scheduled')
    expect(care.told).toMatchObject([{ channel: 'email', subject: expect.stringContaining('asked for help') }])
  })
})

describe('a text message', () => {
  test('is kept, is told to other systems once, and answered the same when it comes twice', async () => {
    const text = { from: MARGARET, text: 'OK', providerMessageId: 'SM-1' }
    const answers = [await inbound.texted(text), ...(await Promise.all([inbound.texted(text), inbound.texted(text)]))]
    expect(new Set(answers).size).toBe(1)
    const events = await care.db
      .selectFrom('events')
      .select(['event', 'accountId', 'data'])
      .where('event', '=', 'sms.received')
      .execute()
    expect(events).toMatchObject([
      { accountId: account.id, data: { messageId: 'SM-1', from: MARGARET, text: 'OK', lovedOneId } },
    ])
    expect(await care.db.selectFrom('inboundTexts').select(['text', 'reply', 'lovedOneId']).execute()).toEqual([
      { text: 'OK', reply: answers[0], lovedOneId },
    ])
  })

  test('from a stranger is answered once a day, says who we are and no name', async () => {
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

  test('from a sender that is no number is kept and not answered', async () => {
    expect(await write('Your parcel is waiting', '')).toBeNull()
    expect(await care.db.selectFrom('inboundTexts').select('phoneNumber').execute()).toEqual([{ phoneNumber: null }])
  })

  test('that makes no sense is answered with the choices, but not for ever', async () => {
    for (let times = 0; times < 5; times++) expect(await write('What is it')).toContain('Reply OK if all is well')
    expect(await write('What is it')).toBeNull()
    expect(await activities()).toEqual([])
  })

  test.each(['\0', '%', '👍\0', 'x'.repeat(5000), "'; drop table calls; --"])('%j is taken', async (text) => {
    await write(text)
    expect(await care.db.selectFrom('inboundTexts').select('reply').execute()).toHaveLength(1)
  })
})

describe('a caller without a known number', () => {
  test.each(['', STRANGER])('%j is told who we are and where to read more, and no name', async (from) => {
    const { script, text } = await ring(from)
    expect(text).toContain('This is Cooee, an automated service that rings people on behalf of their family.')
    expect(text).toContain('localhost:3000')
    expect(text).not.toMatch(/Margaret|Robyn|Susan/)
    expect(script.map(({ kind }) => kind)).toEqual(['say', 'hang_up'])
  })
})
