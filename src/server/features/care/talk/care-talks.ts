import type { Response } from '#core/call-policy/attempt-outcome.ts'

import { conversationFrom } from '#core/conversation/conversation-state.ts'
import {
  askedForHelpInTalk,
  askedForHelpTooLate,
  duringTalk,
  heardTooLate,
  type TalkReply,
} from '#core/conversation/replies/during-talk.ts'
import { talkSubjectOf } from '#core/conversation/script/spoken-subject.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { isOtherProviderCall } from '#server/features/dialling/public.ts'
import {
  areTalksBlocked,
  endTalk,
  keepNote,
  noteTalkUse,
  openTalk,
  type SpokenTurn,
  type TalkHeard,
  type TalkJudge,
  topicsOf,
} from '#server/features/talks/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import { factsOf, type LockedAttempt, lockAttempt } from '../attempts/attempt-state.ts'
import { latestMove, spokenSubjectOf } from '../conversation/attempt-conversation.ts'
import { mayTalkNow } from '../conversation/may-talk-now.ts'
import { talkStepOf } from '../conversation/talk-step.ts'
import { recordTurns, type Turn } from '../conversation/turns.ts'
import type { CareDeps } from '../deps.ts'
import { stopRinging } from '../ending/stop-ringing.ts'
import { applyAnswer, circumstancesOf, writeAnswer } from '../provider-events/handle-answer.ts'

/** Judges what is said in the talks of care calls, by the rules and in the rows of the call. */
export function careTalks(deps: CareDeps): TalkJudge {
  const inTrx = <Result>(work: (trx: Trx) => Promise<Result>) => retryingTransaction(deps.db, work)
  return {
    open: (attemptId, providerCallId) => inTrx((trx) => open(deps, trx, { attemptId, providerCallId })),
    async heard(attemptId, heard, spokenBefore) {
      const { concludedCallId, ...judged } = await inTrx((trx) => take(deps, trx, { attemptId, heard, spokenBefore }))
      // Stored already: what a phone rings for meanwhile is stopped once more by the reconciler.
      if (concludedCallId !== null) {
        await stopRinging(deps, concludedCallId).catch((err: unknown) =>
          deps.log.error({ err, attemptId }, 'Phone not stopped after an answer in a talk'),
        )
      }
      return judged
    },
    raiseHelp: (attemptId) => inTrx((trx) => raiseHelp(deps, trx, attemptId)),
    note: (attemptId, { turnStep: step, topic, words }) =>
      inTrx((trx) => keepNote(deps, trx, { attemptId, step, topic, words, at: deps.clock.now() })),
    mayGoOn: (attemptId) => mayGoOn(deps, attemptId),
    end: (attemptId, { reason, spoken, use }) =>
      inTrx(async (trx) => {
        const at = deps.clock.now()
        const attempt = await lockAttempt(trx, attemptId)
        if (!attempt) return
        const step = talkStepOf(factsOf(attempt).conversation)
        if (step && spoken.length > 0) await recordTurns(deps, trx, spokenTurns(attempt, step, spoken, 'end'))
        await noteTalkUse(trx, attemptId, use, at)
        await endTalk(deps, trx, { attemptId, reason, at })
      }),
  }
}

async function open(
  deps: CareDeps,
  trx: Trx,
  { attemptId, providerCallId }: { attemptId: number; providerCallId: string },
) {
  const attempt = await lockAttempt(trx, attemptId)
  if (!attempt || isOtherProviderCall(attempt, providerCallId)) return null
  const { conversation, isOver } = factsOf(attempt)
  const move = latestMove(conversation)
  if (isOver || attempt.status !== 'in_progress' || move?.name !== 'talk') return null
  const { accountId, lovedOneId } = attempt
  if (!(await mayTalkNow(deps, trx, attempt))) return null
  const opened = await openTalk(trx, { accountId, lovedOneId, attemptId, at: deps.clock.now() })
  if (opened === null) return null
  const topics = await topicsOf({ db: trx, sealing: deps.sealing }, { accountId, lovedOneId })
  return talkSubjectOf(
    spokenSubjectOf(deps, attempt),
    move,
    topics.map(({ words }) => words),
  )
}

interface HeardInTalk {
  attemptId: number
  heard: TalkHeard
  spokenBefore: readonly SpokenTurn[]
}

const NOT_KEPT = { endsTalk: true, isAnswered: false, turnStep: null, concludedCallId: null }

async function take(deps: CareDeps, trx: Trx, { attemptId, heard, spokenBefore }: HeardInTalk) {
  const attempt = await lockAttempt(trx, attemptId)
  if (!attempt) return NOT_KEPT
  const { conversation, response } = factsOf(attempt)
  const step = talkStepOf(conversation)
  if (step === null) return NOT_KEPT
  const at = await circumstancesOf(deps, trx, attempt, { step, heard })
  // The call has gone on, faster than this was stored.
  const late = conversation.isTalkOver ? heardTooLate(conversation, step, heard, at) : null
  if (conversation.isTalkOver && late === null) return NOT_KEPT
  const reply = late ? { ...late, endsTalk: true, withdrawsAnswer: false } : duringTalk(conversation, step, heard, at)
  const turnStep = `answer ${step} ${reply.state.talkTurns}`
  const text = heard.keys === '' ? heard.speech : `Pressed ${heard.keys}`
  const turns = [
    ...spokenTurns(attempt, step, spokenBefore, String(reply.state.talkTurns)),
    { attemptId, step: turnStep, speaker: 'person', text, at: deps.clock.now() } as const,
  ]
  const concludes = await write(deps, trx, attempt, { reply, keys: heard.keys, turns })
  const isAnswered = isStanding(reply.withdrawsAnswer ? null : (reply.response ?? response))
  return { endsTalk: reply.endsTalk, isAnswered, turnStep, concludedCallId: concludes ? attempt.id : null }
}

const isStanding = (response: Response | null): boolean => response !== null

async function raiseHelp(deps: CareDeps, trx: Trx, attemptId: number): Promise<void> {
  const attempt = await lockAttempt(trx, attemptId)
  if (!attempt) return
  const { conversation } = factsOf(attempt)
  const step = talkStepOf(conversation)
  if (step === null) return
  if (conversation.isTalkOver) {
    const late = askedForHelpTooLate(conversation)
    if (late) await write(deps, trx, attempt, { reply: late, keys: '', turns: [] })
    return
  }
  const at = await circumstancesOf(deps, trx, attempt, { step, heard: { keys: '', speech: '' } })
  const reply = askedForHelpInTalk(conversation, step, at)
  await write(deps, trx, attempt, { reply, keys: '', turns: [] })
}

/** Returns whether the call is concluded by it. */
async function write(
  deps: CareDeps,
  trx: Trx,
  attempt: LockedAttempt,
  {
    reply,
    keys,
    turns,
  }: { reply: Pick<TalkReply, 'state' | 'response' | 'withdrawsAnswer'>; keys: string; turns: readonly Turn[] },
): Promise<boolean> {
  await writeAnswer(deps, trx, attempt, { keys, reply, turns })
  return applyAnswer(deps, trx, attempt, reply)
}

function spokenTurns(
  { attemptId }: LockedAttempt,
  step: string,
  spoken: readonly SpokenTurn[],
  before: string,
): Turn[] {
  return spoken.map(({ text, at }, place) => {
    const name = `reply ${step} ${before}${place === 0 ? '' : `.${place + 1}`}`
    return { attemptId, step: name, speaker: 'cooee', text, at }
  })
}

/** A check without a lock: what it misses is found a second later. */
async function mayGoOn(deps: CareDeps, attemptId: number): Promise<boolean> {
  const attempt = await deps.db
    .selectFrom('attempts')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['attempts.state', 'attempts.conversation', 'calls.accountId', 'calls.lovedOneId', 'lovedOnes.talks'])
    .where('attempts.id', '=', attemptId)
    .executeTakeFirst()
  if (!attempt || attempt.state === 'ended' || !attempt.talks) return false
  const latest = latestMove(conversationFrom(attempt.conversation))
  if (latest?.name !== 'talk') return false
  const { conversation } = await consentsOfOne(deps.db, attempt.lovedOneId, deps.consent)
  return conversation.state === 'agreed' && !(await areTalksBlocked(deps.db, attempt.accountId))
}
