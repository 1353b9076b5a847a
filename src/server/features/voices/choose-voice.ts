import { type Expression, sql } from 'kysely'
import type { PlayedSound } from '#core/call-script/script.ts'
import type { FamiliarVoice } from '#core/conversation/script/spoken-subject.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import type { VoicesDeps } from './deps.ts'
import { readVoice } from './read-voice.ts'
import { SCHEDULE_OF_CALL } from './schedule-of-call.ts'
import { playedUrl, type VoiceLinks } from './voice-links.ts'
import { noteChosen, noteNamed } from './voice-plays.ts'

/** Longer than any call lasts: its scripts may be asked for again. */
const FETCHED_WITHIN_MS = 60 * 60_000

/** A recording that a dial may play. */
export interface ChosenVoice {
  part: 'greeting' | 'question'
  recordingId: number
  durationMs: number
  /** Its maker's. */
  firstName: string | null
  /** In milliseconds. */
  chosenAt: number
  isNamed: boolean
  isFetched: boolean
}

/** What a dial may play, by part; for a query that names the dial. */
export const chosenVoices = (dialId: Expression<number>) => sql<ChosenVoice[] | null>`(
  select json_agg(json_build_object('part', r.part, 'recordingId', r.id, 'durationMs', r.duration_ms,
    'firstName', p.first_name, 'chosenAt', floor(extract(epoch from v.chosen_at) * 1000),
    'isNamed', v.named_at is not null, 'isFetched', v.fetched_at is not null) order by r.part)
  from voice_plays v join voice_recordings r on r.id = v.recording_id join people p on p.id = r.person_id
  where v.dial_id = ${dialId})`

/**
 * The recordings that the next attempt of a call may play: what the schedule's members use. None where an earlier attempt has named one
 * that the provider has not fetched: whatever became of that call, this one has only Cooee's own words. For a query that names
 * the call.
 */
export const usableVoices = (callId: Expression<number>) => sql<number[]>`array(
  select r.id from calls join voice_recordings r on r.schedule_id = ${SCHEDULE_OF_CALL}
  where calls.id = ${callId} and r.used_at is not null and not exists (
    select from voice_plays v join attempts other on other.id = v.dial_id
    where other.call_id = ${callId} and v.named_at is not null and v.fetched_at is null))`

/** Chooses what the attempt plays, when its phone is answered: of the `usable` recordings those that can be opened now. */
export async function chooseVoices(
  deps: Pick<VoicesDeps, 'sealing' | 'log'>,
  trx: Trx,
  { attemptId, usable, now }: { attemptId: number; usable: readonly number[]; now: Date },
): Promise<void> {
  for (const id of usable) {
    if (Buffer.isBuffer(await readVoice(deps, trx, id))) await noteChosen(trx, { dialId: attemptId, id, now })
    else deps.log.error({ recordingId: id }, 'Recorded greeting not readable; the call says its own words')
  }
}

/** Lets a call to a member play what they have just recorded; null where it is gone or cannot be opened. */
export async function chooseVoiceOfDial(
  deps: Pick<VoicesDeps, 'db' | 'clock' | 'sealing' | 'voices'> & { publicUrl: string },
  { dialId, recordingId }: { dialId: number; recordingId: number },
): Promise<PlayedSound | null> {
  if (!Buffer.isBuffer(await readVoice(deps, deps.db, recordingId))) return null
  const now = deps.clock.now()
  await deps.db.transaction().execute(async (trx) => {
    await noteChosen(trx, { dialId, id: recordingId, now })
    await noteNamed(trx, { dialId, recordingIds: [recordingId], now })
  })
  const name = deps.voices.nameFor({ recordingId, dialId }, new Date(now.getTime() + FETCHED_WITHIN_MS))
  return { url: playedUrl(deps.publicUrl, name), seconds: 0 }
}

/** Whether a dial may play a recording, and whether the provider has fetched it. */
export function voiceOfDial(db: Db, { dialId, recordingId }: { dialId: number; recordingId: number }) {
  return db
    .selectFrom('voicePlays')
    .select(sql<boolean>`fetched_at is not null`.as('isFetched'))
    .where('dialId', '=', dialId)
    .where('recordingId', '=', recordingId)
    .executeTakeFirst()
}

/**
 * What is chosen, as scripts play it. The question is left out where the greeting was named and not fetched: then neither can be
 * expected to be heard. Too long an estimate of a question only asks once more.
 */
export function familiarVoice(
  chosen: readonly ChosenVoice[] | null,
  { dialId, publicUrl, voices }: { dialId: number; publicUrl: string; voices: VoiceLinks },
): FamiliarVoice | undefined {
  if (!chosen || chosen.length === 0) return undefined
  const soundOf = (part: ChosenVoice['part']) => {
    const voice = chosen.find((one) => one.part === part)
    if (!voice) return null
    const { recordingId, durationMs, chosenAt, isFetched } = voice
    const name = voices.nameFor({ recordingId, dialId }, new Date(chosenAt + FETCHED_WITHIN_MS))
    // A question counts before the provider has fetched it: words that are said meanwhile do not answer what was not heard.
    const isCounted = isFetched || part === 'question'
    return { url: playedUrl(publicUrl, name), seconds: isCounted ? durationMs / 1000 : 0 }
  }
  const greeting = chosen.find(({ part }) => part === 'greeting')
  const isLost = greeting?.isNamed && !greeting.isFetched
  return {
    greeting: soundOf('greeting'),
    question: isLost ? null : soundOf('question'),
    isGreeted: greeting?.isFetched ?? false,
  }
}
