import { Luggage } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { awayInShort } from '#core/away/away-until.ts'
import { useRight } from '#web/domain/account/rights.tsx'
import { lovedOnesPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'

/** Says that a loved one is away, or will be, and leads to where that is changed; nothing where no time away is set. */
export function AwayNote({ lovedOne: { id, name, away } }: { lovedOne: LovedOne }) {
  const mayChange = useRight('care')
  if (!away) return null
  return (
    <div className="flag flag--quiet">
      <Luggage />
      <div>
        <strong>{awayInShort(away)}</strong>{' '}
        {mayChange && (
          <TextLink href={lovedOnesPath({ away: id })} about={`for ${name}`}>
            Change
          </TextLink>
        )}
      </div>
    </div>
  )
}
