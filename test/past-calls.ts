import type { AttemptOutcome, CallType, FinalStatus } from '#core/calls/call-vocabulary.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A call of the past, with its tries. */
export interface PastCall {
  accountId: number
  lovedOneId: number
  at: Date
  scheduleId?: number
  callType?: CallType
  status?: FinalStatus
  reason?: string | null
  cancelledAt?: Date | null
  isRehearsal?: boolean
  /** Left out: one that was answered with a key after 12 seconds. */
  tries?: { response?: 'acknowledged' | 'help' | 'not_yet' | null; outcome?: AttemptOutcome; seconds?: number }[]
}

const ANSWERED: NonNullable<PastCall['tries']> = [{ response: 'acknowledged', seconds: 12 }]

/** Writes it as the care feature would have left it; resolves with its id. */
export async function insertPastCall(db: Db, { tries = ANSWERED, at, ...call }: PastCall): Promise<number> {
  const endedAt = new Date(at.getTime() + tries.length * 600_000)
  const { id } = await db
    .insertInto('calls')
    .values({
      ...{ callType: 'daily_check_in', status: 'completed', reason: null, cancelledAt: null, ...call },
      ...{ scheduledFor: at, endedAt, startedAt: tries.length > 0 ? at : null, triesMade: tries.length },
      zone: 'Australia/Sydney',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [place, { response = null, outcome, seconds }] of tries.entries()) {
    const startedAt = new Date(at.getTime() + place * 600_000)
    const { id: attemptId } = await db
      .insertInto('attempts')
      .values({
        ...{ callId: id, attemptNumber: place + 1, phoneNumber: '+61491570156', state: 'ended', dialBy: endedAt },
        ...{ startedAt, endedAt: new Date(startedAt.getTime() + 60_000), providerCallId: `past-${id}-${place}` },
        ...{ answeredAt: null, durationSeconds: null, nextAt: null, claimedUntil: null, requestedAt: startedAt },
        ...{ answeredBy: null, providerStatus: 'completed', recordingPollAt: null },
        ...{ response, outcome: outcome ?? response ?? 'no_answer' },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (seconds === undefined) continue
    const said = { attemptId, step: 'answer question 1', speaker: 'person', text: 'Pressed 1' } as const
    await db
      .insertInto('turns')
      .values({ ...said, at: new Date(startedAt.getTime() + seconds * 1000), sealedWith: null })
      .execute()
  }
  return id
}
