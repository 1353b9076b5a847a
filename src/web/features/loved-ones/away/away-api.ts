import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { awaySchema, everyoneAwaySchema } from '#contract/people/aways.ts'
import { queryKeys, refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

const awayList = z.array(awaySchema)

/** The times away of a loved one that have not ended: asked for once, because a form must not change under the hands of its reader. */
export function awaysQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: [...queryKeys.lovedOne(lovedOneId), 'away'],
    queryFn: ({ signal }) => api.get(awayList, `/api/loved-ones/${lovedOneId}/away`, { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
    retry: 2,
  })
}

/** The times away of everybody that have not ended, the first page of them; asked for once, too. */
export function everyonesAwaysQuery() {
  return queryOptions({
    queryKey: [...queryKeys.lovedOnes, 'away'],
    queryFn: ({ signal }) => api.get(awayList, '/api/away', { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
    retry: 2,
  })
}

/** Sets the same time away for everybody, once however often it is sent. */
export function useSetEveryoneAway(creationKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<AwayForm>) => api.post(everyoneAwaySchema, '/api/away', body, { creationKey }),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Ends everybody's time away now, and takes back those that have not begun. */
export function useEndEveryonesAways() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.delete('/api/away'),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** What the dialog holds. */
export interface AwayForm {
  from: string
  until: string | undefined
  reason: string
  note: string
}

/** Sets a time away, or changes the one with that id. */
export function useSaveAway(lovedOneId: number, awayId: number | null) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: Partial<AwayForm>) =>
      awayId === null
        ? api.post(awaySchema, `/api/loved-ones/${lovedOneId}/away`, body)
        : api.patch(awaySchema, `/api/away/${awayId}`, body),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Ends a time away now, or takes back one that has not begun. */
export function useEndAway() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (awayId: number) => api.delete(`/api/away/${awayId}`),
    onSettled: () => void refreshAfterCallChange(client),
  })
}
