import type { Trx } from '#server/platform/database.ts'

/** Something said, heard or pressed. */
export interface Turn {
  attemptId: number
  /** Names the moment in the script: the same step is recorded once, however often its callback arrives. */
  step: string
  speaker: 'cooee' | 'person'
  text: string
  at: Date
}

/** Records a turn; false when its step was recorded before. */
export async function recordTurn(trx: Trx, turn: Turn): Promise<boolean> {
  const inserted = await trx
    .insertInto('turns')
    .values(turn)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted !== undefined
}
