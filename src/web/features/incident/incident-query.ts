import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnswerIncidentBody, incidentSchema } from '#contract/calls/incidents.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { POLL_MS } from '#web/lib/http/query-client.ts'

const pathOf = (token: string) => `/api/incidents/${encodeURIComponent(token)}`

/** Whether the link does not open anything any more; asking again would not help. */
export function isLinkGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

const isConflict = (error: Error) => error instanceof ApiError && error.status === 409

/** The incident that a link opens. The link is the proof: a session in this browser does not matter. */
export function incidentQuery(token: string) {
  return queryOptions({
    queryKey: ['incident', token],
    queryFn: ({ signal }) => api.get(incidentSchema, pathOf(token), { signal, anonymous: true }),
    refetchInterval: ({ state }) => (isLinkGone(state.error) ? false : POLL_MS),
    staleTime: 0,
    meta: { isPublic: true },
  })
}

/** Sends an answer; what the server says to it is what the page shows from then on. */
export function useAnswer(token: string) {
  const client = useQueryClient()
  const { queryKey } = incidentQuery(token)
  return useMutation({
    mutationFn: (body: AnswerIncidentBody) =>
      api.post(incidentSchema, `${pathOf(token)}/answer`, body, { anonymous: true }),
    async onSuccess(incident) {
      // A question asked before the answer was taken would bring the past back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, incident)
    },
    async onError(error) {
      // Also when something has happened that the page did not show yet.
      if (isLinkGone(error) || isConflict(error)) await client.invalidateQueries({ queryKey })
    },
  })
}
