import { saidNo } from '#core/consent/consent.ts'
import { isBeforeQuestion } from '#core/conversation/conversation-state.ts'
import { isWords } from '#core/conversation/is-words.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { CareDeps } from '../deps.ts'

/** What the step of a turn begins with in which the person answered. */
export const ANSWER = 'answer '

/**
 * What was said in an attempt that raised an incident, for the account holder. Null if nothing was said, or the person does
 * not want their words to be read. Before the question only if it is all.
 */
export async function wordsHeard(
  { sealing, consent }: Pick<CareDeps, 'sealing' | 'consent'>,
  trx: Trx,
  { attemptId, lovedOneId }: { attemptId: number; lovedOneId: number },
): Promise<string | null> {
  if (saidNo((await consentsOfOne(trx, lovedOneId, consent)).words.state)) return null
  const turns = await trx
    .selectFrom('turns')
    .select(['attemptId', 'step', 'text', 'sealedWith'])
    .where('attemptId', '=', attemptId)
    .where('speaker', '=', 'person')
    .where('step', 'like', `${ANSWER}%`)
    .orderBy('id')
    .execute()
  const answers = turns.filter(({ step }) => !isBeforeQuestion(step.slice(ANSWER.length)))
  const words = (answers.length > 0 ? answers : turns)
    .map((turn) => ({
      step: turn.step,
      text: readableText(sealing.openText('turns.text', turn, { value: turn.text, sealedWith: turn.sealedWith })),
    }))
    .filter(isWords)
    .map(({ text }) => text)
  return words.length > 0 ? words.join(' … ') : null
}

/** The words heard in the last attempt of a call. */
export async function wordsHeardInCall(
  deps: Pick<CareDeps, 'sealing' | 'consent'>,
  trx: Trx,
  { id, lovedOneId }: { id: number; lovedOneId: number },
): Promise<string | null> {
  const last = await trx
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? wordsHeard(deps, trx, { attemptId: last.id, lovedOneId }) : null
}
