import { textWish } from '#core/escalation/reply.ts'
import type { Language } from '#core/languages/language.ts'
import type { Wording } from '#core/languages/wording.ts'
import { recordingStoppedReply, refusedReply } from '#core/refusals/refusal-texts.ts'
import { isKeyword, type Refused } from '#core/understanding/answers/refusal-in.ts'
import type { Understanding } from '#core/understanding/understanding.ts'
import { understandingIn } from '#core/understanding/understanding-in.ts'
import { type CareDeps, withdrawDeps } from '#server/features/care/public.ts'
import { acceptPhone, refusePhone } from '#server/features/contacts/public.ts'
import { withdrawConsent } from '#server/features/loved-ones/public.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** What a text changed about what its phone accepts. */
export interface TextRefusal {
  accountIds: number[]
  /** Null when the provider answers by itself. */
  reply: string | null
  /** What is under way to the phone is to be stopped after the transaction. */
  stopsCalls: boolean
}

const REFUSES: Record<Refused, { calls: boolean; texts: boolean }> = {
  all: { calls: true, texts: true },
  calls: { calls: true, texts: false },
  texts: { calls: false, texts: true },
}

/**
 * Takes a text that refuses calls or texts in one of `languages`, or START, for the whole installation; null for every other text. A bare
 * "yes" lifts what the provider lifts on it, texts that the networks' word stopped, and is also an answer.
 */
export async function takeRefusal(
  deps: CareDeps,
  trx: Trx,
  { from, text, wording, languages }: { from: string; text: string; wording: Wording; languages: readonly Language[] },
): Promise<TextRefusal | null> {
  const heard = languages.map(understandingIn)
  const refused = firstOf(heard, ({ refusalIn }) => refusalIn(text))
  if (refused !== null) {
    const refuses = REFUSES[refused]
    const isTextStop = isKeyword(text)
    const accountIds = await refusePhone(deps, trx, { phoneNumber: from, ...refuses, isTextStop, how: 'text' })
    // After its own keyword the provider sends none of our replies.
    return { accountIds, reply: isTextStop ? null : refusedReply(refuses, wording), stopsCalls: true }
  }
  const recording = firstOf(heard, ({ recordingRefusalIn }) => recordingRefusalIn(text))
  if (recording) return stopRecording(deps, trx, from, { ...recording, wording })
  const wish = textWish(text)
  if (wish === null) return null
  const accountIds = await acceptPhone(deps, trx, from, { by: wish })
  return wish === 'start' ? { accountIds, reply: null, stopsCalls: false } : null
}

function firstOf<T>(heard: readonly Understanding[], refusalIn: (understanding: Understanding) => T | null): T | null {
  for (const understanding of heard) {
    const refused = refusalIn(understanding)
    if (refused !== null) return refused
  }
  return null
}

/** Of everybody whose first phone it is; null from a phone that nobody has. */
async function stopRecording(
  deps: CareDeps,
  trx: Trx,
  from: string,
  { deletes, wording }: { deletes: boolean; wording: Wording },
): Promise<TextRefusal | null> {
  const lovedOnes = await trx
    .selectFrom('lovedOnes')
    .select(['id as lovedOneId', 'accountId'])
    .where('phoneNumber', '=', from)
    .orderBy('id')
    .execute()
  for (const whose of lovedOnes) {
    const withdrawn = { ...whose, subject: 'recording', deletesExisting: deletes, how: 'text' } as const
    await withdrawConsent(withdrawDeps(deps), trx, withdrawn)
  }
  if (lovedOnes.length === 0) return null
  const accountIds = [...new Set(lovedOnes.map(({ accountId }) => accountId))]
  return { accountIds, reply: recordingStoppedReply(deletes, wording), stopsCalls: false }
}
