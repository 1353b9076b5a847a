import { infiniteQueryOptions, keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type AdminAccountsQuery,
  adminAccountsAnswer,
  REFUSED_PAGE,
  type RefuseNumberBody,
  refusedNumberSchema,
  suspensionAnswer,
} from '#contract/admin/admin-accounts.ts'
import { messageBody } from '#contract/wire.ts'
import { api } from '#web/lib/http/api-client.ts'
import { useOneAtATime } from '#web/lib/http/one-at-a-time.ts'
import { adminKeys } from '../admin-keys.ts'

const POLL_MS = 30_000

/** One page of the accounts by their use. The previous page stays while the next is loading. */
export function accountsQuery(query: AdminAccountsQuery) {
  return queryOptions({
    queryKey: [...adminKeys.accounts, query],
    queryFn: ({ signal }) => api.get(adminAccountsAnswer, '/api/admin/accounts', { signal, query }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MS,
  })
}

/** The numbers that admins refuse, the latest first. */
export function refusedNumbersQuery() {
  return infiniteQueryOptions({
    queryKey: adminKeys.refusedNumbers,
    queryFn: ({ signal, pageParam: before }) =>
      api.get(z.array(refusedNumberSchema), '/api/admin/refused-numbers', { signal, query: { before } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === REFUSED_PAGE ? page.at(-1)?.id : undefined),
    refetchInterval: false,
  })
}

/** Suspends an account, or releases it. Again it changes nothing. */
export function useSuspension(id: number) {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: (action: 'suspend' | 'release') => api.post(suspensionAnswer, `/api/admin/accounts/${id}/${action}`),
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.accounts }),
  })
}

/** Refuses a number for the whole installation. */
export function useRefuseNumber() {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: (body: RefuseNumberBody) => api.post(messageBody, '/api/admin/refused-numbers', body),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.refusedNumbers }),
  })
}

/** Lets a number be rung and texted again. */
export function useAllowNumber(id: number) {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: () => api.delete(`/api/admin/refused-numbers/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.refusedNumbers }),
  })
}
