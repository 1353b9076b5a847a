import type { ExpressionBuilder } from 'kysely'
import type { ShownOutcome } from '#contract/calls/calls.ts'
import type { AttemptOutcome } from '#core/calls/call-vocabulary.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'

/** The dials of calls, oldest first. What the provider did not place, or is not known to have placed yet, is no attempt. */
export const readPlacedAttempts = preparedStatement((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('attempts')
    .select(['id', 'callId', 'providerCallId', 'phoneNumber', 'startedAt', 'answeredAt', 'endedAt', 'answeredBy'])
    .select(['durationSeconds', 'keys', 'outcome', 'providerStatus', 'language'])
    .where('callId', '=', (eb) => eb.fn.any(callIds))
    .where('state', '<>', 'not_placed')
    .where((eb) => eb.or([eb('state', '=', 'ended'), eb('providerCallId', 'is not', null), isTextSent(eb)]))
    .orderBy('id'),
)

/** A text is placed once it is sent: its reply is awaited. */
const isTextSent = (eb: ExpressionBuilder<Database, 'attempts'>) =>
  eb.and([eb('messageId', 'is not', null), eb('state', '=', 'placed')])

/** How a dial ended, as it is shown: a dial that we had cancelled at the provider did not fail. */
export function shownOutcome({
  outcome,
  providerStatus,
}: {
  outcome: AttemptOutcome | null
  providerStatus: string | null
}): ShownOutcome | null {
  return outcome === 'failed' && providerStatus === 'canceled' ? 'stopped' : outcome
}
