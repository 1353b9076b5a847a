import { type ExpressionBuilder, sql } from 'kysely'
import type { AnsweredBy, Response } from '#core/call-policy/attempt-outcome.ts'
import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import type { ConversationState } from '#core/conversation/conversation-state.ts'
import { usableVoices } from '#server/features/voices/public.ts'
import { violatesUnique } from '#server/platform/database/connection/database-error.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { CareDeps } from '../deps.ts'
import { accountOfAttempt, announceIfChanged } from './attempt-state.ts'

/** What a callback changes of an attempt beside the link. */
interface AlsoChanged {
  /** Unless it was answered before. */
  answeredAt?: Date
  conversation?: ConversationState
  answeredBy?: AnsweredBy | null
  response?: Response | null
  outcome?: AttemptOutcome | null
}

/**
 * Links an attempt whose lock is held by a callback that carries its id, which proves its dial was placed. What has ended stays ended.
 * Returns whose call it is, and with `answeredAt` what the attempt may play.
 */
export async function linkingUpdate(
  deps: CareDeps,
  trx: Trx,
  attemptId: number,
  providerCallId: string,
  { conversation, ...changes }: AlsoChanged = {},
) {
  const [linked] = await linkLocked(trx, {
    ...{ attemptId, providerCallId, nextAt: quietUntil(deps), ...changes },
    ...(conversation && { conversation: JSON.stringify(conversation) }),
  })
  return linked
}

interface Link {
  attemptId: Param<number>
  providerCallId: Param<string>
  nextAt: Param<Date>
}

interface LinkLocked extends Link {
  answeredAt?: Param<Date> | undefined
  conversation?: Param<string> | undefined
  answeredBy?: Param<AnsweredBy | null> | undefined
  response?: Param<Response | null> | undefined
  outcome?: Param<AttemptOutcome | null> | undefined
}

const linkLocked = preparedStatement(
  (db, { answeredAt, conversation, answeredBy, response, outcome, ...link }: LinkLocked) =>
    linking(db, link)
      .$if(answeredBy !== undefined, (update) => update.set({ answeredBy }))
      .$if(response !== undefined, (update) => update.set({ response }))
      .$if(outcome !== undefined, (update) => update.set({ outcome }))
      .$if(conversation !== undefined, (update) => update.set({ conversation }))
      .$if(answeredAt !== undefined, (update) =>
        update
          .set((eb) => ({ answeredAt: eb.fn.coalesce('answeredAt', sql<Date>`${answeredAt}`) }))
          .returning(usableVoices(sql.ref('attempts.call_id')).as('usableVoices')),
      ),
)

const quietUntil = ({ clock, timing }: CareDeps): Date => new Date(clock.now().getTime() + timing.quietMs)

function linking(db: Db, { attemptId, providerCallId, nextAt }: Link) {
  return db
    .updateTable('attempts')
    .set((eb) => ({ state: 'placed', providerCallId: eb.fn.coalesce('providerCallId', providerCallId), nextAt }))
    .where('id', '=', attemptId)
    .where('state', 'not in', ['ended', 'not_placed'])
    .returning((eb) => [accountOfAttempt(eb), 'attempts.isRecorded', 'attempts.callId'])
    .returning((eb) => isOfEndedCall(eb).$castTo<boolean>().as('isOver'))
}

function isOfEndedCall(eb: ExpressionBuilder<Database, 'attempts'>) {
  return eb.exists(
    eb
      .selectFrom('calls')
      .select('calls.id')
      .whereRef('calls.id', '=', 'attempts.callId')
      .where('calls.endedAt', 'is not', null),
  )
}

interface Linked {
  isRecorded: boolean
  callId: number
  isOver: boolean
  phoneNumber: string
  isOnOtherPhone: boolean
}

/** Whether the phone that rings is not, or no longer, the first one of its loved one. */
function isOnOtherPhone(eb: ExpressionBuilder<Database, 'attempts'>) {
  return eb.exists(
    eb
      .selectFrom('calls')
      .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
      .select('calls.id')
      .whereRef('calls.id', '=', 'attempts.callId')
      .whereRef('lovedOnes.phoneNumber', '<>', 'attempts.phoneNumber'),
  )
}

/**
 * Links an attempt without a transaction, for the usual case: nothing else is linked to this provider call. `answeredBy` is noted with
 * it unless a key or an answer has shown that it is a person. Null when nothing was written: the attempt is over or
 * unknown, it is linked to another call, or another attempt holds the call and has to release it first.
 */
export async function linkAttempt(
  deps: CareDeps,
  attemptId: number,
  providerCallId: string,
  answeredBy?: AnsweredBy,
): Promise<Linked | null> {
  try {
    const [linked] = await link(deps.db, { attemptId, providerCallId, nextAt: quietUntil(deps), answeredBy })
    await announceIfChanged(deps.db, linked)
    return linked ?? null
  } catch (error) {
    if (violatesUnique(error, 'dials_provider_call_id_key')) return null
    throw error
  }
}

const link = preparedStatement((db, { answeredBy, ...given }: Link & { answeredBy?: Param<AnsweredBy> | undefined }) =>
  linking(db, given)
    .returning((eb) => ['attempts.phoneNumber', isOnOtherPhone(eb).$castTo<boolean>().as('isOnOtherPhone')])
    .$if(answeredBy !== undefined, (update) =>
      update.set((eb) => ({
        answeredBy: eb
          .case()
          .when(eb.and([eb('keys', '=', ''), eb('response', 'is', null)]))
          .then(sql<AnsweredBy | null>`${answeredBy}`)
          .else(eb.ref('answeredBy'))
          .end(),
      })),
    )
    .where(({ or, and, not, eb, exists, selectFrom }) =>
      or([
        eb('attempts.providerCallId', '=', given.providerCallId),
        and([
          eb('attempts.providerCallId', 'is', null),
          not(
            exists(selectFrom('dials as other').select('id').where('other.providerCallId', '=', given.providerCallId)),
          ),
        ]),
      ]),
    ),
)
