import { type ActOnCall, actsOnCall } from '#server/features/activity/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Actor } from '#server/platform/http/requests/acting-account.ts'

/** What members did with a call, for one of them who reads it. */
export interface Acts {
  all: readonly ActOnCall[]
  /** Several people belong to the circle, or did. */
  isShared: boolean
  /** In whose time zone the reader is; undefined: on the owner's. */
  readerZone: string | undefined
  /** Who did that last: "You", or a name; of what nobody is noted for, in a circle of one "You" too. */
  who(activityType: string): string
  /** The same; null where nobody is noted for it. */
  whoIfKnown(activityType: string): string | null
  /** "You", or their name. */
  nameOf(member: Pick<ActOnCall, 'personId' | 'name'>): string
  /** An act as a sentence that names who did it. */
  said(act: ActOnCall): string
}

const readOthers = preparedStatement((db, of: { accountId: Param<number>; personId: Param<number> }) =>
  db
    .selectFrom('members')
    .select('personId')
    .where('accountId', '=', of.accountId)
    .where('personId', '<>', of.personId)
    .limit(1),
)

/** The acts on a call of an account, as `reader` reads them; left out, the account holder of a circle of one. */
export async function actsFor(
  db: Db,
  { callId, accountId }: { callId: number; accountId: number },
  reader: Actor | undefined,
): Promise<Acts> {
  const [all, others] = await Promise.all([
    actsOnCall(db, callId),
    reader === undefined ? [] : readOthers(db, { accountId, personId: reader.personId }),
  ])
  const isShared = others.length > 0 || all.some(({ personId }) => reader && personId !== reader.personId)
  const nameOf: Acts['nameOf'] = ({ personId, name }) =>
    reader === undefined || personId === reader.personId ? 'You' : name
  const whoIfKnown = (activityType: string) => {
    const act = all.findLast((one) => one.activityType === activityType)
    return act ? nameOf(act) : null
  }
  return {
    all,
    isShared,
    readerZone: reader?.timezone,
    nameOf,
    whoIfKnown,
    who: (type) => whoIfKnown(type) ?? (isShared ? 'Someone' : 'You'),
    said(act) {
      const { description, name } = act
      // What was written for a circle of one does not name them; what names them by a name of before says enough.
      if (!description.startsWith(`${name} `))
        return nameOf(act) === 'You' ? description : `${nameOf(act)}: ${description}`
      return `${nameOf(act)}${description.slice(name.length)}`
    },
  }
}
