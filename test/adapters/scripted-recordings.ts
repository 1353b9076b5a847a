import type { CallRecordings, ProviderRecording, SoundLookup } from '#server/adapters/telephony/call-recordings.ts'

/** A provider's recordings that do as the test says. */
export interface ScriptedRecordings extends CallRecordings {
  /** What it has: by its id, with the call it belongs to. */
  readonly kept: Map<string, ProviderRecording & { providerCallId: string; bytes: Buffer }>
  /** What the next fetches answer instead of the sound. */
  readonly answers: SoundLookup[]
  /** How often a sound was asked for. */
  readonly fetched: string[]
  /** The calls whose recordings were looked for. */
  readonly lookedFor: string[]
  /** While set, the provider cannot be reached. */
  isDown: boolean
  clear(): void
}

const DOWN = { kind: 'unavailable', reason: 'down' } as const

/** For tests. */
export function scriptedRecordings(): ScriptedRecordings {
  const recordings: ScriptedRecordings = {
    kept: new Map(),
    answers: [],
    fetched: [],
    lookedFor: [],
    isDown: false,
    async findOfCall(providerCallId) {
      recordings.lookedFor.push(providerCallId)
      if (recordings.isDown) return DOWN
      return {
        kind: 'found',
        found: [...recordings.kept.values()].filter((one) => one.providerCallId === providerCallId),
      }
    },
    async fetchSound(providerRecordingId) {
      recordings.fetched.push(providerRecordingId)
      if (recordings.isDown) return DOWN
      const answer = recordings.answers.shift()
      if (answer) return answer
      const one = recordings.kept.get(providerRecordingId)
      return one ? { kind: 'found', found: { bytes: one.bytes, contentType: 'audio/wav' } } : { kind: 'absent' }
    },
    async delete(providerRecordingId) {
      if (recordings.isDown) return DOWN
      recordings.kept.delete(providerRecordingId)
      return { kind: 'deleted' }
    },
    clear() {
      recordings.kept.clear()
      recordings.answers.length = 0
      recordings.fetched.length = 0
      recordings.lookedFor.length = 0
      recordings.isDown = false
    },
  }
  return recordings
}
