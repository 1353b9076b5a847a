import type { Trx } from '#server/platform/database/database.ts'
import { forgetTopics } from './topics.ts'

/**
 * Deletes what was written about the talks of a person: notes, summaries and what is remembered. The turns themselves are of
 * the calls. That there were talks, and how long, stays.
 */
export async function forgetTalks(trx: Trx, of: { accountId: number; lovedOneId: number }): Promise<void> {
  const talks = () =>
    trx.selectFrom('talks').select('id').where('accountId', '=', of.accountId).where('lovedOneId', '=', of.lovedOneId)
  await trx.deleteFrom('talkNotes').where('talkId', 'in', talks()).execute()
  await trx.deleteFrom('talkSummaries').where('talkId', 'in', talks()).execute()
  await forgetTopics(trx, of)
}
