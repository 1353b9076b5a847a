import { infiniteQueryOptions, keepPreviousData, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type MoveOccurrenceBody, type WeekCall, weekSchema } from '#contract/calls/week.ts'
import { callsRetry } from '#web/domain/calls/calls-queries.ts'
import { queryKeys, refreshAfterCallChange } from '#web/domain/query-keys.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

/** So many people are in one answer. */
const PAGE_SIZE = 50

/** What will ring in the seven days from `from`, page by page of people. */
export function weekQuery(from: string, lovedOneId?: number) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.calls, 'week', lovedOneId ?? 'all', from],
    queryFn: ({ pageParam: after, signal }) =>
      api.get(weekSchema, '/api/calls/week', { query: { from, lovedOneId, after, limit: PAGE_SIZE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ people }) => (people.length < PAGE_SIZE ? undefined : people.at(-1)?.lovedOneId),
    placeholderData: keepPreviousData,
    ...callsRetry,
  })
}

/** A call of the week with whom it is for. */
export interface WeekEntry extends WeekCall {
  name: string
  timezone: string
}

const occurrenceOf = ({ occurrence, at }: WeekEntry) => ({ occurrence: occurrence ?? at })

/** Leaves the call out. */
export function useSkipOccurrence() {
  return useChange('skip', 'We won’t make this call', 'Failed to skip call')
}

/** Takes back that the call was moved or skipped. */
export function useRestoreOccurrence() {
  return useChange('restore', 'The call is back on', 'Failed to undo')
}

function useChange(how: 'skip' | 'restore', done: string, failed: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (entry: WeekEntry) =>
      api.post(z.unknown(), `/api/calls/${entry.scheduleCallId}/occurrence/${how}`, occurrenceOf(entry)),
    onSuccess: () => toast.success(done),
    onError: (error) => toast.error(`${failed}: ${error.message}`),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** Rings a call once at another time: a call of its own is changed, an occurrence of a schedule gets one. */
export function useMoveCall(entry: WeekEntry) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (to: Omit<MoveOccurrenceBody, 'occurrence'>) =>
      entry.callId === entry.scheduleCallId
        ? api.post(z.unknown(), `/api/calls/${entry.callId}/occurrence/move`, { ...to, ...occurrenceOf(entry) })
        : api.patch(z.unknown(), `/api/calls/${entry.callId}`, to),
    onSuccess: () => toast.success('The call has been moved'),
    onSettled: () => void refreshAfterCallChange(client),
  })
}

/** What is wrong with a field, as the server says. */
export function problemOf(error: Error | null, path: string): string | undefined {
  return error instanceof ApiError ? error.errors.find((one) => one.path === path)?.message : undefined
}
