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

/** Records turns in their order; returns the steps that had not been recorded before. */
export async function recordTurns(trx: Trx, turns: readonly Turn[]): Promise<Set<string>> {
  const inserted = await trx
    .insertInto('turns')
    .values([...turns])
    .onConflict((conflict) => conflict.doNothing())
    .returning('step')
    .execute()
  return new Set(inserted.map(({ step }) => step))
}
