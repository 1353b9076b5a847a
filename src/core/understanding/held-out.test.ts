import { expect, test } from 'vitest'
import { HELD_OUT } from '#test/understanding/languages/held-out.ts'
import { LANGUAGES } from '../languages/language.ts'
import { understandingIn } from './understanding-in.ts'

const REASSURING: unknown[] = ['fine', 'taken', 'yes', 'not_yet']

test.each(LANGUAGES.filter((language) => language !== 'en-AU'))(
  'of the sentences held out of the table of %s nearly all are understood, and none that alarms or is unclear reassures',
  (language) => {
    const heard = Object.entries(HELD_OUT[language]).flatMap(([meant, said]) =>
      said.map((words) => ({ words, meant, read: understandingIn(language).meaningOf(words, []) })),
    )
    const falsely = heard.filter(
      ({ meant, read }) => (meant === 'help' || meant === 'unclear') && REASSURING.includes(read),
    )
    expect(falsely).toEqual([])
    const missed = heard.filter(({ meant, read }) => meant !== (read ?? 'unclear'))
    expect(missed.length).toBeLessThanOrEqual(1)
    expect(missed.filter(({ meant }) => meant === 'help')).toEqual([])
  },
)
