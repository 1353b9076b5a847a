import { isBeforeQuestion } from '#core/conversation/conversation-state.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { CareDeps } from '../deps.ts'

const ANSWER = 'answer '
const KEY = /^Pressed [0-9*#]+$/

/** What was said in an attempt, for people who may hear the family's calls; null if nothing was said. Before the question only if it is all. */
export async function wordsHeard(
  { sealing }: Pick<CareDeps, 'sealing'>,
  trx: Trx,
  { attemptId }: { attemptId: number },
): Promise<string | null> {
  const turns = await trx
    .selectFrom('turns')
    .select(['attemptId', 'step', 'text', 'sealedWith'])
    .where('attemptId', '=', attemptId)
    .where('speaker', '=', 'person')
    .where('step', 'like', `${ANSWER}%`)
    .orderBy('id')
    .execute()
  const answers = turns.filter(({ step }) => !isBeforeQuestion(step.slice(ANSWER.length)))
  const said = (answers.length > 0 ? answers : turns).map((turn) =>
    readableText(sealing.openText('turns.text', turn, { value: turn.text, sealedWith: turn.sealedWith })),
  )
  // A key is certain, and not a word.
  const words = said.filter((text) => !KEY.test(text))
  return words.length > 0 ? words.join(' … ') : null
}

/** The same of the last attempt of a call. */
export async function wordsHeardInCall(
  deps: Pick<CareDeps, 'sealing'>,
  trx: Trx,
  { id }: { id: number },
): Promise<string | null> {
  const last = await trx
    .selectFrom('attempts')
    .select('id')
    .where('callId', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last ? wordsHeard(deps, trx, { attemptId: last.id }) : null
}
