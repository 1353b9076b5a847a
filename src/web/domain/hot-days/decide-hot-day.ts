import { useMutation, useQueryClient } from '@tanstack/react-query'
import { acceptedHotDaySchema } from '#contract/calls/hot-days.ts'
import { refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** Schedules the call of an offer at that time of its day. */
export function useAcceptHotDay(offerId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (timeOfDay: string) => api.post(acceptedHotDaySchema, `/api/hot-days/${offerId}/accept`, { timeOfDay }),
    // Also after a failure: the answer may be all that got lost, or somebody else has decided.
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Says no to the call of an offer. */
export function useDeclineHotDay(offerId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.postWithoutAnswer(`/api/hot-days/${offerId}/decline`),
    onSettled: () => void refreshAfterCallChange(client),
  })
}
