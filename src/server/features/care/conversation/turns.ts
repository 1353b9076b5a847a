import { type QueryCreator, sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'

/** Something said, heard or pressed. */
export interface Turn {
  attemptId: number
  /** Names the moment in the script: one step is recorded once, however often its callback arrives. */
  step: string
  speaker: 'cooee' | 'person'
  text: string
  at: Date
}

/** Records turns in their order; returns the steps that had not been recorded before. */
export async function recordTurns(deps: { sealing: Sealing }, trx: Trx, turns: readonly Turn[]): Promise<Set<string>> {
  const inserted = await insertTurns(trx, turnRows(deps, turns))
  return new Set(inserted.map(({ step }) => step))
}

const insertTurns = preparedStatement((db, rows: TurnParams) => insertingTurns(db, rows).returning('step'))

/** What `insertingTurns` takes: a list for each column, so that the statement is one for any number of turns. */
export interface TurnParams {
  attemptIds: Param<number[]>
  steps: Param<string[]>
  speakers: Param<string[]>
  texts: Param<string[]>
  times: Param<Date[]>
  sealedWith: Param<(string | null)[]>
}

/** The turns as columns, sealed. */
export function turnRows({ sealing }: { sealing: Sealing }, turns: readonly Turn[]) {
  const sealed = turns.map((turn) => sealing.sealText('turns.text', turn, turn.text))
  return {
    attemptIds: turns.map(({ attemptId }) => attemptId),
    steps: turns.map(({ step }) => step),
    speakers: turns.map(({ speaker }) => speaker),
    texts: sealed.map(({ value }) => value),
    times: turns.map(({ at }) => at),
    sealedWith: sealed.map(({ sealedWith }) => sealedWith),
  }
}

/** Inserts turns in their order, each step once. */
export function insertingTurns(
  db: QueryCreator<Database>,
  { attemptIds, steps, speakers, texts, times, sealedWith }: TurnParams,
) {
  return db
    .insertInto('turns')
    .columns(['attemptId', 'step', 'speaker', 'text', 'at', 'sealedWith'])
    .expression(
      sql`select id, step, speaker, said, at, sealed_with
        from unnest(${attemptIds}::bigint[], ${steps}::text[], ${speakers}::text[], ${texts}::text[], ${times}::timestamptz[],
          ${sealedWith}::text[]) with ordinality as turn (id, step, speaker, said, at, sealed_with, place)
        order by place`,
    )
    .onConflict((conflict) => conflict.doNothing())
}

/** The step under which a message on an answering machine is recorded. */
export const VOICEMAIL_STEP = 'voicemail'

/** Whether any attempt of the call has left its message on an answering machine. */
export async function wasMessageLeft(trx: Trx, callId: number): Promise<boolean> {
  const turn = await trx
    .selectFrom('turns')
    .innerJoin('attempts', 'attempts.id', 'turns.attemptId')
    .select('turns.id')
    .where('attempts.callId', '=', callId)
    .where('turns.step', '=', VOICEMAIL_STEP)
    .limit(1)
    .executeTakeFirst()
  return turn !== undefined
}
