import type { CallVoice, VoiceRecording } from '#contract/calls/familiar-voice.ts'
import { VOICE_PARTS } from '#contract/calls/familiar-voice.ts'
import { introduction, question, shortIntroduction } from '#core/conversation/script/phrases.ts'
import { wordingOf } from '#core/languages/wordings.ts'
import { sentFullName, sentNameOr } from '#core/names/sent-words.ts'
import { displayPhone } from '#core/phone/display-phone.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { Asking } from './own-voice.ts'
import { recordedCall } from './schedule-of-call.ts'

/** What is recorded for the schedule of a call, as a member sees it: what calls play, and drafts of their own. */
export async function voiceOfCall(db: Db, asking: Asking, callId: number): Promise<CallVoice> {
  const call = await recordedCall(db, asking.accountId, callId)
  const owner = await db
    .selectFrom('owners')
    .select(['firstName', 'lastName'])
    .where('accountId', '=', asking.accountId)
    .executeTakeFirstOrThrow()
  const recordings = call.scheduleId === null ? [] : await recordingsOf(db, asking, call.scheduleId)
  const at = Temporal.Instant.fromEpochMilliseconds(call.scheduledFor.getTime()).toZonedDateTimeISO(call.timezone)
  const wording = wordingOf(call.language, call.corrections)
  const subject = {
    wording,
    ...{ callType: call.callType, name: sentNameOr(call.name), preferredName: call.preferredName },
    ...{ familyWord: call.familyWord, askedBy: sentFullName(owner), hour: at.hour },
    ...{ isDaily: false, isRecorded: false, reminderText: null, isCalledAgain: false },
  }
  const [rings, ownPhone] = await Promise.all([ringsOf(db, asking, call.scheduleId), ownPhoneOf(db, asking.personId)])
  const asks = question(call.callType, wording)
  const says = { greeting: introduction(subject), question: asks }
  const saysAfterwards = { greeting: shortIntroduction(subject), question: asks }
  return {
    canRecord: call.scheduleId !== null,
    lovedOneName: call.name,
    callType: call.callType,
    language: call.language,
    ownPhone,
    parts: VOICE_PARTS.map((part) => {
      const ofPart = recordings.filter((recording) => recording.part === part)
      const shown = (recording: (typeof ofPart)[number] | undefined) => (recording ? recording.shown : null)
      return {
        part,
        says: says[part],
        saysAfterwards: saysAfterwards[part],
        used: shown(ofPart.find(({ isUsed }) => isUsed)),
        draft: shown(ofPart.find(({ isUsed }) => !isUsed)),
        ring: rings.find((ring) => ring.part === part)?.shown ?? null,
      }
    }),
  }
}

/** The reader's calls of the last day in which they record for the schedule, the latest first. */
async function ringsOf(db: Db, { personId }: Asking, scheduleId: number | null) {
  if (scheduleId === null) return []
  const rows = await db
    .selectFrom('voiceRequests')
    .innerJoin('voiceCalls', 'voiceCalls.id', 'voiceRequests.dialId')
    .select(['part', 'requestedAt', 'usedAt', 'endedAt', 'answeredAt', 'recordingId', 'fetchedIds'])
    .where('scheduleId', '=', scheduleId)
    .where('personId', '=', personId)
    .orderBy('dialId', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ part, requestedAt, usedAt, endedAt, answeredAt }) => {
    const state = usedAt ? 'used' : endedAt ? 'over' : answeredAt ? 'recording' : 'ringing'
    return { part, shown: { state, at: requestedAt.toISOString() } as const }
  })
}

async function ownPhoneOf(db: Db, personId: number): Promise<string | null> {
  const person = await db.selectFrom('people').select('verifiedPhone').where('id', '=', personId).executeTakeFirst()
  return person?.verifiedPhone ? displayPhone(person.verifiedPhone) : null
}

/** One recording as its maker sees it. */
export async function voiceOf(db: Db, asking: Asking, recordingId: number): Promise<VoiceRecording> {
  const [row] = await rowsOf(db, asking).where('voiceRecordings.id', '=', recordingId).execute()
  if (!row) throw new Error('The recording was deleted meanwhile')
  return view(row, asking)
}

async function recordingsOf(db: Db, asking: Asking, scheduleId: number) {
  const rows = await rowsOf(db, asking).where('voiceRecordings.scheduleId', '=', scheduleId).execute()
  return rows.map((row) => ({ part: row.part, isUsed: row.usedAt !== null, shown: view(row, asking) }))
}

function rowsOf(db: Db, { accountId, personId }: Asking) {
  return db
    .selectFrom('voiceRecordings')
    .innerJoin('people', 'people.id', 'voiceRecordings.personId')
    .select(['voiceRecordings.id', 'personId', 'part', 'source', 'durationMs', 'madeAt', 'heardAt', 'usedAt'])
    .select(['people.firstName', 'people.username'])
    .where('voiceRecordings.accountId', '=', accountId)
    .where((eb) => eb.or([eb('usedAt', 'is not', null), eb('personId', '=', personId)]))
    .orderBy('voiceRecordings.id')
}

type Row = Awaited<ReturnType<ReturnType<typeof rowsOf>['execute']>>[number]

function view(row: Row, { personId }: Asking): VoiceRecording {
  return {
    id: row.id,
    by: row.firstName ?? row.username,
    isYours: row.personId === personId,
    seconds: Math.round(row.durationMs / 100) / 10,
    madeAt: row.madeAt.toISOString(),
    source: row.source,
    isHeard: row.heardAt !== null,
  }
}
