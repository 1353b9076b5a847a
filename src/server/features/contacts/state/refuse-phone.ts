import { nextQuestionAt } from '#core/contacts/contact-state.ts'
import { applyLift, applyRefusal, type RefusalDeps, refusalOf } from '#server/features/refusals/public.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { answeredState, changeState } from './change-state.ts'
import { lockContacts } from './contact-rows.ts'

/** As `applyRefusal`; every contact with that number follows. */
export async function refusePhone(...[deps, trx, refuses]: Parameters<typeof applyRefusal>): Promise<number[]> {
  const accountIds = await applyRefusal(deps, trx, refuses)
  await syncContactStates(deps, trx, refuses.phoneNumber)
  return accountIds
}

/** As `applyLift`; every contact with that number follows. */
export async function acceptPhone(...[deps, trx, phoneNumber, by]: Parameters<typeof applyLift>): Promise<number[]> {
  const accountIds = await applyLift(deps, trx, phoneNumber, by)
  await syncContactStates(deps, trx, phoneNumber)
  return accountIds
}

/**
 * Brings the contacts with a number in line with what its phone refuses: who wants neither calls nor texts is
 * `stopped`, and whose phone takes some of them again is what they answered last. The log says so already.
 */
export async function syncContactStates(
  deps: RefusalDeps & { clock: Clock },
  trx: Trx,
  phoneNumber: string,
): Promise<void> {
  const refusal = await refusalOf(deps, trx, phoneNumber)
  const isStopped = Boolean(refusal?.callsSince && refusal.textsSince)
  const now = deps.clock.now()
  for (const contact of await lockContacts(trx, { phoneNumber })) {
    if (isStopped === (contact.state === 'stopped')) continue
    const state = isStopped ? 'stopped' : answeredState(contact)
    const askAt = state === 'asked' ? now : state === 'agreed' ? nextQuestionAt(now) : null
    await changeState(trx, contact, { state, askAt, said: null })
  }
}
