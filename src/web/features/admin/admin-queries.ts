import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  adminStatsSchema,
  auditEntry,
  systemSchema,
  type TestCall,
  testCallSchema,
  twimlTemplate,
} from '#contract/admin/admin.ts'
import { api } from '#web/lib/http/api-client.ts'
import { adminKeys } from './admin-keys.ts'

const STATS_FRESH_MS = 120_000
const SYSTEM_POLL_MS = 15_000
const AUDIT_PAGE = 20
const TEST_CALLS_POLL_MS = 15_000
const UNDER_WAY_POLL_MS = 1_500

/** The four figures; asked for again after two minutes. */
export function adminStatsQuery() {
  return queryOptions({
    queryKey: adminKeys.stats,
    queryFn: ({ signal }) => api.get(adminStatsSchema, '/api/admin/stats', { signal }),
    staleTime: STATS_FRESH_MS,
    refetchInterval: STATS_FRESH_MS,
  })
}

/** How the system does just now. */
export function systemQuery() {
  return queryOptions({
    queryKey: adminKeys.system,
    queryFn: ({ signal }) => api.get(systemSchema, '/api/admin/system', { signal }),
    refetchInterval: SYSTEM_POLL_MS,
  })
}

/** What admins did, newest first. */
export function auditQuery() {
  return infiniteQueryOptions({
    queryKey: adminKeys.audit,
    queryFn: ({ signal, pageParam }) =>
      api.get(z.array(auditEntry), '/api/admin/audit', { signal, query: { limit: AUDIT_PAGE, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length === AUDIT_PAGE ? page.at(-1)?.id : undefined),
    // Shows what an admin has just done elsewhere. Older pages hardly change: where some are shown, asking
    // for all of them again and again would be work for nothing.
    staleTime: 0,
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : SYSTEM_POLL_MS),
  })
}

/** The scripts that the provider can store; they change with a release only. */
export function twimlTemplatesQuery() {
  return queryOptions({
    queryKey: adminKeys.twimlTemplates,
    queryFn: ({ signal }) => api.get(z.array(twimlTemplate), '/api/admin/twiml-templates', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: false,
  })
}

/** The latest test calls; asked for often while one is under way. */
export function testCallsQuery() {
  return queryOptions({
    queryKey: adminKeys.testCalls,
    queryFn: ({ signal }) => api.get(z.array(testCallSchema), '/api/admin/test-calls', { signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? UNDER_WAY_POLL_MS : TEST_CALLS_POLL_MS),
  })
}

/** The end of a call that is open after this long was never reported. */
const LONGEST_TEST_CALL_MS = 15 * 60_000

function isUnderWay({ endedAt, createdAt }: TestCall): boolean {
  return endedAt === null && Date.now() - Date.parse(createdAt) < LONGEST_TEST_CALL_MS
}
