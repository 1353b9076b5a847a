import { expect, test } from 'vitest'
import { wantsHelp } from './wants-help.ts'

test.each([
  ['yes', true],
  ['yes please', true],
  ['please', true],
  ['yes I did', true],
  ['yes I do', true],
  ['yes love please', true],
  ["I've fallen", true],
  ["no I'm not well", true],
  ['no', false],
  ["no I didn't", false],
  ['no thanks', false],
  ["I don't need any help", false],
  ["no I'm fine love", false],
  ['who is this', null],
  ['pardon', null],
  ['hello', null],
  ['', null],
  ['please speak to my neighbour about the fence', null],
  ["hi this is Margaret I can't come to the phone right now", null],
] as const)('asked whether they asked for help, "%s" is %s', (said, expected) => {
  expect(wantsHelp(said, ['Margaret'])).toBe(expected)
})
