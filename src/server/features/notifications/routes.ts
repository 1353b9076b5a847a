import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { notificationSettingsSchema } from '#contract/notifications.ts'
import type { Clock } from '#server/platform/clock/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { notificationSettingsOf, saveNotificationSettings } from './settings-of.ts'

/** The account holder's notification settings. */
export const notificationRoutes: FastifyPluginAsyncZod<{ deps: { db: Db; clock: Clock } }> = async (app, { deps }) => {
  const { db, clock } = deps
  const path = '/api/notification-settings'

  app.get(path, { schema: { response: { 200: notificationSettingsSchema } } }, async (request) =>
    notificationSettingsSchema.parse(await notificationSettingsOf(db, request.account.id)),
  )
  app.put(
    path,
    { schema: { body: notificationSettingsSchema, response: { 200: notificationSettingsSchema } } },
    async (request) => {
      await saveNotificationSettings(db, request.account.id, request.body, clock.now())
      return request.body
    },
  )
}
