import { afterAll, beforeAll, expect, test } from 'vitest'
import { phrase } from '#core/languages/wording.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { toWallClock } from '#core/recurrence/wall-clock.ts'
import { findCall } from '#server/features/calls/view/call-view.ts'
import { callViews } from './call-views.ts'
import { type LiveServer, startLiveServer } from './live-server.ts'

// End to end, over the provider's protocol: what the phone hears in a call that was accepted for a very hot day.

let live: LiveServer
beforeAll(async () => {
  live = await startLiveServer()
})
afterAll(() => live.close())

/** Of people who press 1. */
const NUMBERS = { 'en-AU': '+61491570156', it: '+61491570157', cmn: '+61491570158' } as const

/** What was said in a call that was accepted for that day, once it has ended. */
async function callFor(language: keyof typeof NUMBERS, daysAhead: number) {
  const { db } = live.server
  const phone = NUMBERS[language]
  live.simulator.setBehaviour(phone, { kind: 'presses', keys: '1' })
  const whom = await live.aLovedOneAt(phone)
  await db.updateTable('lovedOnes').set({ language }).where('id', '=', whom.lovedOneId).execute()
  const callId = await live.aCall(whom, new Date(Date.now() + 300), 'wellness_check')
  const day = Temporal.PlainDate.from(toWallClock(new Date(), 'Australia/Sydney').date).add({ days: daysAhead })
  const offer = { ...whom, town: 'mildura', day: day.toString(), degrees: 41, callId, decidedAt: new Date() }
  await db
    .insertInto('hotDayOffers')
    .values({ ...offer, state: 'accepted' })
    .execute()
  const read = () => findCall(callViews(db), { id: whom.accountId, mayHear: true }, callId)
  await expect.poll(async () => (await read()).status, { timeout: 20_000 }).toBe('completed')
  const said = live.simulator
    .callsTo(phone)
    .flatMap(({ turns }) => turns)
    .filter(({ kind }) => kind === 'said')
    .map(({ text }) => text)
    .join(' ')
  return { said, transcript: (await read()).transcript ?? '' }
}

test.each(Object.keys(NUMBERS) as (keyof typeof NUMBERS)[])(
  'in %s how to keep cool is said after the greeting and before the question',
  async (language) => {
    const wording = wordingOf(language)
    const cooling = phrase(wording, 'calls.coolDown')
    const { said, transcript } = await callFor(language, 0)
    expect(said).toContain(cooling)
    expect(said.indexOf(cooling)).toBeLessThan(said.indexOf(phrase(wording, 'calls.askHow')))
    expect(said.split(cooling)).toHaveLength(2)
    expect(transcript).toContain(cooling)
  },
)

test('a call that was moved to another day says nothing of the heat', async () => {
  const { said } = await callFor('en-AU', -1)
  // That of the test before, on the same phone.
  expect(said.match(/very hot/g)).toHaveLength(1)
})
