import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { consentEntrySchema, type Withdrawable } from '#contract/people/consents.ts'
import { type LovedOne, lovedOneSchema } from '#contract/people/loved-ones.ts'
import { queryKeys, refreshAfterLovedOneChange } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** Everything a loved one was asked and answered, newest first; asked for when somebody wants to read it. */
export function consentLedgerQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: [...queryKeys.lovedOne(lovedOneId), 'consents'],
    queryFn: ({ signal }) => api.get(z.array(consentEntrySchema), `/api/loved-ones/${lovedOneId}/consents`, { signal }),
    refetchInterval: false,
    retry: 1,
  })
}

/** Takes a consent back on a loved one's word. The form around it stays as it was typed. */
export function useWithdrawConsent(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ subject, deletesExisting }: { subject: Withdrawable; deletesExisting: boolean }) =>
      api.post(lovedOneSchema, `/api/loved-ones/${lovedOneId}/consents/${subject}/withdraw`, { deletesExisting }),
    onSuccess: ({ consents }) => {
      client.setQueryData<LovedOne>(queryKeys.lovedOne(lovedOneId), (known) => known && { ...known, consents })
      void refreshAfterLovedOneChange(client)
    },
    onError: () => toast.error('We couldn’t change that. Please try again.'),
  })
}
