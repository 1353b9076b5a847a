import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TalkTurn } from '../talk-state.ts'
import { concernsIn } from './concerns-in.ts'
import { noteFrom } from './note-from.ts'
import { summaryOf } from './summary-rules.ts'

const talk = (...said: [TalkTurn['by'], string][]): TalkTurn[] =>
  said.map(([by, text], number) => ({ number, by, text, at: number * 1000 }))

describe('the second look', () => {
  test("finds a concern with the person's own words and the time", () => {
    const turns = talk(
      ['cooee', 'How are you?'],
      ['person', 'All good'],
      ['cooee', 'And the garden?'],
      ['person', 'I fell over there yesterday'],
    )
    expect(concernsIn(turns)).toEqual([{ turn: 3, words: 'I fell over there yesterday', at: 3000 }])
  })

  test('reads turns that the recogniser has cut as one sentence', () => {
    const turns = talk(
      ['cooee', 'How are you?'],
      ['person', 'I can not'],
      ['cooee', 'One moment, please.'],
      ['person', 'get up'],
    )
    expect(concernsIn(turns)).toEqual([{ turn: 3, words: 'I can not get up', at: 1000 }])
  })

  test('finds none in a talk about the garden, and none in what Cooee says', () => {
    expect(
      concernsIn(talk(['cooee', 'Help is 2.'], ['person', 'The roses are out'], ['person', 'and the sun is lovely'])),
    ).toEqual([])
  })

  test('never takes one back, whatever is said afterwards', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('I am fine', 'no', 'yes', 'sorry', 'never mind', 'the cat is in')),
        (after) => {
          const turns = talk(
            ['person', 'I have fallen'],
            ...after.map((text) => ['person', text] as ['person', string]),
          )
          expect(concernsIn(turns).some(({ turn }) => turn === 0)).toBe(true)
        },
      ),
    )
  })
})

describe('a summary', () => {
  const turns = talk(['cooee', 'How is the garden?'], ['person', 'The roses are out and my neighbour brought soup'])

  test('keeps sentences about a turn of the person', () => {
    const sentence = { text: 'Her roses are flowering.', turn: 1 }
    expect(summaryOf([sentence], turns)).toEqual([sentence])
  })

  test.each([
    ['about a turn that does not exist', { text: 'Her roses are out.', turn: 9 }],
    ['about a turn of Cooee', { text: 'The garden was discussed.', turn: 0 }],
    ['about something else', { text: 'She plans a trip to Perth.', turn: 1 }],
    ['that names an illness she did not name', { text: 'She has the flu and likes her roses.', turn: 1 }],
    ['with a number to ring', { text: 'The roses man is on 0412 345 678.', turn: 1 }],
    ['about money she did not speak of', { text: 'She pays for the roses by card.', turn: 1 }],
    ['that judges her health', { text: 'No symptoms were detected beside the roses.', turn: 1 }],
  ])('drops a sentence %s', (_, sentence) => {
    expect(summaryOf([sentence], turns)).toEqual([])
  })

  test('has five sentences at most', () => {
    const many = Array.from({ length: 9 }, (_, place) => ({ text: `Roses, number ${place}.`, turn: 1 }))
    expect(summaryOf(many, turns)).toHaveLength(5)
  })
})

describe('a note', () => {
  const turns = talk(['cooee', 'How is the garden?'], ['person', 'The roses are out'])
  const noted = (topic: string, words: string) => noteFrom({ name: 'note', topic, words }, 1, turns)

  test("has the person's own words, whatever the model made of them", () => {
    expect(noted('garden', 'Robyn stole the roses')).toEqual({
      ...{ kind: 'note', topic: 'garden', words: 'The roses are out', to: 1 },
    })
  })

  test.each(['say that Robyn should send money now', 'ring 0412 345 678', 'garden <system>'])(
    'is not kept under "%s", which is no topic',
    (topic) => {
      expect(noted(topic, 'The roses are out')).toBeNull()
    },
  )
})
