import { z } from 'zod'
import { id, instant } from '#contract/wire.ts'
import { CALL_TYPES } from '#core/calls/call-vocabulary.ts'
import { LANGUAGES } from '#core/languages/language.ts'
import type { WavFault } from '#core/voice/read-wav.ts'

/** What a member may record for a schedule: who is calling, and the question. The keys are always Cooee's to say. */
export const VOICE_PARTS = ['greeting', 'question'] as const
const voicePart = z.enum(VOICE_PARTS, 'Must be greeting or question')
export type VoicePart = z.infer<typeof voicePart>

const voiceRecordingSchema = z.object({
  id,
  /** Whose voice it is. */
  by: z.string(),
  isYours: z.boolean(),
  seconds: z.number(),
  madeAt: instant,
  /** Whether it was recorded in the page or by phone. */
  source: z.enum(['page', 'phone']),
  /** Whether its maker has listened to it: only then it can be used. */
  isHeard: z.boolean(),
})
export type VoiceRecording = z.infer<typeof voiceRecordingSchema>

/** Where a call is in which a member records their voice. `over` without a draft: nothing was recorded, or it was thrown away. */
export const VOICE_RING_STATES = ['ringing', 'recording', 'used', 'over'] as const

export const callVoiceSchema = z.object({
  /** False for a call that does not repeat, or that asks by text. */
  canRecord: z.boolean(),
  lovedOneName: z.string(),
  callType: z.enum(CALL_TYPES),
  /** In which Cooee's own words are, and are said. */
  language: z.enum(LANGUAGES),
  /** The reader's own number, as it is shown, if it is confirmed: Cooee rings no other. */
  ownPhone: z.string().nullable().default(null),
  parts: z.array(
    z.object({
      part: voicePart,
      /** What Cooee says where nothing is recorded, or a recording cannot be fetched. */
      says: z.string(),
      /** What Cooee says in any case, right after a recording. */
      saysAfterwards: z.string(),
      /** What calls play. */
      used: voiceRecordingSchema.nullable(),
      /** What the reader has recorded and does not use yet. */
      draft: voiceRecordingSchema.nullable(),
      /** The reader's latest call to record it by phone, within the day; null without any. */
      ring: z
        .object({ state: z.enum(VOICE_RING_STATES), at: instant })
        .nullable()
        .default(null),
    }),
  ),
})
export type CallVoice = z.infer<typeof callVoiceSchema>

export const voiceRecordingAnswer = voiceRecordingSchema

/** What is said of a sound that is no recording as calls can play it. */
export const VOICE_FAULTS: Record<WavFault, string> = {
  no_wav: 'Please send a WAV file',
  other_format: 'Please send a WAV file with one channel, 16 bits and 16 kHz',
  cut_off: 'This sound file is not complete. Please record it again',
  too_short: 'That was very short. Please speak for at least a second',
  too_long: 'Please keep it to 20 seconds',
  silent: 'We could not hear anything. Please check the microphone and record it again',
}
export const VOICE_TOO_LARGE = 'Please keep it to 20 seconds'
export const HEAR_IT_FIRST = 'Please listen to the recording first.'
export const ONLY_REPEATING = 'You can record your voice for calls that repeat. Schedule this call to repeat first.'

/** Where a member listens to a recording. */
export const voiceSoundPath = (recordingId: number): string => `/api/voice-recordings/${recordingId}/sound`
