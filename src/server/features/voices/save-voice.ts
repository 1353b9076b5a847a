import { sql } from 'kysely'
import { VOICE_FAULTS, type VoicePart } from '#contract/calls/familiar-voice.ts'
import { readWav } from '#core/voice/read-wav.ts'
import { announceChange } from '#server/platform/changes/announce-change.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import { type Quota, spendQuota } from '#server/platform/visitors/quota.ts'
import type { VoicesDeps } from './deps.ts'

/** Each is read, sealed and kept for an hour: enough for somebody who is never content. */
const SAVED: Quota = {
  name: 'voice-recording',
  limit: 60,
  windowSeconds: 3600,
  message: 'You have recorded a lot in the last hour. Please try again later.',
}

/** A recording by a member for one part of a schedule. */
export interface NewVoice {
  accountId: number
  personId: number
  scheduleId: number
  part: VoicePart
  source: 'page' | 'phone'
  bytes: Buffer
}

/**
 * Keeps a recording as its maker's draft, in place of the one before; calls play it once they have listened to it and use it.
 * Returns its id. Throws `invalid` naming the field `sound` for what is no such recording; nothing about it is changed.
 */
export async function saveVoice(
  deps: Pick<VoicesDeps, 'clock' | 'sealing'>,
  trx: Trx,
  voice: NewVoice,
): Promise<number> {
  const { accountId, personId, scheduleId, part, source, bytes } = voice
  const reading = readWav(bytes)
  if (reading.kind === 'refused') throw new AppError('invalid', VOICE_FAULTS[reading.reason], { field: 'sound' })
  const now = deps.clock.now()
  await spendQuota(trx, SAVED, String(accountId), now)
  const own = { accountId, personId, scheduleId, part }
  // The membership first: who leaves at the same time takes it along. Then the schedule: two recordings at once follow each other.
  await trx
    .selectFrom('members')
    .select('personId')
    .where('accountId', '=', accountId)
    .where('personId', '=', personId)
    .forKeyShare()
    .execute()
  await trx.selectFrom('callSchedules').select('id').where('id', '=', scheduleId).forNoKeyUpdate().execute()
  await trx
    .deleteFrom('voiceRecordings')
    .where((eb) => eb.and(own))
    .where('usedAt', 'is', null)
    .execute()
  const { id } = await trx
    .selectNoFrom(sql<number>`nextval(pg_get_serial_sequence('voice_recordings', 'id'))`.as('id'))
    .executeTakeFirstOrThrow()
  const { value: sound, sealedWith } = deps.sealing.sealBytes('voice_recordings.sound', { id }, bytes)
  const { durationMs } = reading.sound
  await trx
    .insertInto('voiceRecordings')
    .values({ id, ...own, source, durationMs, madeAt: now, sound, sealedWith })
    .execute()
  await announceChange(trx, accountId, 'calls')
  return id
}
