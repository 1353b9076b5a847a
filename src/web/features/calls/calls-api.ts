import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import { callDetailsSchema } from '#contract/calls/call-details.ts'
import type { HISTORY_FILTERS } from '#contract/calls/call-forms.ts'
import { type Call, callSchema, schedulePattern } from '#contract/calls/calls.ts'
import { callPlaceOf } from '#contract/page-limits.ts'
import { callsRetry } from '#web/domain/calls/calls-queries.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { POLL_MS } from '#web/lib/http/query-client.ts'

export type HistoryFilter = (typeof HISTORY_FILTERS)[number]

const PAGE_SIZE = 50
const MINUTE_MS = 60_000
const calls = z.array(callSchema)

/** Calls to come, or every recurring one by its next call, soonest first, page by page; `search` is in the name of the person. */
export function comingPagesQuery(list: 'upcoming' | 'recurring', search: string, lovedOneId?: number) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.calls, list, lovedOneId ?? 'all', 'pages', search],
    queryFn: ({ pageParam: after, signal }) =>
      api.get(calls, `/api/calls/${list}`, {
        query: { lovedOneId, after, limit: PAGE_SIZE, search: search || undefined },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    // Its moment stays when the call has gone or moved.
    getNextPageParam: (page) => (page[PAGE_SIZE - 1] ? callPlaceOf(page[PAGE_SIZE - 1] as Call) : undefined),
    placeholderData: keepPreviousData,
    ...callsRetry,
  })
}

/** Finished calls, newest first, page by page. */
export function callHistoryQuery(filter: HistoryFilter, lovedOneId?: number) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.callHistory, filter, lovedOneId ?? 'all'],
    queryFn: ({ pageParam: before, signal }) =>
      api.get(calls, '/api/calls/history', { query: { filter, lovedOneId, before, limit: PAGE_SIZE }, signal }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    staleTime: MINUTE_MS,
    // Every refresh asks for all pages again; somebody who reads far back does not need that every few seconds.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 1) > 1 ? MINUTE_MS : POLL_MS),
    ...callsRetry,
  })
}

/** Everything about one call. */
export function callQuery(id: number) {
  return queryOptions({
    queryKey: queryKeys.call(id),
    queryFn: ({ signal }) => api.get(callDetailsSchema, `/api/calls/${id}`, { signal }),
    ...callsRetry,
  })
}

// A form must not change under the hands of its reader: what it starts from is loaded once each time it opens.
const onceForAForm = { refetchInterval: false, refetchOnWindowFocus: false, staleTime: 0, gcTime: 0 } as const

/** One call, for the form that edits it. */
export function callToEditQuery(id: number) {
  return queryOptions({
    queryKey: [...queryKeys.call(id), 'to-edit'],
    queryFn: ({ signal }) => api.get(callDetailsSchema, `/api/calls/${id}`, { signal }),
    ...callsRetry,
    ...onceForAForm,
  })
}

/** The slots of a custom schedule, for the form that edits it. */
export function patternsToEditQuery(callId: number) {
  return queryOptions({
    queryKey: [...queryKeys.call(callId), 'patterns-to-edit'],
    queryFn: ({ signal }) => api.get(z.array(schedulePattern), `/api/calls/${callId}/schedule-patterns`, { signal }),
    ...callsRetry,
    ...onceForAForm,
  })
}
