import { describe, expect, test } from 'vitest'
import { NAMES, SAID, SPOKEN_BY } from '#test/understanding/heard-first.ts'
import * as last from '#test/understanding/heard-last.ts'
import * as later from '#test/understanding/heard-later.ts'
import { isPlainRequestForHelp } from './certainty-of-help.ts'

test.each([
  'help',
  'help me',
  'I need help',
  "I've fallen",
  "I've had a fall and I can't get up",
  'get Robyn',
  'call an ambulance',
  'please send somebody',
  'can you ring my daughter',
  "I'm on the floor",
  'my chest hurts',
  'not feeling too flash',
  "yes I'm fine but I've hurt my leg",
  'come quick',
  '🆘',
])('"%s" is a certain request for help', (said) => {
  expect(isPlainRequestForHelp(said, NAMES)).toBe(true)
})

describe('is asked back first', () => {
  test.each([
    'and the man said help me and then they ran down to the river and the police came with all of their dogs',
    'police say a man was found hurt in a house fire',
    'he said he needs help',
    "she's fallen down the well and they called the fire brigade",
    'please leave a message after the beep help me please',
    "hi this is Margaret I can't come to the phone right now",
  ])('what may be a television, or a machine: "%s"', (said) => {
    expect(isPlainRequestForHelp(said, NAMES)).toBe(false)
  })

  test.each([...SPOKEN_BY.machine, ...later.SPOKEN_BY.machine, ...last.SPOKEN_BY.machine])('"%s"', (said) => {
    expect(isPlainRequestForHelp(said, NAMES)).toBe(false)
  })
})

test.each([SAID, later.SAID, last.SAID].flatMap(({ help: _, ...others }) => Object.values(others).flat()))(
  'who says "%s" asks for no help',
  (said) => {
    expect(isPlainRequestForHelp(said, NAMES)).toBe(false)
  },
)
