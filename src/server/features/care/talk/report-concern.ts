import type { Trx } from '#server/platform/database/database.ts'
import { factsOf, lockAttempt } from '../attempts/attempt-state.ts'
import { wordsHeard } from '../conversation/words-heard.ts'
import type { CareDeps } from '../deps.ts'
import { raiseIncident } from '../ending/raise-incident.ts'

/**
 * A second check of a talk found words that may ask for help. Reported as such, unless they were asked about that in the call,
 * or its help is known: what a person has answered is not asked of the family again.
 */
export async function reportConcern(deps: CareDeps, trx: Trx, attemptId: number): Promise<void> {
  const attempt = await lockAttempt(trx, attemptId)
  if (!attempt) return
  const { conversation, response } = factsOf(attempt)
  const wasAsked = Object.values(conversation.moves).some(
    ({ name }) => name === 'confirm_help' || name === 'help_noted',
  )
  if (wasAsked || response === 'help') return
  const heard = await wordsHeard(deps, trx, attempt)
  await raiseIncident(deps, trx, attempt, { kind: 'uncertain_help' }, { heard, isByWords: true })
}
