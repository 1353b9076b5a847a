import type { Response } from '#core/call-policy/attempt-outcome.ts'
import { answerScript, askAgainScript, type Heard, understoodAnswer } from '#core/call-script/answer.ts'
import { openingScript, type ScriptPart } from '#core/call-script/script.ts'
import type { Trx } from '#server/platform/database.ts'
import { askedBy, lockAttempt, type OpenAttempt } from './attempt-state.ts'
import { concludeCall } from './conclude-call.ts'
import type { CareDeps } from './deps.ts'
import { reportIncident } from './report-incident.ts'
import { recordTurns, type Turn } from './turns.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]
/** A question whose answer made no sense is asked once more under this name. */
const ASKED_AGAIN = 'again'

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
  return deps.db.transaction().execute(async (trx) => {
    const attempt = await lockAttempt(trx, attemptId)
    if (!attempt) return HANG_UP
    // What a machine says is no answer; a key is, whatever was detected.
    const fromMachine = heard.keys === '' && attempt.answeredBy === 'machine'
    const response = fromMachine ? null : understoodAnswer(attempt.callType, heard)
    const next = response ? answerScript(attempt.callType, heard, response) : afterNonsense(attempt, step)
    const isNew = await recordAnswer(deps, trx, attempt, { step, heard, reply: spokenBy(next) })
    if (isNew) await applyAnswer(deps, trx, attempt, heard, response)
    return next
  })
}

function afterNonsense({ callType }: OpenAttempt, step: string): readonly ScriptPart[] {
  if (step !== ASKED_AGAIN) return askAgainScript(callType, ASKED_AGAIN)
  return [{ kind: 'say', text: 'I did not hear an answer. Goodbye.' }, { kind: 'hang_up' }]
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
  return (await recordTurns(trx, turns)).has(answer)
}

async function applyAnswer(
  deps: CareDeps,
  trx: Trx,
  attempt: OpenAttempt,
  heard: Heard,
  response: Response | null,
): Promise<void> {
  // Help beats whatever was answered before; otherwise the first answer stands.
  const counts = response !== null && (attempt.response === null || response === 'help')
  await trx
    .updateTable('attempts')
    .set((eb) => ({ keys: eb(eb.ref('keys'), '||', heard.keys) }))
    .$if(heard.keys !== '', (update) => update.set({ answeredBy: 'human' }))
    .$if(counts, (update) => update.set({ response }))
    .where('id', '=', attempt.attemptId)
    .execute()
  if (response === null) return
  if (response === 'help') await reportIncident(deps, trx, attempt, { kind: 'help' })
  const isOver = attempt.state === 'ended' || attempt.state === 'not_placed'
  if (!isOver || response === 'not_yet') return
  await trx.updateTable('attempts').set({ outcome: response }).where('id', '=', attempt.attemptId).execute()
  const { durationSeconds } = attempt
  await concludeCall(deps, trx, attempt, { status: 'completed', reason: null, durationSeconds, now: deps.clock.now() })
}
