import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTwilioSimulator, type TwilioSimulator } from '#simulators/twilio/twilio-simulator.ts'
import { sandboxPhones } from './sandbox-phones.ts'

const MARGARET = '+61491570156'
const CON = '+61491570157'

let simulator: TwilioSimulator
beforeEach(async () => {
  simulator = await startTwilioSimulator({ accountSid: 'AC1', authToken: 'a secret', numbers: ['+61255501234'] })
})
afterEach(async () => {
  vi.useRealTimers()
  await simulator.close()
})

const SEEN = { isInBackground: false }
const BEHIND = { isInBackground: true }

/** Phones, and who is believed to sit beside them. */
function watchedPhones() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const watched = new Set<string>()
  const setWatched = (number: string, is: boolean) => void (is ? watched.add(number) : watched.delete(number))
  return { watched, phones: sandboxPhones({ ...simulator, setWatched }, '+61255501234') }
}

test('somebody sits beside the phones that were named last', () => {
  const { phones, watched } = watchedPhones()
  phones.watch([MARGARET, CON], SEEN)
  phones.watch([MARGARET], SEEN)
  expect([...watched]).toEqual([MARGARET])
  phones.watch([], SEEN)
  expect([...watched]).toEqual([])
})

test.each([
  ['a page in front that is gone without a word holds its phones for some seconds', SEEN, 7_000, 9_000],
  ['a page in the background may speak only once a minute, and is believed for longer', BEHIND, 70_000, 80_000],
])('%s', (_, page, holdsMs, leaseEndedMs) => {
  const { phones, watched } = watchedPhones()
  phones.watch([MARGARET], page)
  vi.advanceTimersByTime(holdsMs)
  phones.watch([MARGARET], page)
  vi.advanceTimersByTime(holdsMs)
  expect([...watched]).toEqual([MARGARET])
  vi.advanceTimersByTime(leaseEndedMs - holdsMs)
  expect([...watched]).toEqual([])
})

test('what is said keeps its language, and of what is played it says how long it is', () => {
  const at = new Date('2026-03-12T00:00:00Z')
  const turns = [
    { kind: 'played', text: 'A recording of 3.5 seconds (audio/wav)', at },
    { kind: 'said', text: 'Καλημέρα.', language: 'el-GR', at },
  ]
  const call = { callSid: 'CA1', number: CON, direction: 'outbound', status: 'talking', since: at } as const
  const phones = sandboxPhones({ ...simulator, phones: () => [{ ...call, turns, awaits: null, byHand: true }] }, CON)
  expect(phones.liveCalls()[0]?.turns).toEqual([
    { kind: 'played', text: '3.5 seconds', at: at.toISOString() },
    { kind: 'said', text: 'Καλημέρα.', language: 'el-GR', at: at.toISOString() },
  ])
})

test('a number’s own behaviour is listed beside the chosen one', () => {
  const phones = sandboxPhones(simulator, '+61255501234')
  expect(phones.settingsOf('+61491570101')).toEqual({ behaviour: null, ownBehaviour: 'rings_out', texts: 'delivered' })
  phones.setBehaviour('+61491570101', 'hiccups')
  expect(phones.settingsOf('+61491570101')).toMatchObject({ behaviour: 'hiccups', ownBehaviour: 'rings_out' })
})
