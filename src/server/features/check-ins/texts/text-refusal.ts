import { textWish } from '#core/escalation/reply.ts'
import { refusedReply } from '#core/refusals/refusal-texts.ts'
import { isKeyword, type Refused, refusalIn } from '#core/understanding/refusal-in.ts'
import type { CareDeps } from '#server/features/care/public.ts'
import { applyLift, applyRefusal } from '#server/features/refusals/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** What a text changed about what its phone accepts. */
export interface TextRefusal {
  accountIds: number[]
  /** Null when the provider answers by itself. */
  reply: string | null
  /** Calls that are under way to the phone are to be stopped after the transaction. */
  stopsCalls: boolean
}

const REFUSES: Record<Refused, { calls: boolean; texts: boolean }> = {
  all: { calls: true, texts: true },
  calls: { calls: true, texts: false },
  texts: { calls: false, texts: true },
}

/**
 * Takes a text that refuses calls or texts, or START, for the whole installation; null for every other text. A bare
 * "yes" lifts what the provider lifts on it, and is also an answer.
 */
export async function takeRefusal(
  deps: CareDeps,
  trx: Trx,
  { from, text }: { from: string; text: string },
): Promise<TextRefusal | null> {
  const refused = refusalIn(text)
  if (refused !== null) {
    const refuses = REFUSES[refused]
    const isTextStop = isKeyword(text)
    const accountIds = await applyRefusal(deps, trx, { phoneNumber: from, ...refuses, isTextStop, how: 'text' })
    // After its own keyword the provider sends none of our replies.
    return { accountIds, reply: isTextStop ? null : refusedReply(refuses), stopsCalls: refuses.calls }
  }
  const wish = textWish(text)
  if (wish === null) return null
  const accountIds = await applyLift(deps, trx, from, { by: wish })
  return wish === 'start' ? { accountIds, reply: null, stopsCalls: false } : null
}
