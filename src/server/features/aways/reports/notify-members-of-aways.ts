import {
  type AwayDoer,
  type AwayOf,
  awayBeginsText,
  awayEndsText,
  backEarlyText,
  MAX_LISTED,
} from '#core/away/away-words.ts'
import { isShared } from '#server/features/activity/public.ts'
import { firstCallFrom } from '#server/features/calls/public.ts'
import { notifyMembers } from '#server/features/notifications/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { AwaysDeps } from '../deps.ts'
import { noteOnce, type ReportedAway } from './report-away.ts'

/** A notice names the time on the reader's own clocks as well, where they show another. */
interface Reader {
  timezone: string
}

type AwayNoticeDeps = Pick<AwaysDeps, 'enqueueNotice' | 'publicUrl' | 'clock' | 'sealing'>

/** Once, in one notice for all of an account: that they have begun, and who set them. */
export async function notifyOfBegin(
  deps: AwayNoticeDeps,
  trx: Trx,
  aways: readonly ReportedAway[],
  now: Date,
): Promise<void> {
  const reported = await noteOnce(trx, aways, 'beginNotifiedAt', now)
  const [first] = reported
  if (!first) return
  const doneBy = await doerOf(trx, reported)
  const people = await peopleOf(deps, trx, reported)
  const text = ({ timezone }: Reader) =>
    awayBeginsText({ people, link: awayLink(deps, reported), doneBy, readerZone: timezone })
  await notify(deps, trx, first, text, 'begins')
}

/** Once, on the last day: when calls start again, with a link to extend them. */
export async function notifyOfEndSoon(
  deps: AwayNoticeDeps,
  trx: Trx,
  aways: readonly ReportedAway[],
  now: Date,
): Promise<void> {
  const rows = await trx
    .updateTable('aways')
    .set({ remindedAt: now, remindAt: null })
    .where('id', 'in', [0, ...aways.map(({ id }) => id)])
    .where('remindAt', 'is not', null)
    .returning('id')
    .execute()
  const noted = new Set(rows.map(({ id }) => id))
  // After an outage one may have ended: nothing is to be extended.
  const open = aways.filter(({ id, endsAt }) => noted.has(id) && endsAt > now)
  const followed = await idsFollowed(trx, open)
  const reported = open.filter(({ id }) => !followed.has(id))
  const [first] = reported
  if (!first) return
  const people = await peopleOf(deps, trx, reported)
  const text = ({ timezone }: Reader) => awayEndsText({ people, link: awayLink(deps, reported), readerZone: timezone })
  await notify(deps, trx, first, text, `ends:${first.endsAt.getTime()}`)
}

/** Those that another time away follows without a gap: calls do not start again after them. */
async function idsFollowed(trx: Trx, aways: readonly ReportedAway[]): Promise<Set<number>> {
  const rows = await trx
    .selectFrom('aways')
    .innerJoin('aways as next', (join) =>
      join.onRef('next.lovedOneId', '=', 'aways.lovedOneId').onRef('next.startsAt', '=', 'aways.endsAt'),
    )
    .select('aways.id')
    .where('aways.id', 'in', [0, ...aways.map(({ id }) => id)])
    .execute()
  return new Set(rows.map(({ id }) => id))
}

/** That they ended early: the person themselves said so, or a member did it, who needs no notice. */
export async function notifyOfReturn(
  deps: AwayNoticeDeps,
  trx: Trx,
  aways: readonly ReportedAway[],
  { now, doneBy }: { now: Date; doneBy: AwayDoer },
): Promise<void> {
  const [first] = aways
  if (!first) return
  const people = await peopleOf(
    deps,
    trx,
    aways.map((away) => ({ ...away, endsAt: now })),
  )
  const of = aways.length === 1 ? `?lovedOneId=${first.lovedOneId}` : ''
  const text = ({ timezone }: Reader) =>
    backEarlyText({ people, link: `${deps.publicUrl}/calls${of}`, doneBy, readerZone: timezone })
  await notify(deps, trx, first, text, 'back', first.actor?.personId)
}

/** That the end of one that lasts was moved, by the person themselves or by a member, who needs no notice. */
export async function notifyOfMove(
  deps: AwayNoticeDeps,
  trx: Trx,
  away: ReportedAway,
  doneBy: AwayDoer,
): Promise<void> {
  const people = await peopleOf(deps, trx, [away])
  const text = ({ timezone }: Reader) =>
    awayBeginsText({ people, link: awayLink(deps, [away]), doneBy, isChange: true, readerZone: timezone })
  await notify(
    deps,
    trx,
    away,
    text,
    `until:${away.endsAt.getTime()}:${deps.clock.now().getTime()}`,
    away.actor?.personId,
  )
}

function notify(
  deps: AwayNoticeDeps,
  trx: Trx,
  { id, accountId }: ReportedAway,
  text: (reader: Reader) => ReturnType<typeof awayBeginsText>,
  what: string,
  doneBy?: number,
): Promise<void> {
  const key = `away:${id}:${what}`
  return notifyMembers(deps, trx, { accountId, kind: 'lateCalls', text, key, isUrgent: false, doneBy })
}

function awayLink({ publicUrl }: AwayNoticeDeps, [first, ...others]: readonly ReportedAway[]): string {
  return first && others.length === 0 ? `${publicUrl}/loved-ones?away=${first.lovedOneId}` : `${publicUrl}/loved-ones`
}

/** Only those who are listed have their next call read. */
function peopleOf({ sealing }: AwayNoticeDeps, trx: Trx, aways: readonly ReportedAway[]): Promise<AwayOf[]> {
  return Promise.all(
    aways.map(async ({ name, timezone: zone, endsAt, lovedOneId }, place) => {
      if (place >= MAX_LISTED) return { name, zone, endsAt }
      const { at: nextCallAt, why: whyNotPlaced } = await firstCallFrom(sealing, trx, lovedOneId, endsAt)
      return { name, zone, endsAt, nextCallAt, whyNotPlaced }
    }),
  )
}

/** The one who has set them all: the person of the only one, or a member of several. */
async function doerOf(trx: Trx, aways: readonly ReportedAway[]): Promise<AwayDoer> {
  const [first] = aways
  if (!first) return null
  if (aways.length === 1 && first.setBy !== 'account_holder') return first.setBy
  const setters = new Set(aways.map(({ actor, setter }) => actor?.name ?? setter ?? null))
  const [setter] = setters
  if (!setter || setters.size > 1 || !(await isShared(trx, first.accountId))) return null
  return { member: setter }
}
