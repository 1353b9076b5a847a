import { describe, expect, test } from 'vitest'
import {
  account,
  care,
  incidents,
  lovedOneId,
  ring,
  STRANGER,
  SUSAN,
  setUpCheckIns,
  spoken,
  stepsOf,
} from '#test/check-in-fixture.ts'

setUpCheckIns()

const aways = () =>
  care.db.selectFrom('aways').select(['lovedOneId', 'endsOn', 'setBy', 'endedEarlyAt']).orderBy('id').execute()
const subjects = () =>
  care.notified.filter(({ dedupeKey }) => dedupeKey.startsWith('away:')).map(({ subject }) => subject)
const MORNING = new Date('2026-03-10T08:00:00+11:00')

describe('a person who is called goes away by ringing Cooee', () => {
  test('presses 5 and the days, hears them repeated, and is away once they confirm; ringing again undoes it', async () => {
    care.clock.set(MORNING)
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    const rung = await ring()
    expect(rung.text).toContain("If you're going away, press 5.")
    expect(await rung.press('how', '5')).toContain(
      'You pressed 5. For how many days shall we not ring you? Enter the number of days, then press hash.',
    )
    expect(await rung.press('away days 1', '3')).toContain(
      "You entered 3 days. We won't ring you until the end of Thursday 12 March. If that is right, press 1.",
    )
    expect(await aways()).toEqual([])
    expect(await rung.press('away until 2026-03-12 1', '1')).toBe(
      "You pressed 1. Thank you. We won't ring you until the end of Thursday 12 March. Calls start again on Friday 13 March at 9:00 AM. To undo this, ring us, press 5, then 0 and hash. Goodbye.",
    )
    expect(await aways()).toEqual([{ lovedOneId, endsOn: '2026-03-12', setBy: 'call', endedEarlyAt: null }])
    expect(subjects()).toEqual(expect.arrayContaining(['Margaret Hartley is away until Thursday 12 March']))
    const back = await ring()
    expect(back.text).toContain("If you're back, or away for longer, press 5.")
    expect(await back.press('how', '5')).toContain('If you are back, press 0, then hash.')
    expect(await back.press('away days 1', '0')).toContain(
      'Welcome back. We ring you again. Calls start again on Tuesday 10 March at 9:00 AM.',
    )
    expect(await aways()).toMatchObject([{ endedEarlyAt: MORNING }])
    expect(subjects()).toContain('Margaret Hartley is back')
  })

  test('a person is away once, however often the confirmation by call is delivered', async () => {
    const rung = await ring()
    await rung.press('how', '5')
    await rung.press('away days 1', '19')
    const first = await rung.press('away until 2026-03-28 1', '1')
    expect(await rung.press('away until 2026-03-28 1', '1')).toBe(first)
    expect(await aways()).toMatchObject([{ endsOn: '2026-03-28' }])
    expect(subjects()).toHaveLength(new Set(subjects()).size)
  })

  test.each(['0', '00', '91', '99', '*', ''])(
    '"%s" is no number of days: it is asked for again, and nothing changes',
    async (keys) => {
      const rung = await ring()
      await rung.press('how', '5')
      const again = await rung.answer('away days 1', { keys })
      expect(stepsOf(again)).toEqual(['away days 2', 'away days 2 again'])
      await rung.press('away days 2', keys)
      const last = await rung.press('away days 3', keys)
      expect(last).toContain('We have changed nothing. Goodbye.')
      expect(await aways()).toEqual([])
      expect(await care.db.selectFrom('phoneRefusals').selectAll().execute()).toEqual([])
    },
  )

  test('a caller who hangs up, stays silent or does not confirm changes nothing', async () => {
    const rung = await ring()
    const days = await rung.answer('how', { keys: '5' })
    expect(spoken(days)).toMatch(/I did not hear an answer\. We have changed nothing\. Goodbye\.$/)
    const confirm = await rung.answer('away days 1', { keys: '4' })
    expect(spoken(confirm)).toMatch(/I did not hear an answer\. We have changed nothing\. Goodbye\.$/)
    expect(await rung.press('away until 2026-03-13 1', '7')).toContain('We have changed nothing.')
    expect(await aways()).toEqual([])
  })

  test('may enter another number, also the same one again', async () => {
    const rung = await ring()
    await rung.press('how', '5')
    await rung.press('away days 1', '4')
    expect(await rung.press('away until 2026-03-13 1', '5')).toContain('Enter the number of days')
    await rung.press('away days 2', '4')
    expect(await rung.press('away until 2026-03-13 2', '1')).toContain('the end of Friday 13 March')
    expect(await aways()).toMatchObject([{ endsOn: '2026-03-13' }])
  })

  test('may say the number, and gets help wherever they ask for it', async () => {
    const rung = await ring()
    await rung.press('how', '5')
    expect(await rung.say('away days 1', 'three days')).toContain('I heard 3 days.')
    expect(await rung.say('away until 2026-03-12 1', 'please help me')).toContain('letting your family know')
    expect(await aways()).toEqual([])
    expect(await incidents()).toMatchObject([{ cause: 'help' }])
  })

  test('a caller cannot confirm days that were never repeated to them', async () => {
    const rung = await ring()
    await rung.press('away until 2026-03-12 1', '1')
    await rung.press('away days 1', '3')
    expect(await aways()).toEqual([])
  })

  test('a time away is not offered to a caller where several people have the phone, nor to a contact or a stranger', async () => {
    for (const from of [SUSAN, STRANGER]) {
      const rung = await ring(from)
      expect(rung.text).not.toContain('press 5')
    }
    await care.aLovedOne(account, { name: 'George Hartley' })
    const shared = await ring()
    expect(shared.text).not.toContain('press 5')
    await shared.press('who 1', '5')
    expect(await aways()).toEqual([])
  })

  test('a caller is away in each account that has them, and no account hears of another’s calls', async () => {
    care.clock.set(MORNING)
    const other = await care.anAccount()
    await care.aLovedOne(other, { name: 'Margaret Hartley' })
    await care.aCall(account, { lovedOneId, recurrencePattern: 'daily' })
    const rung = await ring()
    await rung.press('how', '5')
    await rung.press('away days 1', '2')
    const done = await rung.press('away until 2026-03-11 1', '1')
    expect(done).toContain('until the end of Wednesday 11 March. To undo this')
    expect(await aways()).toHaveLength(2)
  })
})
