import { isBeforeQuestion } from '#core/conversation/conversation-state.ts'
import type { Db } from '#server/platform/database.ts'
import { type Param, preparedRead } from '#server/platform/prepared-read.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { spokenText } from './spoken-text.ts'

/**
 * The turns of each call as text, one line a turn: who spoke and what was said, heard or pressed. Further attempts
 * begin with a line that numbers them. Calls in which nothing was said have no entry.
 */
export async function transcriptsOf(
  { db, sealing }: { db: Db; sealing: Sealing },
  callIds: readonly number[],
): Promise<Map<number, string>> {
  if (callIds.length === 0) return new Map()
  const turns = await readTurns(db, { callIds })
  const lines = new Map<number, string[]>()
  const attemptShown = new Map<number, number>()
  for (const turn of turns) {
    const text = lines.get(turn.callId) ?? []
    if (turn.attemptNumber > 1 && attemptShown.get(turn.callId) !== turn.attemptNumber) {
      text.push(`Attempt ${turn.attemptNumber}`)
    }
    attemptShown.set(turn.callId, turn.attemptNumber)
    text.push(lineOf(turn, spokenText(sealing, turn)))
    lines.set(turn.callId, text)
  }
  return new Map([...lines].map(([callId, text]) => [callId, text.join('\n')]))
}

/** What was heard before the question is marked: it answers nothing. */
function lineOf({ speaker, name, step }: { speaker: string; name: string; step: string }, text: string): string {
  if (speaker === 'cooee') return `Cooee: ${text}`
  return `${name}${isBeforeQuestion(step.replace(/^answer /, '')) ? ' (before the question)' : ''}: ${text}`
}

const readTurns = preparedRead((db, { callIds }: { callIds: Param<readonly number[]> }) =>
  db
    .selectFrom('turns')
    .innerJoin('attempts', 'attempts.id', 'turns.attemptId')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['attempts.callId', 'attempts.attemptNumber', 'lovedOnes.name'])
    .select(['turns.attemptId', 'turns.step', 'turns.speaker', 'turns.text', 'turns.sealedWith'])
    .where('attempts.callId', '=', (eb) => eb.fn.any(callIds))
    .orderBy('turns.attemptId')
    .orderBy('turns.at')
    .orderBy('turns.id'),
)
