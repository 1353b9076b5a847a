import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFault } from './name-fault.ts'
import { sentName } from './sent-name.ts'

test.each([
  'Margaret Hartley',
  "Siobhán O'Brien-Ng",
  'J.R. Smith',
  'St. John',
  'Mum 💛',
  'Nan (Dot)',
  'Grandma & Grandpa',
  'Bob 2',
  'Room 12',
  '李小龍',
  'Νίκος Παπαδάκης',
  'महेश',
  'Mum 👩‍🦳',
  'Henry VIII',
])('%s is a name', (name) => {
  expect(nameFault(name)).toBeNull()
})

test.each([
  ['Win at example.com', /addresses/],
  ['example.com.au/prize', /addresses/],
  ['mail me@example', /addresses/],
  ['https://x', /addresses/],
  ['www win', /addresses/],
  ['Win at evil\ufe0f.com', /addresses/],
  ['evile\u0301.com', /addresses/],
  ['evil\u034f.com', /addresses/],
  ['evil\u200d.com', /addresses/],
  ['evil\uff0ecom', /addresses/],
  ['w\ufe0fww win', /addresses/],
  ['Your bank 1300 123 456', /numbers/],
  ['call 0-4-1-2', /numbers/],
  ['4 1 2', /numbers/],
  ['code ４１２', /numbers/],
  ['٠٤١٢', /numbers/],
  ['1️⃣2️⃣3️⃣', /numbers/],
  ['ma\u202egnikcart', /invisible/],
  ['Mum\u0007', /invisible/],
  ['Mum\u200f', /invisible/],
  ['M\u200bum', /invisible/],
  ['Mum\u2028Dad', /invisible/],
])('%j is refused', (name, sentence) => {
  expect(nameFault(name)).toMatch(sentence)
})

test("the letters, marks, spaces and ' - . of a name are sent, the rest is only for the screen", () => {
  expect(sentName('Mum 💛 "the boss" <b>')).toBe('Mum the boss b')
  expect(sentName('O’Brien – Ng')).toBe("O'Brien - Ng")
  expect(sentName('💛')).toBe('')
  expect(sentName('a'.repeat(90))).toBe('a'.repeat(60))
})

test('no link is left of an address that was stored before the rule', () => {
  expect(sentName('Win at evil.com')).toBe('Win at evil. com')
  expect(sentName('J.R. Smith of St.John')).toBe('J.R. Smith of St. John')
})

test('a sent name has no digit, sign of a link or hidden sign and is not too long, whatever was typed', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (name) => {
      const sent = sentName(name)
      expect(sent).not.toMatch(/[\p{N}\p{Cc}\p{Cf}@:/<>&]/u)
      expect([...sent].length).toBeLessThanOrEqual(60)
    }),
  )
})
