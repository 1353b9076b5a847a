import { describe, expect, test } from 'vitest'
import { familyWordFault, plainPunctuation, spokenNameFault, spokenReminderFault } from './spoken-words.ts'

describe('a name that is spoken', () => {
  test.each([
    'Marg',
    "Nan O'Brien",
    'Mrs. Hartley',
    'Anne-Marie',
    'J.R. Smith',
    'Zoë',
    'Nguyễn Thị',
    '李',
    'Nonna Ґанна',
  ])('%s is taken', (name) => expect(spokenNameFault(name)).toBeNull())

  test.each([
    ['www.example.com', /addresses/],
    ['example\ufe0f.com', /addresses/],
    ['marg@example.com', /letters, spaces/],
    ['ring 0491570156', /letters, spaces/],
    ['Nan 2', /letters, spaces/],
    ['Nan\u202Egraveler', /letters, spaces/],
    ['Nan\u0007', /letters, spaces/],
    ['<b>Nan</b>', /letters, spaces/],
    ['Nan 🌸', /letters, spaces/],
    ["-.'", /at least one letter/],
  ])('%j is refused, and it is said why', (name, why) => expect(spokenNameFault(name)).toMatch(why))
})

describe('a family word', () => {
  test.each(['Kookaburra', 'oma', 'Zoë'.normalize('NFD'), 'k'.repeat(30)])('%s is taken', (word) =>
    expect(familyWordFault(word)).toBeNull(),
  )

  test.each(['no', 'k'.repeat(31), 'two words', 'kook4burra', 'win.example', 'koo\u202Ekaburra', '🌸🌸🌸', "o'oo"])(
    '%j is refused',
    (word) => expect(familyWordFault(word)).toBe('Please use one word of 3 to 30 letters'),
  )
})

describe('a reminder that is spoken', () => {
  test.each(['Take 2 white tablets with water', 'Half a tablet of 500 mg at 9.30', "It's the blue one - 1000 units"])(
    '%s is taken',
    (text) => expect(spokenReminderFault(text)).toBeNull(),
  )

  test.each([
    ['Ring 0491 570 156', /phone numbers/],
    ['Ring 13-11-14 now', /phone numbers/],
    ['Ring ０４９１ ５７０ １５６', /phone numbers/],
    ['Ring ٠٤٩١٥٧٠١٥٦', /phone numbers/],
    ['Ring 0\ufe0f4\ufe0f9\ufe0f1\ufe0f5\ufe0f7\ufe0f0', /phone numbers/],
    ['Go to pills.example.com', /addresses/],
    ['Take one; it costs $5', /letters, digits/],
    ['2 - 2', /at least one letter/],
  ])('%j is refused, and it is said why', (text, why) => expect(spokenReminderFault(text)).toMatch(why))
})

test('the apostrophe and the dash of a phone’s keyboard are the plain ones', () => {
  expect(plainPunctuation(' Nan\u00a0O’Brien – Hartley ')).toBe("Nan O'Brien - Hartley")
})
