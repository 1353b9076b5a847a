import type { ScriptPart } from '#core/call-script/script.ts'
import { open } from '#core/conversation/respond.ts'
import { scriptOf } from '#core/conversation/script/script-of.ts'
import { storedConsents } from '#server/features/consents/public.ts'
import { unlinkFromOtherDials } from '#server/features/dialling/public.ts'
import { chooseVoices } from '#server/features/voices/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { factsOf, type LockedAttempt } from '../attempts/attempt-state.ts'
import { linkingUpdate } from '../attempts/link-attempt.ts'
import { spokenSubjectOf } from '../conversation/attempt-conversation.ts'
import type { CareDeps } from '../deps.ts'

/** Links an answered attempt, of which nothing was said yet, to its call at the provider. Returns what is said first. */
export async function openConversation(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  providerCallId: string,
): Promise<readonly ScriptPart[]> {
  const { attemptId } = attempt
  const now = deps.clock.now()
  if (attempt.providerCallId === null) await unlinkFromOtherDials(trx, attemptId, providerCallId, now)
  const { state, move } = open(factsOf(attempt).conversation, { now: now.getTime() })
  const linked = await linkingUpdate(deps, trx, attemptId, providerCallId, { answeredAt: now, conversation: state })
  if (mayPlayVoice(deps, attempt)) await chooseVoices(deps, trx, { attemptId, usable: linked?.usableVoices ?? [], now })
  return scriptOf(spokenSubjectOf(deps, attempt), move)
}

/** Links an attempt whose pick-up may be lost to the call in which a key of its person was heard. */
export async function linkAnswered(
  deps: CareDeps,
  trx: Trx,
  { attemptId, providerCallId: known }: LockedAttempt,
  providerCallId: string,
): Promise<void> {
  const now = deps.clock.now()
  if (known === null) await unlinkFromOtherDials(trx, attemptId, providerCallId, now)
  await linkingUpdate(deps, trx, attemptId, providerCallId, { answeredAt: now })
}

/** In the first call to a number, which asks if calls are all right, Cooee speaks alone. */
const mayPlayVoice = ({ consent }: CareDeps, { consents, needsConsentOnPhone }: LockedAttempt): boolean =>
  storedConsents(consents, consent).calls.state === 'agreed' && !needsConsentOnPhone
