import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { callDetailsSchema } from '#contract/calls/call-details.ts'
import { callSchema } from '#contract/calls/calls.ts'
import { lovedOneSchema } from '#contract/people/loved-ones.ts'
import { messageBody } from '#contract/wire.ts'
import { queryKeys, refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The loved one of the rehearsal, kept up to date: its call changes what they have decided. */
export function personToTryQuery(id: number) {
  return queryOptions({
    queryKey: [...queryKeys.lovedOne(id), 'to-try'],
    queryFn: ({ signal }) => api.get(lovedOneSchema, `/api/loved-ones/${id}`, { signal }),
    retry: 2,
  })
}

/** The rehearsal's call, followed while it goes on. */
export function tryCallQuery(callId: number) {
  return queryOptions({
    queryKey: queryKeys.call(callId),
    queryFn: ({ signal }) => api.get(callDetailsSchema, `/api/calls/${callId}`, { signal }),
    retry: 1,
  })
}

const ringing = z.object({ call: callSchema })

/** Rings now; answers the call to follow. */
export function useRingNow(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await api.post(ringing, `/api/loved-ones/${lovedOneId}/try`)).call,
    onSuccess: () => void refreshAfterCallChange(client),
  })
}

/** Says that somebody else answered the rehearsal. */
export function useSomeoneElseAnswered(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.post(lovedOneSchema, `/api/loved-ones/${lovedOneId}/someone-else-answered`),
    onSuccess: () => void refreshAfterCallChange(client),
  })
}

/** Texts the number that Cooee rings from to the loved one's phone. */
export function useTextNumber(lovedOneId: number) {
  return useMutation({ mutationFn: () => api.post(messageBody, `/api/loved-ones/${lovedOneId}/text-number`) })
}
