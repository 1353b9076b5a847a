import type { TalkOnWire } from '#contract/calls/talks.ts'
import { type ConsentMode, mayReadWords } from '#core/consent/consent.ts'
import { KEYS } from '#core/talk/fixed-words.ts'
import { spokenText } from '#server/features/calls/public.ts'
import { consentsOfOne } from '#server/features/consents/public.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { readableText } from '#server/platform/sealing/readable-text.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { IN_TALK } from './in-talk.ts'
import { openTalkNote } from './notes.ts'

interface Deps {
  db: Db
  sealing: Sealing
  consent: ConsentMode
}

/**
 * The talks of a call of the account's own, for a reader who may hear calls. Nothing where the person does not let the family
 * read their words; before they were asked, only where these raised an alarm.
 */
export async function talksOfCall(deps: Deps, accountId: number, callId: number): Promise<TalkOnWire[]> {
  const { db, sealing, consent } = deps
  const call = await db
    .selectFrom('calls')
    .select(['id', 'lovedOneId'])
    .where('id', '=', callId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()
  if (!call) throw notFound('Call')
  const [consents, causes, talks] = await Promise.all([
    consentsOfOne(db, call.lovedOneId, consent),
    db.selectFrom('incidentCauses').select('cause').where('callId', '=', callId).execute(),
    db
      .selectFrom('talks')
      .innerJoin('attempts', 'attempts.id', 'talks.attemptId')
      .selectAll('talks')
      .where('attempts.callId', '=', callId)
      .orderBy('talks.id')
      .execute(),
  ])
  const raised = causes.map(({ cause }) => cause)
  if (talks.length === 0 || !mayReadWords(consents, raised)) return []
  const talkIds = talks.map(({ id }) => id)
  const attemptIds = talks.map(({ attemptId }) => attemptId)
  const [turns, notes, summaries] = await Promise.all([
    db
      .selectFrom('turns')
      .select(['id', 'attemptId', 'step', 'speaker', 'text', 'sealedWith', 'at', IN_TALK.as('isInTalk')])
      .where('attemptId', 'in', attemptIds)
      .orderBy('at')
      .orderBy('id')
      .execute(),
    db.selectFrom('talkNotes').selectAll().where('talkId', 'in', talkIds).orderBy('position').execute(),
    db.selectFrom('talkSummaries').selectAll().where('talkId', 'in', talkIds).orderBy('position').execute(),
  ])
  const said = new Map(turns.map((turn) => [turn.id, { text: spokenText(sealing, turn), at: turn.at.toISOString() }]))
  // Said by the call's script as the talk begins, not by the talk.
  const isGreeting = (turnId: number) => said.get(turnId)?.text.includes(KEYS) ?? false
  return talks.map((talk) => {
    const own = summaries
      .filter(({ talkId }) => talkId === talk.id)
      .map((row) => ({
        turnId: row.turnId,
        kind: row.kind,
        text: readableText(
          sealing.openText('talk_summaries.text', row, { value: row.text, sealedWith: row.sealedWith }),
        ),
      }))
    return {
      id: talk.id,
      openedAt: talk.openedAt.toISOString(),
      endedAt: talk.endedAt?.toISOString() ?? null,
      endReason: talk.endReason,
      seconds: talk.seconds,
      summaryState: talk.summaryFailedAt ? 'failed' : talk.summarisedAt ? 'written' : 'pending',
      summary: own.flatMap(({ kind, turnId, text }) => (kind === 'sentence' ? [{ turnId, text }] : [])),
      concerns: own.flatMap(({ kind, turnId, text }) => {
        const turn = said.get(turnId)
        return kind === 'concern' && turn ? [{ turnId, text, words: turn.text, at: turn.at }] : []
      }),
      notes: notes
        .filter(({ talkId }) => talkId === talk.id)
        .map((note) => ({ turnId: note.turnId, ...openTalkNote(sealing, note) })),
      turns: turns
        .filter(({ id, attemptId, isInTalk }) => attemptId === talk.attemptId && (isInTalk || isGreeting(id)))
        .map(({ id, speaker }) => ({ id, by: speaker, text: said.get(id)?.text ?? '', at: said.get(id)?.at ?? '' })),
    }
  })
}
