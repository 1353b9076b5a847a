import type { QueryCreator, Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { AttemptsTable, Database } from '#server/platform/database/schema.ts'
import { type Param, preparedStatement } from '#server/platform/database/statements/prepared-statement.ts'
import type { Sealing } from '#server/platform/sealing/sealing.ts'
import { insertingTurns, type Turn, type TurnParams, turnRows } from './turns.ts'

/** What is written of an attempt; what is left out stays as it is. */
type Columns = Updateable<AttemptsTable>
type ColumnParams = { [Name in keyof Columns]: Param<Columns[Name]> | undefined }
type Named = ColumnParams & { attemptId: Param<number> }

const updating = (db: QueryCreator<Database>, { attemptId, ...columns }: Named) =>
  db.updateTable('attempts').set(columns).where('id', '=', attemptId)

const update = preparedStatement(updating)

const updateWithTurns = preparedStatement(
  (db, { attemptIds, steps, speakers, texts, times, sealedWith, ...attempt }: Named & TurnParams) =>
    updating(
      db.with('said', (also) => insertingTurns(also, { attemptIds, steps, speakers, texts, times, sealedWith })),
      attempt,
    ),
)

/** Writes these columns of an attempt. The caller holds its lock. */
export async function writeAttempt(trx: Trx, attemptId: number, columns: Columns): Promise<void> {
  await update(trx, { attemptId, ...columns })
}

/** As `writeAttempt`, with what was said and heard, in one statement. */
export async function writeAttemptWithTurns(
  deps: { sealing: Sealing },
  trx: Trx,
  attemptId: number,
  { columns, turns }: { columns: Columns; turns: readonly Turn[] },
): Promise<void> {
  if (turns.length === 0) return writeAttempt(trx, attemptId, columns)
  await updateWithTurns(trx, { attemptId, ...columns, ...turnRows(deps, turns) })
}
