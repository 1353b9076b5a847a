import { expect, test } from 'vitest'
import { sentFullName, sentGreeting, sentNameOr, sentWords } from './sent-words.ts'

test('a name of signs alone has nothing left to send, so the person is named in other words', () => {
  expect(sentNameOr('💛💛')).toBe('Someone')
  expect(sentNameOr('Mum 💛')).toBe('Mum')
  expect(sentFullName({ firstName: 'Robyn 🌸', lastName: '(Hartley)' })).toBe('Robyn Hartley')
  expect(sentFullName({ firstName: null, lastName: '💛' })).toBeNull()
})

test('a sent text has no emoji and no hidden sign, and is otherwise as it was', () => {
  expect(sentWords('Hello Mum 👩‍🦳💛, 1️⃣ ring 🇦🇺 now')).toBe('Hello Mum, 1 ring now')
  expect(sentWords('ma\u202egnikcart\u0007')).toBe('magnikcart')
  const plain = 'Cooee: Zoë – “9:00 AM” (call) …\n\n$5 & 50 %: https://cooee.example/incident/a_b-c?d=1#e'
  expect(sentWords(plain)).toBe(plain)
})

test('a mail greets by the first name, else by a username that could be the name of a person', () => {
  expect(sentGreeting({ firstName: 'Robyn 🌸', username: 'robyn' })).toBe('Hello Robyn,')
  expect(sentGreeting({ firstName: null, username: 'demo' })).toBe('Hello demo,')
  for (const username of ['you won, see http://evil.com/x', 'ring 1300 123 456', 'robyn@example.com', '\u202enybor']) {
    expect(sentGreeting({ firstName: null, username })).toBe('Hello,')
  }
})
