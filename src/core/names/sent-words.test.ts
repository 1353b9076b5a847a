import { expect, test } from 'vitest'
import { sentFullName, sentNameOr, sentWords } from './sent-words.ts'

test('of a name of signs alone nothing is left to send, so somebody is named in other words', () => {
  expect(sentNameOr('💛💛')).toBe('Somebody')
  expect(sentNameOr('Mum 💛')).toBe('Mum')
  expect(sentFullName({ firstName: 'Robyn 🌸', lastName: '(Hartley)' })).toBe('Robyn Hartley')
  expect(sentFullName({ firstName: null, lastName: '💛' })).toBeNull()
})

test('what leaves as a text has no emoji and no hidden sign, and is otherwise as it was', () => {
  expect(sentWords('Hello Mum 👩‍🦳💛, 1️⃣ ring 🇦🇺 now')).toBe('Hello Mum, 1 ring now')
  expect(sentWords('ma\u202egnikcart\u0007')).toBe('magnikcart')
  const plain = 'Cooee: Zoë – “9:00 AM” (call) …\n\n$5 & 50 %: https://cooee.example/incident/a_b-c?d=1#e'
  expect(sentWords(plain)).toBe(plain)
})
