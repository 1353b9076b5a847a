import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { adminTalksSchema, talkBlockAnswer, talkSwitchAnswer } from '#contract/admin/admin-talks.ts'
import { api } from '#web/lib/http/api-client.ts'
import { adminKeys } from '../admin-keys.ts'

const POLL_MS = 15_000

/** What the short chats of this Cooee take, and whether they may be held. */
export function adminTalksQuery() {
  return queryOptions({
    queryKey: adminKeys.talks,
    queryFn: ({ signal }) => api.get(adminTalksSchema, '/api/admin/talks', { signal }),
    refetchInterval: POLL_MS,
  })
}

/** Switches the chats of all accounts off, or lets them be held again. Again it changes nothing. */
export function useSwitchAllTalks() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (to: 'off' | 'on') => api.post(talkSwitchAnswer, `/api/admin/talks/${to}`),
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.talks }),
  })
}

/** Switches the chats of one account off, or lets them be held again. */
export function useBlockTalks(accountId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (to: 'block' | 'allow') => api.post(talkBlockAnswer, `/api/admin/accounts/${accountId}/talks/${to}`),
    onSettled: () => client.invalidateQueries({ queryKey: adminKeys.talks }),
  })
}
