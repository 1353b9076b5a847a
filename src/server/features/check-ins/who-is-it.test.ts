import { beforeEach, describe, expect, test } from 'vitest'
import { NINE_IN_SYDNEY } from '#test/care-fixture.ts'
import {
  account,
  activities,
  care,
  HOUR,
  incidents,
  lovedOneId,
  MARGARET,
  ring,
  ringWell,
  STRANGER,
  setUpCheckIns,
  statusOf,
  write,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

describe('numbers that several people share', () => {
  const john = () => care.aLovedOne(account, { name: 'John Hartley', phoneNumber: MARGARET })

  test('a ring from a shared number counts for nobody until a key says who it is, and then for them alone', async () => {
    const johnId = await john()
    const at = new Date(NINE_IN_SYDNEY.getTime() + HOUR)
    const hers = await care.aCall(account, { lovedOneId, at })
    const his = await care.aCall(account, { lovedOneId: johnId, at })
    const { text, press } = await ring()
    expect(text).toMatch(
      /^Thank you for ringing Cooee\. To check in for Margaret Hartley, press 1; for John Hartley, press 2\. If anybody needs help, press 0\./,
    )
    expect(text).toContain('I have noted only that you rang')
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

  test('a shared number gets help for all its people by 9', async () => {
    await john()
    const { press } = await ring()
    expect(await press('who 1', '0')).toContain('Margaret Hartley and John Hartley need help')
    expect(await incidents()).toMatchObject([{ cause: 'help' }, { cause: 'help' }])
  })

  test('a shared number is one person where two accounts care for the same one: both are answered', async () => {
    const other = await care.anAccount()
    const theirs = await care.aLovedOne(other, { name: 'margaret hartley', phoneNumber: MARGARET })
    const at = new Date(NINE_IN_SYDNEY.getTime() + HOUR)
    const one = await care.aCall(account, { lovedOneId, at })
    const two = await care.aCall(other, { lovedOneId: theirs, at })
    const { text } = await ringWell()
    expect(text).toMatch(/^You pressed 1\. Thank you for ringing, Margaret Hartley\./i)
    expect([await statusOf(one), (await care.call(other, two)).status]).toEqual(['completed', 'completed'])
  })

  describe('people of another account with the same number', () => {
    let hers: number
    let evilAccount: { id: number }
    beforeEach(async () => {
      evilAccount = await care.anAccount()
      hers = await care.aCall(account, { lovedOneId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
    })
    const evil = (name: string) => care.aLovedOne(evilAccount, { name, phoneNumber: MARGARET })

    test.each([[['Win $1000 at example.com']], [['Win $1000', 'Call 1900']], [['Ok', 'Fine']], [['Help Me']]])(
      'a loved one added elsewhere as %j spoils no check-in by text, and puts no name into the answer',
      async (names) => {
        for (const name of names) await evil(name)
        const answer = await write('OK')
        expect(answer).toMatch(/^Thank you\. We've noted that you're all right\./)
        for (const name of names) expect(answer?.split(' Reply HELP')[0]).not.toContain(name)
        expect(await statusOf(hers)).toBe('completed')
      },
    )

    test('a loved one added elsewhere spoils no check-in by ringing, and is not named', async () => {
      await evil('Win $1000')
      const { text } = await ringWell()
      expect(text).toContain('I have noted that you are all right.')
      expect(text).not.toContain('Win')
      expect(await statusOf(hers)).toBe('completed')
    })

    test('a couple in another account is asked about after the check-in, one account after the other', async () => {
      const one = await evil('Win $1000')
      await evil('Call 1900')
      const { text, press } = await ringWell()
      expect(text).toContain('I have noted that you are all right')
      expect(await statusOf(hers)).toBe('completed')
      expect(await press('who 1', '1')).toContain('Thank you for ringing, Win.')
      const checkedIn = await care.db.selectFrom('inboundCalls').select('checkedIn').execute()
      expect(checkedIn).toEqual([{ checkedIn: [lovedOneId, one] }])
      expect(await press('who 2', '0')).toContain('I am letting your family know right now')
      expect(await incidents()).toHaveLength(3)
    })

    test('another account with the number reads nothing of a text, and each account learns that there was one', async () => {
      await evil('Win $1000')
      await write('OK, the key is under the mat')
      const events = await care.db
        .selectFrom('events')
        .select(['accountId', 'data', 'words'])
        .where('event', '=', 'sms.received')
        .orderBy('id')
        .execute()
      expect(events).toMatchObject([
        { accountId: account.id, words: null, data: { from: MARGARET, lovedOneId } },
        { accountId: evilAccount.id, words: null, data: { from: MARGARET } },
      ])
      expect(await care.db.selectFrom('inboundTexts').select(['accountId', 'lovedOneId']).execute()).toEqual([
        { accountId: null, lovedOneId: null },
      ])
    })

    test('a request for help counts in every account that holds the number', async () => {
      await evil('Margaret')
      expect(await write('help')).toContain("We're letting your family know")
      expect((await incidents()).map(({ cause }) => cause)).toEqual(['help', 'help'])
    })

    test('a named person of a couple is checked in wherever that name is known', async () => {
      const johnId = await care.aLovedOne(account, { name: 'John Hartley', phoneNumber: MARGARET })
      const his = await care.aCall(account, { lovedOneId: johnId, at: new Date(NINE_IN_SYDNEY.getTime() + HOUR) })
      await evil('John')
      expect(await write('OK')).toContain(
        "We've noted that you're all right. If you share this phone, please reply with your",
      )
      expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'scheduled'])
      await write('John is ok')
      expect([await statusOf(hers), await statusOf(his)]).toEqual(['scheduled', 'completed'])
    })
  })

  test('nine people in another account still get help for every one of them', async () => {
    for (let times = 0; times < 8; times++)
      await care.aLovedOne(account, { name: `John ${times}`, phoneNumber: MARGARET })
    await write('help')
    expect(await incidents()).toHaveLength(9)
  })

  test('a caller hears no name but those of that very number', async () => {
    await care.aLovedOne(account, { name: 'Beryl', phoneNumber: STRANGER })
    expect((await ring()).text).not.toContain('Beryl')
  })

  test('a text from a shared number must say by name who it is, since a digit means well or help', async () => {
    await john()
    expect(await write('OK')).toBe(
      "Thank you. Please tell us who's all right: reply MARGARET HARTLEY IS OK or JOHN HARTLEY IS OK. Reply HELP if you'd like help.",
    )
    expect(await write('1')).toContain("Please tell us who's all right")
    expect(await activities()).toEqual([])
    expect(await write('JOHN HARTLEY IS OK')).toMatch(
      /^Thank you\. We've noted that John Hartley is all right\. .* reply MARGARET HARTLEY IS OK/,
    )
    expect(await write('Margaret is ok')).toContain('noted that Margaret Hartley is all right')
    expect(await write('both fine')).toContain('Margaret Hartley and John Hartley are all right')
    expect(await write('2')).toContain("We're letting your family know right now")
  })
})

describe('callers without a known number', () => {
  test.each(['', STRANGER])('%j hears who we are and where to read more, and no name', async (from) => {
    const { script, text } = await ring(from)
    expect(text).toContain('This is Cooee, an automated service that rings people on behalf of their family.')
    expect(text).toContain('localhost:3000')
    expect(text).not.toMatch(/Margaret|Robyn|Susan/)
    const kinds = script.map(({ kind }) => kind)
    expect(kinds).toEqual(from === '' ? ['say', 'hang_up'] : ['ask', 'say', 'hang_up'])
  })
})
