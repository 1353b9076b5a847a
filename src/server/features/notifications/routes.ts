import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { notificationSettingsAnswer, notificationSettingsBody } from '#contract/notifications.ts'
import type { NotificationSettings } from '#core/notifications/settings.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notificationSettingsOf, saveNotificationSettings } from './settings-of.ts'

/** The account holder's notification settings. */
export const notificationRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; clock: Clock } }> = async (app, { deps }) => {
  const { db, clock } = deps
  const path = '/api/notification-settings'

  app.get(path, { schema: { response: { 200: notificationSettingsAnswer } } }, async (request) =>
    answer(await notificationSettingsOf(db, request.account.id)),
  )
  app.put(
    path,
    { schema: { body: notificationSettingsBody, response: { 200: notificationSettingsAnswer } } },
    async (request) => {
      await saveNotificationSettings(db, request.account.id, request.body, clock.now())
      return answer(request.body)
    },
  )
}

const answer = (settings: NotificationSettings) =>
  notificationSettingsAnswer.parse({ ...settings, tellAtFirstTry: settings.notifyAtFirstTry })
