import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { machineWasHeard } from '#core/escalation/texts/withdrawn-text.ts'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import { type IncidentFixture, incidentFixture } from '#test/incident-fixture.ts'
import { answerIncident } from '../answers/answer-incident.ts'
import { resolveByCheckIn } from '../answers/end-incident.ts'
import type { IncidentAnswer } from '../answers/incident-answer.ts'
import { withdrawIncident } from '../answers/withdraw-incident.ts'
import { incidentsOfCalls } from '../view/escalation-view.ts'
import { viewIncident } from '../view/incident-view.ts'
import { advanceIncidents } from './advance-incidents.ts'

const ROBYN = '+61491570150'
const SUSAN = '+61491570157'
const TOM = '+61491570158'
const MINUTE = 60_000

let on: IncidentFixture
/** A second call of the same morning, at 9:05. */
let later: number
beforeAll(async () => {
  on = await incidentFixture()
})
afterAll(() => on.care.close())
beforeEach(async () => {
  await on.startOver()
  await on.care.db.deleteFrom('events').execute()
  await on.care.db.updateTable('people').set({ phoneNumber: ROBYN }).execute()
  await on.contact('Susan Hartley', SUSAN)
  await on.contact('Tom Hartley', TOM)
  on.callId = await aCallAt(0)
  later = await aCallAt(5)
})

const aCallAt = (minutes: number) =>
  on.care.aCall(on.account, {
    lovedOneId: on.lovedOneId,
    at: new Date(NINE_IN_SYDNEY.getTime() + minutes * MINUTE),
  })
const missed = (time: string, noun = 'call') => `Margaret Hartley didn't answer the ${time} ${noun}`
const openLater = (fields = {}) => on.open('not_reached', later, undefined, { headline: missed('9:05 AM'), ...fields })
const allIncidents = () => on.care.db.selectFrom('incidents').selectAll().orderBy('id').execute()
const rung = () => on.care.telephony.alertsDialled.map(({ to }) => to)

describe('two missed calls of one loved one', () => {
  test('two missed calls of one loved one are one incident with two causes', async () => {
    await on.open()
    await openLater()
    expect(await allIncidents()).toMatchObject([
      { headline: "Margaret Hartley didn't answer the 9:00 AM and the 9:05 AM call", callId: on.callId },
    ])
    expect(await on.causes()).toMatchObject([
      { callId: on.callId, endedAt: null },
      { callId: later, endedAt: null },
    ])
  })

  test('two missed calls found at the same moment by two workers are one incident, and each is one cause even if run twice', async () => {
    await Promise.all([on.open(), openLater(), on.open(), openLater()])
    expect(await allIncidents()).toHaveLength(1)
    expect(await on.causes()).toHaveLength(2)
  })

  test('two missed calls send each contact one text and ring one phone at a time; one answer takes both, and nobody else is disturbed', async () => {
    await on.open()
    await openLater()
    await Promise.all([advanceIncidents(on.care.deps.incidents), advanceIncidents(on.care.deps.incidents)])
    await on.care.escalate()
    expect(on.textsTo(SUSAN)).toEqual([
      expect.stringContaining("Margaret Hartley didn't answer the 9:00 AM and the 9:05 AM call."),
    ])
    await on.pass(2)
    expect(rung().filter((to) => to === SUSAN)).toHaveLength(1)
    await on.answer('Susan Hartley', { kind: 'calling' }, later)
    await on.pass(20)
    expect(on.textsTo(TOM)).toEqual([])
    expect(rung().filter((to) => to === SUSAN)).toHaveLength(1)
  })

  test('an account holder is notified of the second missed call by mail alone', async () => {
    await on.open()
    await openLater()
    expect(await on.alerted()).toEqual([
      'Robyn Hartley email alert 1',
      'Robyn Hartley sms alert 1',
      'Robyn Hartley email further 1',
    ])
    expect(on.care.notified.at(-1)).toMatchObject({
      subject: missed('9:05 AM', 'daily check-in'),
      text: expect.stringContaining("We're already asking people to check on Margaret."),
    })
  })

  test('two missed calls are in the log and among the events, each with its own call', async () => {
    await on.open()
    await openLater()
    const events = await on.care.db.selectFrom('events').select(['event', 'data']).orderBy('id').execute()
    expect(events.filter(({ event }) => event === 'call.escalated').map(({ data }) => data)).toMatchObject([
      { callId: on.callId, cause: 'not_reached' },
      { callId: later, cause: 'not_reached' },
    ])
    const activity = await on.care.db
      .selectFrom('activity')
      .select(['callId', 'description'])
      .where('activityType', '=', 'call_escalated')
      .orderBy('id')
      .execute()
    expect(activity).toEqual([
      { callId: on.callId, description: missed('9:00 AM', 'daily check-in') },
      { callId: later, description: missed('9:05 AM', 'daily check-in') },
    ])
  })

  test('two missed calls show the incident with its steps and both causes on the pages of both', async () => {
    await on.open()
    await on.care.escalate()
    await openLater()
    for (const callId of [on.callId, later]) {
      const shown = await incidentsOfCalls.escalationOf(on.care.db, { id: on.account.id, mayHear: true }, callId)
      expect(shown?.escalation.steps.map(({ contactName }) => contactName)).toContain('Susan Hartley')
      expect(shown?.escalation.causes.map((cause) => cause.callId)).toEqual([on.callId, later])
    }
  })

  test('an incident of two missed calls is over when the loved one answers', async () => {
    await on.open()
    await openLater()
    await on.care.db
      .transaction()
      .execute((trx) =>
        resolveByCheckIn(on.care.deps.incidents, trx, { lovedOneId: on.lovedOneId, how: 'Margaret rang us.' }),
      )
    expect(await allIncidents()).toMatchObject([{ status: 'resolved', endedHow: 'Margaret rang us.' }])
    expect((await on.causes()).every(({ endedAt }) => endedAt !== null)).toBe(true)
    await openLater({ headline: missed('9:05 AM') })
    expect(await allIncidents(), 'the same news a second time opens nothing').toHaveLength(1)
  })
})

describe('more missed calls', () => {
  test('another missed call in a pause is reported to the person who takes it on before the next round, and to the account holder', async () => {
    await on.open()
    await on.passRingingOut(20)
    on.care.notified.length = 0
    await openLater()
    await on.answer('Susan Hartley', { kind: 'calling' })
    expect(on.textsTo(SUSAN)).toEqual([expect.stringContaining(`${missed('9:05 AM')}.`)])
    expect(on.textsTo(SUSAN)[0]).toContain("You're checking on Margaret, so we're not asking anyone else.")
    const mails = on.care.notified.filter(({ channel }) => channel === 'email').map(({ subject }) => subject)
    expect(mails).toContain(missed('9:05 AM', 'daily check-in'))
    await on.answer('Susan Hartley', { kind: 'going', minutes: 20 })
    expect(on.textsTo(SUSAN)).toHaveLength(1)
  })

  test('another missed call in a pause between two rounds begins the next round at once', async () => {
    await on.open()
    await on.passRingingOut(12)
    const texts = on.textsTo(SUSAN).length
    expect(await on.incident()).toMatchObject({ status: 'unresolved', round: 2 })
    await on.pass(0)
    expect(on.textsTo(SUSAN)).toHaveLength(texts)
    await openLater()
    await on.care.escalate()
    expect(on.textsTo(SUSAN)).toHaveLength(texts + 1)
    expect(on.textsTo(SUSAN).at(-1)).toContain('the 9:00 AM and the 9:05 AM call')
  })

  test('another missed call in such a pause is reported by mail to an account holder who has said that they can’t', async () => {
    await on.open()
    await on.answer('Robyn Hartley', { kind: 'cannot' })
    await on.passRingingOut(12)
    await on.pass(0)
    const before = await on.alerted()
    await openLater()
    await on.care.escalate()
    const after = (await on.alerted()).slice(before.length)
    expect(after.filter((notified) => notified.startsWith('Robyn'))).toEqual(['Robyn Hartley email further 1'])
  })

  test('another missed call between the rounds in which phones only ring for help is reported to the account holder by mail', async () => {
    await on.open('help')
    const isBetweenRounds = async () => (await on.incident()).roundStartsAt > on.care.clock.now()
    for (let halfMinutes = 0; halfMinutes < 20 && !(await isBetweenRounds()); halfMinutes++) {
      await on.passRingingOut(0.5, 0.5)
    }
    expect(await on.incident()).toMatchObject({ cause: 'help', round: 2, pauses: 0 })
    expect(await isBetweenRounds()).toBe(true)
    const before = await on.alerted()
    await openLater()
    await on.pass(1)
    const after = (await on.alerted()).slice(before.length)
    expect(after.filter((notified) => notified.startsWith('Robyn'))).toContain('Robyn Hartley email further 1')
  })

  test('another missed call is reported to the owner in writing, and disturbs nobody else', async () => {
    await on.open()
    await on.care.escalate()
    await on.answer('Susan Hartley', { kind: 'calling' })
    const before = await on.alerted()
    await openLater()
    await on.pass(10)
    expect((await on.alerted()).slice(before.length)).toEqual([
      'Robyn Hartley email further 1',
      'Susan Hartley sms further 1',
    ])
    expect(on.textsTo(SUSAN).at(-1)).toContain(
      `${missed('9:05 AM')}. The phone rang out. You're checking on Margaret, so we're not asking anyone else.`,
    )
    expect(await on.incident()).toMatchObject({ status: 'owned' })
  })
})

describe('help', () => {
  test('a request for help joins what was open and hurries it: an owner of a miss does not keep people from being notified', async () => {
    await on.open()
    await on.care.escalate()
    await on.answer('Susan Hartley', { kind: 'calling' })
    await on.open('help', later, undefined, { headline: 'Margaret Hartley asked for help on the 9:05 AM call' })
    expect(await allIncidents()).toMatchObject([{ cause: 'help', status: 'running', ownerId: null, callId: later }])
    await on.care.escalate()
    expect(on.textsTo(SUSAN).at(-1)).toContain('Margaret Hartley asked for help on the 9:05 AM call.')
    expect(on.care.notified.findLast(({ channel }) => channel === 'email')?.text).toContain(
      "Margaret Hartley asked for help on the 9:05 AM daily check-in. Also: Margaret Hartley didn't answer the 9:00 AM daily check-in.",
    )
    await on.pass(0.5)
    expect(rung()).toEqual([ROBYN])
  })

  test('a request for help stays open when a call is missed after it, and is not ended by a key that is pressed later', async () => {
    await on.open('help')
    await openLater()
    expect(await allIncidents()).toMatchObject([{ cause: 'help', callId: on.callId }])
    const ended = await on.care.db
      .transaction()
      .execute((trx) =>
        resolveByCheckIn(on.care.deps.incidents, trx, { lovedOneId: on.lovedOneId, how: 'She has answered.' }),
      )
    expect(ended).toBe(0)
    expect(await on.causes()).toMatchObject([
      { cause: 'help', endedAt: null },
      { cause: 'not_reached', endedAt: expect.any(Date) },
    ])
  })

  test('a request for help of words alone that is withdrawn leaves another request for help as it was', async () => {
    await on.open('help', on.callId, undefined, { isByWords: false })
    await on.care.escalate()
    await on.open('uncertain_help', later)
    const withdrawn = await on.care.db.transaction().execute((trx) =>
      withdrawIncident(on.care.deps.incidents, trx, {
        callId: later,
        how: machineWasHeard('Margaret Hartley', { keepsTrying: false }),
      }),
    )
    expect(withdrawn).toBe(true)
    expect(await allIncidents()).toMatchObject([{ cause: 'help', status: 'running', callId: on.callId }])
  })

  test('people read which of two alarms was withdrawn, and that the request for help still stands', async () => {
    await on.open('help', on.callId, undefined, { isByWords: false })
    await on.care.escalate()
    await on.open('unclear', later, undefined, {
      headline: "Margaret Hartley answered the 9:05 AM call and said something we couldn't understand",
    })
    await on.care.escalate()
    const before = on.care.notified.length
    await on.care.db.transaction().execute((trx) =>
      withdrawIncident(on.care.deps.incidents, trx, {
        callId: later,
        how: machineWasHeard('Margaret Hartley', { keepsTrying: false }),
      }),
    )
    const texts = on.care.notified.slice(before).map(({ text }) => text)
    expect(texts.length).toBeGreaterThan(0)
    for (const text of texts) {
      expect(text).toMatch(/We told you "[^"]*9:05 AM[^"]*couldn't understand\."/)
      expect(text).toMatch(
        /This part is still true: .*asked for help on the 9:00 AM|rest of what we told you is still true/,
      )
    }
  })
})

test('the words of each call are read by the account holder, and by nobody else', async () => {
  await on.open('unclear', on.callId, 'the magpies are in')
  await on.open('unclear', later, 'where is the kettle', {
    headline: "Margaret Hartley answered the 9:05 AM call and said something we couldn't understand",
  })
  await on.care.escalate()
  expect((await on.causes()).map(({ heard }) => heard)).toEqual(['the magpies are in', 'where is the kettle'])
  expect(on.textsTo(SUSAN).join(' ')).not.toMatch(/magpies|kettle/)
})

describe.each(['not_reached', 'help'] as const)(
  '%s: contacts whose phone is one on which the loved one is called',
  (cause) => {
    test('a contact who shares the loved one’s phone is notified by text in their turn, and rung after all others', async () => {
      await on.care.db.updateTable('lovedOnes').set({ secondPhoneNumber: SUSAN }).execute()
      await on.open(cause)
      await on.passRingingOut(9, 0.5)
      const texts = on.care.notified.filter(({ channel }) => channel === 'sms').map(({ recipient }) => recipient)
      expect(texts.slice(0, 3)).toEqual([ROBYN, SUSAN, TOM])
      const contacts = rung().filter((to) => to !== ROBYN)
      expect(contacts.slice(0, 2)).toEqual([TOM, SUSAN])
    })

    test('a contact who shares the loved one’s phone and is the only one is still notified, and the account holder does not read that there is nobody', async () => {
      await on.care.db.deleteFrom('contacts').where('phoneNumber', '=', TOM).execute()
      await on.care.db.updateTable('lovedOnes').set({ secondPhoneNumber: SUSAN }).execute()
      await on.open(cause)
      await on.passRingingOut(3, 0.5)
      expect(on.textsTo(SUSAN)).toHaveLength(1)
      expect(rung()).toContain(SUSAN)
      expect(on.textsTo(ROBYN)[0]).not.toContain('no emergency contact')
    })
  },
)

test('a phone that is on the list of several people is rung for one of them at a time', async () => {
  await on.care.db.updateTable('people').set({ phoneNumber: null }).execute()
  await on.open()
  for (const number of ['+61491570110', '+61491571234', '+61491570313']) {
    const other = await on.care.anAccount()
    const lovedOneId = await on.care.aLovedOne(other, { name: 'Frank Hartley', phoneNumber: number })
    const contact = { contactType: 'family', isEmergencyContact: true, position: 1 } as const
    await on.care.db
      .insertInto('contacts')
      .values({ accountId: other.id, lovedOneId, name: 'Susan Hartley', phoneNumber: SUSAN, ...contact })
      .execute()
    const callId = await on.care.aCall(other, { lovedOneId })
    await on.open('not_reached', callId, undefined, { accountId: other.id, lovedOneId })
  }
  await on.care.escalate()
  on.care.clock.advance(2 * MINUTE)
  // All four would ring Susan now.
  const { incidents } = on.care.deps
  await Promise.all([advanceIncidents(incidents), advanceIncidents(incidents)])
  const ringing = await on.care.db
    .selectFrom('alertCalls')
    .select('alertId')
    .where('phoneNumber', '=', SUSAN)
    .where('nextAt', 'is not', null)
    .execute()
  expect(ringing).toHaveLength(1)
  // The next is rung for as soon as the phone is free.
  await on.passRingingOut(0.1, 0.1)
  await on.pass(0.01)
  expect(rung().filter((to) => to === SUSAN)).toHaveLength(2)
})

describe('incidents whose call is removed', () => {
  const removeCall = (callId: number) => on.care.db.deleteFrom('calls').where('id', '=', callId).execute()
  const personNamed = async (name: string) => {
    const person = on.care.db.selectFrom('incidentPeople').select('id').where('name', '=', name)
    return (await person.executeTakeFirstOrThrow()).id
  }
  const answer = async (name: string, said: IncidentAnswer) => {
    const [incident] = await allIncidents()
    const who = { incidentId: incident?.id ?? 0, incidentPersonId: await personNamed(name) }
    return on.care.db
      .transaction()
      .execute((trx) => answerIncident(on.care.deps.incidents, trx, { ...who, answer: said }))
  }
  const pageOf = async (name: string) => viewIncident(on.care.deps.incidents, await personNamed(name))

  test('an incident whose call is removed keeps its page, stays open, and is answered as before', async () => {
    await on.open()
    await on.care.escalate()
    await removeCall(on.callId)
    expect(await allIncidents()).toMatchObject([{ callId: null, headline: missed('9:00 AM') }])
    expect(await pageOf('Robyn Hartley')).toMatchObject({ headline: missed('9:00 AM'), detailsPath: null })
    await on.pass(2)
    expect(on.textsTo(SUSAN)[0]).toContain(missed('9:00 AM'))
    expect(await answer('Susan Hartley', { kind: 'calling' })).toEqual({ kind: 'took' })
    expect(await pageOf('Robyn Hartley')).toMatchObject({ status: 'owned', owner: { name: 'Susan Hartley' } })
    expect(await answer('Susan Hartley', { kind: 'ok' })).toEqual({ kind: 'resolved' })
    expect(on.textsTo(ROBYN).at(-1)).toContain('all clear for Margaret Hartley')
    expect(await pageOf('Susan Hartley')).toMatchObject({ headline: missed('9:00 AM'), ended: expect.anything() })
  })

  test('an incident whose call is removed stays open about its other call', async () => {
    await on.open()
    await openLater()
    await on.care.escalate()
    await removeCall(on.callId)
    await on.pass(2)
    expect(await allIncidents()).toMatchObject([{ callId: later, headline: missed('9:05 AM') }])
    expect(await pageOf('Robyn Hartley')).toMatchObject({
      headline: missed('9:05 AM', 'daily check-in'),
      detailsPath: `/calls/details/${later}`,
    })
  })

  test('an incident whose call is removed makes room for the next one once it has ended', async () => {
    await on.open()
    await removeCall(on.callId)
    await answer('Robyn Hartley', { kind: 'ok' })
    await openLater()
    expect(await allIncidents()).toMatchObject([
      { callId: null, status: 'resolved' },
      { callId: later, headline: missed('9:05 AM') },
    ])
  })
})
