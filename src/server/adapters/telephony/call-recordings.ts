import type { Lookup } from './telephony.ts'

/** The sound of one call as the provider lists it. */
export interface ProviderRecording {
  providerRecordingId: string
  durationSeconds: number
  /** Whether its sound can be fetched; false while the call lasts and while the provider works on it. */
  isReady: boolean
}

export interface Sound {
  bytes: Buffer
  contentType: 'audio/wav' | 'audio/mpeg'
}

/** `unusable`: what the provider has is no sound, or more than any call of ours can be. Asking again does not help. */
export type SoundLookup = Lookup<Sound> | { kind: 'unusable'; reason: string }

/** `deleted` also where there was nothing to delete. */
export type Deletion = { kind: 'deleted' } | { kind: 'unavailable'; reason: string }

/** Recordings that the provider stores. Its addresses of them never leave the adapter. */
export interface CallRecordings {
  /** Everything it has of one call. */
  findOfCall(providerCallId: string): Promise<Lookup<ProviderRecording[]>>
  fetchSound(providerRecordingId: string): Promise<SoundLookup>
  delete(providerRecordingId: string): Promise<Deletion>
}
