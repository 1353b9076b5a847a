import { expect, test } from 'vitest'
import { keptInstantsInWords } from './kept-instants.ts'

const at = (time: string) => new Date(`2026-03-${time}:00+08:00`)
const move = { from: 'Australia/Perth', to: 'Australia/Sydney', now: at('10T07:00') }

test('an account holder who moves somebody to another zone sees which calls stay at their moment', () => {
  expect(keptInstantsInWords([at('12T09:00'), at('10T07:15')], move)).toBe(
    "Today's 7:15 AM call stays at the same moment, 10:15 AM Sydney time. The 9:00 AM call on Thursday 12 March stays at the same moment, 12:00 PM Sydney time.",
  )
})

test('many are counted, and nothing is said where the clocks agree', () => {
  const days = ['11', '12', '13', '14', '15'].map((day) => at(`${day}T09:00`))
  expect(keptInstantsInWords(days, move)).toMatch(/13 March stays at the same moment, .* So do 2 more calls\.$/)
  expect(keptInstantsInWords(days, { ...move, from: 'Australia/Melbourne' })).toBeNull()
  expect(keptInstantsInWords([], move)).toBeNull()
})
