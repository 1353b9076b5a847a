import type { Db } from '#server/platform/database/database.ts'
import { notFound } from '#server/platform/http/app-error.ts'
import { soundSize } from './sounds/keep-sound.ts'

/** The sound of a call of the account's own, of the last attempt that has one and whose time is not over. */
export async function ownRecording(db: Db, accountId: number, callId: number, now: Date) {
  const recording = await db
    .selectFrom('recordings')
    .innerJoin('attempts', 'attempts.id', 'recordings.attemptId')
    .innerJoin('calls', 'calls.id', 'attempts.callId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'calls.lovedOneId')
    .select(['recordings.id', 'contentType', soundSize.as('size'), 'lovedOnes.name', 'lovedOnes.timezone'])
    .select('attempts.startedAt')
    .where('calls.id', '=', callId)
    .where('calls.accountId', '=', accountId)
    .where('recordings.fetchedAt', 'is not', null)
    .where('recordings.expiresAt', '>', now)
    .$narrowType<{ contentType: string }>()
    .orderBy('recordings.attemptId', 'desc')
    .orderBy('recordings.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!recording) throw notFound('Recording')
  return recording
}
