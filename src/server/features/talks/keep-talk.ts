import { sql } from 'kysely'
import type { TalkEnd } from '#core/talk/talk-events.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/work/jobs.ts'
import { summariseTalkJob } from './summarise-talk-job.ts'

/** What a talk has taken of its model so far. */
export interface TalkUse {
  replies: number
  fillers: number
  inputTokens: number
  outputTokens: number
}

/**
 * Notes that the line of a talk is open, once for an attempt. Returns its id; null where that attempt has had its talk,
 * however often the provider connects.
 */
export async function openTalk(
  trx: Trx,
  talk: { accountId: number; lovedOneId: number; attemptId: number; at: Date },
): Promise<number | null> {
  const { at: openedAt, ...of } = talk
  const row = await trx
    .insertInto('talks')
    .values({ ...of, openedAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Whether an attempt's talk was opened, and whether it has ended. */
export async function talkOf(db: Db, attemptId: number): Promise<{ id: number; isOver: boolean } | null> {
  const row = await db
    .selectFrom('talks')
    .select(['id', 'endedAt'])
    .where('attemptId', '=', attemptId)
    .executeTakeFirst()
  return row ? { id: row.id, isOver: row.endedAt !== null } : null
}

/**
 * Ends the talk of an attempt, once: later reasons change nothing. Its costs are counted, and a job writes the summary. Without
 * an open talk nothing happens.
 */
export async function endTalk(
  { jobs }: { jobs: Jobs },
  trx: Trx,
  { attemptId, reason, at }: { attemptId: number; reason: TalkEnd; at: Date },
): Promise<void> {
  const ended = await trx
    .updateTable('talks')
    .set({
      endedAt: at,
      endReason: reason,
      seconds: sql<number>`greatest(0, ceil(extract(epoch from ${at}::timestamptz - opened_at)))::int`,
    })
    .where('attemptId', '=', attemptId)
    .where('endedAt', 'is', null)
    .returning(['id', 'accountId', 'seconds', 'inputTokens', 'outputTokens'])
    .executeTakeFirst()
  if (!ended) return
  await countUse(trx, ended, at)
  await jobs.send(trx, summariseTalkJob, { talkId: ended.id })
}

/** What the model took since the last time it was noted; also after the end, since a reply may still be counted then. */
export async function noteTalkUse(trx: Trx, attemptId: number, use: TalkUse, at: Date): Promise<void> {
  const talk = await trx
    .updateTable('talks')
    .set((eb) => ({
      replies: eb('replies', '+', use.replies),
      fillers: eb('fillers', '+', use.fillers),
      inputTokens: eb('inputTokens', '+', use.inputTokens),
      outputTokens: eb('outputTokens', '+', use.outputTokens),
    }))
    .where('attemptId', '=', attemptId)
    .returning(['accountId', 'endedAt'])
    .executeTakeFirst()
  // Counted with the talk while that goes on.
  if (talk?.endedAt) await countTokens(trx, talk.accountId, use, at)
}

interface EndedTalk {
  accountId: number
  seconds: number | null
  inputTokens: number
  outputTokens: number
}

const monthOf = (at: Date): string => `${at.toISOString().slice(0, 7)}-01`

async function countUse(trx: Trx, { accountId, seconds, inputTokens, outputTokens }: EndedTalk, at: Date) {
  const counted = { accountId, month: monthOf(at), talks: 1, seconds: seconds ?? 0, inputTokens, outputTokens }
  await addUse(trx, counted)
}

/** What a summary took, or a reply that ended after its talk. */
export async function countTokens(
  trx: Trx,
  accountId: number,
  { inputTokens, outputTokens }: Pick<TalkUse, 'inputTokens' | 'outputTokens'>,
  at: Date,
): Promise<void> {
  if (inputTokens + outputTokens === 0) return
  await addUse(trx, { accountId, month: monthOf(at), talks: 0, seconds: 0, inputTokens, outputTokens })
}

async function addUse(
  trx: Trx,
  use: { accountId: number; month: string; talks: number; seconds: number; inputTokens: number; outputTokens: number },
): Promise<void> {
  await trx
    .insertInto('talkUses')
    .values(use)
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'month']).doUpdateSet({
        talks: sql`talk_uses.talks + excluded.talks`,
        seconds: sql`talk_uses.seconds + excluded.seconds`,
        inputTokens: sql`talk_uses.input_tokens + excluded.input_tokens`,
        outputTokens: sql`talk_uses.output_tokens + excluded.output_tokens`,
      }),
    )
    .execute()
}
