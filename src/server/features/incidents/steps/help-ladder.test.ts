import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'

const ROBYN = '+61491570150'
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const SAID = "my marmalade, I'm crook"

let on: IncidentFixture
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
  await on.contact('Susan Hartley', SUSAN)
  await on.contact('Tom Hartley', TOM)
})

const HALF_A_MINUTE = 0.5
const rung = () => on.care.telephony.alertsDialled.map(({ to }) => to)

describe.each(['help', 'uncertain_help'] as const)('%s', (cause) => {
  test('a request for help rings the account holder within a minute, and notifies another contact every two minutes', async () => {
    await on.open(cause)
    expect(await on.alerted()).toEqual(['Robyn Hartley email alert 1', 'Robyn Hartley sms alert 1'])
    await on.care.escalate()
    expect((await on.alerted()).slice(2)).toEqual(['Susan Hartley sms alert 1'])
    await on.pass(HALF_A_MINUTE)
    expect(rung()).toEqual([ROBYN])
    await on.pass(HALF_A_MINUTE)
    expect(rung()).toEqual([ROBYN, SUSAN])
    await on.pass(1)
    expect((await on.alerted()).at(-1)).toBe('Tom Hartley sms alert 1')
    await on.pass(1)
    expect(rung()).toEqual([ROBYN, SUSAN, TOM])
  })

  test('a request for help has no gap above three minutes in half an hour, whatever crashes between two steps', async () => {
    await on.open(cause)
    for (let half = 0; half < 60; half++) {
      await Promise.all([on.care.escalate(), on.care.escalate()])
      await on.passRingingOut(HALF_A_MINUTE, HALF_A_MINUTE)
    }
    const alerts = await on.care.db.selectFrom('alerts').select('createdAt').orderBy('id').execute()
    const minutes = alerts.map(
      ({ createdAt }) => (createdAt.getTime() - (alerts[0]?.createdAt.getTime() ?? 0)) / 60_000,
    )
    for (const [index, minute] of minutes.entries()) {
      expect(minute - (minutes[index - 1] ?? 0)).toBeLessThanOrEqual(3)
    }
    expect(minutes.at(-1)).toBeGreaterThan(27)
    expect(on.textsTo(SUSAN), 'rounds of the first half hour ring and do not write').toHaveLength(1)
  })

  test('a request for help that somebody takes on disturbs nobody else', async () => {
    await on.open(cause)
    await on.care.escalate()
    await on.pass(HALF_A_MINUTE)
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.pass(29)
    expect(rung()).toEqual([ROBYN])
    expect(on.care.telephony.stopped).toHaveLength(1)
  })

  test('a request for help is escalated to the members when everybody has said that they cannot', async () => {
    await on.open(cause)
    for (const name of ['Susan Hartley', 'Tom Hartley', 'Robyn Hartley']) await on.answer(name, { kind: 'cannot' })
    await on.passRingingOut(10)
    expect(new Set(rung())).toEqual(new Set([ROBYN]))
    expect(rung().length).toBeGreaterThan(2)
  })

  test('a request for help does not ring a phone that rings already, and writes a text as the fallback', async () => {
    await on.contact('Robyn again', ROBYN)
    await on.open(cause)
    for (let minute = 0; minute < 14; minute++) await on.pass(1)
    // The provider never reports anything about these rings: each phone has one.
    expect([...rung()].sort()).toEqual([ROBYN, SUSAN, TOM])
    expect(on.textsTo(SUSAN).length).toBeGreaterThan(1)
  })
})

test('uncertain help is reported as what it is: in the text, in the call and on the page', async () => {
  await on.open('uncertain_help', on.callId, SAID)
  await on.care.escalate()
  expect(on.textsTo(SUSAN)[0]).toMatch(
    /^Cooee, for Robyn Hartley: Margaret Hartley may have asked for help on the 9:00 AM call\. The words weren't clear\. Please ring Margaret: /,
  )
  await on.pass(1)
  const susan = on.care.telephony.alertsDialled.find(({ to }) => to === SUSAN)
  const script = await on.care.alerts.answered(susan?.alertId ?? 0, susan?.providerCallId ?? '')
  expect(script[0]).toMatchObject({
    text: expect.stringContaining(
      "Margaret Hartley may have asked for help on the 9:00 AM call. The words weren't clear.",
    ),
  })
  expect(script[1]).toMatchObject({ prompt: expect.stringContaining('To check on Margaret, press 1.') })
})

test('words that were not understood escalate like a missed call, and the account holder alone reads them', async () => {
  await on.open('unclear', on.callId, SAID)
  await on.care.escalate()
  await on.pass(1)
  expect(rung()).toEqual([])
  await on.pass(1)
  expect([...rung()].sort()).toEqual([ROBYN, SUSAN])
  const notified = on.care.notified.map(({ recipient, text }) => ({ recipient, hasWords: text.includes(SAID) }))
  expect(notified.filter(({ hasWords }) => hasWords)).toHaveLength(2)
  expect(notified.filter(({ recipient }) => recipient === SUSAN)).toEqual([{ recipient: SUSAN, hasWords: false }])
})

test('more severe news of the same call begins the escalation again, lesser news does not', async () => {
  await on.open('uncertain_help', on.callId, SAID)
  await on.care.escalate()
  await on.open('not_reached')
  expect(await on.incident()).toMatchObject({ cause: 'uncertain_help' })
  expect(await on.causes()).toMatchObject([{ cause: 'uncertain_help', heard: SAID }])
  await on.open('help')
  await on.care.escalate()
  expect(await on.incident()).toMatchObject({ cause: 'help', round: 1 })
  expect(await on.causes()).toMatchObject([{ cause: 'help', heard: null }])
  expect(on.textsTo(SUSAN)).toHaveLength(2)
})

test.each([
  ['help', true],
  ['uncertain_help', true],
  ['not_reached', undefined],
] as const)('messages about %s are sent before other messages: %s', async (cause, isHelp) => {
  await on.open(cause)
  await on.care.escalate()
  expect(on.care.notified.length).toBeGreaterThan(2)
  expect(on.care.notified.map((notice) => notice.isHelp)).toEqual(on.care.notified.map(() => isHelp))
})
