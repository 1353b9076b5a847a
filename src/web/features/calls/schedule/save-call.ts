import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { EditCallBody, ScheduleCallBody } from '#contract/calls/call-forms.ts'
import { callSchema } from '#contract/calls/calls.ts'
import { refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { ApiError, api, errorText, isAnswerLost } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

const SCHEDULE_FAILED = 'Failed to schedule call'

/** Why scheduling failed: the first thing wrong, else what the server says, else that no answer came. */
export function scheduleRefusal(error: Error): string {
  if (isTaken(error)) return error.message
  const text = errorText(error, SCHEDULE_FAILED)
  return isAnswerLost(error) ? `${SCHEDULE_FAILED}: ${text}` : text
}

/** A time that is too full: the form says so at the field that must be changed, and no toast covers it. */
function isTaken(error: Error): boolean {
  return error instanceof ApiError && error.status === 409 && error.errors.length > 0
}

function toastUnlessTaken(error: Error, words: string): void {
  if (!isTaken(error)) toast.error(words)
}

/** Why a change was refused: the first thing wrong, else what the server says. */
export function updateRefusal(error: Error): string {
  if (!(error instanceof ApiError) || !error.message) return 'Failed to update call'
  if (isTaken(error)) return error.message
  return error.errors.length > 0 ? errorText(error, '') : `Failed to update call: ${error.message}`
}

export function useScheduleCall(creationKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: ScheduleCallBody) => api.post(callSchema, '/api/calls', body, { creationKey }),
    onSuccess: () => {
      toast.success('Call has been scheduled successfully')
      void refreshAfterCallChange(client)
    },
    onError: (error) => toastUnlessTaken(error, scheduleRefusal(error)),
  })
}

export function useUpdateCall(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EditCallBody) => api.patch(callSchema, `/api/calls/${id}`, body),
    onSuccess: () => {
      toast.success('Call has been updated successfully')
      void refreshAfterCallChange(client)
    },
    onError: (error) => toastUnlessTaken(error, updateRefusal(error)),
  })
}
