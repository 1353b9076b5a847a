import type { LovedOne } from '#contract/people/loved-ones.ts'
import { awayInShort } from '#core/away/away-until.ts'
import { shortNames } from '#web/domain/people/short-names.ts'

/** More people are counted. */
const MAX_NAMED = 3

/** "Margaret is away until Mon 30 Nov.", or how many of all are away; undefined where nobody is. */
export function awaySentence(lovedOnes: readonly LovedOne[], awayCount: number): string | undefined {
  const names = shortNames(lovedOnes)
  const named = lovedOnes.flatMap(({ id, name, away }) =>
    away?.isNow ? [`${names.get(id) ?? name} is ${awayInShort(away).replace('Away', 'away')}.`] : [],
  )
  if (awayCount === 0) return undefined
  if (named.length === awayCount && awayCount <= MAX_NAMED) return named.join(' ')
  return awayCount === 1 ? 'One person is away.' : `${awayCount} people are away.`
}
