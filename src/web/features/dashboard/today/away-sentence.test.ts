import { expect, test } from 'vitest'
import { aLovedOne } from '#test/web/answers.ts'
import { awaySentence } from './away-sentence.ts'

const away = { from: '2026-11-27', until: '2026-11-30', isNow: true }
const margaret = aLovedOne({ id: 1, name: 'Margaret Hartley', away })
const con = aLovedOne({ id: 2, name: 'Con Papadakis', away: { ...away, until: '2026-12-01' } })
const beryl = aLovedOne({ id: 3, name: 'Beryl Thompson', away: { ...away, isNow: false } })

test('a few people who are away are named with their last day, and who goes away later is not among them', () => {
  expect(awaySentence([margaret, con, beryl], 2)).toBe(
    'Margaret is away until Mon 30 Nov. Con is away until Tue 1 Dec.',
  )
  expect(awaySentence([beryl], 0)).toBeUndefined()
})

test('many people who are away are counted, those who are not shown included', () => {
  expect(awaySentence([margaret, con], 12)).toBe('12 people are away.')
  expect(awaySentence([], 1)).toBe('One person is away.')
})
