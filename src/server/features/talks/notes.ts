import type { Db, Trx } from '#server/platform/database/database.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** Keeps what was noted in a talk, with the turn of that step. A turn that is not kept has no note. */
export async function keepNote(
  { sealing }: { sealing: Sealing },
  trx: Trx,
  { attemptId, step, topic, words, at }: { attemptId: number; step: string; topic: string; words: string; at: Date },
): Promise<void> {
  const place = await trx
    .selectFrom('talks')
    .innerJoin('turns', 'turns.attemptId', 'talks.attemptId')
    .select(['talks.id as talkId', 'turns.id as turnId'])
    .select((eb) =>
      eb
        .selectFrom('talkNotes')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('talkNotes.talkId', '=', 'talks.id')
        .$asScalar()
        .$notNull()
        .as('position'),
    )
    .where('talks.attemptId', '=', attemptId)
    .where('turns.step', '=', step)
    .executeTakeFirst()
  if (!place) return
  const about = sealing.sealText('talk_notes.topic', place, topic)
  const said = sealing.sealText('talk_notes.words', place, words)
  await trx
    .insertInto('talkNotes')
    .values({
      ...{ ...place, createdAt: at },
      ...{ topic: about.value, topicSealedWith: about.sealedWith },
      ...{ words: said.value, sealedWith: said.sealedWith },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** What a note is about, and what was said, as they are read; a remark for what cannot be opened. */
export function openTalkNote(sealing: Sealing, note: SealedNote): { topic: string; words: string } {
  const { topic, topicSealedWith, words, sealedWith } = note
  return {
    topic: readableText(sealing.openText('talk_notes.topic', note, { value: topic, sealedWith: topicSealedWith })),
    words: readableText(sealing.openText('talk_notes.words', note, { value: words, sealedWith })),
  }
}

interface SealedNote {
  talkId: number
  position: number
  topic: string
  topicSealedWith: string | null
  words: string
  sealedWith: string | null
}

/** The topics of a talk's notes, in the order in which they were noted; none that cannot be opened. */
export async function notedTopics({ sealing }: { sealing: Sealing }, db: Db, talkId: number): Promise<string[]> {
  const notes = await db
    .selectFrom('talkNotes')
    .select(['talkId', 'position', 'topic', 'topicSealedWith'])
    .where('talkId', '=', talkId)
    .orderBy('position')
    .execute()
  return notes.flatMap((note) => {
    const { topic: value, topicSealedWith: sealedWith } = note
    const opened = sealing.openText('talk_notes.topic', note, { value, sealedWith })
    return opened.kind === 'opened' ? [opened.content] : []
  })
}
