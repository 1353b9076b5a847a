import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as english from '#test/understanding/heard-first.ts'
import { EVERY_LANGUAGE } from '#test/understanding/languages/every-language.ts'
import { LANGUAGES, type Language } from '../languages/language.ts'
import { entriesOf } from './lexicon/lexicon.ts'
import { simplified } from './tables/simplified.ts'
import { LANGUAGE_TABLES, understandingIn } from './understanding-in.ts'
import { isNobody } from './what-speaks.ts'

const REASSURING: unknown[] = ['fine', 'taken', 'yes', 'not_yet']
const sentencesIn = (wanted: Language) => {
  const [found] = EVERY_LANGUAGE.filter(([language]) => language === wanted)
  if (!found) throw new Error(`No sentences of ${wanted}`)
  return found[1]
}
/** Of no language. */
const NONSENSE = ['bazzok', 'guvvika', 'ζβαγκομπ', 'đuzzvo', 'غظضثغ', '龘靐']

describe.each(EVERY_LANGUAGE)('in %s', (language, sentences) => {
  const { names, said, machines, before, after, foreign } = sentences
  const heard = understandingIn(language)
  const meaning = (words: string) => heard.meaningOf(words, names)
  const isHan = language === 'cmn' || language === 'yue'
  const joined = (...parts: string[]) => parts.filter((part) => part !== '').join(isHan ? '' : ' ')
  const entries = Object.values(LANGUAGE_TABLES[language].words).flatMap(entriesOf)
  const everything = [...Object.values(said).flat(), ...machines]
  const words = fc
    .array(
      fc.oneof(
        { weight: 3, arbitrary: fc.constantFrom(...entries) },
        { weight: 2, arbitrary: fc.constantFrom(...everything) },
        { weight: 1, arbitrary: fc.constantFrom(...NONSENSE, ...names) },
        { weight: 1, arbitrary: fc.string({ minLength: 1, maxLength: 6 }) },
      ),
      { maxLength: 4 },
    )
    .map((parts) => joined(...parts))

  test('an alarming sentence never becomes reassuring, whatever is said before and after it', () => {
    fc.assert(
      fc.property(fc.constantFrom(...said.help), words, words, (alarming, first, last) => {
        expect(REASSURING).not.toContain(meaning(joined(`${first}.`, alarming, last)))
      }),
      { numRuns: 2000 },
    )
  })

  test('an alarming sentence is an alarm beside each reassuring one', () => {
    const others = [...said.fine, ...said.taken, ...said.yes]
    fc.assert(
      fc.property(
        fc.constantFrom(...said.help),
        fc.constantFrom(...others),
        fc.boolean(),
        (alarming, fine, isFirst) => {
          expect(meaning(isFirst ? `${alarming}. ${fine}` : `${fine}. ${alarming}`)).toBe('help')
        },
      ),
      { numRuns: 1500 },
    )
  })

  test('the words of a machine are no alarm and no answer', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...machines), { minLength: 1, maxLength: 3 }), (greetings) => {
        const words = greetings.join('. ')
        expect(isNobody(heard.whatSpeaks(words, names))).toBe(true)
        expect(meaning(words)).toBeNull()
      }),
    )
  })

  test('a word that nobody knows makes a reassuring sentence unclear', () => {
    const reassuring = [...said.fine, ...said.taken, ...said.yes, ...said.not_yet]
    fc.assert(
      fc.property(fc.constantFrom(...reassuring), fc.constantFrom(...NONSENSE), fc.nat(), (sentence, word, place) => {
        const parts = isHan ? [...sentence] : sentence.split(' ')
        parts.splice(place % (parts.length + 1), 0, word)
        expect(REASSURING).not.toContain(meaning(joined(...parts)))
      }),
      { numRuns: 1500 },
    )
  })

  // What is written without marks is not mixed with what has them.
  const isMixed = (words: string) => language === 'vi' && /^[ -~]*$/.test(words)
  const plain = [...said.help, ...said.fine, ...said.taken, ...said.not_yet].filter(
    (words) => !/[?;؟？]/.test(words) && !isMixed(words),
  )
  test.each(plain)('capitals, stops, spaces, a second time and politeness change nothing: "%s"', (words) => {
    const meant = meaning(words)
    const others = [words.toUpperCase(), `${words}.`, `  ${words} `, `${words}. ${words}`, words.normalize('NFD')]
    for (const polite of before) others.push(`${polite}, ${words}`, joined(polite, words))
    for (const polite of after) others.push(`${words}, ${polite}`, joined(words, polite))
    expect(others.map((other) => [other, meaning(other)])).toEqual(others.map((other) => [other, meant]))
  })

  test('words of other languages are not understood', () => {
    const theirs = [...english.SAID.fine, ...english.SAID.taken, ...english.SAID.not_yet, ...english.SAID.yes]
    // "Help" is cried in every language, and "OK" said.
    const unknown = [...foreign, ...theirs.filter((one) => !/help|\bok/i.test(one))]
    for (const words of unknown) expect([words, meaning(words)]).toEqual([words, null])
  })

  test('the answers of another language never reassure, but for the OK that both have', () => {
    for (const [other, { said: theirs }] of EVERY_LANGUAGE) {
      // The two Chinese languages are written alike.
      if (other === language || (isHan && (other === 'cmn' || other === 'yue'))) continue
      for (const words of [...theirs.fine, ...theirs.taken, ...theirs.yes].filter((one) => !/ok/i.test(one))) {
        expect([words, REASSURING.includes(meaning(words))]).toEqual([words, false])
      }
    }
  })

  test('anything that can be written has a meaning or none', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 120 }),
        fc.array(fc.string(), { maxLength: 3 }),
        (text, known) => {
          expect(() => heard.meaningOf(text, known)).not.toThrow()
        },
      ),
    )
  })
})

test('Greek is read without its accents', () => {
  const { said, names } = sentencesIn('el')
  for (const words of Object.values(said).flat()) {
    const bare = words.normalize('NFD').replace(/\p{M}/gu, '')
    expect([bare, understandingIn('el').meaningOf(bare, names)]).toEqual([
      bare,
      understandingIn('el').meaningOf(words, names),
    ])
  }
})

test('Arabic is read with vowel signs and a drawn-out line', () => {
  const { said, names } = sentencesIn('ar')
  for (const words of Object.values(said).flat()) {
    const signed = words.replace(/(?<=\p{L})(?=\p{L})/gu, '\u0640\u064e')
    expect([words, understandingIn('ar').meaningOf(signed, names)]).toEqual([
      words,
      understandingIn('ar').meaningOf(words, names),
    ])
  }
})

test('the two scripts of Chinese mean the same', () => {
  for (const language of ['cmn', 'yue'] as const) {
    const { said, names } = sentencesIn(language)
    for (const words of Object.values(said).flat()) {
      const { meaningOf } = understandingIn(language)
      expect([words, meaningOf(simplified(words), names)]).toEqual([words, meaningOf(words, names)])
    }
  }
})

test('Vietnamese without its marks is an alarm where it was one, and never a reassurance that it was not', () => {
  const { said, names } = sentencesIn('vi')
  const { meaningOf } = understandingIn('vi')
  for (const words of Object.values(said).flat()) {
    const bare = words.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('đ', 'd')
    const [meant, read] = [meaningOf(words, names), meaningOf(bare, names)]
    const isSafe = read === meant || (meant !== 'help' && !REASSURING.includes(read))
    expect([bare, meant, read, isSafe]).toEqual([bare, meant, read, true])
  }
})

test.each(LANGUAGES)('STOP ends texts, and HELP asks for help, in %s', (language) => {
  for (const stop of ['STOP', 'Stop.', 'unsubscribe']) expect(understandingIn(language).refusalIn(stop)).toBe('all')
  expect(understandingIn(language).meaningOf('HELP', [])).toBe('help')
})
