import { type Learnt, whenLineTaken } from '#core/call-policy/attempt-facts.ts'
import type { AnsweredBy } from '#core/call-policy/attempt-outcome.ts'
import { voicemailReason } from '#core/call-policy/next-step.ts'
import { openingScript, type ScriptPart, voicemailScript } from '#core/call-script/script.ts'
import type { CallFacts, ProviderCall } from '#server/adapters/telephony/telephony.ts'
import type { Trx } from '#server/platform/database.ts'
import { repeatableTransaction } from '#server/platform/repeatable-transaction.ts'
import { askedBy, knownOf, lockAttempt, type OpenAttempt, takeFromOthers, touchIfChanged } from './attempt-state.ts'
import { concludeAttempt } from './conclude-attempt.ts'
import type { CareDeps } from './deps.ts'
import { hearAnswer } from './hear-answer.ts'
import { linkAttempt, linkedTo } from './link-attempt.ts'
import { type RecentlyLinked, recentlyLinked } from './recently-linked.ts'
import { recordTurns, VOICEMAIL_STEP, wasMessageLeft } from './turns.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]

/** Applies what the provider tells to calls and attempts. */
export function callFacts(deps: CareDeps): CallFacts {
  const recent = recentlyLinked(deps)
  return {
    answered: (attemptId, providerCallId) =>
      repeatableTransaction(deps.db, (trx) => answered(deps, trx, attemptId, providerCallId)),
    heard: (attemptId, step, heard) => hearAnswer(deps, attemptId, step, heard),
    progressed: (attemptId, call) => progressed(deps, recent, attemptId, call),
    lineTakenBy: (attemptId, providerCallId, by) => lineTakenBy(deps, attemptId, providerCallId, by),
  }
}

async function answered(
  deps: CareDeps,
  trx: Trx,
  attemptId: number,
  providerCallId: string,
): Promise<readonly ScriptPart[]> {
  const attempt = await lockAttempt(trx, attemptId)
  // A call that has ended meanwhile, by a late key of an earlier attempt, needs no answer any more.
  if (!attempt || !isOpen(attempt) || attempt.status !== 'in_progress') return HANG_UP
  const now = deps.clock.now()
  if (attempt.providerCallId === null) await takeFromOthers(trx, attemptId, providerCallId, now)
  const script = openingScript({ ...attempt, askedBy: askedBy(attempt) })
  const first = script.find((part) => part.kind === 'ask')
  await Promise.all([
    linkedTo(deps, trx, attemptId, providerCallId)
      .set((eb) => ({ answeredAt: eb.fn.coalesce('answeredAt', eb.val(now)) }))
      .execute(),
    first && recordTurns(deps, trx, [{ attemptId, step: 'opening', speaker: 'cooee', text: first.prompt, at: now }]),
  ])
  return script
}

async function progressed(
  deps: CareDeps,
  recent: RecentlyLinked,
  attemptId: number,
  call: ProviderCall,
): Promise<void> {
  const { providerCallId, endedStatus } = call
  if (endedStatus !== null) {
    recent.forget(attemptId)
    return concludeAttempt(deps, attemptId, { ...call, endedStatus })
  }
  // That a call rings and is talked on changes nothing that is not known: what is kept is that the provider tells of it.
  if (recent.has(attemptId, providerCallId)) return
  if (!(await linkAttempt(deps, attemptId, providerCallId))) {
    await repeatableTransaction(deps.db, async (trx) => {
      await takeFromOthers(trx, attemptId, providerCallId, deps.clock.now())
      await touchIfChanged(trx, await linkedTo(deps, trx, attemptId, providerCallId).executeTakeFirst())
    })
  }
  recent.add(attemptId, providerCallId)
}

/**
 * A machine on the line: nothing more of the script is said to it, and what was heard from it was no answer. A message is
 * left once for a call, on the first machine; later attempts hang up. Somebody who has pressed a key is a person
 * whatever was detected.
 */
async function lineTakenBy(deps: CareDeps, attemptId: number, providerCallId: string, by: AnsweredBy): Promise<void> {
  if (by !== 'machine' && (await linkAttempt(deps, attemptId, providerCallId, by))) return
  const script = await repeatableTransaction(deps.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    const learnt = attempt && whenLineTaken(knownOf(attempt), by)
    if (!attempt || !learnt) return null
    if (attempt.state === 'ended') await correctVoicemail(trx, attempt, learnt)
    if (!isOpen(attempt)) return null
    if (attempt.providerCallId === null) await takeFromOthers(trx, attemptId, providerCallId, deps.clock.now())
    await linkedTo(deps, trx, attemptId, providerCallId).set(learnt).execute()
    if (by !== 'machine') return null
    return (await wasMessageLeft(trx, attempt.id))
      ? HANG_UP
      : voicemailScript({ ...attempt, askedBy: askedBy(attempt) })
  })
  if (!script) return
  if (await deps.telephony.say(providerCallId, { attemptId, script })) await recordMessage(deps, attemptId, script)
  else deps.log.warn({ attemptId }, 'An answering machine could not be spoken to')
}

/** The verdict came after the end: it was a machine that said nothing, and the call went to voicemail. */
async function correctVoicemail(trx: Trx, attempt: OpenAttempt, learnt: Learnt): Promise<void> {
  await trx.updateTable('attempts').set(learnt).where('id', '=', attempt.attemptId).execute()
  await trx
    .updateTable('calls')
    .set({ status: 'voicemail', reason: voicemailReason(false) })
    .where('id', '=', attempt.id)
    .where('status', '=', 'missed')
    .where('attemptsMade', '=', attempt.attemptNumber)
    .execute()
}

/** Only what the provider has agreed to say counts as a message left. */
async function recordMessage(deps: CareDeps, attemptId: number, script: readonly ScriptPart[]): Promise<void> {
  const message = script.find((part) => part.kind === 'ask')
  if (!message) return
  const turn = {
    attemptId,
    step: VOICEMAIL_STEP,
    speaker: 'cooee',
    text: message.prompt,
    at: deps.clock.now(),
  } as const
  await repeatableTransaction(deps.db, (trx) => recordTurns(deps, trx, [turn]))
}

const isOpen = ({ state }: OpenAttempt): boolean => state !== 'ended' && state !== 'not_placed'
