import { beforeEach, describe, expect, test } from 'vitest'
import { open, ringBack, setUpAlerted, texted } from '#test/alerted-fixture.ts'
import { aContact, account, care, MARGARET, MINUTE, SUSAN } from '#test/check-in-fixture.ts'

setUpAlerted()

describe('contacts who answer the text of an alert about two loved ones', () => {
  describe('alerts about two loved ones', () => {
    let conId: number
    beforeEach(async () => {
      await open()
      care.clock.advance(MINUTE)
      conId = await care.aLovedOne(account, { name: 'Con Rao', phoneNumber: '+61491570199' })
      await aContact('Susan Hartley', SUSAN, { accountId: account.id, lovedOneId: conId })
      await open('Con Rao', { accountId: account.id, lovedOneId: conId })
    })
    const statuses = () =>
      care.db
        .selectFrom('incidents')
        .innerJoin('lovedOnes', 'lovedOnes.id', 'incidents.lovedOneId')
        .select(['lovedOnes.name', 'incidents.status'])
        .orderBy('incidents.id')
        .execute()
        .then((rows) => rows.map(({ name, status }) => `${name}: ${status}`))

    test.each(['1', '3', 'on my way 20', "she's ok", '1 Margaret and Con', 'Susan is fine'])(
      'a text "%s" about two loved ones changes nothing, and its sender is asked which one',
      async (text) => {
        expect(await texted(text)).toMatch(/^Sorry, who do you mean: (Con or Margaret|Margaret or Con)\?/)
        expect(await statuses()).toEqual(['Margaret Hartley: running', 'Con Rao: running'])
      },
    )

    test.each([
      ['Margaret is fine', ['Margaret Hartley: resolved', 'Con Rao: running']],
      ['3 con', ['Margaret Hartley: running', 'Con Rao: resolved']],
      ['1 Margaret', ['Margaret Hartley: owned', 'Con Rao: running']],
      ['On my way to Con, 20 min', ['Margaret Hartley: running', 'Con Rao: owned']],
      ['2 Con Rao', ['Margaret Hartley: running', 'Con Rao: running']],
    ])('a text "%s" means the loved one whom it names', async (text, expected) => {
      expect(await texted(text)).toMatch(/^Thank you/)
      expect(await statuses()).toEqual(expected)
    })

    test('a text needs no name again once one of the two incidents is over', async () => {
      await texted('3 Con')
      expect(await texted('1')).toContain("You're checking on Margaret Hartley")
    })

    test('an incident is answered in every account that cares for the same person', async () => {
      await texted('3 Con')
      const other = await care.anAccount()
      const theirs = await care.aLovedOne(other, { phoneNumber: MARGARET })
      await aContact('Sue', SUSAN, { accountId: other.id, lovedOneId: theirs })
      await open('Margaret Hartley', { accountId: other.id, lovedOneId: theirs })
      await texted('3')
      expect(await statuses()).toEqual([
        'Margaret Hartley: resolved',
        'Con Rao: resolved',
        'Margaret Hartley: resolved',
      ])
    })
  })

  describe('alerts about two loved ones of one name', () => {
    const ROBYNS_MUM = '+61491570678'
    const TOMS_MUM = '+61491571432'
    beforeEach(async () => {
      await care.db.updateTable('lovedOnes').set({ name: 'Mum', phoneNumber: ROBYNS_MUM }).execute()
      await open('Mum')
      const other = await care.anAccount()
      await care.db
        .updateTable('people')
        .set({ firstName: 'Tom', lastName: 'Rao' })
        .where('id', '=', other.personId)
        .execute()
      const theirs = await care.aLovedOne(other, { name: 'Mum', phoneNumber: TOMS_MUM })
      const of = { accountId: other.id, lovedOneId: theirs }
      await aContact('Sue', SUSAN, of)
      await open('Mum', of)
    })
    const statuses = async () =>
      (await care.db.selectFrom('incidents').select('status').orderBy('id').execute()).map(({ status }) => status)

    test.each(['3, all is well', '3', 'Mum is fine', '1', '1 Mum'])(
      'a text "%s" about two of one name changes nothing for either family, and its sender is asked which Mum it is',
      async (text) => {
        expect(await texted(text)).toContain(
          "who do you mean: Mum (Tom's, phone ending 432) or Mum (Robyn's, phone ending 678)?",
        )
        expect(await statuses()).toEqual(['running', 'running'])
      },
    )

    test('a text means the loved one whose digits it gives, and its sender hears which one that was', async () => {
      expect(await texted('3 678')).toContain("all's well with Mum (Robyn's, phone ending 678)")
      expect(await statuses()).toEqual(['resolved', 'running'])
      expect(await texted('1')).toContain("You're checking on Mum")
      expect(await statuses()).toEqual(['resolved', 'owned'])
    })

    test.each([
      ['1 both', ['owned', 'owned']],
      ['3 both', ['resolved', 'resolved']],
      ['3 all', ['resolved', 'resolved']],
    ])('a text "%s" means both, and its sender hears so for each', async (text, expected) => {
      const reply = await texted(text)
      expect(reply).toContain("Robyn's, phone ending 678")
      expect(reply).toContain("Tom's, phone ending 432")
      expect(await statuses()).toEqual(expected)
    })

    test('a text about two of one name shows neither family to the other', async () => {
      await texted('3 678')
      const [ofRobyn, ofTom] = await care.db.selectFrom('owners').select('email').orderBy('accountId').execute()
      const mails = (email = '') => care.notified.filter(({ recipient }) => recipient === email).map(({ text }) => text)
      expect(mails(ofRobyn?.email).at(-1)).toContain("all's well")
      expect(mails(ofRobyn?.email).join(' ')).not.toContain('Rao')
      expect(mails(ofTom?.email).join(' ')).not.toMatch(/all's well\.|Robyn/)
    })

    test('a contact who rings back about two of one name hears of one after the other, and whose Mum each is', async () => {
      const first = await ringBack()
      expect(first.text).toContain("This is about someone Tom Rao asked us to ring. Mum didn't answer")
      await first.press('1')
      expect(await statuses()).toEqual(['running', 'owned'])
      const second = await ringBack()
      expect(second.text).toContain('This is about someone Robyn Hartley asked us to ring.')
      await second.press('3')
      expect(await statuses()).toEqual(['resolved', 'owned'])
    })
  })
})
