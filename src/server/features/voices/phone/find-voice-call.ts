import type { Db } from '#server/platform/database/database.ts'

/** A call in which a member records their voice, that has not ended. */
export type VoiceCall = NonNullable<Awaited<ReturnType<typeof findVoiceCall>>>

/** Undefined for one that is over, that is another call of the provider, or whose member or schedule is gone. */
export async function findVoiceCall(db: Db, id: number, providerCallId: string) {
  const call = await db
    .selectFrom('voiceCalls')
    .innerJoin('voiceRequests', 'voiceRequests.dialId', 'voiceCalls.id')
    .innerJoin('callSchedules', 'callSchedules.id', 'voiceRequests.scheduleId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'callSchedules.lovedOneId')
    .innerJoin('people', 'people.id', 'voiceRequests.personId')
    .select(['voiceCalls.id', 'voiceCalls.providerCallId as linkedTo', 'voiceCalls.providerStatus'])
    .select(['voiceRequests.accountId', 'voiceRequests.personId', 'voiceRequests.scheduleId', 'voiceRequests.part'])
    .select(['fetchedIds', 'recordingId', 'usedAt', 'lovedOnes.name', 'lovedOnes.preferredName'])
    .select(['people.firstName', 'people.lastName', 'people.username', 'people.timezone'])
    .where('voiceCalls.id', '=', id)
    .where('voiceCalls.endedAt', 'is', null)
    .where('callSchedules.endedAt', 'is', null)
    .executeTakeFirst()
  if (!call || (call.linkedTo !== null && call.linkedTo !== providerCallId)) return undefined
  return { ...call, providerCallId }
}
