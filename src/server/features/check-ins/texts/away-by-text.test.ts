import { describe, expect, test } from 'vitest'
import { account, care, lovedOneId, setUpCheckIns, statusOf, write } from '#test/check-in-fixture.ts'

setUpCheckIns()

const aways = () =>
  care.db.selectFrom('aways').select(['lovedOneId', 'endsOn', 'setBy', 'endedEarlyAt']).orderBy('id').execute()
const notices = () =>
  care.notified.filter(({ dedupeKey }) => dedupeKey.startsWith('away:')).map(({ subject }) => subject)

describe('a person who is called goes away by text', () => {
  test('a person who texts a time away is not rung, reads what was understood and how to undo it, and the family is notified', async () => {
    care.clock.set(new Date('2026-03-10T08:00:00+11:00'))
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    expect(await write('AWAY 3')).toBe(
      "Thank you. We won't ring you until the end of Thursday 12 March. Calls start again on Friday 13 March at 9:00 AM. To undo this, reply BACK.",
    )
    expect(await aways()).toEqual([{ lovedOneId, endsOn: '2026-03-12', setBy: 'text', endedEarlyAt: null }])
    expect(notices()).toContain('Margaret Hartley is away until Thursday 12 March')
    expect(await write('away until 20/3')).toContain('until the end of Friday 20 March')
    expect(await aways()).toHaveLength(1)
    expect(await write('BACK')).toContain('Welcome back. We ring you again. Calls start again on Tuesday 10 March')
    expect(await aways()).toMatchObject([{ endedEarlyAt: expect.any(Date) }])
    expect(notices()).toContain('Margaret Hartley is back')
  })

  test('ends with BACK the time away of now, and nothing that is planned for later', async () => {
    care.clock.set(new Date('2026-03-10T08:00:00+11:00'))
    await write('AWAY 1')
    const later = {
      startsOn: '2026-03-20',
      endsOn: '2026-03-21',
      startsAt: new Date('2026-03-20T00:00:00+11:00'),
      endsAt: new Date('2026-03-22T00:00:00+11:00'),
    }
    await care.db
      .insertInto('aways')
      .values({ accountId: account.id, lovedOneId, ...later, reason: 'holiday', setBy: 'account_holder' })
      .execute()
    expect(await write('BACK')).toContain('Welcome back')
    expect(await write('BACK')).toContain("You aren't marked as away")
    expect(await aways()).toMatchObject([{ endedEarlyAt: expect.any(Date) }, { endsOn: '2026-03-21' }])
  })

  test('is named to the family as the one who did it', async () => {
    care.clock.set(new Date('2026-03-10T08:00:00+11:00'))
    const told = () => care.notified.findLast(({ dedupeKey }) => dedupeKey.startsWith('away:'))?.text
    await write('AWAY 3')
    expect(told()).toContain('Margaret Hartley told us by text.')
    await write('AWAY 5')
    expect(told()).toContain('is away until Saturday 14 March. Margaret Hartley told us by text.')
    await write('BACK')
    expect(told()).toContain('is back, and we ring again. Margaret Hartley told us by text.')
  })

  test('an all-clear during a time away answers no call that would not ring', async () => {
    care.clock.set(new Date('2026-03-10T08:00:00+11:00'))
    const callId = await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    await write('AWAY 2')
    expect(await write('I am fine')).toContain("We've noted that Margaret Hartley is all right")
    expect(await statusOf(callId)).toBe('scheduled')
    await write('BACK')
    await write('I am fine')
    expect(await statusOf(callId)).toBe('completed')
  })

  test('a text about a time away that is not understood is answered with what can be texted, and changes nothing', async () => {
    expect(await write('AWAY UNTIL 31/2')).toContain('such as AWAY 3')
    expect(await write('AWAY 91')).toContain("Sorry, that didn't work")
    expect(await write('BACK')).toContain("You aren't marked as away")
    expect(await aways()).toEqual([])
  })

  test('changes nothing where several people have the phone', async () => {
    await care.aLovedOne(account, { name: 'George Hartley' })
    expect(await write('AWAY 3')).toContain('Several people have this phone')
    expect(await aways()).toEqual([])
  })
})
