import { describe, expect, test } from 'vitest'
import {
  aBetweenTries,
  aContact,
  account,
  care,
  lovedOneId,
  MARGARET,
  MINUTE,
  SUSAN,
  setUpCheckIns,
  write,
} from '#test/check-in-fixture.ts'
import { incidentStatuses, openOf } from '#test/open-incident.ts'

setUpCheckIns()

describe('two loved ones called Mum', () => {
  async function twoMums(of: { ours: object; theirs: object }) {
    await care.db
      .updateTable('lovedOnes')
      .set({ name: 'Mum', ...of.ours })
      .execute()
    await openOf('Mum', { accountId: account.id, lovedOneId })
    const other = await care.anAccount()
    await care.db
      .updateTable('people')
      .set({ firstName: 'Tom', lastName: 'Rao' })
      .where('id', '=', other.personId)
      .execute()
    const theirs = { accountId: other.id, lovedOneId: await care.aLovedOne(other, { name: 'Mum', ...of.theirs }) }
    await aContact('Sue', SUSAN, theirs)
    await openOf('Mum', theirs)
  }

  test('two Mums with phones of their own and the reception of their home as second number are two people', async () => {
    await twoMums({
      ours: { phoneNumber: '+61491570156', secondPhoneNumber: '+61255501122' },
      theirs: { phoneNumber: '+61491571234', secondPhoneNumber: '+61255501122' },
    })
    await write('3', SUSAN)
    expect(await incidentStatuses()).toEqual(['running', 'running'])
  })

  test.each(['3 +61 491 570 678', '3 0491 570 678', '3 0491570678'])(
    'an answer "%s" about two people of one name means the one whose number it is, as written in the alert',
    async (text) => {
      await twoMums({
        ours: { phoneNumber: '+61491570678', secondPhoneNumber: null },
        theirs: { phoneNumber: '+61291570678' },
      })
      await write(text, SUSAN)
      expect(await incidentStatuses()).toEqual(['resolved', 'running'])
    },
  )
})

test('an answer that arrives a second after its incident was closed is not taken for another family’s', async () => {
  await openOf('Margaret Hartley', { accountId: account.id, lovedOneId })
  const other = await care.anAccount()
  const con = await care.aLovedOne(other, { name: 'Con Rao', phoneNumber: '+61491570199' })
  await aContact('Susan', SUSAN, { accountId: other.id, lovedOneId: con })
  care.clock.advance(MINUTE)
  await openOf('Con Rao', { accountId: other.id, lovedOneId: con })
  // Susan has been notified about both, about Con last. She rings Con, he is fine; he checks in himself a second before
  // her "3" arrives.
  care.clock.advance(5 * MINUTE)
  await write('OK', '+61491570199')
  expect(await incidentStatuses()).toEqual(['running', 'resolved'])
  care.clock.advance(1_000)
  await write('3', SUSAN)
  expect(await incidentStatuses()).toEqual(['running', 'resolved'])
})

test('an "All OK" of a loved one who is a contact as well does not close the other’s incident', async () => {
  const con = await care.aLovedOne(account, { name: 'Con Hartley', phoneNumber: '+61491570199' })
  await aContact('Margaret Hartley', MARGARET, { accountId: account.id, lovedOneId: con })
  await aBetweenTries()
  await openOf('Con Hartley', { accountId: account.id, lovedOneId: con })
  await write('All OK', MARGARET)
  expect(await incidentStatuses()).toEqual(['running'])
})
