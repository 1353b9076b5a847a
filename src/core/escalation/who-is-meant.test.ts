import { describe, expect, test } from 'vitest'
import { isSamePerson, nameAmong, type PersonMeant, whichText, whoIsMeant } from './who-is-meant.ts'

const person = (name: string, number: string, askedBy: string | null = null): PersonMeant => ({
  ...{ name, askedBy },
  numbers: [number],
})
const MARGARET = person('Margaret Hartley', '+61491570156')
const BOB = person('Bob Rao', '+61491570110')
const ROBYNS = person('Mum', '+61491570678', 'Robyn Hartley')
const TOMS = person('Mum', '+61491571432', 'Tom Rao')

test.each([
  ['1', [MARGARET], [0]],
  ['Margaret is fine', [BOB, MARGARET], [1]],
  ["bob's ok", [BOB, MARGARET], [0]],
  ['1 Bob', [BOB, MARGARET], [0]],
  ['1', [BOB, MARGARET], []],
  ['3 Margaret and Bob', [BOB, MARGARET], []],
  ['3 Margaret', [person('Margaret Rao', '+61491570111'), MARGARET], []],
  ['3 Margaret Rao', [person('Margaret Rao', '+61491570111'), MARGARET], [0]],
])('"%s" of %j is about %j', (text, people, places) => {
  expect(whoIsMeant(text, people).places).toEqual(places)
})

describe('one name', () => {
  test('one name at one number is one person, whichever accounts they belong to', () => {
    const elsewhere = person('margaret  hartley', '+61491570156')
    expect(isSamePerson(MARGARET, elsewhere)).toBe(true)
    expect(whoIsMeant('3', [MARGARET, elsewhere]).places).toEqual([0, 1])
  })

  test('one name with two phones is two people, also when both have the reception of their home as second number', () => {
    const [ours, theirs] = [ROBYNS, TOMS].map((mum) => ({ ...mum, numbers: [...mum.numbers, '+61255501122'] }))
    if (!ours || !theirs) throw new Error('no')
    expect(isSamePerson(ours, theirs)).toBe(false)
    expect(whoIsMeant('3', [ours, theirs]).places).toEqual([])
    expect(whoIsMeant('3 678', [ours, theirs]).places).toEqual([0])
    expect(whoIsMeant('3 122', [ours, theirs]).places).toEqual([])
    const crossed = [
      { ...ROBYNS, numbers: ['+61491570678', '+61491571432'] },
      { ...TOMS, numbers: ['+61491571432', '+61491570678'] },
    ]
    expect(whoIsMeant('3 678', crossed).places).toEqual([0])
  })

  test('one name at two numbers is two people: it is not known whom an answer is about', () => {
    for (const text of ['3', '3, all is well', 'Mum is fine', '3 Mum', '1 mum thanks']) {
      expect(whoIsMeant(text, [ROBYNS, TOMS]).places, text).toEqual([])
    }
  })

  test.each([
    ['3 678', [0], '3'],
    ['3, 432.', [1], '3, .'],
    ['3 Mum 432', [1], '3 Mum'],
    ['678 3', [0], '3'],
    ['1 1432', [1], '1'],
    ['3 +61 491 570 678', [0], '3'],
    ['3 0491 570 678', [0], '3'],
    ['3 0491570678', [0], '3'],
    ['3 999', [], '3 999'],
    ['3 678 432', [], '3 678 432'],
    ['3 Bob 678', [], '3 Bob 678'],
  ])('people of one name are distinguished by the last digits of the number: "%s"', (text, places, rest) => {
    expect(whoIsMeant(text, [ROBYNS, TOMS, BOB])).toEqual({ places, rest })
  })

  test('people of one name are asked about by account holder and the end of their number', () => {
    expect(whichText([ROBYNS, TOMS])).toBe(
      "Sorry, who do you mean: Mum (Robyn's, phone ending 678) or Mum (Tom's, phone ending 432)? Reply 1 if you can, 2 if you can't, 3 if all's well, with the digits: 1 678, or 1 432. In danger? Call 000.",
    )
    expect(whichText([ROBYNS, TOMS], '3')).toMatch(/with the digits: 3 \d+, or 3 \d+\./)
    expect(whichText([ROBYNS, person('Mum', '+61291571678', 'Tom Rao')])).toContain('phone ending 0678')
    expect(nameAmong(TOMS, [ROBYNS, TOMS, BOB])).toBe("Mum (Tom's, phone ending 432)")
    expect(nameAmong(BOB, [ROBYNS, TOMS, BOB])).toBe('Bob Rao')
  })
})

test('minutes are no digits of a number', () => {
  const ofMinutes = person('Mum', '+61491571120', 'Tom Rao')
  expect(whoIsMeant('1 in 120 min', [ROBYNS, ofMinutes]).places).toEqual([])
})

describe('an answer for everybody', () => {
  test.each([
    ['1 both', '1'],
    ['3 both.', '3'],
    ['3 all', '3'],
    ['2 for both of them, thanks', '2'],
    ['Both are OK', '3'],
    ['All is well with everybody', '3'],
    ['all clear for both', '3'],
    ['everybody is fine', '3'],
  ])('"%s"', (text, rest) => {
    expect(whoIsMeant(text, [ROBYNS, TOMS])).toEqual({ places: [0, 1], rest })
  })

  test('an answer for everybody is not "both" of three people, and not "all is well"', () => {
    expect(whoIsMeant('3 both', [ROBYNS, TOMS, BOB]).places).toEqual([])
    expect(whoIsMeant('3 all', [ROBYNS, TOMS, BOB]).places).toEqual([0, 1, 2])
    expect(whoIsMeant('3 all is well', [ROBYNS, TOMS]).places).toEqual([])
  })
})

test('the question who is meant uses the shortest names that distinguish people', () => {
  expect(whichText([MARGARET, BOB, BOB])).toMatch(
    /^Sorry, who do you mean: Margaret or Bob\? .* with the name: 1 Margaret, or 1 Bob\./,
  )
  expect(whichText([MARGARET, person('Margaret Rao', '+61491570111')])).toContain('Margaret Hartley or Margaret Rao?')
})
