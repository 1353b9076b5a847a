import { awayCommandIn } from '#core/away/away-command.ts'
import { type AwayReply, awayReplyText } from '#core/away/away-reply.ts'
import { phrase } from '#core/languages/wording.ts'
import { type AwayOfPerson, comeBack, goAway } from '#server/features/aways/public.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { commonWording, type Household, type KnownLovedOne, lovedOnesOf } from '../who-is-it.ts'

/**
 * Takes "AWAY 3", "AWAY UNTIL 30/11" or "BACK" of somebody who is called, for each account that has them; null for every
 * other text. Where several people have the phone nothing is changed: who is left without calls is not guessed. The
 * caller holds the locks of the loved ones.
 */
export async function takeAwayCommand(
  deps: CareDeps,
  trx: Trx,
  text: string,
  households: readonly Household[],
): Promise<{ reply: string; isUnderstood: boolean } | null> {
  const lovedOnes = lovedOnesOf(households.flatMap(({ people }) => people))
  const [first] = lovedOnes
  if (!first || awayCommandIn(text, deps.clock.now(), first.timezone) === null) return null
  const wording = commonWording(households)
  const answer = (reply: AwayReply) => ({
    ...{ reply: awayReplyText(reply, wording), isUnderstood: reply.kind !== 'unreadable' },
  })
  if (households.some(({ people }) => people.length > 1)) return answer({ kind: 'shared' })
  const replies: AwayReply[] = []
  for (const lovedOne of lovedOnes) replies.push(await replyFor(deps, trx, text, lovedOne))
  const reply = replies.find(({ kind }) => kind === 'away' || kind === 'back') ?? replies[0]
  if (!reply) return null
  // One family's calls and names are not said to another's.
  if (households.length > 1 && reply.kind === 'refused') {
    return answer({ kind: 'refused', why: phrase(wording, 'ringing.askFamily') })
  }
  return answer(households.length > 1 && 'callsStartAgainAt' in reply ? { ...reply, callsStartAgainAt: null } : reply)
}

async function replyFor(deps: CareDeps, trx: Trx, text: string, lovedOne: KnownLovedOne): Promise<AwayReply> {
  const { timezone: zone } = lovedOne
  const command = awayCommandIn(text, deps.clock.now(), zone)
  if (command === null) return { kind: 'unreadable' }
  if (command.kind === 'back') return withZone(zone, await comeBack(deps, trx, lovedOne, { by: 'text' }))
  if (command.until === null) return { kind: 'unreadable' }
  return withZone(zone, await goAway(deps, trx, lovedOne, { until: command.until, by: 'text' }))
}

const withZone = (zone: string, done: AwayOfPerson): AwayReply =>
  'callsStartAgainAt' in done ? { ...done, zone } : done
