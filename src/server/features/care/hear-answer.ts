import { isFromMachine, isLateProof, whenAnswered } from '#core/call-policy/attempt-facts.ts'
import type { Response } from '#core/call-policy/attempt-outcome.ts'
import { MAX_NOT_YET } from '#core/call-policy/next-step.ts'
import { type Heard, understoodAnswer } from '#core/call-script/answer.ts'
import { nextScript } from '#core/call-script/next-script.ts'
import { openingScript, type ScriptPart } from '#core/call-script/script.ts'
import type { Trx } from '#server/platform/database.ts'
import { repeatableTransaction } from '#server/platform/repeatable-transaction.ts'
import { askedBy, knownOf, lockAttempt, type OpenAttempt } from './attempt-state.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { reportIncident } from './report-incident.ts'
import { stopRinging } from './stop-ringing.ts'
import { recordTurns, type Turn } from './turns.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]

/**
 * Takes an answer to the question `step` and says what follows. A request for help is told at once, not when the call
 * ends. An answer that arrives after its call was given up still proves a person, and completes the call.
 */
export async function hearAnswer(
  deps: CareDeps,
  attemptId: number,
  step: string,
  heard: Heard,
): Promise<readonly ScriptPart[]> {
  const { next, concludedCallId } = await takeAnswer(deps, attemptId, step, heard)
  if (concludedCallId !== null) await stopRinging(deps, concludedCallId)
  return next
}

interface Taken {
  next: readonly ScriptPart[]
  /** The call that this answer has concluded, after its own attempt had ended; null for every other answer. */
  concludedCallId: number | null
}

async function takeAnswer(deps: CareDeps, attemptId: number, step: string, heard: Heard): Promise<Taken> {
  return repeatableTransaction(deps.db, async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt) return { next: HANG_UP, concludedCallId: null }
    const names = [attempt.name, askedBy(attempt) ?? '']
    const response = isFromMachine(attempt, heard) ? null : understoodAnswer(attempt.callType, heard, names)
    const next = nextScript(subjectOf(attempt), [{ step, heard, response }])
    const isNew = await recordAnswer(deps, trx, attempt, { step, heard, response, reply: spokenBy(next) })
    const concludes = isNew && (await applyAnswer(deps, trx, attempt, response))
    return { next, concludedCallId: concludes ? attempt.id : null }
  })
}

function subjectOf(attempt: OpenAttempt) {
  const isCalledAgain = attempt.cancelledAt === null && attempt.notYetCount + 1 < MAX_NOT_YET
  return { ...attempt, askedBy: askedBy(attempt), isCalledAgain }
}

function spokenBy(script: readonly ScriptPart[]): string {
  const [first] = script
  return first?.kind === 'say' ? first.text : first?.kind === 'ask' ? first.prompt : ''
}

/** Says whether this answer was not recorded before. */
async function recordAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  { step, heard, response, reply }: { step: string; heard: Heard; response: Response | null; reply: string },
): Promise<boolean> {
  const { attemptId } = attempt
  const at = deps.clock.now()
  const question = openingScript({ ...attempt, askedBy: askedBy(attempt) }).find(
    (part) => part.kind === 'ask' && part.step === step,
  )
  const answer = `answer ${step}`
  const text = heard.keys ? `Pressed ${heard.keys}` : heard.speech
  const turns: Turn[] = [
    { attemptId, step: answer, speaker: 'person', text, at },
    { attemptId, step: `reply ${step}`, speaker: 'cooee', text: reply, at },
  ]
  // The second question was said only if its answer is the one that came.
  if (step === 'second' && question?.kind === 'ask') {
    turns.unshift({ attemptId, step: 'second question', speaker: 'cooee', text: question.prompt, at })
  }
  const noteOnce = trx
    .updateTable('attempts')
    .set(whenAnswered(knownOf(attempt), { keys: heard.keys, response }))
    .where('id', '=', attemptId)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('turns').select('id').where('attemptId', '=', attemptId).where('step', '=', answer))),
    )
    .executeTakeFirst()
  const [noted] = await Promise.all([noteOnce, recordTurns(deps, trx, turns)])
  return noted.numUpdatedRows > 0n
}

/** Says whether the call is concluded by it. */
async function applyAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  response: Response | null,
): Promise<boolean> {
  if (response === 'help') await reportIncident(deps, trx, attempt, { kind: 'help' })
  if (!isLateProof(knownOf(attempt), response)) return false
  const { durationSeconds } = attempt
  await concludeCall(deps, trx, attempt, { status: 'completed', reason: null, durationSeconds, now: deps.clock.now() })
  return true
}
