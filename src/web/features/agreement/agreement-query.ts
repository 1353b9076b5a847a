import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { type AnswerContactBody, contactPageSchema, type EditContactPageBody } from '#contract/people/contact-page.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'

const pathOf = (token: string) => `/api/contact-pages/${encodeURIComponent(token)}`

/** Whether the link does not open anything any more; asking again would not help. */
export function isLinkGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** The page that a link opens. The link is the proof: a session in this browser does not matter. */
export function agreementQuery(token: string) {
  return queryOptions({
    queryKey: ['agreement', token],
    queryFn: ({ signal }) => api.get(contactPageSchema, pathOf(token), { signal, anonymous: true }),
    staleTime: 0,
    meta: { isPublic: true },
  })
}

/** Sends an answer; the page shows what the server says to it. */
export function useAnswer(token: string) {
  return useChange(token, (body: AnswerContactBody) =>
    api.post(contactPageSchema, `${pathOf(token)}/answer`, body, { anonymous: true }),
  )
}

/** Saves when somebody can be reached. */
export function useSaveAvailability(token: string) {
  return useChange(token, (body: EditContactPageBody) =>
    api.patch(contactPageSchema, pathOf(token), body, { anonymous: true }),
  )
}

function useChange<Body>(token: string, change: (body: Body) => ReturnType<typeof api.post<typeof contactPageSchema>>) {
  const client = useQueryClient()
  const { queryKey } = agreementQuery(token)
  return useMutation({
    mutationFn: change,
    async onSuccess(page) {
      // A question asked before the answer was taken would bring the past back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, page)
    },
    async onError(error) {
      if (isLinkGone(error)) await client.invalidateQueries({ queryKey })
    },
  })
}
