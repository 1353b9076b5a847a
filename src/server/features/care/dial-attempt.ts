import type { OwedDial } from './claim-due-calls.ts'
import { concludeRefused } from './conclude-attempt.ts'
import type { CareDeps } from './deps.ts'
import { dialAgain } from './dial-again.ts'

/** Asks the provider to ring, outside any transaction, and writes down what came of it. */
export async function dialAttempt(deps: CareDeps, { attemptId, to }: OwedDial): Promise<void> {
  const outcome = await deps.telephony.dial({ to, attemptId })
  const now = deps.clock.now()
  switch (outcome.kind) {
    case 'accepted':
      await recordPlaced(deps, attemptId, outcome.providerCallId, now)
      return
    case 'refused':
      await concludeRefused(deps, attemptId, outcome.reason)
      return
    case 'not_placed':
      deps.log.warn({ attemptId, reason: outcome.reason }, 'A call was not placed')
      await dialAgain(deps, attemptId)
      return
    case 'unknown': {
      deps.log.warn({ attemptId, reason: outcome.reason }, 'Whether a call was placed is not known')
      const wait = outcome.answered ? deps.timing.askAfterAnswerMs : deps.timing.askAfterSilenceMs
      await deps.db
        .updateTable('attempts')
        .set({ state: 'unknown', settleAt: new Date(now.getTime() + wait) })
        .where('id', '=', attemptId)
        .where('state', '=', 'dialling')
        .execute()
      return
    }
    default:
      outcome satisfies never
  }
}

/** The provider has the call. Callbacks may have told so already, and even that it ended. */
export async function recordPlaced(
  deps: CareDeps,
  attemptId: number,
  providerCallId: string,
  now: Date,
): Promise<void> {
  await deps.db
    .updateTable('attempts')
    .set({ state: 'placed', providerCallId, settleAt: new Date(now.getTime() + deps.timing.firstPollMs) })
    .where('id', '=', attemptId)
    .where('state', 'in', ['dialling', 'unknown'])
    .execute()
}
