import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod'
import {
  outboxEntrySchema,
  phoneSetting,
  phoneText,
  renewalAnswer,
  sandboxCards,
  sandboxPhones,
} from '#contract/admin/sandbox.ts'
import { ApiError, api } from '#web/lib/http/api-client.ts'

/** Whether the server has no sandbox: the real providers are set. */
export function isNoSandbox(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Fast enough to see a phone ring and to follow what is said; slower when nobody watches. */
const every = (milliseconds: number) => ({
  refetchInterval: ({ state }: { state: { error: Error | null } }) => {
    if (isNoSandbox(state.error)) return false
    return document.hidden ? 3_000 : milliseconds
  },
  // A tab in the background still says in its title that a phone rings.
  refetchIntervalInBackground: true,
  staleTime: 0,
})

export const phonesQuery = queryOptions({
  queryKey: ['sandbox', 'phones'],
  queryFn: ({ signal }) => api.get(sandboxPhones, '/api/sandbox/phones', { signal }),
  ...every(700),
})

/** The newest text first. */
export const textsQuery = queryOptions({
  queryKey: ['sandbox', 'texts'],
  queryFn: ({ signal }) => api.get(z.array(phoneText), '/api/sandbox/texts', { signal }),
  ...every(1_000),
})

/** The newest mail first. */
export const mailsQuery = queryOptions({
  queryKey: ['sandbox', 'outbox'],
  queryFn: ({ signal }) => api.get(z.array(outboxEntrySchema), '/api/sandbox/outbox', { signal }),
  select: (entries) => entries.filter(({ channel }) => channel === 'email'),
  ...every(2_000),
})

/** The newest subscription first. No test cards where the card sandbox does not run. */
export const cardsQuery = queryOptions({
  queryKey: ['sandbox', 'cards'],
  queryFn: ({ signal }) => api.get(sandboxCards, '/api/sandbox/cards', { signal }),
  ...every(2_000),
})

/** Makes the paid period of a subscription end now. */
export const renewNow = (subscriptionId: string) =>
  api.post(renewalAnswer, `/api/sandbox/subscriptions/${encodeURIComponent(subscriptionId)}/renew`)

const onLine = (callId: string, action: string) => `/api/sandbox/phones/${encodeURIComponent(callId)}/${action}`

/** What a person does with a phone. */
export const playing = {
  answer: (callId: string) => api.postWithoutAnswer(onLine(callId, 'answer')),
  hangUp: (callId: string) => api.postWithoutAnswer(onLine(callId, 'hang-up')),
  press: (callId: string, keys: string) => api.postWithoutAnswer(onLine(callId, 'press'), { keys }),
  speak: (callId: string, words: string) => api.postWithoutAnswer(onLine(callId, 'speak'), { words }),
  ring: (from: string) => api.post(z.object({ callId: z.string() }), '/api/sandbox/ring', { from }),
  text: (from: string, text: string) => api.postWithoutAnswer('/api/sandbox/texts', { from, text }),
  set: (setting: Partial<z.infer<typeof phoneSetting>> & { number: string }) =>
    api.put(phoneSetting, '/api/sandbox/behaviours', setting),
  /** Phones that wait for the person at this page; `keepalive` gets through although the page is going. */
  watch: (numbers: readonly string[], init: { keepalive: true } | { signal: AbortSignal }) =>
    fetch(new URL('/api/sandbox/watched', window.location.origin), {
      ...init,
      method: 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ numbers, isInBackground: document.hidden }),
    }),
}
