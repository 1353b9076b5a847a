import type { ScriptPart } from '#core/call-script/script.ts'
import {
  playVoiceScript,
  recordVoiceScript,
  VOICE_STEPS,
  type VoiceCallSubject,
  voiceCallScript,
  voiceChoiceScript,
  voiceNotPlayedScript,
  voiceUsedScript,
  waitForVoiceScript,
} from '#core/call-script/voice-call-script.ts'
import { calledName } from '#core/conversation/script/spoken-subject.ts'
import { sentNameOr } from '#core/names/sent-words.ts'
import type { DialFacts, ProviderCall } from '#server/adapters/telephony/telephony.ts'
import { chooseVoiceOfDial, voiceOfDial } from '../choose-voice.ts'
import { applyVoice, noteHeard } from '../use-voice.ts'
import type { VoiceCallDeps } from './deps.ts'
import { fetchRecorded, forgetFetched } from './fetch-recorded.ts'
import { findVoiceCall, isOpenVoiceCall, type VoiceCall } from './find-voice-call.ts'
import { endVoiceCall, linkVoiceCall } from './voice-call-state.ts'

const HANG_UP: readonly ScriptPart[] = [{ kind: 'hang_up' }]
/** Two seconds each. */
const MOST_WAITS = 15

/**
 * Applies the provider events of calls in which members record their voice. Each answer may come twice: what was fetched is not fetched
 * again, and what is used stays used.
 */
export function voiceCallEvents(deps: VoiceCallDeps): DialFacts {
  return {
    async answered(id, providerCallId) {
      const call = await findVoiceCall(deps.db, id, providerCallId)
      if (!call) return HANG_UP
      await deps.db.transaction().execute((trx) => linkVoiceCall(deps, trx, { id, providerCallId, isAnswered: true }))
      return voiceCallScript(subjectOf(call))
    },
    async heard(id, step, { keys }, providerCallId) {
      const call = await findVoiceCall(deps.db, id, providerCallId ?? '')
      if (!call) return HANG_UP
      const [name, number] = step.split(' ')
      switch (name) {
        case VOICE_STEPS.ready:
          return keys === '1' ? recordVoiceScript(subjectOf(call)) : voiceCallScript(subjectOf(call))
        case VOICE_STEPS.recorded:
          return afterRecording(deps, call, 0)
        case VOICE_STEPS.wait:
          return afterRecording(deps, call, Number(number) || 0)
        case VOICE_STEPS.choice:
          return choose(deps, call, keys)
        default:
          return HANG_UP
      }
    },
    progressed: (id, call) => progressed(deps, id, call),
  }
}

async function afterRecording(deps: VoiceCallDeps, call: VoiceCall, waits: number): Promise<readonly ScriptPart[]> {
  const fetched = await fetchRecorded(deps, call)
  switch (fetched.kind) {
    case 'later':
      return waits < MOST_WAITS ? waitForVoiceScript(waits + 1) : voiceNotPlayedScript({ isKept: false })
    case 'faulty':
      return recordVoiceScript(subjectOf(call), fetched.sentence)
    case 'fetched': {
      const { recordingId } = fetched
      const sound = await chooseVoiceOfDial(deps, { dialId: call.id, recordingId })
      return sound ? playVoiceScript(sound) : voiceNotPlayedScript({ isKept: true })
    }
  }
}

/** 1 uses what they have heard; 2 records it again. */
async function choose(deps: VoiceCallDeps, call: VoiceCall, keys: string): Promise<readonly ScriptPart[]> {
  const { recordingId, personId, accountId } = call
  if (keys === '2') {
    await forgetFetched(deps.db, call.id)
    return recordVoiceScript(subjectOf(call))
  }
  if (keys !== '1') return voiceChoiceScript()
  if (recordingId === null) return recordVoiceScript(subjectOf(call))
  const played = await voiceOfDial(deps.db, { dialId: call.id, recordingId })
  if (!played?.isFetched) return voiceNotPlayedScript({ isKept: true })
  const name = [call.firstName, call.lastName].filter(Boolean).join(' ') || call.username
  const { firstName, lastName, timezone } = call
  await noteHeard(deps, { personId, recordingId })
  await deps.db.transaction().execute(async (trx) => {
    await applyVoice(deps, trx, { accountId, by: { personId, name, firstName, lastName, timezone }, recordingId })
    await trx.updateTable('voiceRequests').set({ usedAt: deps.clock.now() }).where('dialId', '=', call.id).execute()
  })
  return voiceUsedScript(subjectOf(call))
}

async function progressed(deps: VoiceCallDeps, id: number, call: ProviderCall): Promise<void> {
  if (!(await isOpenVoiceCall(deps.db, id, call.providerCallId))) return
  await deps.db.transaction().execute((trx) => linkVoiceCall(deps, trx, { id, providerCallId: call.providerCallId }))
  const { endedStatus, durationSeconds } = call
  if (endedStatus === null) return
  await endVoiceCall(deps, id, { state: 'ended', providerStatus: endedStatus, durationSeconds })
}

const subjectOf = ({ part, name, preferredName }: VoiceCall): VoiceCallSubject => ({
  part,
  lovedOne: calledName({ name: sentNameOr(name), preferredName }),
})
