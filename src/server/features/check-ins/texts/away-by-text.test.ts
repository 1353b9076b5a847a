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
