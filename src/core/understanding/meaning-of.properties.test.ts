import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as first from '#test/understanding/heard-first.ts'
import * as last from '#test/understanding/heard-last.ts'
import * as later from '#test/understanding/heard-later.ts'
import { meaningOf } from './meaning-of.ts'
import { isNobody, whatSpeaks } from './what-speaks.ts'
import { VOCABULARY } from './wordings/vocabulary.ts'

const BATCHES = [first, later, last]
const ALARMING = BATCHES.flatMap(({ SAID }) => SAID.help)
const FINE = BATCHES.flatMap(({ SAID }) => SAID.fine)
const MACHINES = BATCHES.flatMap(({ SPOKEN_BY }) => [...SPOKEN_BY.machine, ...SPOKEN_BY.screening])
const EVERYTHING = BATCHES.flatMap(({ SAID, SPOKEN_BY }) =>
  [...Object.values(SAID), ...Object.values(SPOKEN_BY)].flat(),
)
const REASSURING: unknown[] = ['fine', 'taken', 'yes', 'not_yet']

/** Fragments that begin with the very word that a "no" or "not" before them denies: "no help needed" is no alarm. */
const IS_DENIED_BY_NO = /^(?:help|ambulance|dizzy|awful|shocking|crook)\b/
const ENDS_WITH_DENIAL =
  /\b(?:no|not|n't|never|nah|nope|need|any|any more|want|without|isnt|dont|cant|nothing|nobody)\W*$/i

const vocabulary = fc.constantFrom(...VOCABULARY)
const words = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: vocabulary },
      { weight: 3, arbitrary: fc.constantFrom(...FINE, ...EVERYTHING) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          'yes',
          'no',
          'not',
          'fine',
          'good',
          'taken',
          'done',
          'ok',
          'well',
          "don't",
          'Robyn',
          'I',
          'am',
        ),
      },
      { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 8 }) },
    ),
    { maxLength: 4 },
  )
  .map((parts) => parts.join(' '))
const spoken = (...parts: string[]) => parts.filter((part) => part !== '').join(' ')

describe('whatever is said beside it', () => {
  test('an alarming sentence never becomes reassuring', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALARMING), words, words, (alarming, before, after) => {
        fc.pre(!(IS_DENIED_BY_NO.test(alarming) && ENDS_WITH_DENIAL.test(before)))
        expect(REASSURING).not.toContain(meaningOf(spoken(before, alarming, after), first.NAMES))
      }),
      { numRuns: 3000 },
    )
  })

  test('an alarming sentence is an alarm beside each reassuring one', () => {
    fc.assert(
      fc.property(fc.constantFrom(...ALARMING), fc.constantFrom(...FINE), fc.boolean(), (alarming, fine, isFirst) => {
        const said = isFirst ? `${alarming}. ${fine}` : `${fine}. But ${alarming}`
        expect(meaningOf(said, first.NAMES)).toBe('help')
      }),
      { numRuns: 2000 },
    )
  })

  test('the words of a machine are no alarm and no answer', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...MACHINES), { minLength: 1, maxLength: 3 }), (greetings) => {
        const said = greetings.join('. ')
        expect(isNobody(whatSpeaks(said))).toBe(true)
        expect(meaningOf(said, first.NAMES)).toBeNull()
      }),
      { numRuns: 1000 },
    )
  })
})

test('a word that nobody knows makes a reassuring sentence unclear', () => {
  const unknown = fc.stringMatching(/^[bdgkvz][aeiou][bdgkvz]{2}[aeiou][gkvz]$/).filter((word) => !VOCABULARY.has(word))
  fc.assert(
    fc.property(fc.constantFrom(...FINE), unknown, fc.nat(), (fine, word, place) => {
      const said = fine.split(' ')
      said.splice(place % (said.length + 1), 0, word)
      expect(REASSURING).not.toContain(meaningOf(said.join(' '), first.NAMES))
    }),
    { numRuns: 1500 },
  )
})

test('capitals, full stops, hesitations and a second time change nothing', () => {
  fc.assert(
    fc.property(fc.constantFrom(...ALARMING, ...FINE), (said) => {
      const meant = meaningOf(said, first.NAMES)
      for (const other of [
        said.toUpperCase(),
        `${said}.`,
        `Um, ${said}`,
        `${said} ${said}`,
        said.replaceAll("'", '’'),
        `  ${said}  `,
      ]) {
        expect([other, meaningOf(other, first.NAMES)]).toEqual([other, meant])
      }
    }),
    { numRuns: 500 },
  )
})

test('anything that can be written has a meaning or none', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.array(fc.string(), { maxLength: 3 }),
      (said, names) => {
        expect(() => meaningOf(said, names)).not.toThrow()
      },
    ),
  )
})
