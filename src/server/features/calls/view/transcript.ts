import { isBeforeQuestion } from '#core/conversation/conversation-state.ts'
import type { Db } from '#server/platform/database/database.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { spokenText } from './spoken-text.ts'

/**
 * The turns of each call as text, one line a turn: who spoke and what was said, heard or pressed. Further attempts
 * begin with a line that numbers them, and an attempt without an answer ends with a note that nothing was said. Calls
 * in which nothing was said have no entry.
 */
export async function transcriptsOf(
  { db, sealing }: { db: Db; sealing: Sealing },
  callIds: readonly number[],
): Promise<Map<number, string>> {
  if (callIds.length === 0) return new Map()
  const turns = await readTurns(db, { callIds })
  const lines = new Map<number, string[]>()
  for (const ofAttempt of Map.groupBy(turns, ({ attemptId }) => attemptId).values()) {
    const [first] = ofAttempt
    if (!first) continue
    const text = lines.get(first.callId) ?? []
    if (first.attemptNumber > 1) text.push(`Attempt ${first.attemptNumber}`)
    text.push(...ofAttempt.map((turn) => lineOf(turn, spokenText(sealing, turn))))
    const isSilent = ofAttempt.every(({ speaker, step }) => speaker === 'cooee' || isBeforeQuestion(answerStep(step)))
    if (first.outcome === 'no_response' && isSilent) text.push(NO_ANSWER)
    lines.set(first.callId, text)
  }
  return new Map([...lines].map(([callId, text]) => [callId, text.join('\n')]))
}

/** A note, not a turn: nobody said it. */
const NO_ANSWER = '(No answer)'

/** Words heard before the question are marked: they answer nothing. */
function lineOf({ speaker, name, step }: { speaker: string; name: string; step: string }, text: string): string {
  if (speaker === 'cooee') return `Cooee: ${text}`
  return `${name}${isBeforeQuestion(answerStep(step)) ? ' (before the question)' : ''}: ${text}`
}

const answerStep = (step: string): string => step.replace(/^answer /, '')

const readTurns = preparedStatement((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('turns')
    .innerJoin('attempts', 'attempts.id', 'turns.attemptId')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['attempts.callId', 'attempts.attemptNumber', 'attempts.outcome', 'lovedOnes.name'])
    .select(['turns.attemptId', 'turns.step', 'turns.speaker', 'turns.text', 'turns.sealedWith'])
    .where('attempts.callId', '=', (eb) => eb.fn.any(callIds))
    .orderBy('turns.attemptId')
    .orderBy('turns.at')
    .orderBy('turns.id'),
)
