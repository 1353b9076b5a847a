import { recordingExpiry } from '#core/calls/recording-retention.ts'
import type { Sound } from '#server/adapters/telephony/call-recordings.ts'
import { type AskingAdmin, recordAction } from '#server/features/audit/public.ts'
import { AppError } from '#server/platform/http/app-error.ts'
import type { AdminDeps } from '../deps.ts'

const NONE_YET = 'No recording yet'
const UNREACHABLE = 'The phone provider could not be asked for the recording. Please try again in a moment.'

/** The provider's id of the recording of a test call. That of a loved one's call is as unknown here as a call that never was. */
export async function findTestRecording({ db, clock, recordings }: AdminDeps, callSid: string): Promise<string> {
  const test = await db
    .selectFrom('testCalls')
    .select('startedAt')
    .where('providerCallId', '=', callSid)
    .executeTakeFirst()
  if (!test || recordingExpiry(test.startedAt) <= clock.now()) throw new AppError('not_found', NONE_YET)
  const answer = await recordings.findOfCall(callSid)
  if (answer.kind === 'unavailable') throw new AppError('receiver_failed', UNREACHABLE)
  const ready = answer.kind === 'found' ? answer.found.find(({ isReady }) => isReady) : undefined
  if (!ready) throw new AppError('not_found', NONE_YET)
  return ready.providerRecordingId
}

/** The sound itself, from the provider; noted in the audit log. */
export async function openTestRecording(deps: AdminDeps, admin: AskingAdmin, callSid: string): Promise<Sound> {
  const answer = await deps.recordings.fetchSound(await findTestRecording(deps, callSid))
  switch (answer.kind) {
    case 'absent':
      throw new AppError('not_found', NONE_YET)
    case 'unavailable':
    case 'unusable':
      deps.log.warn({ reason: answer.reason }, 'Recording of a test call not fetched')
      throw new AppError('receiver_failed', UNREACHABLE)
    case 'found': {
      const action = { ...admin, action: 'test_recording.opened', detail: callSid }
      await deps.db.transaction().execute((trx) => recordAction(trx, { ...action, at: deps.clock.now() }))
      return answer.found
    }
  }
}
