import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { AddLovedOneBody, EditLovedOneBody } from '#contract/people/loved-one-forms.ts'
import { editedLovedOneSchema, type LovedOne, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { failedAction, removeAndAsk } from '#web/domain/feedback/lost-answer.ts'
import { isStillThere } from '#web/domain/people/use-loved-one.ts'
import { queryKeys, refreshAfterLovedOneChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'
import { askedAboutNight } from './form/moves-into-night.tsx'

/** One loved one, for editing: asked for once, because a form must not change under the hands of its reader. */
export function lovedOneQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.lovedOne(id),
    queryFn: ({ signal }) => api.get(lovedOneSchema, `/api/loved-ones/${id}`, { signal }),
    refetchInterval: false,
    refetchOnWindowFocus: false,
    staleTime: 0,
    gcTime: 0,
    retry: 2,
  })
}

export function useAddLovedOne(creationKey: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: AddLovedOneBody) => api.post(lovedOneSchema, '/api/loved-ones', body, { creationKey }),
    onSuccess: () => {
      toast.success('Loved one has been added successfully')
      void refreshAfterLovedOneChange(client)
    },
    onError: (error) => toast.error(`Failed to add loved one: ${error.message}`),
  })
}

export function useEditLovedOne(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: EditLovedOneBody) => api.patch(editedLovedOneSchema, `/api/loved-ones/${id}`, body),
    onSuccess: ({ keptCalls }) => {
      if (keptCalls === undefined) toast.success('Loved one updated successfully')
      else toast.success(keptCalls, 'Loved one updated successfully')
      void refreshAfterLovedOneChange(client)
    },
    onError: (error) => {
      if (askedAboutNight(error) === null) toast.error('Failed to update loved one')
    },
  })
}

/** Removes a loved one for good; when the answer was lost, a loved one who is no longer listed has been removed. */
export function useRemoveLovedOne({ id, name }: Pick<LovedOne, 'id' | 'name'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () =>
      removeAndAsk(
        () => api.delete(`/api/loved-ones/${id}`),
        () => isStillThere(client, id),
      ),
    onSuccess: () => toast.success(`${name} has been removed`),
    onError: (error) =>
      toast.error(failedAction(`Failed to remove loved one: ${error.message}`, error, `${name} may have been removed`)),
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => void refreshAfterLovedOneChange(client),
  })
}
