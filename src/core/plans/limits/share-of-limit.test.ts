import { expect, test } from 'vitest'
import { isOverShare } from './share-of-limit.ts'

const [ROBYN, STRANGER] = [1, 2]

test('one account may use a phone up to the limit', () => {
  expect(isOverShare(new Map([[ROBYN, 39]]), ROBYN, 40)).toBe(false)
  expect(isOverShare(new Map([[ROBYN, 40]]), ROBYN, 40)).toBe(true)
})

test('an account keeps its share of a phone that others have used up', () => {
  expect(isOverShare(new Map([[STRANGER, 40]]), ROBYN, 40)).toBe(false)
  expect(
    isOverShare(
      new Map([
        [STRANGER, 40],
        [ROBYN, 19],
      ]),
      ROBYN,
      40,
    ),
  ).toBe(false)
  expect(
    isOverShare(
      new Map([
        [STRANGER, 40],
        [ROBYN, 20],
      ]),
      ROBYN,
      40,
    ),
  ).toBe(true)
})

test('however many accounts there are, a phone is not used without end', () => {
  const uses = new Map(Array.from({ length: 41 }, (_, account) => [account, 1]))
  expect(isOverShare(uses, 99, 40)).toBe(true)
})

test('a limit of 0 means no limit', () => expect(isOverShare(new Map([[ROBYN, 1000]]), ROBYN, 0)).toBe(false))
