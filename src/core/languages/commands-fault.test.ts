import { expect, test } from 'vitest'
import type { TextKey } from './catalogue.ts'
import { commandsFault } from './commands-fault.ts'
import { LANGUAGES } from './language.ts'
import { wordingOf } from './wordings.ts'

test.each(LANGUAGES)('the words that texts in %s offer are told apart, and its sentences offer them', (language) => {
  expect(commandsFault(wordingOf(language))).toBeNull()
})

test.each<[TextKey, string, TextKey, RegExp]>([
  ['texts.keyDone', 'AIÙTO', 'texts.keyDone', /same word/],
  ['texts.keyDone', 'Assente', 'texts.keyAway', /same word/],
  ['texts.keyHelp', 'DONE', 'texts.keyHelp', /another one/],
  ['texts.keyBack', 'BASTA', 'texts.keyBack', /wants no calls/],
  ['texts.keyOk', 'SOCCORSO', 'texts.keyOk', /asks for help/],
  ['texts.keyUntil', 'TRE', 'texts.howToGoAway', /the word TRE/],
  ['texts.keyDone', 'FINITO', 'texts.askDone', /the word FINITO/],
  ['texts.askDone', 'Risponda FATTO o AIUTO.', 'texts.askDone', /the word NON ANCORA/],
])('in Italian %s as %j is a fault of %s', (changed, text, key, why) => {
  const wording = wordingOf('it')
  const fault = commandsFault({ ...wording, texts: { ...wording.texts, [changed]: text } })
  expect(fault).toEqual({ key, fault: expect.stringMatching(why) })
})
