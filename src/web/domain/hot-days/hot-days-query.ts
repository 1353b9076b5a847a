import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { acceptedHotDaySchema, hotDaysSchema, townChoiceSchema } from '#contract/calls/hot-days.ts'
import { queryKeys, refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The calls that are offered for very hot days, and whether this Cooee looks at forecasts at all. */
export function hotDaysQuery() {
  return queryOptions({
    queryKey: queryKeys.hotDays,
    queryFn: ({ signal }) => api.get(hotDaysSchema, '/api/hot-days', { signal }),
  })
}

/** The towns that can be chosen; fetched where one is. They change with the release alone. */
export function townsQuery() {
  return queryOptions({
    queryKey: ['towns'],
    queryFn: ({ signal }) => api.get(z.array(townChoiceSchema), '/api/hot-days/towns', { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

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
