import { describe, expect, test } from 'vitest'
import { EVERY_LANGUAGE } from '#test/understanding/languages/every-language.ts'
import type { Meaning } from './meaning-of.ts'
import { understandingIn } from './understanding-in.ts'
import { isNobody } from './what-speaks.ts'

describe.each(EVERY_LANGUAGE)('in %s', (language, { names, said, machines, ours, negations }) => {
  const heard = understandingIn(language)
  const meaning = (words: string) => heard.meaningOf(words, names)

  describe.each(Object.keys(said) as (Meaning | 'unclear')[])('what people say with the meaning %s', (meant) => {
    test.each(said[meant])('"%s"', (words) => {
      expect(meaning(words)).toBe(meant === 'unclear' ? null : meant)
    })
  })

  test.each(machines)('a machine is known by its words and answers nothing: "%s"', (words) => {
    expect(isNobody(heard.whatSpeaks(words, names))).toBe(true)
    expect(meaning(words)).toBeNull()
  })

  test.each(ours)('our own words, heard back through the line, answer nothing: "%s"', (words) => {
    expect(['help', 'fine', 'yes', 'taken', 'not_yet']).not.toContain(meaning(words))
  })

  test.each(negations)('"%s" asks for help, and "%s" neither asks nor reassures', (plain, negated) => {
    expect(meaning(plain)).toBe('help')
    expect([null, 'no']).toContain(meaning(negated))
  })

  test.each(Object.entries(said).flatMap(([meant, all]) => (meant === 'help' || meant === 'unclear' ? [] : all)))(
    'who says "%s" asks for no help, for certain or not, and is no machine',
    (words) => {
      expect(heard.isPlainRequestForHelp(words, names)).toBe(false)
      expect(isNobody(heard.whatSpeaks(words, names))).toBe(false)
    },
  )
})
