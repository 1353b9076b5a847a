import { MAX_TOPIC_LENGTH } from '#contract/calls/talks.ts'
import { type ConsentMode, mayReadWords } from '#core/consent/consent.ts'
import { isAboutHealth } from '#core/talk/summary/is-about-health.ts'
import type { TalkSummary } from '#core/talk/summary/read-summary.ts'
import { summarise } from '#server/adapters/talk-model/summarise.ts'
import type { ModelUsage, TalkModel } from '#server/adapters/talk-model/talk-model.ts'
import { spokenText } from '#server/features/calls/public.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { retryingTransaction } from '#server/platform/database/statements/retrying-transaction.ts'
import type { Logger } from '#server/platform/health/logger.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { eachJob, type JobHandler } from '#server/platform/work/jobs.ts'
import { IN_TALK } from '../in-talk.ts'
import { countTokens } from '../keep-talk.ts'
import { notedTopics } from '../notes.ts'
import { summariseTalkJob } from '../summarise-talk-job.ts'
import { rememberTopic } from '../topics.ts'

export interface SummariseDeps {
  db: Db
  clock: Clock
  log: Logger
  sealing: Sealing
  consent: ConsentMode
  /** Left out where no model is configured any more: concerns are found without one. */
  model?: TalkModel | undefined
  /** A second look found a concern: it is reported as words that may ask for help, unless the call has settled that. */
  onConcern(trx: Trx, attemptId: number): Promise<void>
}

/** A model that answers no sooner has failed: the concerns need none. */
const WITHIN_MS = 60_000

/** Sums up four talks side by side; one that fails is tried again, and given up by `giveUpSummary` once its tries are used up. */
export const summariseTalkHandler = (deps: SummariseDeps): JobHandler =>
  eachJob(summariseTalkJob, ({ talkId }) => summariseTalk(deps, talkId), { batchSize: 4 })

/**
 * Writes the summary of a talk that has ended, once, and takes a second look over it: a concern is added and none removed. What
 * was noted is remembered for the next talk, but nothing about health. No request is made inside a transaction.
 */
export async function summariseTalk(deps: SummariseDeps, talkId: number): Promise<void> {
  const talk = await talkToSummarise(deps.db, talkId)
  if (!talk) return
  const rows = await turnsOf(deps.db, talk.attemptId)
  const turns = rows.map((row, number) => ({
    ...{ number, by: row.speaker, at: row.at.getTime() },
    text: spokenText(deps.sealing, row),
  }))
  const names = [talk.name, talk.preferredName, talk.firstName, talk.lastName].filter((name) => name !== null)
  const used = { inputTokens: 0, outputTokens: 0 }
  const onUsage = ({ inputTokens, outputTokens }: ModelUsage) => {
    used.inputTokens += inputTokens ?? 0
    used.outputTokens += outputTokens ?? 0
  }
  const signal = AbortSignal.timeout(WITHIN_MS)
  const { failed, ...summary } = await summarise(deps.model ?? null, turns, { names, signal, onUsage })
  if (failed !== null) deps.log.warn({ talkId, reason: failed }, 'Summary of a talk not written; concerns are kept')
  await retryingTransaction(deps.db, (trx) =>
    keep(deps, trx, { talk, summary, turnIds: rows.map(({ id }) => id), used, isFailed: failed !== null }),
  )
}

/** Its tries are used up: the page of the call says that there will be no summary. One that was written meanwhile stays. */
export async function giveUpSummary(
  { db, clock }: Pick<SummariseDeps, 'db' | 'clock'>,
  payload: object,
): Promise<void> {
  const { talkId } = summariseTalkJob.payload.parse(payload)
  await db.transaction().execute(async (trx) => {
    const talk = await trx
      .updateTable('talks')
      .set({ summaryFailedAt: clock.now() })
      .where('id', '=', talkId)
      .where('summarisedAt', 'is', null)
      .where('summaryFailedAt', 'is', null)
      .returning('accountId')
      .executeTakeFirst()
    if (talk) await announceChange(trx, talk.accountId, 'calls')
  })
}

function talkToSummarise(db: Db, talkId: number) {
  return db
    .selectFrom('talks')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'talks.lovedOneId')
    .innerJoin('owners', 'owners.accountId', 'talks.accountId')
    .select(['talks.id', 'talks.accountId', 'talks.lovedOneId', 'talks.attemptId'])
    .select(['lovedOnes.name', 'lovedOnes.preferredName', 'owners.firstName', 'owners.lastName'])
    .where('talks.id', '=', talkId)
    .where('talks.endedAt', 'is not', null)
    .where('talks.summarisedAt', 'is', null)
    .executeTakeFirst()
}
type Talk = NonNullable<Awaited<ReturnType<typeof talkToSummarise>>>

function turnsOf(db: Db, attemptId: number) {
  return db
    .selectFrom('turns')
    .select(['id', 'attemptId', 'step', 'speaker', 'text', 'sealedWith', 'at'])
    .where('attemptId', '=', attemptId)
    .where(IN_TALK)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

interface Written {
  talk: Talk
  summary: TalkSummary
  turnIds: readonly number[]
  used: { inputTokens: number; outputTokens: number }
  /** The model gave no summary. */
  isFailed: boolean
}

async function keep(deps: SummariseDeps, trx: Trx, { talk, summary, turnIds, used, isFailed }: Written): Promise<void> {
  const { clock, sealing } = deps
  const at = clock.now()
  const claimed = await trx
    .updateTable('talks')
    .set({ summarisedAt: at, summaryFailedAt: isFailed ? at : null })
    .where('id', '=', talk.id)
    .where('summarisedAt', 'is', null)
    .executeTakeFirst()
  if (claimed.numUpdatedRows === 0n) return
  const kept = new Set(
    (
      await trx
        .selectFrom('turns')
        .select('id')
        .where('id', 'in', [0, ...turnIds])
        .execute()
    ).map(({ id }) => id),
  )
  const consents = await consentsOfOne(trx, talk.lovedOneId, deps.consent)
  // Talks were taken back after this one: nothing more is written about it, and a concern is still reported.
  const isAgreed = consents.conversation.state === 'agreed'
  const written = [
    ...summary.sentences.map(({ text, turn }) => ({ kind: 'sentence' as const, text, turnId: turnIds[turn] })),
    ...summary.concerns.map(({ words, turn }) => ({ kind: 'concern' as const, text: words, turnId: turnIds[turn] })),
  ]
  let position = 0
  for (const { kind, text, turnId } of written) {
    // Taken back meanwhile: what rested on it is not written.
    if (!isAgreed || turnId === undefined || !kept.has(turnId)) continue
    const place = { talkId: talk.id, position }
    const { value, sealedWith } = sealing.sealText('talk_summaries.text', place, text)
    await trx
      .insertInto('talkSummaries')
      .values({ ...place, turnId, kind, text: value, sealedWith, createdAt: at })
      .execute()
    position += 1
  }
  // A topic is what they have said: for a family that may read it.
  if (isAgreed && mayReadWords(consents, [])) await rememberNotes(deps, trx, talk, at)
  await countTokens(trx, talk.accountId, used, at)
  if (summary.concerns.length > 0) await deps.onConcern(trx, talk.attemptId)
  await announceChange(trx, talk.accountId, 'calls')
}

async function rememberNotes({ sealing }: SummariseDeps, trx: Trx, talk: Talk, at: Date): Promise<void> {
  const { accountId, lovedOneId } = talk
  for (const topic of await notedTopics({ sealing }, trx, talk.id)) {
    const words = topic.trim().slice(0, MAX_TOPIC_LENGTH)
    if (words === '' || isAboutHealth(words)) continue
    await rememberTopic({ sealing }, trx, { accountId, lovedOneId, words, at })
  }
}
