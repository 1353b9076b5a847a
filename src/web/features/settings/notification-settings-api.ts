import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { notificationSettingsSchema } from '#contract/accounts/notifications.ts'
import type { NotificationSettings } from '#core/notifications/settings.ts'
import { queryKeys } from '#web/domain/query-keys.ts'
import { api } from '#web/lib/http/api-client.ts'
import { toast } from '#web/ui/overlay/toast.tsx'

const PATH = '/api/notification-settings'

export function notificationSettingsQuery() {
  return queryOptions({
    queryKey: queryKeys.notificationSettings,
    queryFn: ({ signal }): Promise<NotificationSettings> => api.get(notificationSettingsSchema, PATH, { signal }),
  })
}

/** Saves the settings as a whole, shown at once and sent in turn: the last choice wins, and after a failure the server's are shown. */
export function useSaveNotificationSettings() {
  const client = useQueryClient()
  const { queryKey } = notificationSettingsQuery()
  return useMutation({
    mutationKey: queryKey,
    scope: { id: PATH },
    mutationFn: (settings: NotificationSettings): Promise<NotificationSettings> =>
      api.put(notificationSettingsSchema, PATH, settings),
    onMutate: async (settings) => {
      // An answer still loading holds the old settings.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, settings)
    },
    onSuccess: (saved) => {
      // Not while a later choice waits to be sent.
      if (client.isMutating({ mutationKey: queryKey }) === 1) client.setQueryData(queryKey, saved)
      toast.success('Your notification settings have been saved')
    },
    onError: (error) => {
      toast.error(`Failed to save notification settings: ${error.message}`)
      void client.invalidateQueries({ queryKey })
    },
  })
}
