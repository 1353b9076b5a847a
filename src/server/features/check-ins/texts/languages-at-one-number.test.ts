import { describe, expect, test } from 'vitest'
import {
  account,
  activities,
  aMissed,
  care,
  HOUR,
  lovedOneId,
  MARGARET,
  ring,
  setUpCheckIns,
  write,
} from '#test/check-in-fixture.ts'
import { insertPastCall } from '#test/past-calls.ts'

setUpCheckIns()

const calledInItalian = () =>
  care.db.updateTable('lovedOnes').set({ language: 'it' }).where('id', '=', lovedOneId).execute()
/** Anybody can open an account with that number. */
const aStranger = async () =>
  care.aLovedOne(await care.anAccount(), { name: 'Nobody Known', phoneNumber: MARGARET, language: 'en-AU' })
const ownIncidents = () =>
  care.db.selectFrom('incidents').select(['cause', 'status']).where('accountId', '=', account.id).execute()

describe('a couple who share a phone and are called in two languages', () => {
  const aCouple = async () => {
    await calledInItalian()
    await care.aLovedOne(account, { name: 'Reg Hartley', phoneNumber: MARGARET })
  }

  test.each(['AIUTO', 'aiuto!', 'HELP', 'ho bisogno di aiuto', 'I need help'])('%j asks for help', async (text) => {
    await aCouple()
    expect(await write(text)).toContain("We're letting your family know right now")
    expect((await ownIncidents()).map(({ cause }) => cause)).toContain('help')
  })

  test.each(["no help needed, we're fine", 'sto bene', 'Margaret Hartley OK', 'Margaret è FATTO'])(
    '%j asks for none',
    async (text) => {
      await aCouple()
      await write(text)
      expect(await ownIncidents()).toEqual([])
    },
  )

  test('a word that our texts offer is taken in the language of either', async () => {
    await aCouple()
    expect(await write('ASSENTE 3')).toContain('Several people have this phone')
  })
})

describe('a number that another account has typed too, for somebody in another language', () => {
  test.each(['AIUTO', 'aiutatemi'])('%j of hers still asks her own family for help', async (text) => {
    await calledInItalian()
    await aStranger()
    await write(text)
    expect(await ownIncidents()).toMatchObject([{ cause: 'help' }])
  })

  test('"sto bene" of hers still ends the alarm of her own family', async () => {
    await calledInItalian()
    await aMissed()
    await aStranger()
    await write('sto bene')
    expect(await ownIncidents()).toMatchObject([{ status: 'resolved' }])
  })

  test('who rings back is still spoken to in the language in which calls have reached her', async () => {
    await calledInItalian()
    await insertPastCall(care.db, {
      accountId: account.id,
      lovedOneId,
      at: new Date(care.clock.now().getTime() - HOUR),
    })
    await aStranger()
    expect((await ring()).text).toMatch(/prema 1/i)
    expect(await write('boh')).toContain('Risponda OK')
  })

  test('her own words still end calls to her phone', async () => {
    await calledInItalian()
    await aStranger()
    await write('non chiamatemi più')
    expect(await care.db.selectFrom('phoneRefusals').selectAll().execute()).not.toEqual([])
  })
})

describe('a loved one whose language was changed since our last text', () => {
  test.each(['AIUTO', 'Βοήθεια', 'giup', '求助'])('%j, which we offered then, still asks for help', async (text) => {
    await care.db.updateTable('lovedOnes').set({ language: 'ar' }).where('id', '=', lovedOneId).execute()
    await write(text)
    expect(await ownIncidents()).toMatchObject([{ cause: 'help' }])
  })

  test.each(['FATTO', 'KHỎE', 'sto bene', 'ho bisogno di aiuto'])('%j is guessed in no language', async (text) => {
    await care.db.updateTable('lovedOnes').set({ language: 'ar' }).where('id', '=', lovedOneId).execute()
    await write(text)
    expect(await ownIncidents()).toEqual([])
    expect(await activities()).toEqual([])
  })
})
