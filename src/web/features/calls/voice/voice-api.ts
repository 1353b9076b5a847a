import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  type CallVoice,
  callVoiceSchema,
  type VoicePart,
  voiceRecordingAnswer,
} from '#contract/calls/familiar-voice.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

const RINGING_POLL_MS = 1_500
const keyOf = (callId: number) => [...queryKeys.call(callId), 'voice'] as const

const isOnThePhone = (voice: CallVoice | undefined): boolean =>
  voice?.parts.some(({ ring }) => ring?.state === 'ringing' || ring?.state === 'recording') ?? false

/** What is recorded for a call; asked again and again while the reader is on the phone with us. */
export function voiceQuery(callId: number) {
  return queryOptions({
    queryKey: keyOf(callId),
    queryFn: ({ signal }) => api.get(callVoiceSchema, `/api/calls/${callId}/voice`, { signal }),
    refetchInterval: ({ state }) => (isOnThePhone(state.data) ? RINGING_POLL_MS : false),
  })
}

/** What changes the recordings of a call, each followed by a fresh look at them. */
export function useVoiceActions(callId: number) {
  const client = useQueryClient()
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(callId) })
  return {
    save: useMutation({
      mutationFn: ({ part, sound }: { part: VoicePart; sound: Blob }) =>
        api.post(voiceRecordingAnswer, `/api/calls/${callId}/voice/${part}`, sound),
      onSettled,
    }),
    ring: useMutation({
      mutationFn: (part: VoicePart) => api.post(callVoiceSchema, `/api/calls/${callId}/voice/${part}/ring`),
      onSettled,
    }),
    hear: useMutation({
      mutationFn: (id: number) => api.post(voiceRecordingAnswer, `/api/voice-recordings/${id}/heard`),
      onSettled,
    }),
    use: useMutation({
      mutationFn: (id: number) => api.post(voiceRecordingAnswer, `/api/voice-recordings/${id}/use`),
      onSettled,
    }),
    remove: useMutation({ mutationFn: (id: number) => api.delete(`/api/voice-recordings/${id}`), onSettled }),
  }
}
