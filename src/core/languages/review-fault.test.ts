import { describe, expect, test } from 'vitest'
import type { TextKey } from './catalogue.ts'
import { LANGUAGES } from './language.ts'
import { isTextKey, reviewFault } from './review-fault.ts'
import { wordingOf } from './wordings.ts'

describe("a reviewer's text", () => {
  test('of every language as it is shipped is taken back unchanged', () => {
    for (const language of LANGUAGES) {
      for (const [key, text] of Object.entries(wordingOf(language).texts)) {
        expect([language, key, isTextKey(key) && reviewFault(key, text)]).toEqual([language, key, null])
      }
    }
  })

  test.each<[TextKey, string, RegExp]>([
    ['calls.goodbye', ' ', /write something/],
    ['calls.goodbye', 'a'.repeat(601), /600 characters/],
    ['calls.goodbye', 'Ciao <b>', /invisible characters/],
    ['calls.goodbye', 'Ciao \u202e', /invisible characters/],
    ['calls.hello', 'Buongiorno.', /in braces/],
    ['calls.hello', 'Buongiorno {name} {asker}.', /in braces/],
    ['calls.thisIsCooee', 'Cooee per {asker:loud}', /in braces/],
    ['calls.askHow', 'Se sta bene, prema 2 oppure dica: sto bene. Se ha bisogno di aiuto, prema 3.', /same digits/],
    ['calls.goodbye', 'Arrivederci 1', /same digits/],
    ['texts.keyHelp', 'AIUTO 2', /same digits/],
    ['texts.keyHelp', 'AIUTO!', /letters only/],
    ['texts.keyHelp', 'stop', /letters only/],
  ])('%s: %j is refused, and it is said why', (key, text, why) => expect(reviewFault(key, text)).toMatch(why))

  test('may put the names in another order', () => {
    expect(reviewFault('calls.introduction', '{name}, {greeting}. {asker} {purpose}.')).toBeNull()
  })
})
