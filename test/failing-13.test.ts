import { describe, expect, test } from 'vitest'
import type { ReceivedText } from '#server/adapters/telephony/texts.ts'
import { rezoneSchedules } from '#server/features/calls/public.ts'
import { findLostTexts } from '#server/features/check-ins/find-lost-texts.ts'
import { openIncident, tellOfRemoval } from '#server/features/incidents/public.ts'
import { editLovedOne, type LovedOnesDeps, removeLovedOne } from '#server/features/loved-ones/save-loved-one.ts'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import {
  aBetweenTries,
  account,
  aMissed,
  aRinging,
  care,
  dials,
  endLast,
  HOUR,
  incidents,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  SUSAN,
  spoken,
  statusOf,
  textsTo,
  write,
} from './check-in-fixture.ts'
import { aNumber } from './factories.ts'

const UNAVAILABLE = { kind: 'unknown', saidBusy: true, reason: '503' } as const

async function aContact(name: string, phoneNumber: string, of: { accountId: number; lovedOneId: number }) {
  const fields = { contactType: 'family', isEmergencyContact: true, position: aNumber() } as const
  await care.db
    .insertInto('contacts')
    .values({ ...of, name, phoneNumber, ...fields })
    .execute()
}
async function open(
  name: string,
  of: { accountId: number; lovedOneId: number },
  cause: 'not_reached' | 'help' = 'not_reached',
) {
  const headline = `${name} was not reached by the 9:00 AM call`
  await care.db
    .transaction()
    .execute((trx) => openIncident(care.deps.incidents, trx, { ...of, callId: null, cause, headline, detail: null }))
  await care.escalate()
}
const statuses = async () =>
  (await care.db.selectFrom('incidents').select('status').orderBy('id').execute()).map(({ status }) => status)
const lovedOnesDeps = () => ({
  ...care.deps,
  beforeAdding: async () => {},
  beforeRemoving: (...[trx, removal]: Parameters<LovedOnesDeps['beforeRemoving']>) =>
    tellOfRemoval(care.deps.incidents, trx, removal),
  onZoneChanged: (...change: Parameters<LovedOnesDeps['onZoneChanged']>) => rezoneSchedules(care.deps, ...change),
})

describe('two Mums', () => {
  async function twoMums(of: { ours: object; theirs: object }) {
    await care.db
      .updateTable('lovedOnes')
      .set({ name: 'Mum', ...of.ours })
      .execute()
    await open('Mum', { accountId: account.id, lovedOneId })
    const other = await care.anAccount()
    await care.db
      .updateTable('accounts')
      .set({ firstName: 'Tom', lastName: 'Rao' })
      .where('id', '=', other.id)
      .execute()
    const theirs = { accountId: other.id, lovedOneId: await care.aLovedOne(other, { name: 'Mum', ...of.theirs }) }
    await aContact('Sue', SUSAN, theirs)
    await open('Mum', theirs)
  }

  test('of two families on the switchboard of one home are two people: "3" settles nothing for either', async () => {
    await twoMums({
      ours: { phoneNumber: '+61255501122', secondPhoneNumber: null },
      theirs: { phoneNumber: '+61255501122' },
    })
    await write('3', SUSAN)
    expect(await statuses()).toEqual(['running', 'running'])
  })

  test('with phones of their own and the reception of their home as second number are two people', async () => {
    await twoMums({
      ours: { phoneNumber: '+61491570156', secondPhoneNumber: '+61255501122' },
      theirs: { phoneNumber: '+61491571234', secondPhoneNumber: '+61255501122' },
    })
    await write('3', SUSAN)
    expect(await statuses()).toEqual(['running', 'running'])
  })
})

test('an answer that arrives a second after its incident was closed is not taken for another family’s', async () => {
  await open('Margaret Hartley', { accountId: account.id, lovedOneId })
  const other = await care.anAccount()
  const con = await care.aLovedOne(other, { name: 'Con Rao', phoneNumber: '+61491570199' })
  await aContact('Susan', SUSAN, { accountId: other.id, lovedOneId: con })
  care.clock.advance(MINUTE)
  await open('Con Rao', { accountId: other.id, lovedOneId: con })
  // Susan has been told of both, of Con last. She rings Con, he is fine; he checks in himself a second before her "3" arrives.
  care.clock.advance(5 * MINUTE)
  await write('OK', '+61491570199')
  expect(await statuses()).toEqual(['running', 'resolved'])
  care.clock.advance(1_000)
  await write('3', SUSAN)
  expect(await statuses()).toEqual(['running', 'resolved'])
})

describe('help that is asked for while an answer to a miss is on its way', () => {
  test('is not closed by "3" to the miss: nobody was told of the help yet', async () => {
    await open('Margaret Hartley', { accountId: account.id, lovedOneId })
    care.clock.advance(5 * MINUTE)
    await write('HELP', MARGARET)
    // No step was taken since: nothing was sent to Susan.
    await write('3', SUSAN)
    expect(await statuses()).toEqual(['running'])
  })

  test('is not closed by the 3 of a contact who is listening to the call about the miss', async () => {
    await open('Margaret Hartley', { accountId: account.id, lovedOneId })
    care.clock.advance(2 * MINUTE)
    await care.escalate()
    const alert = care.telephony.alertsDialled.find(({ to }) => to === SUSAN)
    await care.alerts.answered(alert?.alertId ?? 0, alert?.providerCallId ?? '')
    care.clock.advance(2_000)
    await write('HELP', MARGARET)
    await care.alerts.heard(alert?.alertId ?? 0, 'alert', { keys: '3', speech: '' })
    expect(await statuses()).toEqual(['running'])
  })
})

describe('a call that the provider keeps queued', () => {
  test('is cancelled there, again and again, when she has written that she is well and the provider was away', async () => {
    const callId = await aRinging()
    care.telephony.isDown = true
    await write('OK')
    expect(await statusOf(callId)).toBe('completed')
    care.telephony.isDown = false
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('and whose dial had no answer is cancelled there when it is found after she has written that she is well', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.outcomes.push({ kind: 'lost_answer' })
    await care.dispatch()
    await write('OK')
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('is cancelled there when she is removed', async () => {
    await aRinging()
    await removeLovedOne(lovedOnesDeps(), account.id, lovedOneId)
    for (let minutes = 0; minutes < 10; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(care.telephony.stopped).toHaveLength(1)
  })

  test('and rings after she was removed says something', async () => {
    await aRinging()
    const { attemptId, providerCallId } = dials()[0] ?? { attemptId: 0, providerCallId: '' }
    await removeLovedOne(lovedOnesDeps(), account.id, lovedOneId)
    expect(spoken(await care.facts.answered(attemptId, providerCallId ?? ''))).not.toBe('')
  })

  test('for a quarter of an hour is not told as one by which she was not reached', async () => {
    await aRinging()
    const { providerCallId } = dials()[0] ?? { providerCallId: '' }
    care.telephony.end(providerCallId ?? '', { status: 'queued' })
    for (let seconds = 0; seconds < 20 * 60; seconds += 30) {
      care.clock.advance(30_000)
      await care.settle()
    }
    await care.escalate()
    expect((await incidents()).map(({ cause }) => cause)).toEqual(['not_placed'])
    expect(textsTo(SUSAN)).toEqual([])
  })
})

describe('a text that is found late', () => {
  const provider = (texts: readonly ReceivedText[]) => ({
    async received() {
      return { kind: 'found' as const, found: [...texts] }
    },
  })

  test('"OK" of eight o’clock does not settle that nobody answered at nine', async () => {
    care.clock.set(new Date(NINE_IN_SYDNEY.getTime() - HOUR))
    const sentAt = care.clock.now()
    await aMissed()
    care.clock.advance(10 * MINUTE)
    await findLostTexts(
      care.deps,
      provider([{ providerMessageId: `SM-l-${aNumber()}`, from: MARGARET, text: 'OK', sentAt }]),
    )
    expect(await statuses()).toEqual(['running'])
  })

  test('"3" of a contact about an earlier incident does not close one of which they were told after they wrote', async () => {
    await open('Margaret Hartley', { accountId: account.id, lovedOneId })
    await pass(MINUTE)
    const sentAt = care.clock.now()
    await write('OK', MARGARET)
    await pass(MINUTE)
    await open('Margaret Hartley', { accountId: account.id, lovedOneId }, 'help')
    await pass(2 * MINUTE)
    await findLostTexts(
      care.deps,
      provider([{ providerMessageId: `SM-l-${aNumber()}`, from: SUSAN, text: '3', sentAt }]),
    )
    expect(await statuses()).toEqual(['resolved', 'running'])
  })
})

describe('an answer that was overtaken', () => {
  test('"1" that is found late does not make somebody the owner who has written "2" since', async () => {
    await open('Margaret Hartley', { accountId: account.id, lovedOneId })
    await pass(MINUTE)
    const sentAt = care.clock.now()
    await pass(30 * MINUTE)
    await write('2', SUSAN)
    await pass(MINUTE)
    const late = { providerMessageId: `SM-l-${aNumber()}`, from: SUSAN, text: '1', sentAt }
    await findLostTexts(care.deps, { received: async () => ({ kind: 'found', found: [late] }) })
    expect(await statuses()).not.toEqual(['owned'])
  })
})

test('whoever looks after a request for help hears that she has asked again', async () => {
  await write('HELP', MARGARET)
  await care.escalate()
  await write('on my way, 120 min', SUSAN)
  expect(await statuses()).toEqual(['owned'])
  care.clock.advance(90 * MINUTE)
  const told = care.told.length
  await write("HELP I've fallen", MARGARET)
  await care.escalate()
  expect(care.told.slice(told).map(({ recipient }) => recipient)).toContain(SUSAN)
})

describe('a catch-up call', () => {
  /** Cooee was not running from before nine until then; the first dial of the catch-up call rings out. */
  async function catchUpAt(instant: Date, callType: 'daily_check_in' | 'medication_reminder' = 'daily_check_in') {
    await care.aCall(account, { lovedOneId, callType })
    care.clock.set(instant)
    await care.dispatch()
    expect(dials()).toHaveLength(1)
  }
  const perth = { timezone: 'Australia/Perth' }

  test('is not tried again at night where she has moved between two tries', async () => {
    await care.db.updateTable('lovedOnes').set(perth).execute()
    // 19:30 in Perth is 22:30 in Sydney.
    await catchUpAt(new Date('2026-03-10T19:30:00+08:00'))
    await endLast()
    await editLovedOne(lovedOnesDeps(), account.id, lovedOneId, { timezone: 'Australia/Sydney' })
    for (let minutes = 0; minutes < 60; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('that Cooee itself was not there to place is rung when Cooee is back: she was not rung for anything yet', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(new Date('2026-03-11T03:00:00+11:00'))
    await care.dispatch()
    care.clock.set(new Date('2026-03-11T09:30:00+11:00'))
    for (let minutes = 0; minutes < 60; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(1)
  })

  test('is not rung again when she has answered another call between two of its tries', async () => {
    await catchUpAt(new Date(NINE_IN_SYDNEY.getTime() + 5 * HOUR))
    await endLast()
    await care.aCall(account, {
      lovedOneId,
      at: new Date(care.clock.now().getTime() + 5 * MINUTE),
      callType: 'medication_reminder',
    })
    await pass(5 * MINUTE)
    expect(dials()).toHaveLength(2)
    const { attemptId, providerCallId } = dials()[1] ?? { attemptId: 0, providerCallId: '' }
    await care.facts.answered(attemptId, providerCallId ?? '')
    await care.facts.heard(attemptId, 'listen 1', { keys: '', speech: '' })
    await care.facts.heard(attemptId, 'question 2', { keys: '1', speech: '' })
    await endLast('completed')
    expect(
      await care.db.selectFrom('calls').select(['callType', 'status', 'catchUpFor']).orderBy('id').execute(),
    ).toMatchObject([
      { callType: 'daily_check_in', status: 'missed' },
      { status: 'in_progress', catchUpFor: NINE_IN_SYDNEY },
      { callType: 'medication_reminder', status: 'completed' },
    ])
    for (let minutes = 0; minutes < 30; minutes++) await pass(MINUTE)
    expect(dials()).toHaveLength(2)
  })
})

describe('an outage of hours with 503 to everything', () => {
  test('rings her first of all when it is over: no contact is told before', async () => {
    const callId = await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      care.telephony.outcomes.splice(0, 10, ...Array.from({ length: 10 }, () => UNAVAILABLE))
      await pass(MINUTE)
      await care.settle()
      await care.escalate()
    }
    expect(await statusOf(callId)).toBe('failed')
    expect(textsTo(SUSAN)).toEqual([])
  })

  test('does not use up the one call that makes up for it: she is rung when it is over', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    care.telephony.isDown = true
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      care.telephony.outcomes.splice(0, 10, ...Array.from({ length: 10 }, () => UNAVAILABLE))
      await pass(MINUTE)
      await care.settle()
    }
    care.telephony.isDown = false
    care.telephony.outcomes.length = 0
    for (let minutes = 0; minutes < 90; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(dials().filter(({ providerCallId }) => providerCallId !== null)).not.toEqual([])
  })
})

describe('a provider that takes every call for hours and rings nobody', () => {
  test('is no reason never to ring her: she is rung when it works again', async () => {
    await care.aCall(account, { lovedOneId })
    care.clock.set(NINE_IN_SYDNEY)
    for (let minutes = 0; minutes < 5 * 60; minutes++) {
      await pass(MINUTE)
      // It cancels what we ask it to cancel.
      for (const sid of care.telephony.stopped) care.telephony.end(sid, { endedStatus: 'canceled', status: 'canceled' })
      await care.settle()
    }
    const before = dials().length
    for (let minutes = 0; minutes < 90; minutes++) {
      await pass(MINUTE)
      await care.settle()
    }
    expect(dials().length).toBeGreaterThan(before)
  })
})

test('"All OK" of somebody who is called and is a contact as well does not close the other’s incident', async () => {
  const con = await care.aLovedOne(account, { name: 'Con Hartley', phoneNumber: '+61491570199' })
  await aContact('Margaret Hartley', MARGARET, { accountId: account.id, lovedOneId: con })
  await aBetweenTries()
  await open('Con Hartley', { accountId: account.id, lovedOneId: con })
  await write('All OK', MARGARET)
  expect(await statuses()).toEqual(['running'])
})
