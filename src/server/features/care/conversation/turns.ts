import type { Trx } from '#server/platform/database/database.ts'
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
export async function recordTurns(
  { sealing }: { sealing: Sealing },
  trx: Trx,
  turns: readonly Turn[],
): Promise<Set<string>> {
  const values = turns.map((turn) => {
    const { value: text, sealedWith } = sealing.sealText('turns.text', turn, turn.text)
    return { ...turn, text, sealedWith }
  })
  const inserted = await trx
    .insertInto('turns')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .returning('step')
    .execute()
  return new Set(inserted.map(({ step }) => step))
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
