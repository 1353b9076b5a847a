import type { ExpressionBuilder } from 'kysely'
import type { Topic } from '#contract/calls/talks.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** The most topics that a model is given. */
export const MAX_TOPICS = 20

interface Deps {
  db: Db
  sealing: Sealing
}
interface OfPerson {
  accountId: number
  lovedOneId: number
}

/** What Cooee remembers of a person of this account, the newest first; nothing for somebody else's. */
export async function topicsOf({ db, sealing }: Deps, { accountId, lovedOneId }: OfPerson): Promise<Topic[]> {
  const rows = await db
    .selectFrom('talkTopics')
    .select(['id', 'words', 'sealedWith', 'createdAt', 'updatedAt'])
    .where('accountId', '=', accountId)
    .where('lovedOneId', '=', lovedOneId)
    .orderBy('id', 'desc')
    .limit(MAX_TOPICS)
    .execute()
  return rows.map((row) => presentTopic(sealing, row))
}

interface StoredTopic {
  id: number
  words: string
  sealedWith: string | null
  createdAt: Date
  updatedAt: Date
}

const presentTopic = (sealing: Sealing, row: StoredTopic): Topic => ({
  id: row.id,
  words: openTopic(sealing, row),
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

/** A topic as it is read; a remark when it cannot be opened. */
export const openTopic = (sealing: Sealing, row: { id: number; words: string; sealedWith: string | null }): string =>
  readableText(sealing.openText('talk_topics.words', row, { value: row.words, sealedWith: row.sealedWith }))

/** Remembers something new, unless it is remembered already. Beyond `MAX_TOPICS` the oldest go. */
export async function rememberTopic(
  { sealing }: Pick<Deps, 'sealing'>,
  trx: Trx,
  { accountId, lovedOneId, words, at }: OfPerson & { words: string; at: Date },
): Promise<void> {
  const kept = await topicsOf({ db: trx, sealing }, { accountId, lovedOneId })
  if (kept.some((topic) => topic.words.toLowerCase() === words.toLowerCase())) return
  const { id } = await trx
    .insertInto('talkTopics')
    .values({ accountId, lovedOneId, words: '', sealedWith: null, createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow()
  // Sealed for its id, which exists only now.
  const { value, sealedWith } = sealing.sealText('talk_topics.words', { id }, words)
  await trx.updateTable('talkTopics').set({ words: value, sealedWith }).where('id', '=', id).execute()
  // All beyond, also what two talks at once have added: nobody sees it in the list.
  const ofPerson = (eb: ExpressionBuilder<Database, 'talkTopics'>) => eb.and({ accountId, lovedOneId })
  await trx
    .deleteFrom('talkTopics')
    .where(ofPerson)
    .where('id', 'in', (eb) =>
      eb.selectFrom('talkTopics').select('id').where(ofPerson).orderBy('id', 'desc').offset(MAX_TOPICS),
    )
    .execute()
}

/** Changes the words of a topic. Refuses one of another account. */
export async function editTopic(
  { db, sealing, clock }: Deps & { clock: Clock },
  accountId: number,
  topicId: number,
  words: string | undefined,
): Promise<Topic> {
  const before = await db
    .selectFrom('talkTopics')
    .select(['id', 'words', 'sealedWith', 'createdAt', 'updatedAt'])
    .where('id', '=', topicId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!before) throw notFound('Topic')
  if (words === undefined) return presentTopic(sealing, before)
  const { value, sealedWith } = sealing.sealText('talk_topics.words', { id: topicId }, words)
  const row = await db
    .updateTable('talkTopics')
    .set({ words: value, sealedWith, updatedAt: clock.now() })
    .where('id', '=', topicId)
    .where('accountId', '=', accountId)
    .returning(['id', 'words', 'sealedWith', 'createdAt', 'updatedAt'])
    .executeTakeFirst()
  if (!row) throw notFound('Topic')
  return presentTopic(sealing, row)
}

/** Forgets one topic; another account's is not found. */
export async function forgetTopic(db: Db, accountId: number, topicId: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('talkTopics')
    .where('id', '=', topicId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw notFound('Topic')
}

/** Forgets everything that is remembered of a person. */
export async function forgetTopics(db: Db, { accountId, lovedOneId }: OfPerson): Promise<void> {
  await db.deleteFrom('talkTopics').where('accountId', '=', accountId).where('lovedOneId', '=', lovedOneId).execute()
}

/** Forgets what has been remembered for long, of everybody; the newest change counts. Returns how many. */
export async function forgetOldTopics(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await db.deleteFrom('talkTopics').where('updatedAt', '<', before).executeTakeFirst()
  return Number(numDeletedRows)
}
