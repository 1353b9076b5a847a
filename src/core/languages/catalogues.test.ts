import { describe, expect, test } from 'vitest'
import { textSegments } from '../phone/text-segments.ts'
import { placeholdersIn, type TextKey } from './catalogue.ts'
import { ENGLISH_WORDING } from './english/english.ts'
import { LANGUAGES } from './language.ts'
import { phrase } from './wording.ts'
import { PACKS, wordingOf } from './wordings.ts'

const OTHERS = LANGUAGES.filter((language) => language !== 'en-AU')
const KEYS = Object.keys(ENGLISH_WORDING.texts) as TextKey[]

/** What every script of another alphabet holds beside its own letters: names, commands and placeholders. */
const LATIN_THAT_STAYS = /\{[\w:]+\}|Cooee|STOP|START|DELETE RECORDINGS/g
const OWN_LETTERS = {
  el: /\p{Script=Greek}/u,
  cmn: /\p{Script=Han}/u,
  yue: /\p{Script=Han}/u,
  ar: /\p{Script=Arabic}/u,
} as const

/** Where English has the digits of a number, and the others its words. */
const SAID_IN_WORDS: readonly TextKey[] = ['calls.callAgainIn15', 'ringing.noNumberOfDays']

describe.each(OTHERS)('the catalogue of %s', (language) => {
  const { texts } = wordingOf(language)

  test('puts in what English puts in', () => {
    for (const key of KEYS) {
      expect([key, placeholdersIn(texts[key])]).toEqual([key, placeholdersIn(ENGLISH_WORDING.texts[key])])
    }
  })

  test('leaves nothing empty, names the same keys of the phone, and marks nothing up', () => {
    for (const key of KEYS) {
      expect(texts[key].trim(), key).toBe(texts[key])
      expect(texts[key], key).not.toBe('')
      expect(texts[key], key).not.toMatch(/[<>&]/)
      if (SAID_IN_WORDS.includes(key)) continue
      expect([key, digitsIn(texts[key])]).toEqual([key, digitsIn(ENGLISH_WORDING.texts[key])])
    }
  })

  test('has words of its own for every command of a text', () => {
    const commands = KEYS.filter((key) => key.startsWith('texts.key')).map((key) => texts[key])
    expect(new Set(commands).size).toBe(commands.length)
  })

  test('is not marked as read by somebody who grew up with it until it is', () => {
    expect(PACKS[language].reviewedByNativeSpeaker).toBe(false)
  })

  test('asks by text in at most three parts', () => {
    const names = { name: 'Margaret', asker: 'Robyn' }
    for (const key of ['texts.askHow', 'texts.askFeeling', 'texts.askDone', 'texts.askAwake'] as const) {
      expect(textSegments(`${phrase({ texts }, 'texts.askAgain', names)} ${texts[key]}`)).toBeLessThanOrEqual(3)
    }
  })
})

test.each(Object.entries(OWN_LETTERS))('no Latin word is left in %s', (language, letters) => {
  const { texts } = wordingOf(language as keyof typeof OWN_LETTERS)
  for (const key of KEYS) {
    const rest = texts[key].replace(LATIN_THAT_STAYS, '')
    expect(rest, key).not.toMatch(/\p{Script=Latin}/u)
    if (/\p{L}/u.test(rest)) expect(rest, key).toMatch(letters)
  }
})

test('texts in Italian are of the small alphabet, so that they are not sent in more parts than English', () => {
  const { texts } = wordingOf('it')
  for (const key of KEYS.filter((key) => key.startsWith('texts.'))) {
    const hundred = texts[key]
      .replace(/\{[^}]*\}/g, '')
      .padEnd(100)
      .slice(0, 100)
    expect(textSegments(hundred), key).toBe(1)
  }
})

test('a text in Greek is counted in parts of 70 and 67 signs', () => {
  const { texts } = wordingOf('el')
  const question = `${phrase({ texts }, 'texts.ask', { name: 'Ελένη', asker: 'Maria' })} ${texts['texts.askHow']}`
  expect(question.length).toBeGreaterThan(70)
  expect(textSegments(question)).toBe(Math.ceil(question.length / 67))
})

test('a correction is used while its English is what is said, and no longer', () => {
  const english = ENGLISH_WORDING.texts['calls.goodbye']
  const corrected = wordingOf('it', { 'calls.goodbye': { english, text: 'A presto.' } })
  expect(corrected.texts['calls.goodbye']).toBe('A presto.')
  expect(corrected.texts['calls.thankYou']).toBe('Grazie.')
  const stale = wordingOf('it', { 'calls.goodbye': { english: 'Bye then.', text: 'A presto.' } })
  expect(stale.texts['calls.goodbye']).toBe('Arrivederci.')
})

const digitsIn = (text: string): string[] =>
  text
    .replace(/\{[^}]*\}/g, '')
    .match(/\d+/g)
    ?.sort() ?? []
