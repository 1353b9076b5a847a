import { type AskedByText, askText } from '#core/call-script/ask-text.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { askedBy, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import type { SpeakingDeps } from '../conversation/attempt-conversation.ts'
import { spokenSubjectOf } from '../conversation/attempt-conversation.ts'
import type { CareDeps } from '../deps.ts'
import { textedSince } from './texted-before-restore.ts'

/** When the outbox is looked at first: usually the provider has taken the text by then. */
const FIRST_LOOK_MS = 2_000

/**
 * Writes the messages of tries by text that were just claimed, in the transaction of their claim: from then on the outbox
 * sends each once, and the reconciler follows its message.
 */
export async function askByText(deps: CareDeps, trx: Trx, attempts: readonly { id: number }[]): Promise<void> {
  for (const { id: attemptId } of attempts) {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt) continue
    const since = await textedSince(deps, trx, attempt)
    const messageId = await deps.enqueueNotice(trx, {
      channel: 'sms',
      recipient: attempt.phoneNumber,
      subject: null,
      text: askText(askedByTextOf(deps, attempt)),
      ...{ accountId: attempt.accountId, lovedOneId: attempt.lovedOneId },
      isUrgent: true,
      dedupeKey: `check-in:${attemptId}`,
      ...(since && { mayBeSentSince: since }),
    })
    const nextAt = new Date(deps.clock.now().getTime() + FIRST_LOOK_MS)
    await trx.updateTable('attempts').set({ messageId, nextAt }).where('id', '=', attemptId).execute()
  }
}

/** What the text of an attempt is made of. */
export function askedByTextOf(deps: SpeakingDeps, attempt: LockedAttempt): AskedByText {
  const { callType, name, preferredName, reminderText, catchUp, often, wording } = spokenSubjectOf(deps, attempt)
  return {
    callType,
    name,
    preferredName,
    askedBy: askedBy(attempt),
    catchUp: catchUp ?? null,
    hasReminder: reminderText !== null,
    ...(wording && { wording }),
    isUnasked: often !== null,
    isAgain: attempt.attemptNumber > 1 && attempt.notYetCount === 0,
  }
}
