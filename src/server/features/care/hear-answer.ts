import type { Response } from '#core/call-policy/attempt-outcome.ts'
import { MAX_NOT_YET } from '#core/call-policy/next-step.ts'
import { type Heard, understoodAnswer } from '#core/call-script/answer.ts'
import { nextScript } from '#core/call-script/next-script.ts'
import { openingScript, type ScriptPart } from '#core/call-script/script.ts'
import type { Trx } from '#server/platform/database.ts'
import { repeatableTransaction } from '#server/platform/repeatable-transaction.ts'
import { askedBy, lockAttempt, type OpenAttempt } from './attempt-state.ts'
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
    // What a machine says is no answer; a key is, whatever was detected.
    const fromMachine = heard.keys === '' && attempt.answeredBy === 'machine'
    const names = [attempt.name, askedBy(attempt) ?? '']
    const response = fromMachine ? null : understoodAnswer(attempt.callType, heard, names)
    const next = nextScript(subjectOf(attempt), [{ step, heard, response }])
    const isNew = await recordAnswer(deps, trx, attempt, { step, heard, reply: spokenBy(next) })
    const concludes = isNew && (await applyAnswer(deps, trx, attempt, heard, response))
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

async function recordAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  { step, heard, reply }: { step: string; heard: Heard; reply: string },
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
  return (await recordTurns(deps, trx, turns)).has(answer)
}

/** Says whether the call is concluded by it. */
async function applyAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  heard: Heard,
  response: Response | null,
): Promise<boolean> {
  // Help beats whatever was answered before; otherwise the first answer stands.
  const counts = response !== null && (attempt.response === null || response === 'help')
  await trx
    .updateTable('attempts')
    .set((eb) => ({ keys: eb(eb.ref('keys'), '||', heard.keys) }))
    .$if(heard.keys !== '', (update) => update.set({ answeredBy: 'human' }))
    .$if(counts, (update) => update.set({ response }))
    .where('id', '=', attempt.attemptId)
    .execute()
  if (response === null) return false
  if (response === 'help') await reportIncident(deps, trx, attempt, { kind: 'help' })
  const isOver = attempt.state === 'ended' || attempt.state === 'not_placed'
  if (!isOver || response === 'not_yet') return false
  await trx.updateTable('attempts').set({ outcome: response }).where('id', '=', attempt.attemptId).execute()
  const { durationSeconds } = attempt
  await concludeCall(deps, trx, attempt, { status: 'completed', reason: null, durationSeconds, now: deps.clock.now() })
  return true
}
