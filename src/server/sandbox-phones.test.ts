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

test('somebody sits beside the phones that were named last, until they have not said so for a while', () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const seen = new Map<string, boolean>()
  const phones = sandboxPhones({ ...simulator, setWatched: (number, is) => void seen.set(number, is) }, '+61255501234')
  phones.watch([MARGARET, CON])
  phones.watch([MARGARET])
  expect([...seen]).toEqual([
    [MARGARET, true],
    [CON, false],
  ])
  vi.advanceTimersByTime(70_000)
  phones.watch([MARGARET])
  vi.advanceTimersByTime(70_000)
  expect(seen.get(MARGARET)).toBe(true)
  vi.advanceTimersByTime(10_000)
  expect(seen.get(MARGARET)).toBe(false)
})

test('a number’s own behaviour is told beside the chosen one', () => {
  const phones = sandboxPhones(simulator, '+61255501234')
  expect(phones.settingsOf('+61491570101')).toEqual({ behaviour: null, ownBehaviour: 'rings_out', texts: 'delivered' })
  phones.setBehaviour('+61491570101', 'hiccups')
  expect(phones.settingsOf('+61491570101')).toMatchObject({ behaviour: 'hiccups', ownBehaviour: 'rings_out' })
})
