import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import {
  type Delivery,
  deliverySchema,
  type SaveWebhookBody,
  type TestWebhookBody,
  testWebhookAnswer,
  type Webhook,
  webhookSchema,
} from '#contract/admin/webhooks.ts'
import { messageBody } from '#contract/wire.ts'
import { removeAndAsk } from '#web/domain/feedback/lost-answer.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'
import { useOneAtATime } from '#web/lib/http/one-at-a-time.ts'
import { POLL_MS } from '#web/lib/http/query-client.ts'
import { adminKeys } from '../admin-keys.ts'

const PAGE_SIZE = 20
const MINUTE_MS = 60_000
const BEING_SENT_POLL_MS = 1_500
/** What has been due for longer is held up. */
const LONGEST_TRY_MS = 30_000
/** The server's clock may be a little ahead of this one. */
const CLOCKS_DIFFER_MS = 2_000
const webhooks = z.array(webhookSchema)

/** Every webhook, oldest first. */
export function webhooksQuery() {
  return queryOptions({
    queryKey: adminKeys.webhooks,
    queryFn: ({ signal }) => api.get(webhooks, '/api/admin/webhooks', { signal }),
  })
}

/** What one webhook was and is to be sent, newest first, page by page. */
export function deliveriesQuery(webhookId: number) {
  return infiniteQueryOptions({
    queryKey: [...adminKeys.webhooks, webhookId, 'deliveries'],
    queryFn: ({ pageParam: before, signal }) =>
      api.get(z.array(deliverySchema), `/api/admin/webhooks/${webhookId}/deliveries`, {
        query: { before, limit: PAGE_SIZE },
        signal,
      }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?.id),
    staleTime: 0,
    // Every refresh asks for all pages again: of several only while something in them is about to change.
    refetchInterval: ({ state: { data } }) => {
      const pages = data?.pages ?? []
      if (pages.flat().some(isBeingSent)) return BEING_SENT_POLL_MS
      return pages.length < 2 || pages.flat().some(isDueSoon) ? POLL_MS : MINUTE_MS
    },
  })
}

/** Whether a delivery is due and the result of a try is expected soon. */
export function isBeingSent({ nextTryAt }: Delivery): boolean {
  if (nextTryAt === null) return false
  const overdueMs = Date.now() - Date.parse(nextTryAt)
  return overdueMs > -CLOCKS_DIFFER_MS && overdueMs < LONGEST_TRY_MS
}

function isDueSoon({ nextTryAt }: Delivery): boolean {
  return nextTryAt !== null && Date.parse(nextTryAt) < Date.now() + MINUTE_MS
}

/** Creates a webhook, or changes the one whose `id` is given. */
export function useSaveWebhook(creationKey: string) {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: (body: SaveWebhookBody) =>
      api.post(webhookSchema, '/api/admin/webhooks', body, body.id === undefined ? { creationKey } : {}),
    onSuccess: (saved) => {
      client.setQueryData(webhooksQuery().queryKey, (list) => list && withWebhook(list, saved))
      return refresh(client)
    },
  })
}

function withWebhook(list: Webhook[], saved: Webhook): Webhook[] {
  const isListed = list.some(({ id }) => id === saved.id)
  return isListed ? list.map((webhook) => (webhook.id === saved.id ? saved : webhook)) : [...list, saved]
}

/** Sends a payload of one's own, once. */
export function useTestWebhook() {
  return useOneAtATime({
    mutationFn: (body: TestWebhookBody) => api.post(testWebhookAnswer, '/api/admin/webhooks/test', body),
  })
}

/** Deletes a webhook for good, also when the answer got lost. Says "gone" where somebody else had deleted it before. */
export function useDeleteWebhook(id: number) {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: async (): Promise<'deleted' | 'gone'> => {
      try {
        await removeAndAsk(
          () => api.delete(`/api/admin/webhooks/${id}`),
          async () => {
            const list = await client.fetchQuery({ ...webhooksQuery(), staleTime: 0 })
            return list.some((webhook) => webhook.id === id)
          },
        )
        return 'deleted'
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return 'gone'
        throw error
      }
    },
    onSuccess: () => {
      client.setQueryData(webhooksQuery().queryKey, (list) => list?.filter((webhook) => webhook.id !== id))
    },
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => void refresh(client),
  })
}

/** Has one delivery sent once more, whatever became of it. */
export function useSendAgain(webhookId: number, deliveryId: number) {
  const client = useQueryClient()
  return useOneAtATime({
    mutationFn: () => api.post(messageBody, `/api/admin/webhooks/${webhookId}/deliveries/${deliveryId}/send-again`),
    // The button stays busy until the log shows what is under way.
    onSettled: () => client.invalidateQueries({ queryKey: deliveriesQuery(webhookId).queryKey }),
  })
}

function refresh(client: ReturnType<typeof useQueryClient>): Promise<void> {
  return client.invalidateQueries({ queryKey: adminKeys.webhooks, exact: true })
}
