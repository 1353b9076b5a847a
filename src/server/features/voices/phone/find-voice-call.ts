import { hasRight } from '#contract/accounts/rights.ts'
import type { Db } from '#server/platform/database/database.ts'

/** A call in which a member records their voice, that has not ended. */
export type VoiceCall = NonNullable<Awaited<ReturnType<typeof findVoiceCall>>>

/**
 * Undefined for one that is over, that is another call of the provider, whose schedule is gone, or whose member may not
 * arrange calls any more: as on the page, it is asked at each step.
 */
export async function findVoiceCall(db: Db, id: number, providerCallId: string) {
  const call = await db
    .selectFrom('voiceCalls')
    .innerJoin('voiceRequests', 'voiceRequests.dialId', 'voiceCalls.id')
    .innerJoin('callSchedules', 'callSchedules.id', 'voiceRequests.scheduleId')
    .innerJoin('lovedOnes', 'lovedOnes.id', 'callSchedules.lovedOneId')
    .innerJoin('people', 'people.id', 'voiceRequests.personId')
    .innerJoin('members', (join) =>
      join
        .onRef('members.accountId', '=', 'voiceRequests.accountId')
        .onRef('members.personId', '=', 'voiceRequests.personId'),
    )
    .innerJoin('accounts', 'accounts.id', 'voiceRequests.accountId')
    .select(['voiceCalls.id', 'voiceCalls.providerCallId as linkedTo', 'voiceCalls.providerStatus'])
    .select(['voiceRequests.accountId', 'voiceRequests.personId', 'voiceRequests.scheduleId', 'voiceRequests.part'])
    .select(['fetchedIds', 'recordingId', 'usedAt', 'lovedOnes.name', 'lovedOnes.preferredName'])
    .select(['people.firstName', 'people.lastName', 'people.username', 'people.timezone'])
    .select(['members.role', 'members.mayHearCalls'])
    .where('voiceCalls.id', '=', id)
    .where('voiceCalls.endedAt', 'is', null)
    .where('callSchedules.endedAt', 'is', null)
    .where('accounts.suspendedByAdminAt', 'is', null)
    .where('accounts.deletionBeganAt', 'is', null)
    .executeTakeFirst()
  if (!call || !hasRight(call, 'care')) return undefined
  if (call.linkedTo !== null && call.linkedTo !== providerCallId) return undefined
  return { ...call, providerCallId }
}

/** Whether a call to record a voice has not ended, and is not another one of the provider: whatever its member may do by now. */
export async function isOpenVoiceCall(db: Db, id: number, providerCallId: string): Promise<boolean> {
  const call = await db
    .selectFrom('voiceCalls')
    .select('providerCallId')
    .where('id', '=', id)
    .where('endedAt', 'is', null)
    .executeTakeFirst()
  return call !== undefined && (call.providerCallId === null || call.providerCallId === providerCallId)
}
