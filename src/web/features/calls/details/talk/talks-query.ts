import { queryOptions } from '@tanstack/react-query'
import { talksOfCallSchema } from '#contract/calls/talks.ts'
import { callsRetry } from '#web/domain/calls/calls-queries.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'

/** The chats of a call, for those who may hear calls. Below the call's own name, so that its changes load them again. */
export function talksQuery(callId: number) {
  return queryOptions({
    queryKey: [...queryKeys.call(callId), 'talks'],
    queryFn: ({ signal }) => api.get(talksOfCallSchema, `/api/calls/${callId}/talks`, { signal }),
    ...callsRetry,
  })
}
