import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from './language.ts'
import { readableText } from './text-commands.ts'
import { wordingOf } from './wordings.ts'

const read = (text: string, language: Language, names: string[] = []) =>
  readableText(text, wordingOf(language), names).words
const readIn = (text: string, language: Language) => readableText(text, wordingOf(language)).language
const OTHERS = LANGUAGES.filter((language) => language !== 'en-AU')

describe.each(OTHERS)('a text in %s', (language) => {
  const { texts } = wordingOf(language)

  test('is taken by the words that our texts offer, as somebody types them', () => {
    for (const [key, english] of [
      ['texts.keyOk', 'OK'],
      ['texts.keyHelp', 'HELP'],
      ['texts.keyDone', 'DONE'],
      ['texts.keyNotYet', 'NOT YET'],
      ['texts.keyRead', 'READ'],
      ['texts.keyBack', 'BACK'],
    ] as const) {
      const word = texts[key]
      // An English word that is also theirs stands as it was typed.
      const isRead = (text: string) => expect(read(text, language).toUpperCase()).toBe(english)
      for (const text of [word, ` ${word.toLowerCase()}! `, `“${word}”`]) isRead(text)
    }
  })

  test('sets a time away by days or until a date', () => {
    const away = texts['texts.keyAway']
    expect(read(`${away} 3`, language)).toBe('AWAY 3')
    expect(read(`${away.toLowerCase()} ${texts['texts.keyUntil']} 30/11`, language)).toBe('AWAY UNTIL 30/11')
    expect(read(away, language)).toBe('AWAY')
  })

  test('is taken by digits, by the English words and by what the provider knows', () => {
    for (const text of ['1', '2', 'OK', 'help', 'NOT YET', 'Stop', 'AWAY 3', 'away until 30/11']) {
      expect(read(text, language).toUpperCase()).toBe(text.toUpperCase())
    }
  })

  test('of other words is read in that language: nothing is guessed across languages', () => {
    expect(readableText("I'm fine, don't worry", wordingOf(language))).toEqual({
      ...{ words: "I'm fine, don't worry", language },
    })
    expect(readIn(texts['texts.keyOk'], language)).toBe('en-AU')
  })

  test('names somebody who shares the phone', () => {
    expect(read(`Anna ${texts['texts.keyOk']}`, language, ['Anna', 'Nikos'])).toBe('Anna is OK')
    expect(read(`Anna, Nikos ${texts['texts.keyOk']}`, language, ['Anna', 'Nikos'])).toBe('Anna and Nikos are OK')
  })
})

test('marks that a thumb leaves out are not needed, and digits of Arabic count', () => {
  expect(read('βοηθεια', 'el')).toBe('HELP')
  expect(read('giup', 'vi')).toBe('HELP')
  expect(read('di vang 3', 'vi')).toBe('AWAY 3')
  expect(read('غياب ٣', 'ar')).toBe('AWAY 3')
  expect(read('外出3', 'cmn')).toBe('AWAY 3')
})

test('a polite yes in Vietnamese is no time away', () => {
  expect(readableText('vâng', wordingOf('vi'))).toEqual({ words: 'vâng', language: 'vi' })
})

test('in English a text is read as it is', () => {
  expect(read("I'm fine!", 'en-AU')).toBe("I'm fine!")
})

test('a word that was offered before a reviewer changed it is still taken', () => {
  const shipped = wordingOf('it')
  const changed = { ...shipped, texts: { ...shipped.texts, 'texts.keyRead': 'MOSTRA', 'texts.keyAway': 'PARTITO' } }
  const words = (text: string) => readableText(text, changed).words
  expect([words('mostra'), words('leggi')]).toEqual(['READ', 'READ'])
  expect([words('partito 3'), words('assente 3')]).toEqual(['AWAY 3', 'AWAY 3'])
})
