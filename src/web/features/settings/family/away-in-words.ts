import { shortDay } from '#core/away/away-until.ts'
import { shortName } from '#core/escalation/texts/parts/short-name.ts'
import type { Member } from './family-api.ts'

/** "You're away from Fri 4 Dec to Mon 7 Dec. Tom looks after things." Empty for a member who is not. */
export function awayInWords({ name, isYou, away }: Member, members: readonly Member[]): string {
  if (!away) return ''
  const { from, until, coveredBy, isNow, nobodyLeft } = away
  const who = isYou ? 'You’re' : `${shortName(name)} is`
  const days = isNow ? `until ${shortDay(until)}` : `from ${shortDay(from)} to ${shortDay(until)}`
  const cover = members.find(({ id }) => id === coveredBy)
  const coverWords =
    cover && (cover.isYou ? ' You look after things.' : ` ${shortName(cover.name)} looks after things.`)
  // Where nobody is there, alerts go to the owner, also to one who is away.
  const owner = members.find(({ role }) => role === 'owner')
  const reached = !owner || owner.isYou ? 'you' : shortName(owner.name)
  return `${who} away ${days}.${
    nobodyLeft ? ` Nobody else is there then, so alerts still come to ${reached}.` : (coverWords ?? '')
  }`
}
