import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { type Topic, talkSettingsSchema, topicSchema } from '#contract/calls/talks.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

// Shown inside a form: it must not change under the hands of its reader.
const onceForAForm = { refetchInterval: false, refetchOnWindowFocus: false, staleTime: 0, retry: 1 } as const
const topics = z.array(topicSchema)
const settingsKey = (lovedOneId: number) => [...queryKeys.lovedOne(lovedOneId), 'talks']
const topicsKey = (lovedOneId: number) => [...queryKeys.lovedOne(lovedOneId), 'topics']
const failed = () => toast.error('We couldn’t change that. Please try again.')

/** Whether the calls of a loved one may be short chats. */
export function talkSettingsQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: settingsKey(lovedOneId),
    queryFn: ({ signal }) => api.get(talkSettingsSchema, `/api/loved-ones/${lovedOneId}/talks`, { signal }),
    ...onceForAForm,
  })
}

/** Switches the chats of a loved one on or off at once, apart from the form around it. */
export function useSwitchTalks(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isOn: boolean) => api.patch(talkSettingsSchema, `/api/loved-ones/${lovedOneId}/talks`, { isOn }),
    onSuccess: (settings) => client.setQueryData(settingsKey(lovedOneId), settings),
    onError: failed,
  })
}

/** What Cooee remembers of a loved one, for those who may hear calls. */
export function topicsQuery(lovedOneId: number) {
  return queryOptions({
    queryKey: topicsKey(lovedOneId),
    queryFn: ({ signal }) => api.get(topics, `/api/loved-ones/${lovedOneId}/topics`, { signal }),
    ...onceForAForm,
  })
}

/** Changes the words of one topic. What was typed stays where it fails. */
export function useEditTopic(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, words }: Pick<Topic, 'id' | 'words'>) => api.patch(topicSchema, `/api/topics/${id}`, { words }),
    onSuccess: (saved) =>
      client.setQueryData<Topic[]>(topicsKey(lovedOneId), (known) =>
        known?.map((topic) => (topic.id === saved.id ? saved : topic)),
      ),
  })
}

/** Forgets one topic, or all of them where `id` is null. One that is gone already is no failure. */
export function useForgetTopics(lovedOneId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number | null) =>
      api.delete(id === null ? `/api/loved-ones/${lovedOneId}/topics` : `/api/topics/${id}`),
    onError: failed,
    // Also after a failure: the answer may be all that got lost.
    onSettled: () => client.invalidateQueries({ queryKey: topicsKey(lovedOneId) }),
  })
}
