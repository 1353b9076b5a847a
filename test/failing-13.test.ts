import { describe, expect, test } from 'vitest'
import type { ReceivedText } from '#server/adapters/telephony/texts.ts'
import { findLostTexts } from '#server/features/check-ins/find-lost-texts.ts'
import { openIncident } from '#server/features/incidents/public.ts'
import { NINE_IN_SYDNEY } from './care-fixture.ts'
import {
  aBetweenTries,
  account,
  aMissed,
  care,
  HOUR,
  lovedOneId,
  MARGARET,
  MINUTE,
  pass,
  SUSAN,
  write,
} from './check-in-fixture.ts'
import { aNumber } from './factories.ts'

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
    await write('HELP', MARGARET)
    await care.alerts.heard(alert?.alertId ?? 0, 'alert', { keys: '3', speech: '' })
    expect(await statuses()).toEqual(['running'])
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

test('"All OK" of somebody who is called and is a contact as well does not close the other’s incident', async () => {
  const con = await care.aLovedOne(account, { name: 'Con Hartley', phoneNumber: '+61491570199' })
  await aContact('Margaret Hartley', MARGARET, { accountId: account.id, lovedOneId: con })
  await aBetweenTries()
  await open('Con Hartley', { accountId: account.id, lovedOneId: con })
  await write('All OK', MARGARET)
  expect(await statuses()).toEqual(['running'])
})
