import { type ActOnCall, actsOnCall } from '#server/features/activity/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/http/acting-account.ts'

/** What members did with a call, for one of them who reads it. */
export interface Acts {
  all: readonly ActOnCall[]
  /** Several people belong to the circle, or did. */
  isShared: boolean
  /** Who did that last: "You", or a name; of what nobody is noted for, in a circle of one "You" too. */
  who(activityType: string): string
  /** The same; null where nobody is noted for it. */
  whoIfKnown(activityType: string): string | null
}

/** The acts on a call of an account, as `reader` reads them; left out, the account holder of a circle of one. */
export async function actsFor(
  db: Db,
  { callId, accountId }: { callId: number; accountId: number },
  reader: Actor | undefined,
): Promise<Acts> {
  const [all, others] = await Promise.all([
    actsOnCall(db, callId),
    reader === undefined
      ? undefined
      : db
          .selectFrom('members')
          .select('personId')
          .where('accountId', '=', accountId)
          .where('personId', '<>', reader.personId)
          .limit(1)
          .executeTakeFirst(),
  ])
  const isShared = others !== undefined || all.some(({ personId }) => reader && personId !== reader.personId)
  const whoIfKnown = (activityType: string) => {
    const act = all.findLast((one) => one.activityType === activityType)
    if (!act) return null
    return reader === undefined || act.personId === reader.personId ? 'You' : act.name
  }
  return { all, isShared, whoIfKnown, who: (type) => whoIfKnown(type) ?? (isShared ? 'Someone' : 'You') }
}
