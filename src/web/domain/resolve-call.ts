import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import type { Call } from '#contract/calls.ts'
import { api } from '#web/lib/api-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { failedAction } from './lost-answer.ts'
import { refreshAfterCallChange } from './query-keys.ts'

interface Reached {
  call: Pick<Call, 'id'>
  note: string
  /** What is said once it is noted. */
  thanks: string
}

/** "I’ve reached Margaret": no further tries, and an all-clear to everybody else who was alerted. */
export function useResolveCall() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ call, note }: Reached) =>
      api.post(z.unknown(), `/api/calls/${call.id}/resolve`, { note: note || null }),
    onSuccess: (_done, { thanks }) => toast.success(thanks),
    onError: (error) => toast.error(resolveFailure(error)),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Why it failed, for the message and for the call’s place. */
export function resolveFailure(error: Error): string {
  return failedAction(`We couldn’t note that: ${error.message}`, error, 'It may have been noted')
}
