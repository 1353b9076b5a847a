import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { skippedCallSchema } from '#contract/calls/call-details.ts'
import type { SkipCallBody, UndoSkipBody } from '#contract/calls/call-forms.ts'
import { type Call, callNowAnswer } from '#contract/calls/calls.ts'
import { bothTimes } from '#web/domain/calls/call-when.tsx'
import { failedAction } from '#web/domain/feedback/lost-answer.ts'
import { refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** Whether a call comes from the list of single calls or stands for a recurring schedule; the texts differ. */
export type CallList = 'upcoming' | 'recurring'

/** Rings at once. */
export function useCallNow(list: CallList) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: Call) => api.post(callNowAnswer, `/api/calls/${call.id}/call-now`),
    onSuccess: ({ message }) => {
      if (list === 'recurring') toast.success('The call is being connected...', 'Call initiated')
      else toast.success(message)
    },
    onError: (error) => toast.error(callFailure.now(error)),
    // Also after a failure: perhaps only the answer was lost, and the call is under way.
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Why one of these failed, for the message and for the row. */
export const callFailure = {
  now: (error: Error) => failedAction(`Failed to initiate call: ${error.message}`, error, 'The call may be on its way'),
  cancel: (error: Error) =>
    failedAction(`Failed to cancel call: ${error.message}`, error, 'The call may have been cancelled'),
  skip: (error: Error) =>
    failedAction(`Failed to skip call: ${error.message}`, error, 'The call may have been skipped'),
  undoSkip: (error: Error) => failedAction(`Failed to undo: ${error.message}`, error, 'The call may be back on'),
} as const

/** Cancels a call; of a recurring one the whole schedule ends. */
export function useCancelCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: Call) => api.delete(`/api/calls/${call.id}`),
    onSuccess: (_done, call) => {
      if (call.recurrencePattern !== 'once') {
        toast.success('The recurring call has been cancelled successfully.', 'Call cancelled')
      } else {
        toast.success('Call has been cancelled successfully')
      }
    },
    onError: (error) => toast.error(callFailure.cancel(error)),
    // Also after a refusal: the call may have gone out in the meantime.
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Cancels one call that is under way; its schedule goes on. */
export function useCancelUnderWay() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: Call) => api.delete(`/api/calls/${call.id}?only=call`),
    onSuccess: () => toast.success('Call has been cancelled successfully'),
    onError: (error) => toast.error(callFailure.cancel(error)),
    // Also after a refusal: the call may have ended in the meantime.
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** All that is read of the answer to a skip. */
const skippedTime = skippedCallSchema.pick({ catchUpAt: true })

function skippedInWords(catchUpAt: string | null, { lovedOne }: Call): string {
  const skipped = 'The next call has been skipped'
  if (catchUpAt === null) return skipped
  const when = bothTimes(catchUpAt, lovedOne.timezone)
  return `${skipped}. We’ll ring ${lovedOne.name} at ${when} instead, because we couldn’t make an earlier call.`
}

/** Skips the next call of a recurring schedule. */
export function useSkipCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (call: Call) =>
      api.post(skippedTime, `/api/calls/${call.id}/skip`, { scheduledTime: call.scheduledTime } satisfies SkipCallBody),
    onSuccess: ({ catchUpAt }, call) => toast.success(skippedInWords(catchUpAt, call)),
    onError: (error) => toast.error(callFailure.skip(error)),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Takes back the last skip. */
export function useUndoSkip() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, skippedTimes }: Call) =>
      api.post(z.unknown(), `/api/calls/${id}/skip/undo`, {
        scheduledTime: skippedTimes.at(-1),
      } satisfies UndoSkipBody),
    onSuccess: () => toast.success('The call is back on'),
    onError: (error) => toast.error(callFailure.undoSkip(error)),
    onSettled: () => void refreshAfterCallChange(client),
  })
}
