import { Luggage } from 'lucide-react'
import type { LovedOne } from '#contract/people/loved-ones.ts'
import { awayInShort } from '#core/away/away-until.ts'
import { lovedOnesPath } from '#web/domain/paths.ts'
import { TextLink } from '#web/domain/text-link.tsx'

/** Whether the next call of a loved one falls into their time away. */
export function isNextAway({ away, nextCall }: Pick<LovedOne, 'away' | 'nextCall'>): boolean {
  if (!away || !nextCall) return false
  const time = Date.parse(nextCall.scheduledTime)
  return Date.parse(away.startsAt) <= time && time < Date.parse(away.endsAt)
}

/** Says that a loved one is away, or will be, and leads to where that is changed; nothing where no time away is set. */
export function AwayNote({ lovedOne: { id, name, away } }: { lovedOne: LovedOne }) {
  if (!away) return null
  return (
    <div className="flag flag--quiet">
      <Luggage />
      <div>
        <strong>{awayInShort(away)}</strong>{' '}
        <TextLink href={lovedOnesPath({ away: id })} about={`for ${name}`}>
          Change
        </TextLink>
      </div>
    </div>
  )
}
